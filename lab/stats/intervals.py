"""Intervals and tests, in one place: every share and mean of the lab gets its interval here.

The unit of replication is the game. Proportions: Wilson (1927), Jeffreys below 40 games or near
0 and 1 (Brown, Cai and DasGupta 2001). Means: Student's t over games. Card numbers are ratios of
sums over games, with the linearised variance of a ratio (games are the clusters). Paired differences
of two arms are in `lab.stats.paired`. scipy is imported where it computes: whoever reads what was kept does
without. Only `scipy.special` is, which is what `scipy.stats` computes with: that takes half a second to import.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

CONFIDENCE = 0.95
FDR = 0.10
SMALL_N, NEAR_EDGE = 40, 5
LEAST_P = sys.float_info.min
"""What a p-value is stored as that is too small for a number: p is never 0."""
P_TOLD = 0.001
"""The least p-value that is written out: beyond it the model, not the data, decides about the digits."""
P_NAME = re.compile(r"(^|_)[pq](_value|_equal)?$")
"""Columns that hold p-values, or those adjusted for a family (q)."""
Array = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate with its interval and the number of games (or pairs) behind it."""

    value: float
    low: float
    high: float
    n: int


def wilson_bounds(hits: Any, trials: Any) -> tuple[Array, Array]:
    """Wilson score bounds of each share."""
    k, n = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    z2 = z_quantile() ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (k + z2 / 2) / (n + z2)
        half = np.sqrt(z2) / (n + z2) * np.sqrt(k * (n - k) / n + z2 / 4)
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)


def jeffreys_bounds(hits: Any, trials: Any) -> tuple[Array, Array]:
    """Jeffreys bounds of each share: a beta interval that ends at 0 or 1 where no or every trial hit."""
    from scipy.special import betaincinv

    k, n = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    tail = (1 - CONFIDENCE) / 2
    low = np.where(k > 0, betaincinv(k + 0.5, n - k + 0.5, tail), 0.0)
    high = np.where(k < n, betaincinv(k + 0.5, n - k + 0.5, 1 - tail), 1.0)
    return low, high


def share_bounds(hits: Any, trials: Any) -> tuple[Array, Array]:
    """Bounds of each share: Wilson, or Jeffreys for few games or shares near 0 and 1."""
    # Rounded: parts of wins and of games add up to whole ones but for the last bit, which must not decide.
    k, n = (np.round(np.atleast_1d(np.asarray(counts, dtype=float)), 9) for counts in (hits, trials))
    small = (n < SMALL_N) | (k < NEAR_EDGE) | (n - k < NEAR_EDGE)
    by_wilson, by_jeffreys = wilson_bounds(k, n), jeffreys_bounds(k, n)
    return np.where(small, by_jeffreys[0], by_wilson[0]), np.where(small, by_jeffreys[1], by_wilson[1])


def proportion(hits: int, trials: int) -> Interval:
    """Share of `hits` in `trials` with its interval."""
    if trials == 0:
        return Interval(float("nan"), 0.0, 1.0, 0)
    low, high = share_bounds(hits, trials)
    return Interval(hits / trials, float(low[0]), float(high[0]), trials)


def difference_bounds(was: Sequence[float], now: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the difference of two independent numbers, each a value and its bounds (Newcombe 1998)."""
    below = math.hypot(now[0] - now[1], was[2] - was[0])
    above = math.hypot(now[2] - now[0], was[0] - was[1])
    return now[0] - was[0] - below, now[0] - was[0] + above


def z_quantile(looked_at: int = 1) -> float:
    """Two-sided quantile of the normal distribution, at the confidence of all intervals; of so many together."""
    from scipy.special import ndtri

    return float(ndtri(1 - (1 - CONFIDENCE) / 2 / looked_at))


def t_quantile(n: Any) -> Array:
    """Two-sided quantile of Student's t for a mean of `n` games; nan below two games."""
    from scipy.special import stdtrit

    degrees = np.asarray(n, dtype=float) - 1
    return np.where(degrees >= 1, stdtrit(np.maximum(degrees, 1), 0.5 + CONFIDENCE / 2), np.nan)


def mean(values: Any) -> Interval:
    """Mean of one number per game with its t interval."""
    x = np.asarray(values, dtype=float)
    if len(x) < 2:
        return Interval(float(x.mean()) if len(x) else float("nan"), float("nan"), float("nan"), len(x))
    half = float(t_quantile(len(x))) * float(x.std(ddof=1)) / float(np.sqrt(len(x)))
    centre = float(x.mean())
    return Interval(centre, centre - half, centre + half, len(x))


def uniform_p_value(counts: Any) -> float:
    """Chi-square test that all categories are equally likely."""
    from scipy.special import chdtrc

    observed = np.asarray(counts, dtype=float)
    if len(observed) < 2 or observed.sum() == 0:
        return float("nan")
    expected = observed.mean()
    return float(never_zero(chdtrc(len(observed) - 1, float(((observed - expected) ** 2 / expected).sum()))))


def never_zero(p_values: Any) -> Array:
    """P-values with those that are too small for a number set to the least one (2.2e-308); nan stays nan."""
    out: Array = np.maximum(np.asarray(p_values, dtype=float), LEAST_P)
    return out


def p_text(p_value: float) -> str:
    """A p-value as it is told, in tables, reports and charts alike: three decimals, and never 0."""
    return f"< {P_TOLD:.3f}" if p_value < P_TOLD else f"{p_value:.3f}"


def q_values(p_values: Any) -> Array:
    """Adjusted p-values of one declared family (Benjamini and Hochberg 1995); nan stays nan."""
    p = np.asarray(p_values, dtype=float)
    out = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])]
    stepped = np.clip(p[order], 0, 1) * (len(order) / np.arange(1, len(order) + 1))
    out[order] = never_zero(np.clip(np.minimum.accumulate(stepped[::-1])[::-1], 0, 1))
    return out


# --- the same as Polars expressions, for metrics -----------------------------------------------


def share(hits: str, trials: str, name: str = "share") -> list[pl.Expr]:
    """Columns NAME, NAME_low, NAME_high of a share of two count columns."""

    def bound(side: int) -> pl.Expr:
        def of(pair: pl.Series) -> pl.Series:
            return pl.Series(share_bounds(pair.struct.field(hits), pair.struct.field(trials))[side], dtype=pl.Float64)

        return pl.struct(hits, trials).map_batches(of, return_dtype=pl.Float64)

    value = (pl.col(hits) / pl.col(trials)).alias(name)
    return [value, bound(0).alias(f"{name}_low"), bound(1).alias(f"{name}_high")]


def mean_parts(column: str, name: str | None = None) -> list[pl.Expr]:
    """Aggregations NAME, NAME_sd, NAME_n of a column that holds one number per game."""
    name = name or column
    value = pl.col(column).cast(pl.Float64)
    return [value.mean().alias(name), value.std().alias(f"{name}_sd"), value.count().alias(f"{name}_n")]


def mean_bounds(name: str) -> list[pl.Expr]:
    """Columns NAME_low and NAME_high from the aggregations of `mean_parts`."""
    half = half_width(pl.col(f"{name}_sd") / pl.col(f"{name}_n").sqrt(), f"{name}_n")
    return [(pl.col(name) - half).alias(f"{name}_low"), (pl.col(name) + half).alias(f"{name}_high")]


def half_width(standard_error: pl.Expr, n: str) -> pl.Expr:
    """Half of a t interval from a standard error and the column with the number of games."""
    return standard_error * pl.col(n).cast(pl.Float64).map_batches(_t_series, return_dtype=pl.Float64)


def _t_series(n: pl.Series) -> pl.Series:
    return pl.Series(t_quantile(n.to_numpy()), dtype=pl.Float64)


def normal_p(value: pl.Expr, standard_error: pl.Expr) -> pl.Expr:
    """Two-sided p-value of a difference with a large-sample standard error."""

    def of(z: pl.Series) -> pl.Series:
        from scipy.special import ndtr

        return pl.Series(never_zero(2 * ndtr(-np.abs(z.to_numpy()))), dtype=pl.Float64)

    return (value / standard_error).map_batches(of, return_dtype=pl.Float64)


def false_discovery(p: str) -> pl.Expr:
    """Adjusted p-values of a column as one family; use `.over(...)` to say which family."""

    def of(series: pl.Series) -> pl.Series:
        return pl.Series(q_values(series.to_numpy()), dtype=pl.Float64)

    return pl.col(p).map_batches(of, return_dtype=pl.Float64)
