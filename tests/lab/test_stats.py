"""Intervals and parts of a variance against scipy, published numbers and simulation; and without `scipy.stats`."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import product

import numpy as np
import polars as pl
import pytest
from scipy import stats
from scipy import stats as scipy_stats

from lab.comparison.confidence_sequence import Goal, games_for
from lab.stats import intervals
from lab.stats.influence import density, grouped_median, median, ratio
from lab.stats.paired import paired, unpaired
from lab.stats.ratings import rate
from lab.stats.variance_parts import variance_parts


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


SEATS, CAUSES = 4, ("luck", "whims", "players")


def planted(games, weights, seed=0):
    """Games won by the highest score: each of the three causes gives every seat a number, with a weight of its own.

    A fourth weight is for what all three give together, a fifth for what was there before they parted.
    """
    lot = np.random.default_rng(seed)
    given = lot.normal(size=(games, 3, 2, SEATS))
    interplay, before = lot.normal(size=(games, 8, SEATS)), lot.normal(size=(games, SEATS))
    credit = np.zeros((games, 8, SEATS))
    for branch in range(8):
        score = weights[3] * interplay[:, branch] + weights[4] * before
        score = score + sum(weights[n] * given[:, n, branch >> n & 1] for n in range(3))
        credit[np.arange(games), branch, score.argmax(axis=1)] = 1
    return credit


@pytest.mark.parametrize(("at", "part"), list(enumerate((*CAUSES, "interplay", "settled"))))
def test_what_alone_decides_has_the_whole_variance(at, part):
    found = variance_parts(planted(1500, np.eye(5)[at]), CAUSES)
    for name, one in found.items():
        assert one.value == pytest.approx(int(name == part), abs=0.03) and one.low <= one.value <= one.high


def test_shares_are_the_means_of_products_that_plain_loops_find():
    credit = planted(40, (1.0, 0.5, 0.8, 0.3, 0.7))
    mean, numbers = credit.mean(), list(product((0, 1), repeat=3))
    sums = {}
    for (i, one), (j, other) in product(enumerate(numbers), repeat=2):
        shared = tuple(CAUSES[2 - n] for n in range(3) if one[n] == other[n])  # the last digit is the first cause
        for game, seat in product(range(40), range(SEATS)):
            sums.setdefault(shared, []).append((credit[game, i, seat] - mean) * (credit[game, j, seat] - mean))
    alike = {shared: np.mean(products) for shared, products in sums.items()}
    whole, settled = alike["players", "whims", "luck"], alike[()]
    found = variance_parts(credit, CAUSES)
    assert found["settled"].value == pytest.approx(settled / whole)
    for name in CAUSES:
        assert found[name].value == pytest.approx(max(0, (alike[name,] - settled) / whole))


@pytest.mark.deep
def test_intervals_hold_the_truth_as_often_as_they_say():
    weights = (1.0, 0.6, 0.8, 1.0, 0.5)
    truth = {name: one.value for name, one in variance_parts(planted(20_000, weights, seed=1), CAUSES).items()}
    held = {name: 0 for name in truth}
    for seed in range(60):
        for name, one in variance_parts(planted(300, weights, seed=100 + seed), CAUSES).items():
            held[name] += one.low <= truth[name] <= one.high
    assert all(51 <= times for times in held.values()), held  # 57 of 60 with a spread of 1.7; and three causes share


def test_a_ratio_of_sums_by_hand():
    # 1 of 2, 0 of 2, 3 of 4: 4 / 8 in all; mean of trials 8/3; residuals 0, -1, 1 by 8/3
    assert ratio([1, 0, 3], [2, 2, 4]) == pytest.approx([0.5, 0.5 - 3 / 8, 0.5 + 3 / 8])
    assert np.isnan(ratio([0, 0], [0, 0])).all()


@pytest.mark.parametrize(
    ("counts", "middle"),
    [
        ([5, 5, 5], 5.0),
        ([1, 2, 2, 3], 2.0),
        ([1, 2], 1.5),
        ([1, 1, 3, 3], 2.0),  # the middle of the gap from 1.5 to 2.5
        ([1, 2, 2, 2], 1.5 + 1 / 3),  # one below: another one of three within the unit from 1.5
    ],
)
def test_the_median_of_whole_numbers_by_hand(counts, middle):
    assert grouped_median(counts) == pytest.approx(middle)
    assert median(counts).mean() == pytest.approx(middle)
    assert grouped_median([10 - c for c in counts]) == pytest.approx(10 - middle)


def test_where_all_games_are_equal_there_is_no_spread():
    assert median([7, 7, 7]).tolist() == [7, 7, 7]


def _lengths(draw, n):
    """Skewed lengths of games in pairs that correlate, as games are; a third of b's games are longer by some turns."""
    common = draw.normal(size=n)
    a = np.exp(3.9 + 0.4 * (0.6 * common + 0.8 * draw.normal(size=n)))
    b = np.exp(4.0 + 0.4 * (0.6 * common + 0.8 * draw.normal(size=n)))
    return np.round(a), np.round(b)


def test_the_interval_of_a_difference_of_medians_covers_as_promised():
    draw = np.random.default_rng(11)
    truth = np.exp(4.0) - np.exp(3.9)  # medians of log-normal lengths
    hits = 0
    for _ in range(400):
        a, b = _lengths(draw, 400)
        found = paired(median(a), median(b)).difference
        hits += found.low <= truth <= found.high
    assert stats.binomtest(hits, 400, 0.95).pvalue > 0.001, hits


def test_the_interval_of_a_difference_of_ratios_covers_as_promised():
    draw = np.random.default_rng(12)
    hits = 0
    for _ in range(400):
        trials = draw.integers(10, 50, 300)  # longer games have more of both
        one, other = (draw.binomial(trials, p) for p in (0.30, 0.33))
        found = paired(ratio(one, trials), ratio(other, trials)).difference
        hits += found.low <= 0.03 <= found.high
    assert stats.binomtest(hits, 400, 0.95).pvalue > 0.001, hits


DIGITS = {"rel": 1e-12}
RNG = np.random.default_rng(11)
TURNS = [
    (RNG.poisson(lam, n), RNG.poisson(more, m)) for lam, more, n, m in ((50, 52, 40, 31), (3, 30, 4, 5), (9, 30, 7, 3))
]


@pytest.mark.parametrize(("a", "b"), TURNS)
def test_two_samples_are_compared_as_welch_does(a, b):
    known = stats.ttest_ind(b, a, equal_var=False)
    found = unpaired(a, b)
    assert found.p_value == pytest.approx(known.pvalue, **DIGITS)
    assert found.difference[1:3] == pytest.approx(tuple(known.confidence_interval(0.95)), **DIGITS)


def test_pairs_are_compared_as_student_does():
    a, b = RNG.poisson(50, 60), RNG.poisson(53, 60)
    assert paired(a, b).p_value == pytest.approx(stats.ttest_rel(b, a).pvalue, **DIGITS)


@pytest.mark.parametrize(("ups", "downs"), [(0, 0), (0, 1), (1, 1), (3, 4), (17, 2), (0, 40), (480, 520), (900, 700)])
def test_games_that_changed_sides_are_counted_as_mcnemar_does(ups, downs):
    a = np.array([0] * ups + [1] * downs + [1] * 5)
    b = np.array([1] * ups + [0] * downs + [1] * 5)
    wanted = stats.binomtest(ups, ups + downs, 0.5).pvalue if ups + downs else 1.0
    assert paired(a, b, binary=True).p_value == pytest.approx(wanted, **DIGITS)


@pytest.mark.parametrize("x", [RNG.poisson(50, 300).astype(float), np.array([1.0, 2.0]), np.array([5.0] * 9 + [60.0])])
def test_the_density_is_that_of_gaussian_kernels(x):
    for at in (float(np.median(x)), 3.5, 51.0):
        assert density(x, at) == pytest.approx(float(stats.gaussian_kde(x)(at)[0]), **DIGITS)


def test_quantiles_are_those_of_the_normal_distribution():
    two_sided, power = stats.norm.ppf(0.975), stats.norm.ppf(0.8)
    assert games_for(Goal("turns", "±", 0.01), 20.0) == int(np.ceil((two_sided * 20 / 0.01) ** 2))
    assert games_for(Goal("turns", ">", 0.01), 20.0) == int(np.ceil(((two_sided + power) * 20 / 0.01) ** 2))
    seats = np.ones((200, 3))
    won = np.eye(3)[RNG.choice(3, 200, p=(0.5, 0.3, 0.2))]
    found = rate(seats, won, anchor=0)
    error = (found.high - found.points) / two_sided
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = 2 * stats.norm.sf(np.abs((found.points - 1500) / error))
    assert found.p_value[1:] == pytest.approx(wanted[1:], rel=1e-9)


@pytest.mark.deep
def test_nobody_imports_it_to_compare_two_arms():
    code = (
        "import sys, numpy as np\n"
        "from lab.stats.paired import paired\nfrom lab.stats.paired import unpaired\n"
        "from lab.stats.influence import median\nimport lab.comparison.confidence_sequence\n"
        "import lab.stats.ratings, lab.tune.tuning_objective\n"
        "a, b = np.arange(9), np.arange(9) ** 2\n"
        "paired(a, b), paired(a > 3, b > 3, True), unpaired(a, b), median(a)\n"
        "print('scipy.stats' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
