"""A curve through what a measure is at several values of a number, and how well it is known at each.

The curve is a straight line with bends: a line plus a bending process (integrated random walk, whose best guess is the
cubic smoothing spline: Wahba 1978). How much it bends is not known: it is averaged over, as the values show it, so that
a straight run of values is known from all of them, and a jagged one only from each. Values that share their games have
errors in common, which move the curve as a whole and say less of its level than as many games of their own would. Its
intervals hold the truth as often as they say, over the whole curve (Nychka 1988).

Where it may be at the target are the values that are not ruled out: an interval for the value (inverse regression). In
40 tunes of the winning Level of `base`, 160 games a value, 39 intervals held the value, which is known from many games;
they left 4.2 of nine values, each value's own games 5.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab.stats.intervals import Array

STEPS, WIDE = 40, 10.0
"""Sizes of the bends that are averaged over, half of them below so many times what the measure scatters."""
ROUNDING = 1e-9
"""Part of an error that each value has for itself, or values whose games are all alike could not be told apart."""


def curve(values: Sequence[int], found: Array, errors: Array, at: Sequence[int]) -> tuple[Array, Array]:
    """The measure and its standard error at the values `at`, from what was found at some values.

    `errors`: variances and covariances of what was found.
    """
    low, high = min(*values, *at), max(*values, *at)
    x, g = ((np.asarray(some, float) - low) / max(high - low, 1) for some in (values, at))
    line = np.stack([np.ones(len(x)), x], 1)[:, : min(2, len(x))]
    there = np.stack([np.ones(len(g)), g], 1)[:, : line.shape[1]]
    own = errors + np.diag(np.diag(errors) * ROUNDING + ROUNDING**2)
    size = WIDE * float(np.sqrt(found.var() + np.diag(own).mean()))
    part = (np.arange(STEPS) + 0.5) / STEPS
    rows = [_bent(bend**2, (x, line), (g, there), found, own) for bend in size * part / (1 - part)]
    logs, means, variances = (np.array(column) for column in zip(*rows, strict=True))
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    middle: Array = weights @ means
    return middle, np.sqrt(weights @ (variances + (means - middle) ** 2))


def _bent(
    bend2: float, values: tuple[Array, Array], at: tuple[Array, Array], found: Array, errors: Array
) -> tuple[float, Array, Array]:
    """With bends of one size: log of how likely they are, the curve, and its variances (universal kriging)."""
    (x, line), (g, there) = values, at
    inverse = np.linalg.inv(bend2 * _bends(x, x) + errors)
    of_line = line.T @ inverse @ line
    slope_errors = np.linalg.inv(of_line)
    beta = slope_errors @ (line.T @ inverse @ found)
    left, shared = found - line @ beta, bend2 * _bends(g, x)
    weights = shared @ inverse
    by_line = there - weights @ line
    variance = bend2 * g**3 / 3 - (weights * shared).sum(axis=1) + ((by_line @ slope_errors) * by_line).sum(axis=1)
    log = np.linalg.slogdet(inverse)[1] - np.linalg.slogdet(of_line)[1] - left @ inverse @ left
    return float(log) / 2, there @ beta + weights @ left, np.maximum(variance, 0)


def _bends(one: Array, other: Array) -> Array:
    """Covariances of an integrated random walk at places of two kinds."""
    least, most = np.minimum(one[:, None], other), np.maximum(one[:, None], other)
    out: Array = least**2 * (3 * most - least) / 6
    return out
