"""How far an order of many estimates is the things' own, and how many games would do.

The reliability is the share of the estimates' variance that is true: tau2 / (tau2 + mean of se2). 0 is an order made by
luck, 1 one that other games would repeat. Its slow twin needs no standard error: the games are cut in halves, and the
estimates of the halves are correlated (about zero, which is known to be the mean); Spearman (1910) and Brown (1910)
say what that means for all games together.

More games make every se2 smaller in proportion, and nothing else, hence how many are needed.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.measure.shrinkage import known, spread, spread_bounds
from lab.measure.stats import Array, Interval, z_quantile

PARTS = 8
"""Parts that the games are cut into; all ways of making halves of them are averaged."""
SPREADING = 0x9E3779B1
"""2^32 over the golden ratio (Knuth): its multiples scatter, so that no rotation of seats runs along with the parts."""
GOOD = 0.8
"""Reliability from which an order is called settled: four fifths of what is seen is true."""
POINT = 0.01
"""Half of the interval that one wants to have: one percentage point."""


def part_of(game: str) -> pl.Expr:
    """Which part of the games one belongs to, by its number: always the same."""
    return (pl.col(game).cast(pl.Int64) * SPREADING // 2**29) % PARTS


def halvings() -> NDArray[np.bool_]:
    """Every way of putting half of the parts together, one row each; the other half are the rest."""
    rows = [[part in (0, *others) for part in range(PARTS)] for others in combinations(range(1, PARTS), PARTS // 2 - 1)]
    return np.array(rows)


def reliability(values: Array, errors: Array) -> Interval:
    """Share of the variance of some estimates that is true, with its interval; `n` is how many they are."""
    use = known(values, errors)
    tau2, (low, high) = spread(values, errors), spread_bounds(values, errors)
    if math.isnan(tau2):
        return Interval(math.nan, math.nan, math.nan, int(use.sum()))
    noise = float(np.mean(errors[use] ** 2))
    share, least, most = (x / (x + noise) for x in (tau2, low, high))
    return Interval(share, min(share, least), max(share, most), int(use.sum()))


def split_half(first: Array, second: Array) -> float:
    """Reliability of all games from the estimates of two halves, averaged over the halvings, which are the rows.

    Below 0 the halves contradict each other, which only luck can do; there the size of the correlation is what counts.
    """
    both = np.isfinite(first) & np.isfinite(second)
    x, y = np.where(both, first, 0.0), np.where(both, second, 0.0)
    size = float((x * x + y * y).sum()) / 2
    correlation = float((x * y).sum()) / size if size > 0 else math.nan
    return 2 * correlation / (1 + abs(correlation))


def half_width_of(errors: Array) -> float:
    """Half of the interval of the median estimate."""
    return z_quantile() * float(np.median(errors[np.isfinite(errors)]))


def games_for_half_width(games: int, errors: Array, wanted: float = POINT) -> float:
    """Games at which half of the interval of the median estimate is as wanted."""
    return readable(games * (half_width_of(errors) / wanted) ** 2)


def games_for_reliability(games: int, now: float, wanted: float = GOOD) -> float:
    """Games at which the reliability is as wanted; infinitely many if there is none now."""
    if math.isnan(now) or now >= 1:
        return math.nan
    return readable(games * (1 - now) / now * wanted / (1 - wanted)) if now > 0 else math.inf


def predicted(now: float, times: float) -> float:
    """The reliability with so many times the games."""
    return times * now / (1 + (times - 1) * now)


def readable(number: float) -> float:
    """A number rounded up to two significant digits."""
    if not math.isfinite(number) or number <= 0:
        return number
    unit = 10.0 ** max(math.floor(math.log10(number)) - 1, 0)
    return math.ceil(round(number / unit, 9)) * unit
