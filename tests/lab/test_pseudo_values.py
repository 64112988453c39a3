"""Statistics laid out over games: their mean is the statistic, and their t intervals cover it."""

import numpy as np
import pytest
from scipy import stats

from lab.stats.influence import grouped_median, median, ratio
from lab.stats.paired import paired


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
