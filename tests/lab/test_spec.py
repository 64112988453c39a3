"""A spec is checked before anything happens, equal specs are equal bytes, and shards cover every game once."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

from lab.errors import BadInput
from lab.runs.arms import at_pace_of, open_arms
from lab.runs.run_plan import cycle, file_stem, kept_events, lineup, shards
from lab.runs.run_spec import RunSpec, make_spec, parse_spec, read_spec, spec_text
from lab.tournament import beside_own


def spec(**values):
    return RunSpec(**{"arms": ["base"], **values})


def test_the_canonical_text_reads_back_as_the_same_spec():
    one = spec(decks="cthulhu", arms=("cthulhu", "cthulhu+faster"), seats=5, agents=["random", "balanced"], seed=7)
    assert parse_spec(spec_text(one)) == one
    assert parse_spec(spec_text(one)).spec_hash == one.spec_hash


def test_the_hash_depends_on_every_key():
    changes = {
        "decks": ["a"], "arms": ["b"], "seats": 5, "agents": ["random"], "games": 9, "seed": 9, "events": "none",
        "shard_games": 9, "switches": {"hand_limit": 7}, "cards": {"a-card.level": [1, 2]}, "unchanged": True,
        "exposure": "sample:3", "rules": ["If you die, lose a Level."], "on_each": False,
        "design": [[]], "among": ["base"], "answers": "0.",
        "pace": [30_000, 4_000, 45_000],
    }  # fmt: skip
    assert set(changes) == set(RunSpec.model_fields)
    assert len({spec().spec_hash, *(spec(**{k: v}).spec_hash for k, v in changes.items())}) == len(changes) + 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"seats": 1}, "seats is 1; allowed: 2 to 8 players"),
        ({"seats": 9}, "seats is 9; allowed: 2 to 8 players"),
        ({"seats": "4"}, "seats is '4'; allowed: 2 to 8 players"),
        ({"games": 0}, "games is 0; allowed: a whole number from 1"),
        ({"games": True}, "games is True; allowed: a whole number from 1"),
        ({"seed": -1}, "seed is -1; allowed: a whole number from 0"),
        ({"events": "some"}, "events is 'some'; allowed: all, none, or sample:N"),
        ({"events": "sample:0"}, "events is 'sample:0'; allowed: all, none, or sample:N"),
        ({"exposure": "none"}, "exposure is 'none'; allowed: all, or sample:N"),
        ({"exposure": "sample:0"}, "exposure is 'sample:0'; allowed: all, or sample:N"),
        ({"exposure": 7}, "exposure is 7; allowed: all, or sample:N"),
        ({"agents": ["hal"]}, "agents: unknown agent 'hal'; allowed: random, "),
        ({"agents": []}, "agents is empty; allowed: random, "),
        ({"arms": []}, "arms is empty; allowed: one or more variants"),
        ({"arms": [""]}, "arms is ''; allowed: one or more variants"),
        ({"decks": 3}, "decks is 3; allowed: names or paths of decks"),
        ({"pace": [1, 2]}, "pace is [1, 2]; allowed: nothing, or three numbers of milliseconds"),
        ({"players": 4}, "unknown key 'players'; allowed: decks, arms, rules, switches, cards, unchanged, on_each"),
        ({"rules": 3}, "rules is 3; allowed: house rules, names, files or sentences"),
        ({"rules": ['Draw "1"']}, "rules is 'Draw \"1\"'; allowed: a sentence that neither begins nor "),
        ({"switches": 3}, "switches is 3; allowed: switches of the rules with their values"),
        ({"switches": {"hand_limit": []}}, "the values make 0 arms; allowed: 1 to 256"),
        ({"seats": [3, 9]}, "seats is 9; allowed: 2 to 8 players"),
        ({"seats": []}, "seats is empty; allowed: 2 to 8 players"),
        ({"cards": {"a.level": list(range(257))}}, "the values make 257 arms; allowed: 1 to 256"),
    ],
)
def test_bad_values_are_one_sentence_with_key_value_and_what_is_allowed(values, says):
    with pytest.raises(BadInput) as caught:
        make_spec({"arms": ["base"], **values}, "my.toml")
    assert str(caught.value).startswith(f"my.toml: {says}")
    assert "\n" not in str(caught.value)


def test_one_axis_makes_arms_beside_each_other_and_two_a_grid():
    names = [arm.name for arm in spec(arms=["base", "cthulhu"]).grid]
    assert names == ["base", "cthulhu"]
    assert [arm.name for arm in spec(seats=[3, 6]).grid] == ["base, 3 players", "base, 6 players"]
    grid = spec(decks=["base", "base+conan"], agents=[["balanced"], ["table"], ["random", "novice", "novice"]]).grid
    assert [arm.name for arm in grid] == [
        "base, deck base, balanced", "base, deck base, table", "base, deck base, random 2xnovice",
        "base, deck base+conan, balanced", "base, deck base+conan, table", "base, deck base+conan, random 2xnovice",
    ]  # fmt: skip
    assert grid[5].deck == ("base", "conan")
    # games are compared for each table of players by itself
    assert [arm.reference for arm in grid] == ["", "", "", *(arm.name for arm in grid[:3])]


def test_all_games_of_the_same_players_are_compared_with_the_first():
    """Two variants, two decks, a switch: 8 games if all meet, 4 if each further one is laid on the first alone."""
    axes = {"arms": ["base", "faster"], "decks": ["base", "conan"], "switches": {"hand_limit": 7}, "unchanged": True}
    crossed = spec(**axes, seats=[3, 4])
    alone = crossed.each_alone()
    assert len(crossed.grid) == 16
    pairs = [(arm.name, arm.reference) for arm in alone.grid if arm.seats == 4]
    first = "base, deck base, 4 players"
    names = ["base+faster, deck base", "base, deck conan", "base, deck base, hand_limit=7"]
    assert pairs == [(first, ""), *((f"{name}, 4 players", first) for name in names)]
    beside = {arm.name: arm.reference for arm in crossed.grid if arm.seats == 4}
    assert {name for name, other in beside.items() if other == first} == {
        *(f"{name}, 4 players" for name in names),
        "base+faster, deck conan, 4 players",
    }
    # what is changed is compared with its own variant and deck as they are
    faster = "base+faster, deck conan, {}4 players"
    assert beside[faster.format("hand_limit=7, ")] == faster.format("")
    assert parse_spec(spec_text(alone)) == alone and alone.spec_hash != crossed.spec_hash
    assert (one := spec(switches={"hand_limit": 7}, unchanged=True)).each_alone() is one


def test_one_deck_alone_is_compared_with_the_variants_own():
    assert beside_own(spec(decks="base+cthulhu", arms="conan")).decks == ("conan", "base+cthulhu")
    for values in ({}, {"decks": "base"}, {"decks": "conan", "seats": [3, 4]}, {"decks": ["conan", "base+conan"]}):
        assert beside_own(made := spec(**values)) is made


def test_what_is_set_by_hand_is_part_of_the_name():
    grid = spec(switches={"victory": {"level": [8, 10]}, "hand_limit": 7}, cards={"a-card.level": "12"}).grid
    assert [arm.name for arm in grid] == [
        "base, victory.level=8, hand_limit=7, a-card.level=12", "base, victory.level=10, hand_limit=7, a-card.level=12",
    ]  # fmt: skip
    assert grid[0].switches == (("victory.level", "8"), ("hand_limit", "7"))
    both = spec(switches={"victory.level": [8, 10]}, unchanged=True).grid
    assert [arm.name for arm in both] == ["base", "base, victory.level=8", "base, victory.level=10"]
    assert [arm.reference for arm in both] == ["", "base", "base"]


@pytest.mark.parametrize(
    "typed", ["cthulhu+faster+shared-victory", "CTHULHU + Shared-Victory+faster", "cthulhu+shared_victory + FASTER"]
)
def test_however_the_rules_are_typed_they_are_one_arm(typed):
    one = spec(arms=["cthulhu+faster+shared-victory", typed])
    assert one == spec(arms=typed) and one.spec_hash == spec(arms=[typed]).spec_hash
    assert [arm.name for arm in one.grid] == ["cthulhu+faster+shared-victory"]


def test_a_house_rule_alone_stands_on_the_base_rules():
    assert spec(arms=["faster", "base+faster"]).arms == ("base+faster",)


def test_arms_that_are_the_same_game_are_one_arm(tmp_path):
    usual, other = tmp_path / "usual.toml", tmp_path / "other.toml"
    text = 'name = "One"\nwhy = "to see"\noverlay = true\n[rules]\n"victory.level" = '
    usual.write_text(f"{text}10\n")
    other.write_text(f"{text}8\n")
    arms = open_arms(spec(arms=["base", f"base+{usual}", f"base+{other}"]))
    assert [arm.name for arm in arms] == ["base", f"base+{other}"]


def test_a_missing_key_is_named():
    with pytest.raises(BadInput, match="key 'arms' is missing; allowed: one or more variants"):
        RunSpec()


def test_broken_files_are_one_sentence(tmp_path):
    path = tmp_path / "spec.toml"
    with pytest.raises(BadInput, match="cannot be read"):
        read_spec(path)
    path.write_text("seats = = 4")
    with pytest.raises(BadInput, match="not valid TOML"):
        read_spec(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="not UTF-8"):
        read_spec(path)


def test_a_game_for_bosses_needs_a_deck_with_bosses():
    with pytest.raises(BadInput, match="boss.required is 3, but deck base has no monster tagged 'boss'"):
        open_arms(spec(decks=("base",), arms=("base+boss",)))


def test_a_limit_of_minutes_goes_by_the_pace_of_its_store_and_nothing_else_does(tmp_path):
    """The seconds are part of the spec where a game depends on them, so that equal specs stay equal games."""
    timed, plain = (spec(arms=["base"], switches=one) for one in ({"time_limit.minutes": 60}, {"hand_limit": 7}))
    assert at_pace_of(tmp_path, timed) == timed
    (tmp_path / "pace.toml").write_text("turn = 30\ndecision = 2.5\ncombat = 45\n")
    paced = at_pace_of(tmp_path, timed)
    assert paced.pace == (30_000, 2_500, 45_000) and at_pace_of(tmp_path, plain) == plain
    assert parse_spec(spec_text(paced)) == paced and at_pace_of(tmp_path / "elsewhere", paced) == paced
    (own,), (other,) = open_arms(timed), open_arms(paced)
    assert own.arm_hash != other.arm_hash and own.variant.rules_hash == other.variant.rules_hash
    assert list(other.book().pace) == [30_000, 2_500, 45_000] and list(own.book().pace) == [20_000, 2_500, 30_000]


def planned(**values):
    return RunSpec(**{"arms": ["base", "base+faster"], **values})


def test_shards_cover_every_game_of_every_arm_once():
    plan = list(shards(planned(games=610, shard_games=250), ["base", "base+faster"]))
    assert [(s.arm, s.first, s.count) for s in plan] == [
        ("base", 0, 250), ("base+faster", 0, 250), ("base", 250, 250),
        ("base+faster", 250, 250), ("base", 500, 110), ("base+faster", 500, 110),
    ]  # fmt: skip
    assert plan[3].name == "base+faster-250"


def test_odd_names_of_arms_become_different_plain_file_names():
    long = "base+" + "a rule that somebody has typed, " * 12
    odd = ["a/b", "a\\b", "a_b", "../x", ".x", "[x]", long, long + "."]
    stems = [file_stem(name) for name in odd]
    assert len(set(stems)) == len(odd)
    assert file_stem("cthulhu+faster") == "cthulhu+faster" and max(map(len, stems)) < 255 - len(
        "-1000000.parquet.draft"
    )
    assert not any(set(s) & set("/\\[]*?") or s.startswith(".") for s in stems)


class Seated(NamedTuple):
    """All that the seating depends on."""

    agents: tuple[str, ...]
    seats: int


def seated(agents: int, seats: int, first: int, count: int) -> np.ndarray:
    return lineup(Seated(tuple(map(str, range(agents))), seats), first, count)


TABLES = [(agents, seats) for agents in range(2, 11) for seats in range(3, 7)]


@pytest.mark.parametrize(("agents", "seats"), TABLES)
def test_in_every_block_every_agent_sits_in_every_seat_once(agents, seats):
    for block in seated(agents, seats, 0, 50 * agents).reshape(50, agents, seats):
        assert all(sorted(block[:, s].tolist()) == list(range(agents)) for s in range(seats))
        most = -(-seats // agents)  # of the same agent in one game
        assert all(np.bincount(game).max() <= most for game in block)


@pytest.mark.parametrize(("agents", "seats"), [(a, s) for a, s in TABLES if a >= s and cycle(a, s) <= 20_000])
def test_over_a_cycle_every_two_agents_meet_equally_often_in_every_two_seats(agents, seats):
    games = seated(agents, seats, 0, cycle(agents, seats))
    pairs = agents * (agents - 1)
    for s, t in combinations(range(seats), 2):
        met = np.bincount(games[:, s] * agents + games[:, t], minlength=agents**2).reshape(agents, agents)
        assert met.sum() == len(games)
        assert (met + np.eye(agents, dtype=int) * (len(games) // pairs) == len(games) // pairs).all()
    assert (seated(agents, seats, len(games), agents) == games[:agents]).all()  # then it starts again


@pytest.mark.parametrize(("agents", "seats"), [(a, s) for a, s in TABLES if a > s])
def test_all_agents_have_met_long_before_the_cycle_is_over(agents, seats):
    games = seated(agents, seats, 0, 12 * agents)
    met = {frozenset(p) for game in games.tolist() for p in combinations(game, 2)}
    assert len(met) == agents * (agents - 1) // 2


@pytest.mark.parametrize(("agents", "seats"), [(2, 4), (4, 4), (7, 3), (10, 6), (100, 6)])
def test_the_seating_does_not_depend_on_how_the_games_are_cut(agents, seats):
    whole = seated(agents, seats, 0, 300)
    assert whole[0].tolist() == [s % agents for s in range(seats)]  # the first game: the list as it was given
    parts = [seated(agents, seats, first, min(37, 300 - first)) for first in range(0, 300, 37)]
    assert np.concatenate(parts).tolist() == whole.tolist()
    assert seated(agents, seats, 99_999_990, 10).shape == (10, seats)


def test_an_agent_named_several_times_has_several_places():
    seats = lineup(Seated(("random", "balanced", "balanced"), 4), 0, 300)
    for position in range(3):
        assert (seats == position).sum(axis=0).tolist() == [100] * 4


@pytest.mark.parametrize(("events", "kept"), [("all", 610), ("none", 0), ("sample:17", 17), ("sample:9999", 610)])
def test_the_event_policy_keeps_exactly_that_many_games_however_they_are_cut(events, kept):
    one = planned(events=events, games=610)
    whole = kept_events(one, 0, 610)
    parts = np.concatenate([kept_events(one, first, min(100, 610 - first)) for first in range(0, 610, 100)])
    assert whole.sum() == kept
    assert whole.tolist() == parts.tolist()


def test_a_sample_of_events_comes_from_all_over_the_run_and_favours_no_seating():
    # 4000 games in 1000 fourths, one of each: the four seatings of a block are kept about equally often.
    kept = np.flatnonzero(kept_events(planned(events="sample:1000", games=4000), 0, 4000))
    assert (kept // 4).tolist() == list(range(1000))
    assert stats.chisquare(np.bincount(kept % 4, minlength=4)).pvalue > 1e-6
    other = np.flatnonzero(kept_events(planned(events="sample:1000", games=4000, seed=1), 0, 4000))
    assert kept.tolist() != other.tolist()
