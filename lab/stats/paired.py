"""Differences of two arms: paired, the same numbered games with the same keyed randomness, or of games that share none.

Paired shares: Tango's score interval (1998) with the exact McNemar test, never Wald: that one has no width where no
game (or every game) changes sides, and covers too little where few do. Means: Student's t over the differences.
Unpaired means: Welch's t, whose degrees of freedom allow for unequal variances (Biometrika 34, 1947). Shares:
Newcombe's hybrid of two score intervals (Statistics in Medicine 17, 1998, method 10), and Fisher's exact test.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lab.stats.intervals import CONFIDENCE, Array, Interval, difference_bounds, mean, never_zero, proportion, z_quantile

HALVINGS = 60
"""Steps of the search for a bound: 2 / 2**60 is finer than a double tells apart."""
ROUNDING = 1e-12
"""A share of variance, or a difference in standard errors, smaller than this is what floating point leaves of zero."""


class Paired(NamedTuple):
    """A paired difference, with what the pairing was worth."""

    difference: Interval
    correlation: float
    variance_saved: float  # share of the variance that independent seeds would have had
    p_value: float


def paired(a: Any, b: Any, binary: bool = False) -> Paired:
    """Difference b - a over games played twice; `binary`: of the shares of games in which something happened."""
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    correlation, saved = _worth(x, y)
    if binary:
        only_a, only_b = _discordant(x, y)
        return Paired(_share_difference(only_a, only_b, len(x)), correlation, saved, mcnemar(x, y))
    return Paired(mean(y - x), correlation, saved, t_test(y - x))


def _worth(x: Array, y: Array) -> tuple[float, float]:
    """Correlation of the two arms, and the share of the difference's variance that it takes away."""
    if len(x) < 2 or (np.ptp(x) == 0 and np.ptp(y) == 0):
        return float("nan"), float("nan")
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), 0.0  # one arm never varies: there is nothing to share
    saved = 2 * float(np.cov(x, y)[0, 1]) / float(x.var(ddof=1) + y.var(ddof=1))
    return float(np.corrcoef(x, y)[0, 1]), saved if abs(saved) > ROUNDING else 0.0


def _discordant(x: Array, y: Array) -> tuple[int, int]:
    """Games in which only the first arm hit, and in which only the second did."""
    return int(((x > 0.5) & (y <= 0.5)).sum()), int(((y > 0.5) & (x <= 0.5)).sum())


def _share_difference(only_a: int, only_b: int, pairs: int) -> Interval:
    if pairs == 0:
        return Interval(float("nan"), -1.0, 1.0, 0)
    low, high = tango_bounds(only_a, only_b, pairs)
    return Interval((only_b - only_a) / pairs, float(low), float(high), pairs)


def tango_bounds(only_a: Any, only_b: Any, pairs: Any) -> tuple[Array, Array]:
    """Tango's score bounds of the difference b - a of two shares of the same pairs.

    Statistics in Medicine 17 (1998), 891-908: all differences that the score test, with the remaining share at its
    maximum likelihood, does not reject.
    """
    a, b, n = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (only_a, only_b, pairs)))
    return _lower_bound(a, b, n), -_lower_bound(b, a, n)


def _lower_bound(a: Array, b: Array, n: Array) -> Array:
    """The least difference that is not rejected, by halving: the score falls from -1 to the estimate."""
    z = z_quantile()
    low, high = np.full(n.shape, -1.0), (b - a) / n
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        variance = n * (2 * _share_of_a(a, b, n, middle) + middle * (1 - middle))
        rejected = b - a - n * middle > z * np.sqrt(np.maximum(variance, 0))
        low, high = np.where(rejected, middle, low), np.where(rejected, high, middle)
    return high


def _share_of_a(a: Array, b: Array, n: Array, difference: Array) -> Array:
    """Maximum likelihood of the share of pairs in which only a hits, given the difference of the shares."""
    linear = (2 * n - b + a) * difference - a - b
    constant = -a * difference * (1 - difference)
    return (np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0)) - linear) / (4 * n)


def mcnemar(a: Any, b: Any) -> float:
    """Exact McNemar test on the games in which only one of the two arms hit."""
    only_a, only_b = _discordant(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
    return _sign_test(only_b, only_a + only_b)


def _sign_test(ups: int, changes: int) -> float:
    """How surprising so many ups among the games that changed are, if up and down were equally likely."""
    from scipy.special import betainc

    fewer = min(ups, changes - ups)
    if 2 * fewer == changes:
        return 1.0
    return float(never_zero(2 * betainc(changes - fewer, fewer + 1, 0.5)))  # twice the chance of so few, or fewer


def t_test(difference: Array) -> float:
    """Student's t test of no difference; where all differences are equal there is no t, and signs are counted."""
    from scipy.special import stdtr

    n = len(difference)
    if n < 2:
        return float("nan")
    if np.ptp(difference) == 0:
        return 1.0 if difference[0] == 0 else _sign_test(n, n)
    t = abs(float(difference.mean())) / float(difference.std(ddof=1) / np.sqrt(n))
    return 1.0 if t < ROUNDING else float(never_zero(2 * stdtr(n - 1, -t)))


NAN = float("nan")


def unpaired(a: Any, b: Any, binary: bool = False) -> Paired:
    """Difference b - a of two independent samples of games; `binary`: of the shares in which something happened."""
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    difference, p_value = _shares(x, y) if binary else _means(x, y)
    return Paired(difference, NAN, NAN, p_value)


def _means(x: Array, y: Array) -> tuple[Interval, float]:
    from scipy.special import stdtr, stdtrit

    n = min(len(x), len(y))
    if n < 2:
        return Interval(NAN, NAN, NAN, n), NAN
    difference = float(y.mean() - x.mean())
    if np.ptp(x) == 0 and np.ptp(y) == 0:  # no spread: nothing says how surprising a difference is
        return Interval(difference, difference, difference, n), 1.0 if difference == 0 else NAN
    parts = np.array([one.var(ddof=1) / len(one) for one in (x, y)])
    error = float(np.sqrt(parts.sum()))
    freedom = parts.sum() ** 2 / (parts**2 / (np.array([len(x), len(y)]) - 1)).sum()
    half = float(stdtrit(freedom, 0.5 + CONFIDENCE / 2)) * error
    p_value = float(never_zero(2 * stdtr(freedom, -abs(difference) / error)))
    return Interval(difference, difference - half, difference + half, n), p_value


def _shares(x: Array, y: Array) -> tuple[Interval, float]:
    from scipy import stats

    hits_a, hits_b, n = int(x.sum()), int(y.sum()), min(len(x), len(y))
    if n == 0:
        return Interval(NAN, -1.0, 1.0, 0), NAN
    one, other = proportion(hits_a, len(x)), proportion(hits_b, len(y))
    low, high = difference_bounds(one, other)
    table = [[hits_b, len(y) - hits_b], [hits_a, len(x) - hits_a]]
    p_value = float(never_zero(stats.fisher_exact(table).pvalue))
    return Interval(other.value - one.value, low, high, n), p_value
