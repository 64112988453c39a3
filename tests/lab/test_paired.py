"""Paired differences against published examples, an independent solution, exact coverage and simulated truth."""

import math

import numpy as np
import pytest
from scipy import optimize
from scipy import stats as scipy_stats

from lab.stats.intervals import Interval
from lab.stats.paired import mcnemar, paired, tango_bounds

Z2 = 3.841458820694124  # square of the normal quantile for 95 %


@pytest.mark.parametrize(
    ("both", "only_b", "only_a", "neither", "low", "high"),
    [
        (4, 9, 3, 16, -0.027, 0.390),  # Tango (1998), the crossover trial
        (53, 16, 8, 9, -0.020, 0.207),  # Agresti and Min (2005), Statistics in Medicine 24, 729-740
        (1, 1, 7, 12, -0.517, -0.026),  # Fagerland, Lydersen and Laake (2014), Statistics in Medicine 33, 2850-2875
        (8, 3, 1, 2, -0.167, 0.433),  # Tang et al. (2010): -0.1670 to 0.4327
        (7, 25, 2, 68, 0.139, 0.321),  # Chang et al. (2024)
    ],
)
def test_tango_gives_the_published_bounds(both, only_b, only_a, neither, low, high):
    found = tango_bounds(only_a, only_b, both + only_b + only_a + neither)
    assert [round(float(x), 3) for x in found] == [low, high]


def by_definition(only_a, only_b, n):
    """Both bounds by the definition: the likelihood is made largest by search, the score is set to its quantile."""

    def score(d):
        def unlikely(q):  # q: share of pairs in which only a hits; q + d: only b
            parts = ((only_b, q + d), (only_a, q), (n - only_a - only_b, 1 - 2 * q - d))
            return -sum(k * math.log(max(p, 1e-300)) for k, p in parts if k)

        within = (max(0, -d), (1 - d) / 2)
        q = optimize.minimize_scalar(unlikely, bounds=within, method="bounded", options={"xatol": 1e-12}).x
        return (only_b - only_a - n * d) / math.sqrt(n * (2 * q + d - d**2))

    best, z, edge = (only_b - only_a) / n, math.sqrt(Z2), 1 - 1e-9
    return optimize.brentq(lambda d: score(d) - z, -edge, best), optimize.brentq(lambda d: score(d) + z, best, edge)


@pytest.mark.parametrize(("only_a", "only_b", "n"), [(3, 9, 32), (0, 4, 60), (41, 7, 300), (210, 260, 3000)])
def test_the_bounds_are_those_of_the_definition(only_a, only_b, n):
    assert tango_bounds(only_a, only_b, n) == pytest.approx(by_definition(only_a, only_b, n), abs=1e-6)


@pytest.mark.parametrize("n", [1, 10, 500, 6000])
def test_no_change_and_nothing_but_change_have_a_width_by_hand(n):
    # No discordant pair: the score is sqrt(n d / (1 - d)), so the bound is z2 / (n + z2). All pairs discordant in one
    # direction: sqrt(n (1 - d) / (1 + d)), so (n - z2) / (n + z2). A t interval would be 0 to 0 and 1 to 1.
    assert tango_bounds(0, 0, n) == pytest.approx((-Z2 / (n + Z2), Z2 / (n + Z2)))
    assert tango_bounds(0, n, n) == pytest.approx(((n - Z2) / (n + Z2), 1))
    assert tango_bounds(n, 0, n) == pytest.approx((-1, (Z2 - n) / (n + Z2)))


def test_bounds_are_mirrored_ordered_and_inside():
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(31), np.arange(31)))
    a, b = a[a + b <= 30], b[a + b <= 30]
    low, high = tango_bounds(a, b, 30)
    assert np.all((low >= -1) & (low <= (b - a) / 30) & ((b - a) / 30 <= high) & (high <= 1) & (low < high))
    assert [*map(list, tango_bounds(b, a, 30))] == [list(-high), list(-low)]


def coverage(n, share_a, share_b):
    """Exact: the chance of all outcomes whose interval holds the truth, and the same of a t interval."""
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    a, b = a[a + b <= n], b[a + b <= n]
    chance = scipy_stats.multinomial.pmf(np.stack([a, b, n - a - b], 1), n, [share_a, share_b, 1 - share_a - share_b])
    truth, estimate = share_b - share_a, (b - a) / n
    low, high = tango_bounds(a, b, n)
    wald = scipy_stats.t.ppf(0.975, n - 1) * np.sqrt(np.maximum((a + b) / n - estimate**2, 0) / (n - 1))
    covered = chance @ ((low <= truth + 1e-12) & (truth <= high + 1e-12))
    return covered, chance @ (abs(estimate - truth) <= wald + 1e-12)


@pytest.mark.parametrize("n", [10, 30, 100, 200])
@pytest.mark.parametrize(
    ("share_a", "share_b"),
    [(0.01, 0.01), (0.02, 0.01), (0, 0.02), (0, 0.05), (0.1, 0.05), (0.25, 0.25), (0.4, 0.1), (0.05, 0.9), (0, 0.97)],
)
def test_the_interval_covers_the_truth_whatever_is_discordant(n, share_a, share_b):
    exact, _ = coverage(n, share_a, share_b)
    assert exact >= 0.925
    if n * min(share_b + share_a, 1 - abs(share_b - share_a)) >= 10:
        assert exact <= 0.98  # and it does not buy that by being wide, where games do change sides


def test_the_interval_it_replaces_does_not():
    assert coverage(100, 0, 0.97)[1] < 0.85 and coverage(50, 0.02, 0.01)[1] < 0.85


@pytest.mark.parametrize("n", [1000, 3000])
@pytest.mark.parametrize(("share_a", "share_b"), [(0.004, 0.001), (0.03, 0.05), (0.2, 0.35)])
def test_many_games_cover_a_planted_truth(n, share_a, share_b):
    rng = np.random.default_rng(n)
    a, b, _ = rng.multinomial(n, [share_a, share_b, 1 - share_a - share_b], size=4000).T
    low, high = tango_bounds(a, b, n)
    hits = np.mean((low <= share_b - share_a) & (share_b - share_a <= high))
    assert 0.93 <= hits <= 0.97


def test_a_difference_of_shares_is_told_with_these_bounds():
    a = np.array([1] * 2 + [0] * 8 + [1] * 5 + [0] * 5)
    b = np.array([0] * 2 + [1] * 8 + [1] * 5 + [0] * 5)
    found = paired(a, b, binary=True)
    low, high = tango_bounds(2, 8, 20)
    assert found.difference == pytest.approx(Interval(6 / 20, float(low), float(high), 20))
    # 8 games only b, 2 games only a: 2 * P(X <= 2 | 10, 1/2) = 2 * 56 / 1024
    assert found.p_value == mcnemar(a, b) == pytest.approx(112 / 1024)


def test_shares_that_never_differ_have_an_interval_and_no_news():
    same = np.array([0, 1, 0, 0])
    found = paired(same, same, binary=True)
    assert found.difference.value == 0 and found.difference.low < 0 < found.difference.high
    assert found.p_value == 1.0
    assert paired([], [], binary=True).difference[1:] == (-1.0, 1.0, 0)


def test_equal_arms_differ_by_exactly_nothing():
    a = np.array([3.0, 5.0, 9.0, 4.0])
    found = paired(a, a)
    assert found.difference == Interval(0.0, 0.0, 0.0, 4)
    assert found.p_value == 1.0
    assert found.correlation == pytest.approx(1.0) and found.variance_saved == pytest.approx(1.0)


def test_what_the_pairing_saved_is_the_share_of_the_variance():
    rng = np.random.default_rng(2)
    x = rng.normal(size=400)
    y = 0.6 * x + rng.normal(size=400)
    found = paired(x, y)
    # by its meaning: the variance of the difference against that of two runs with different seeds
    assert found.variance_saved == pytest.approx(1 - np.var(y - x, ddof=1) / (np.var(x, ddof=1) + np.var(y, ddof=1)))
    assert found.correlation == pytest.approx(scipy_stats.pearsonr(x, y).statistic)


def test_where_one_arm_never_varies_nothing_is_saved_and_that_is_no_tiny_negative_number():
    one, other = np.ones(137), np.arange(137) % 7 / 7
    plain = 1 - np.var(other - one, ddof=1) / (np.var(one, ddof=1) + np.var(other, ddof=1))
    assert -1e-12 < plain < 0  # what rounding makes of it
    found = paired(one, other)
    assert found.variance_saved == 0.0 and math.isnan(found.correlation)
    uncorrelated = paired([0.1, 0.1, 0.3, 0.3], [0.7, 0.2, 0.7, 0.2])
    assert uncorrelated.variance_saved == 0.0
    assert math.isnan(paired(one, one).variance_saved)


def test_equal_differences_are_counted_as_signs_instead_of_dividing_by_nothing():
    # five games longer in five pairs: 2 / 2**5; a t test has nothing to divide by
    assert paired([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]).p_value == pytest.approx(2 / 32)
    assert 0 < paired(np.zeros(3000), np.ones(3000)).p_value < 1e-300
    assert 0 < paired(np.zeros(3000), np.ones(3000), binary=True).p_value < 1e-300
    assert math.isnan(paired([1], [3]).p_value)


def test_a_t_test_is_scipys():
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=50), rng.normal(0.4, size=50)
    assert paired(x, y).p_value == pytest.approx(scipy_stats.ttest_rel(x, y).pvalue)
    far = paired(np.arange(500.0), np.arange(500.0) + 50 + rng.normal(size=500))
    assert 0 < far.p_value < 1e-300


def test_paired_interval_of_means_covers_as_promised():
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(400):
        shared = rng.normal(size=60)
        found = paired(shared + rng.normal(size=60), shared + 0.3 + rng.normal(size=60)).difference
        hits += found.low <= 0.3 <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_p_values_of_equal_arms_are_uniform():
    rng = np.random.default_rng(3)
    found = [paired(rng.normal(size=40), rng.normal(size=40)).p_value for _ in range(200)]
    assert scipy_stats.kstest(found, "uniform").pvalue > 0.01
