"""Intervals against scipy, published numbers and simulated coverage."""

import math

import polars as pl
import pytest
from scipy import stats as scipy_stats

from lab.stats import intervals


@pytest.mark.parametrize(("hits", "trials"), [(81, 263), (15, 148), (500, 1000)])
def test_wilson_is_scipys_wilson(hits, trials):
    low, high = intervals.wilson_bounds(hits, trials)
    truth = scipy_stats.binomtest(hits, trials).proportion_ci(method="wilson")
    assert (float(low), float(high)) == pytest.approx((truth.low, truth.high))


def test_wilson_gives_newcombes_published_bounds():
    # Newcombe (1998), table I, method 3: 81/263 -> 0.2553 to 0.3662
    low, high = intervals.wilson_bounds(81, 263)
    assert (round(float(low), 4), round(float(high), 4)) == (0.2553, 0.3662)


def test_few_games_get_jeffreys():
    found = intervals.proportion(0, 10)
    assert found.low == 0.0
    assert found.high == pytest.approx(scipy_stats.beta.ppf(0.975, 0.5, 10.5))
    assert intervals.proportion(20, 20).high == 1.0


def test_no_game_says_nothing():
    found = intervals.proportion(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high, found.n) == (0.0, 1.0, 0)


def test_mean_by_hand():
    # 1, 2, 3: sd 1, se 1/sqrt(3), t(2) = 4.302653
    found = intervals.mean([1, 2, 3])
    assert found.value == 2
    assert found.high - found.value == pytest.approx(4.302653 / math.sqrt(3), rel=1e-6)


def test_adjusted_p_values_keep_what_is_missing():
    found = intervals.q_values([0.01, float("nan"), 0.04, 0.03])
    assert found[[0, 2, 3]] == pytest.approx([0.03, 0.04, 0.04])
    assert math.isnan(found[1])


def test_expressions_agree_with_the_functions():
    frame = pl.DataFrame({"hits": [81, 0], "games": [263, 10]}).with_columns(intervals.share("hits", "games"))
    for row in frame.iter_rows(named=True):
        truth = intervals.proportion(row["hits"], row["games"])
        assert (row["share"], row["share_low"], row["share_high"]) == pytest.approx(truth[:3])


def test_equal_chances_are_not_rejected_and_unequal_are():
    assert intervals.uniform_p_value([100, 100, 100]) == pytest.approx(1.0)
    assert intervals.uniform_p_value([150, 100, 50]) < 1e-6


def test_a_p_value_is_never_0_and_is_told_in_words_below_a_thousandth():
    assert scipy_stats.norm.sf(60) == 0.0  # what it would be without the floor
    found = intervals.never_zero([0.0, 1e-320, 1e-300, 0.2, float("nan")])
    assert found[:4].tolist() == [2.2250738585072014e-308, 2.2250738585072014e-308, 1e-300, 0.2] and math.isnan(
        found[4]
    )
    assert intervals.uniform_p_value([100_000, 1, 1]) > 0
    assert intervals.q_values([1e-320, 0.5])[0] > 0
    frame = pl.DataFrame({"z": [60.0]}).select(intervals.normal_p(pl.col("z"), pl.lit(1.0)))
    assert 0 < frame.item() < 1e-300
    told = [intervals.p_text(p) for p in (0.5, 0.0449, 0.00123, 0.001, 0.00099, 2.6e-5, 2.2e-308)]
    assert told == ["0.500", "0.045", "0.001", "0.001", "< 0.001", "< 0.001", "< 0.001"]


def test_columns_of_p_values_are_known_by_their_names():
    told = ("p", "q", "p_value", "q_value", "p_equal", "rating_p", "rating_q", "randomised_oh_p")
    assert all(intervals.P_NAME.search(name) for name in told)
    assert not any(intervals.P_NAME.search(name) for name in ("q05", "q95", "pile", "helps", "turns", "gap", "p_held"))
