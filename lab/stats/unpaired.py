"""Differences of two arms whose games share no randomness: other numbers of players, or other decks.

Means: Welch's t, whose degrees of freedom allow for unequal variances (Biometrika 34, 1947). Shares: Newcombe's hybrid
of two score intervals (Statistics in Medicine 17, 1998, method 10), and Fisher's exact test.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lab.stats.intervals import CONFIDENCE, Array, Interval, never_zero, proportion
from lab.stats.paired import Paired

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
    difference = other.value - one.value
    below = np.hypot(other.value - other.low, one.high - one.value)
    above = np.hypot(other.high - other.value, one.value - one.low)
    table = [[hits_b, len(y) - hits_b], [hits_a, len(x) - hits_a]]
    p_value = float(never_zero(stats.fisher_exact(table).pvalue))
    return Interval(difference, float(difference - below), float(difference + above), n), p_value
