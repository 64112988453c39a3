"""Ratings recover planted strengths, with intervals that cover them as often as they promise."""

from __future__ import annotations

import numpy as np
import pytest

from lab.stats.ratings import SCALE, chance, points_of, rate


def played(points, games, seats=4, seed=1):
    """Games at random tables, won by Luce's rule with planted rating points."""
    rng = np.random.default_rng(seed)
    players = len(points)
    present, credit = np.zeros((games, players)), np.zeros((games, players))
    for g in range(games):
        table = rng.choice(players, seats, replace=players < seats)
        weight = np.exp(np.asarray(points)[table] / SCALE)
        np.add.at(present[g], table, 1)
        credit[g, table[rng.choice(len(table), p=weight / weight.sum())]] = 1
    return present, credit


def test_a_hundred_points_at_a_table_of_four():
    # 100 points are 10 ** 0.25 = 1.778 times the strength: 1.778 / (1.778 + 3) = 37.2 %.
    assert chance(100, 4) == pytest.approx(1.7783 / 4.7783, abs=1e-4)
    assert chance(0, 4) == 0.25 and chance(0, 6) == pytest.approx(1 / 6)
    assert chance(400, 2) == pytest.approx(10 / 11)  # two players: Elo's own rule


def test_points_and_chances_are_each_others_reverse():
    assert [points_of(chance(p, 5), 5) for p in (-300, 0, 120)] == pytest.approx([-300, 0, 120])


def test_two_players_are_rated_by_elos_rule():
    # 75 wins of 100: odds 3, so 400 * log10(3) = 190.8 points; the prior pulls by less than 2.
    credit = np.repeat([[1.0, 0.0], [0.0, 1.0]], [75, 25], axis=0)
    found = rate(np.ones((100, 2)), credit, anchor=1)
    assert found.points[0] - 1500 == pytest.approx(400 * np.log10(3), abs=2)
    assert (found.points[1], found.low[1], found.high[1]) == (1500, 1500, 1500)


def test_planted_strengths_are_recovered_whatever_the_anchor():
    truth = np.array([-400.0, 0.0, 80.0, 200.0, 0.0, -100.0])
    present, credit = played(truth, 6000)
    found = rate(present, credit, anchor=1)
    assert np.all((found.low <= truth + 1500) & (truth + 1500 <= found.high))
    other = rate(present, credit)
    assert other.points.mean() == pytest.approx(1500)
    assert np.diff(other.points) == pytest.approx(np.diff(found.points))


def test_intervals_cover_as_promised():
    truth, hits = np.array([0.0, 100.0, -200.0, 50.0, 0.0]), 0
    for seed in range(40):
        found = rate(*played(truth, 200, seed=seed), anchor=0)
        hits += int(((found.low <= truth + 1500) & (truth + 1500 <= found.high))[1:].sum())
    assert hits >= 144  # of 160 at 95 %: fewer has a chance below 1 % (binomial, sd 2.8)


def test_shared_victories_count_in_parts_and_capped_games_say_nothing():
    present = np.ones((30, 3))
    credit = np.tile([0.5, 0.5, 0.0], (20, 1))
    with_capped = np.vstack([credit, np.zeros((10, 3))])
    found, other = rate(present[:20], credit), rate(present, with_capped)
    assert found.points == pytest.approx(other.points)
    assert found.points[0] == pytest.approx(found.points[1]) and found.points[2] < found.points[0]


def test_who_never_won_has_a_finite_rating_and_a_wide_interval():
    credit = np.tile([1.0, 0.0], (50, 1))
    found = rate(np.ones((50, 2)), credit, anchor=0)
    assert 0 < found.points[1] < 1100 and found.high[1] < 1500
    assert found.high[1] - found.low[1] > 400
