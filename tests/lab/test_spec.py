"""A spec is checked before anything happens, and equal specs are equal bytes."""

from __future__ import annotations

import pytest

from lab.errors import BadInput
from lab.runs.arms import at_pace_of, open_arms
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
    "typed",
    ["cthulhu+faster+shared-victory", "CTHULHU + Shared-Victory+faster", "cthulhu+shared_victory + FASTER"],
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
