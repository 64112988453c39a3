"""Intervals against scipy, published numbers and simulated coverage."""

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from lab import stats


@pytest.mark.parametrize(("hits", "trials"), [(81, 263), (15, 148), (500, 1000)])
def test_wilson_is_scipys_wilson(hits, trials):
    low, high = stats.wilson_bounds(hits, trials)
    truth = scipy_stats.binomtest(hits, trials).proportion_ci(method="wilson")
    assert (float(low), float(high)) == pytest.approx((truth.low, truth.high))


def test_wilson_gives_newcombes_published_bounds():
    # Newcombe (1998), table I, method 3: 81/263 -> 0.2553 to 0.3662
    low, high = stats.wilson_bounds(81, 263)
    assert (round(float(low), 4), round(float(high), 4)) == (0.2553, 0.3662)


def test_few_games_get_jeffreys():
    found = stats.proportion(0, 10)
    assert found.low == 0.0
    assert found.high == pytest.approx(scipy_stats.beta.ppf(0.975, 0.5, 10.5))
    assert stats.proportion(20, 20).high == 1.0


def test_no_game_says_nothing():
    found = stats.proportion(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high, found.n) == (0.0, 1.0, 0)


def test_mean_by_hand():
    # 1, 2, 3: sd 1, se 1/sqrt(3), t(2) = 4.302653
    found = stats.mean([1, 2, 3])
    assert found.value == 2
    assert found.high - found.value == pytest.approx(4.302653 / math.sqrt(3), rel=1e-6)


def test_equal_arms_differ_by_exactly_nothing():
    a = np.array([3.0, 5.0, 9.0, 4.0])
    found = stats.paired(a, a)
    assert found.difference == stats.Interval(0.0, 0.0, 0.0, 4)
    assert found.p_value == 1.0
    assert found.correlation == pytest.approx(1.0)
    assert found.variance_saved == pytest.approx(1.0)


def test_mcnemar_is_a_sign_test_of_the_discordant_games():
    # 8 games only b, 2 games only a: 2 * P(X <= 2 | 10, 1/2) = 2 * 56 / 1024
    a = np.array([1] * 2 + [0] * 8 + [1] * 5 + [0] * 5)
    b = np.array([0] * 2 + [1] * 8 + [1] * 5 + [0] * 5)
    assert stats.mcnemar(a, b) == pytest.approx(112 / 1024)
    assert stats.paired(a, b, binary=True).difference.value == pytest.approx(6 / 20)


def test_paired_interval_covers_as_promised():
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(400):
        shared = rng.normal(size=60)
        found = stats.paired(shared + rng.normal(size=60), shared + 0.3 + rng.normal(size=60)).difference
        hits += found.low <= 0.3 <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_p_values_of_equal_arms_are_uniform():
    rng = np.random.default_rng(3)
    found = [stats.paired(rng.normal(size=40), rng.normal(size=40)).p_value for _ in range(200)]
    assert scipy_stats.kstest(found, "uniform").pvalue > 0.01


def test_adjusted_p_values_keep_what_is_missing():
    found = stats.q_values([0.01, float("nan"), 0.04, 0.03])
    assert found[[0, 2, 3]] == pytest.approx([0.03, 0.04, 0.04])
    assert math.isnan(found[1])


def test_expressions_agree_with_the_functions():
    frame = pl.DataFrame({"hits": [81, 0], "games": [263, 10]}).with_columns(stats.share("hits", "games"))
    for row in frame.iter_rows(named=True):
        truth = stats.proportion(row["hits"], row["games"])
        assert (row["share"], row["share_low"], row["share_high"]) == pytest.approx(truth[:3])


def test_equal_chances_are_not_rejected_and_unequal_are():
    assert stats.uniform_p_value([100, 100, 100]) == pytest.approx(1.0)
    assert stats.uniform_p_value([150, 100, 50]) < 1e-6
