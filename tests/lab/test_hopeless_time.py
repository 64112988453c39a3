"""Hopeless time: planted truths, judged by the other half of the games, and the same once more in SQL."""

from __future__ import annotations

import polars as pl
import pytest

from lab.measure import stats
from lab.measure.hopeless import judged
from lab.measure.registry import compute
from tests.lab.game_frames import POSITIONS, ask, made_up, same
from tests.lab.level_frames import written_down

BEHIND = [5, 1, 4]
"""Levels at the end of the first of two rounds: seat 1 is 4 behind a leader at 5, seat 2 is 1 behind."""


def planted(odd_wins=1, capped=0):
    """Forty games of three players; seat 1 wins some of those with odd numbers, seat 2 all the others."""
    games = {}
    for number in range(40):
        winners = [1] if number % 2 and number < 2 * odd_wins else [] if number >= 40 - capped else [2]
        games[number] = ([BEHIND, [6, 6, 6]], winners)
    return written_down(games)


def found_in(store):
    return {row["below"]: row for row in compute(store, ["hopeless_time"])["hopeless_time"].to_dicts()}


def test_a_position_is_judged_by_the_other_half_of_the_games(tiny_store):
    found = found_in(tiny_store(**planted()))
    # In the odd games seat 1 won 1 of 20, so in the even ones it has a chance of 0.05: below 0.10 only. In the even
    # games it won none of 20: below 0.05 in the odd ones; for 0.02 twenty games are too few. The leader only leads.
    assert [found[limit]["rounds"] for limit in (0.02, 0.05, 0.1)] == pytest.approx([0, 20 / 40 / 3, 1 / 3])
    # For 0.05 only the odd games have such rounds, for 0.10 all games have as many.
    assert [found[limit]["apart"] for limit in (0.02, 0.05, 0.1)] == pytest.approx([0, 1 / 3, 0])
    # Each of three players begins two rounds in each of 40 games.
    assert [found[limit]["time"] for limit in (0.02, 0.05, 0.1)] == pytest.approx([0, 20 / 240, 40 / 240])
    assert [found[limit]["touched"] for limit in (0.02, 0.05, 0.1)] == [0, 0.5, 1]
    assert [found[limit]["won"] for limit in (0.02, 0.05, 0.1)] == [None, 1 / 20, 1 / 40]
    each = [1 / 3 if number % 2 else 0 for number in range(40)]
    row = found[0.05]
    assert (row["rounds_low"], row["rounds_high"]) == pytest.approx(stats.mean(each)[1:3])
    # Linearised: each game is 1/2 away from 1/12 of its 6 rounds: sqrt(40 / 4) / 240; t of 39 degrees is 2.0227.
    assert row["time_high"] - row["time"] == pytest.approx(2.0227 * 10**0.5 / 240, rel=1e-4)


def test_whoever_won_a_game_has_no_say_in_that_game(tiny_store):
    # All 20 odd games are won by seat 1: that makes the even ones hopeful, and says nothing of the odd ones themselves.
    seats = judged(planted(odd_wins=20)["level"].lazy(), planted(odd_wins=20)["seat"].lazy()).collect()
    rows = seats.filter(seat=1).group_by(pl.col("game") % 2 == 1).agg(pl.col("hopeless_1").mean())
    assert dict(rows.iter_rows()) == {True: 1.0, False: 0.0}


def test_what_few_games_saw_is_not_called_hopeless(tiny_store):
    few = {name: frame.filter(pl.col("game") < 18) for name, frame in planted(odd_wins=0).items()}  # 9 in each half
    assert [row["touched"] for row in found_in(tiny_store(**few)).values()] == [0, 0, 0]


def test_capped_games_are_watched_too_and_say_nothing_of_the_chance(tiny_store):
    # Six of forty are capped, three in each half: 17 are left of the even ones, too few for 0.05; 17 of the odd ones,
    # of which seat 1 won one: a chance of 1/17 in all 20 even games. In the odd games it has none, of 17: below 0.10.
    found = found_in(tiny_store(**planted(capped=6)))
    assert [found[limit]["touched"] for limit in (0.02, 0.05, 0.1)] == [0, 0, 1]
    assert found[0.1]["games"] == 40 and found[0.1]["rounds"] == pytest.approx(1 / 3)
    assert found[0.1]["won"] == pytest.approx(1 / 34)
    # Seat 1 wins 5 of 20, and of the 10 that are left in the odd half 5 again: half of those that somebody won.
    many = found_in(tiny_store(**planted(odd_wins=5, capped=20)))
    assert many[0.1]["touched"] == 0.5


def test_a_game_of_one_round_has_no_hopeless_time(tiny_store):
    found = found_in(tiny_store(**written_down({0: ([[10, 1, 1]], [0]), 1: ([[10, 1, 1]], [0])})))
    assert [(row["games"], row["rounds"], row["time"], row["won"]) for row in found.values()] == 3 * [(2, 0, 0, None)]


def test_the_time_in_sql(tiny_store):
    frames = made_up(games=300)
    answer = ask(
        f"""{POSITIONS},
           placed AS (SELECT *, max(level) OVER (PARTITION BY arm, game, round) AS leader, game % 2 AS half
                      FROM position),
           cell AS (SELECT arm, half, leader, behind, avg(credit) AS chance, count(DISTINCT game) AS n
                    FROM placed JOIN game USING (arm, game) WHERE behind > 0 AND n_winners > 0 GROUP BY ALL),
           judged AS (SELECT p.*, l.below, c.chance < l.below AND c.n * l.below > 0.9999 AS lost
                      FROM placed p JOIN cell c ON c.arm = p.arm AND c.half != p.half AND c.leader = p.leader
                        AND c.behind = p.behind, (VALUES (0.02), (0.05), (0.1)) AS l(below)),
           whole AS (SELECT arm, count(*) AS games, sum(rounds * players) AS time,
                       count(*) FILTER (game % 2 = 0) AS n_even, any_value(players) AS players
                     FROM game JOIN (SELECT arm, count(DISTINCT seat) AS players FROM seat GROUP BY arm)
                     USING (arm) GROUP BY arm)
           SELECT arm, CAST(below AS DOUBLE) AS below, games, count(*) FILTER (lost) / any_value(time) AS time,
                  count(*) FILTER (lost) / any_value(players) / games AS rounds,
                  count(DISTINCT game) FILTER (lost) / games AS touched,
                  abs(count(*) FILTER (lost AND half = 0) / any_value(n_even)
                    - count(*) FILTER (lost AND half = 1) / (games - any_value(n_even))) / any_value(players) AS apart,
                  avg(credit) FILTER (lost AND n_winners > 0) AS won
           FROM judged JOIN whole USING (arm) JOIN (SELECT arm, game, n_winners FROM game) USING (arm, game)
           GROUP BY arm, below, games""",
        **frames,
    )
    assert (answer["touched"] > 0).sum() >= 3
    same(compute(tiny_store(**frames), ["hopeless_time"])["hopeless_time"], answer, "arm", "below")
