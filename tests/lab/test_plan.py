"""Shards cover every game once; seats and kept events are functions of the game number alone."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

from lab.runs.run_plan import cycle, file_stem, kept_events, lineup, shards
from lab.runs.run_spec import RunSpec


def spec(**values):
    return RunSpec(**{"arms": ["base", "base+faster"], **values})


def test_shards_cover_every_game_of_every_arm_once():
    plan = list(shards(spec(games=610, shard_games=250), ["base", "base+faster"]))
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
    one = spec(events=events, games=610)
    whole = kept_events(one, 0, 610)
    parts = np.concatenate([kept_events(one, first, min(100, 610 - first)) for first in range(0, 610, 100)])
    assert whole.sum() == kept
    assert whole.tolist() == parts.tolist()


def test_a_sample_of_events_comes_from_all_over_the_run_and_favours_no_seating():
    # 4000 games in 1000 fourths, one of each: the four seatings of a block are kept about equally often.
    kept = np.flatnonzero(kept_events(spec(events="sample:1000", games=4000), 0, 4000))
    assert (kept // 4).tolist() == list(range(1000))
    assert stats.chisquare(np.bincount(kept % 4, minlength=4)).pvalue > 1e-6
    other = np.flatnonzero(kept_events(spec(events="sample:1000", games=4000, seed=1), 0, 4000))
    assert kept.tolist() != other.tolist()
