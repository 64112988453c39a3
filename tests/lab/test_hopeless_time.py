"""Hopeless time: planted truths, and intervals that hold; the same in SQL is in `test_metrics_in_sql`."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.metric import compute
from lab.tables.round_frames import judged
from tests.lab.game_frames import made_up
from tests.lab.level_frames import written_down

NO_RULES = pl.DataFrame(schema={"run_id": pl.String, "arm": pl.String, "switch": pl.String, "value": pl.String})
BEHIND = [8, 1, 4, 2]
"""Levels at the end of the first of two rounds. Of 10, the leader lacks 2, the others 9, 6 and 8: seat 1 is 4.5 times
as far, seat 2 just 3 times, seat 3 just 4 times."""


def to_level(goal, arm="a"):
    return pl.DataFrame([{"run_id": "r", "arm": arm, "switch": "victory.level", "value": str(goal)}])


def planted(wins=4, capped=0):
    """Forty games of four players; seat 1 wins the first few, nobody the last few, the leader all others."""
    games = {}
    for number in range(40):
        winners = [1] if number < wins else [] if number >= 40 - capped else [0]
        games[number] = ([BEHIND, [9, 6, 6, 6]], winners)
    return written_down(games) | {"rule": NO_RULES}


def found_in(store):
    return {row["times"]: row for row in compute(store, ["hopeless_time"])["hopeless_time"].to_dicts()}


def test_who_is_several_times_as_far_as_the_leader_is_hopeless(tiny_store):
    found = found_in(tiny_store(**planted()))
    # At 3 times all but the leader, at 4 times seats 1 and 3, at 6 times nobody: of four players in every game.
    assert [found[times]["rounds"] for times in (3, 4, 6)] == [3 / 4, 2 / 4, 0]
    # Each of four players begins two rounds in each game.
    assert [found[times]["time"] for times in (3, 4, 6)] == [3 / 8, 2 / 8, 0]
    assert [found[times]["touched"] for times in (3, 4, 6)] == [1, 1, 0]
    # Seat 1 wins 4 of 40 games.
    assert [found[times]["won"] for times in (3, 4, 6)] == [4 / 120, 4 / 80, None]


@pytest.mark.parametrize(("goal", "rounds"), [(9, [3, 3, 2]), (10, [3, 2, 0]), (12, [0, 0, 0])])
def test_the_way_is_that_to_the_winning_level_of_the_rules(goal, rounds, tiny_store):
    # To 9: 1 against 8, 5 and 7; but 5 is less than 6 times 1. To 12: 4 against 11, 8 and 10.
    found = found_in(tiny_store(**planted() | {"rule": to_level(goal)}))
    assert [found[times]["rounds"] for times in (3, 4, 6)] == [n / 4 for n in rounds]


@pytest.mark.parametrize("goal", [8, 6])
def test_a_leader_on_the_winning_level_lacks_one_all_the_same(goal, tiny_store):
    # To 8 the others lack 7, 4 and 6; to 6 they lack 5, 2 and 4: at least 3, 4 or 6 times one Level?
    wanted = {8: [3, 3, 2], 6: [2, 2, 0]}[goal]
    found = found_in(tiny_store(**planted() | {"rule": to_level(goal)}))
    assert [found[times]["rounds"] for times in (3, 4, 6)] == [n / 4 for n in wanted]


def test_an_interval_is_that_of_a_mean_over_games(tiny_store):
    # In every other game all are level at 4 after the first round.
    games = {n: ([BEHIND if n % 2 else [4, 4, 4, 4], [9, 6, 6, 6]], [0]) for n in range(40)}
    row = found_in(tiny_store(**written_down(games), rule=NO_RULES))[4]
    each = [2 / 4 if n % 2 else 0 for n in range(40)]
    assert (row["rounds_low"], row["rounds_high"]) == pytest.approx(intervals.mean(each)[1:3])
    # Residuals of 8 rounds a game: each is 1 from 1/8 of them: sqrt(40 * 40 / 39) / 320 is the error, .125 the share.
    trials = 0.125 * 0.875 / (40 * 40 / 39 / 320**2)
    low, high = intervals.share_bounds(0.125 * trials, trials)
    assert (row["time_low"], row["time_high"]) == pytest.approx((low[0], high[0]))


def test_capped_games_are_watched_too_and_say_nothing_of_what_is_won(tiny_store):
    found = found_in(tiny_store(**planted(capped=10)))
    assert found[4]["games"] == 40 and found[4]["rounds"] == 2 / 4
    assert found[4]["won"] == 4 / 60


def test_a_game_of_one_round_has_no_hopeless_time(tiny_store):
    frames = written_down({0: ([[10, 1, 1]], [0]), 1: ([[10, 1, 1]], [0])})
    found = found_in(tiny_store(**frames, rule=NO_RULES))
    assert [(row["games"], row["rounds"], row["time"], row["won"]) for row in found.values()] == 3 * [(2, 0, 0, None)]


def test_other_games_do_not_move_the_line(tiny_store):
    frames = planted()
    few = {name: frame.filter(pl.col("game") < 5) for name, frame in frames.items() if name != "rule"}
    whole = judged(frames["level"].lazy(), frames["seat"].lazy(), NO_RULES.lazy()).collect()
    part = judged(few["level"].lazy(), few["seat"].lazy(), NO_RULES.lazy()).collect()
    by = ["game", "round", "seat"]
    assert part.sort(by).equals(whole.filter(pl.col("game") < 5).sort(by))


@pytest.mark.deep
def test_the_intervals_hold_the_truth_of_many_batches(tiny_store):
    # 4,000 games of four in batches of 40, each an arm of its own; the truth is that of all of them.
    frames = {name: frame.filter(arm="four") for name, frame in made_up(games=4000, cap=40, seed=3).items()}
    batch = pl.format("{}", pl.col("game") // 40)
    parts = {name: frame.with_columns(batch.alias("arm")) for name, frame in frames.items()}
    truth = found_in(tiny_store(**frames, rule=NO_RULES))
    rows = compute(tiny_store(**parts, rule=NO_RULES), ["hopeless_time"])["hopeless_time"].to_dicts()
    held = [
        row[f"{name}_low"] <= truth[row["times"]][name] <= row[f"{name}_high"]
        for row in rows for name in ("rounds", "time", "touched", "won") if row[name] is not None
    ]  # fmt: skip
    assert len(held) > 1000 and 0.93 < np.mean(held) < 0.975
