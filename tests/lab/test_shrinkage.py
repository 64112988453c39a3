"""Shrinkage: ratios calculated by hand, planted spreads found again, intervals that hold the truth."""

import numpy as np
import polars as pl
import pytest
from scipy import integrate, stats

from lab.stats.shrinkage import shrunken, shrunken_columns, spread, spread_bounds


def planted(tau, k=75, error=0.018, seed=0):
    """Truths that scatter by tau, their estimates, and errors that differ by a third and more."""
    rng = np.random.default_rng(seed)
    errors = error * rng.uniform(0.7, 1.2, k)
    truths = tau * rng.normal(size=k)
    return truths, truths + errors * rng.normal(size=k), errors


def test_the_ratio_of_a_hand_calculation():
    # Squares of the estimates: 9, 16, 1, 4 (mean 7.5); of the errors: 1, 4, 1, 4 (mean 2.5). So tau2 = 5, and the
    # ratios are 5 / (5 + 1) = 5/6 and 5 / (5 + 4) = 5/9: 3 -> 2.5, -4 -> -20/9, 1 -> 5/6, -2 -> -10/9.
    values, errors = np.array([3.0, -4.0, 1.0, -2.0]), np.array([1.0, 2.0, 1.0, 2.0])
    assert spread(values, errors) == pytest.approx(5)
    assert shrunken(values, errors).value == pytest.approx([2.5, -20 / 9, 5 / 6, -10 / 9])


def test_where_nothing_but_noise_is_seen_every_number_is_zero_and_no_interval_is():
    # Squares: mean 1; of the errors: 4. Less than noise alone would make: tau2 = 0.
    found = shrunken(np.array([1.0, -1.0, 1.0, -1.0]), np.full(4, 2.0))
    assert found.value.tolist() == [0, 0, 0, 0]
    assert (found.high > 0.5).all() and (found.low < -0.5).all()


def test_the_interval_is_that_of_an_integral_over_the_spread():
    # Slow twin: the posterior of tau by adaptive quadrature, for one card of a hand-made family.
    values, errors = np.array([3.0, -4.0, 1.0, -2.0, 0.5]), np.array([1.0, 2.0, 1.0, 2.0, 1.5])
    found = shrunken(values, errors)

    def likely(tau):
        return float(np.exp(stats.norm.logpdf(values, 0, np.sqrt(tau**2 + errors**2)).sum()))

    def error2(tau):
        kept = tau**2 / (tau**2 + errors[0] ** 2)
        return kept * errors[0] ** 2 + (kept * values[0] - found.value[0]) ** 2

    whole = integrate.quad(likely, 0, np.inf)[0]
    mean = integrate.quad(lambda tau: likely(tau) * error2(tau), 0, np.inf)[0] / whole
    half = stats.t.ppf(0.975, 5) * np.sqrt(mean)
    assert found.high[0] - found.value[0] == pytest.approx(half, rel=1e-3)
    assert found.value[0] - found.low[0] == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize("tau", [0.0, 0.006, 0.014, 0.03, 0.07])
def test_the_intervals_hold_the_truth(tau):
    hits = []
    for seed in range(200):
        truths, values, errors = planted(tau, seed=seed)
        found = shrunken(values, errors)
        hits.append(float(((found.low <= truths) & (truths <= found.high)).mean()))
    # At tau = 0 all truths are 0 and all intervals hold them; else near 95 %. Tables vary: 200 of them know the
    # coverage to about a point.
    assert np.mean(hits) >= 0.925
    assert tau == 0 or np.mean(hits) <= 0.975


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
