"""Shrinkage, ratings and shapes: ratios calculated by hand, and what is planted is found again."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.conduct.shapes import SHAPES, bent_steps, is_mirrored, score
from lab.stats.ratings import SCALE, chance, points_of, rate
from lab.stats.shrinkage import TAILS, shrunken, shrunken_columns, spread, spread_bounds


def planted(tau, k=75, error=0.018, seed=0, spiky=False):
    """Truths that scatter by tau, a few of them far if `spiky`, their estimates, and errors that differ."""
    rng = np.random.default_rng(seed)
    errors = error * rng.uniform(0.7, 1.2, k)
    truths = tau * (rng.standard_t(3, size=k) / np.sqrt(3) if spiky else rng.normal(size=k))
    return truths, truths + errors * rng.normal(size=k), errors


def test_the_spread_of_a_hand_calculation():
    # Squares of the estimates: 9, 16, 1, 4 (mean 7.5); of the errors: 1, 4, 1, 4 (mean 2.5). So tau2 = 5.
    assert spread(np.array([3.0, -4.0, 1.0, -2.0]), np.array([1.0, 2.0, 1.0, 2.0])) == pytest.approx(5)


def test_where_nothing_but_noise_is_seen_every_number_is_near_zero_and_no_interval_is():
    found = shrunken(np.tile([1.0, -1.0], 10), np.full(20, 2.0))
    assert (np.abs(found.value) < 0.2).all()
    assert (found.high > 0.5).all() and (found.low < -0.5).all()


def test_the_interval_is_that_of_an_integral_over_spread_and_shape():
    # Slow twin: truths on a grid under Student's own densities, tau over a fine grid of its own.
    values, errors = np.array([3.0, -4.0, 1.0, -2.0, 0.5, 9.0]), np.array([1.0, 2.0, 1.0, 2.0, 1.5, 1.0])
    truths, likely, moments = np.linspace(-60, 60, 6001), [], []
    seen = stats.norm.pdf(values[:, None], truths, errors[:, None])
    for tau in np.geomspace(0.02, 400, 240):
        for tail in TAILS:
            weight = seen * (stats.norm if tail == np.inf else stats.t(tail)).pdf(truths / tau) / tau
            whole = weight.sum(axis=1)
            likely.append(np.prod(whole) * tau * tau)  # flat on tau2, on a grid of log tau
            moments.append((weight @ np.array([truths, truths**2]).T / whole[:, None]).T)
    mean, square = np.average(moments, axis=0, weights=likely)
    half = stats.t.ppf(0.975, 7) * np.sqrt(square - mean**2)
    found = shrunken(values, errors)
    assert found.value == pytest.approx(mean, abs=0.05 * half.min())
    assert found.high - found.value == pytest.approx(half, rel=0.05)
    assert found.value - found.low == pytest.approx(half, rel=0.05)


@pytest.mark.parametrize(("tau", "spiky"), [(0.0, False), (0.007, False), (0.014, True), (0.05, True)])
def test_the_intervals_hold_the_truth_those_of_the_farthest_cards_too(tau, spiky):
    hits, farthest = [], []
    for seed in range(100):
        truths, values, errors = planted(tau, seed=seed, spiky=spiky)
        found = shrunken(values, errors)
        inside = (found.low <= truths) & (truths <= found.high)
        hits.append(float(inside.mean()))
        farthest.append(float(inside[np.argsort(-np.abs(found.value))[:6]].mean()))
    # At tau = 0 all truths are 0 and all intervals hold them; else near 95 %. Tables vary: 100 of them know the
    # coverage to about a point, and that of their six farthest to two.
    assert np.mean(hits) >= 0.94
    assert np.mean(farthest) >= 0.9
    assert tau == 0 or spiky or np.mean(hits) <= 0.975


def test_a_planted_spread_is_found_and_its_interval_holds_it():
    found = [(spread(v, e), *spread_bounds(v, e)) for _, v, e in (planted(0.014, seed=s) for s in range(300))]
    # The mean over 300 tables of an unbiased number: sd of one is about sqrt(2/75) (tau2 + se2) = 0.00008.
    assert np.mean([tau2 for tau2, _, _ in found]) == pytest.approx(0.014**2, abs=4 * 0.00008 / np.sqrt(300))
    hits = sum(low <= 0.014**2 <= high for _, low, high in found)
    assert 270 <= hits <= 297  # 285 expected, sd 3.8


def test_the_bounds_of_the_spread_are_where_the_sum_is_a_quantile_of_chi_square():
    # Equal errors of 1 and five squares of sum 40: 40 / (tau2 + 1) = q, so tau2 = 40 / q - 1.
    values = np.array([2.0, -2.0, 4.0, -4.0, 0.0])
    wanted = [40 / stats.chi2.ppf(share, 5) - 1 for share in (0.975, 0.025)]
    assert spread_bounds(values, np.ones(5)) == pytest.approx(wanted)
    # Sum 5: below the quantile even without any spread.
    assert spread_bounds(np.ones(5), np.ones(5))[0] == 0


def test_the_largest_of_many_are_as_large_as_they_look_after_shrinking():
    raw, shrunk, true = [], [], []
    for seed in range(200):
        truths, values, errors = planted(0.014, seed=seed)
        found = shrunken(values, errors)
        ten = np.argsort(-found.value)[:10]
        raw.append(values[ten].mean()), shrunk.append(found.value[ten].mean()), true.append(truths[ten].mean())
    assert np.mean(raw) > 2 * np.mean(true)
    assert np.mean(shrunk) == pytest.approx(np.mean(true), rel=0.1)


def test_order_and_unknown_neighbours_do_not_matter():
    _, values, errors = planted(0.014)
    order = np.random.default_rng(3).permutation(75)
    found, turned = shrunken(values, errors), shrunken(values[order], errors[order])
    for one, other in zip(found, turned, strict=True):
        assert one[order] == pytest.approx(other, rel=1e-9)
    more = shrunken(np.append(values, [np.nan, 5.0, 5.0]), np.append(errors, [1.0, np.nan, 0.0]))
    assert np.isnan(more.value[75:]).all() and more.low[:75].tolist() == found.low.tolist()


def test_two_estimates_are_no_family():
    assert np.isnan(shrunken(np.array([1.0, 2.0]), np.ones(2)).value).all()
    assert np.isnan(spread(np.array([1.0, 2.0]), np.ones(2)))


def test_the_columns_of_a_table_are_shrunken_family_by_family():
    _, values, errors = planted(0.05, k=8)
    frame = pl.DataFrame({"pile": ["door", "treasure"] * 4, "x": values, "e": errors}).with_row_index()
    frame = frame.with_columns(pl.when(pl.col("index") == 7).then(None).otherwise("x").alias("x"))
    found = frame.lazy().with_columns(shrunken_columns("x", "e", ["pile"], "s")).collect()
    assert found["s"].to_list()[::2] == shrunken(values[::2], errors[::2]).value.tolist()
    assert found["s_high"].to_list()[1::2] == [*shrunken(values[1:7:2], errors[1:7:2]).high.tolist(), None]


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


NOISE = np.array([-1.0, 1.0] * 50)
"""A hundred games whose mean is 0, and whose paired differences spread by 1 where only one column has them."""


def columns(*means: float, error: float = 0.1) -> list[np.ndarray]:
    """The same games at several values: every other column with noise, which gives a step its error."""
    return [mean + 10 * error * NOISE * (i % 2) for i, mean in enumerate(means)]


def test_a_difference_is_measured_in_standard_errors():
    assert score(np.zeros(100)) == 0
    assert score(np.ones(100)) == math.inf
    assert score(np.array([0.0, 2.0] * 50)) == pytest.approx(10)  # mean 1, spread 1, 100 games
    assert score(np.array([0.0, 2.0] * 50 + [np.nan])) == pytest.approx(10)  # a game that was given up


@pytest.mark.parametrize(
    ("means", "shapes"),
    [
        ((1, 2, 3, 4, 5), {"rising", "never falling"}),
        ((5, 4, 3, 2, 1), {"falling", "never rising"}),
        ((1, 1.1, 1, 1.1, 1), {"flat", "never falling", "never rising"}),  # one error up and down
        ((1, 2, 3, 2, 1), {"one hump"}),
        ((3, 2, 1, 2, 3), set()),
        ((1, 2, 1.9, 3, 4), {"rising", "never falling"}),  # one step down by one error
        ((1, 2, 1.5, 3, 4), set()),  # by five
    ],
)
def test_each_shape_is_known(means, shapes):
    assert {name for name, holds in SHAPES.items() if holds(columns(*means))} == shapes


def test_a_step_that_goes_the_wrong_way_is_named():
    values = list(range(4, 11))
    smooth = [10 + 2 * v - 0.05 * v * v for v in values]
    assert bent_steps(values, columns(*smooth), 1) == []
    assert bent_steps(values, columns(*(-m for m in smooth)), -1) == []
    saw = smooth.copy()
    saw[3], saw[4] = saw[4], saw[3]
    assert 3 in bent_steps(values, columns(*saw), 1)
    dent = [mean - 1.4 * (v == 7) for v, mean in zip(values, smooth)]  # a step down of 0.05 in place of one up of 1.35
    assert bent_steps(values, columns(*dent), 1) == [2]
    assert bent_steps(values, columns(*dent, error=1), 1) == []  # too few games to tell it from a curve that rises


@pytest.mark.parametrize(("down", "up", "good"), [(4, 4, 1), (4, 5.9, 1), (4, 8, 0), (8, 4, 0), (1, 12, 0)])
def test_the_way_down_is_about_as_far_as_the_way_up(down, up, good):
    low, middle, high = columns(50 - down, 50, 50 + up)
    assert is_mirrored(low, middle, high) == bool(good)
