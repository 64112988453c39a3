"""Ratios and medians as means: one number for each game whose mean is the statistic, and whose spread is its own.

A statistic of n games is laid out as its value plus the influence of each game on it (the infinitesimal jackknife:
Jaeckel 1972; Efron 1982, chapter 6). Whatever holds of means then holds of it: t intervals, pairs, correlation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lab.stats.intervals import Array


def ratio(hits: Any, trials: Any) -> Array:
    """One number per game whose mean is sum(hits) / sum(trials); nan where nothing was tried.

    A game in which more was tried weighs more: sums are divided, not shares averaged.
    """
    k, n = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    if not n.sum() > 0:
        return np.full(len(n), np.nan)
    value = k.sum() / n.sum()
    out: Array = value + (k - value * n) / n.mean()
    return out


def median(counts: Any) -> Array:
    """One number per game whose mean is the median of whole numbers, each of them spread over its unit.

    The median of grouped data: 55 stands for all between 54.5 and 55.5. The density at the median is a kernel estimate;
    where all games are equal, so are the numbers.
    """
    x = np.asarray(counts, dtype=float)
    if len(x) == 0 or np.ptp(x) == 0:
        return x.copy()
    value = grouped_median(x)
    below = np.clip(value - (x - 0.5), 0, 1)
    out: Array = value + (below.mean() - below) / density(x, value)
    return out


def density(x: Array, at: float) -> float:
    """Density of numbers that are not all equal: Gaussian kernels, as wide as Scott's rule says (1992)."""
    width = float(x.std(ddof=1)) * len(x) ** (-1 / 5)
    kernels = np.exp(-((x - at) ** 2) / (2 * width**2))
    return float(kernels.mean() / (width * math.sqrt(2 * math.pi)))


def grouped_median(counts: Any) -> float:
    """The median of whole numbers, each of them spread evenly over the unit around it."""
    x = np.sort(np.asarray(counts, dtype=float))
    middle = x[len(x) // 2]
    lower, equal = np.searchsorted(x, middle), np.count_nonzero(x == middle)
    if 2 * lower == len(x):  # a gap between both halves: its middle
        return float(x[lower - 1] + middle) / 2
    return float(middle - 0.5 + (len(x) / 2 - lower) / equal)
