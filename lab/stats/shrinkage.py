"""Many noisy differences at once: each is moved towards zero as far as its noise asks for.

The largest of many estimates are large by luck as well. The true differences of a family scatter around zero, which is
the centre because they are against the mean of their family: nothing is estimated for it. They follow Student's t of
scale tau with 2, 4 or infinitely many degrees of freedom (a normal), whichever the family shows: of cards a few lie far
outside of all others, and a normal alone would shrink just those too far that one looks at. The best guess is the mean
of what the truth may be, its interval two-sided around it with their mean square error, over all tau and all three
shapes as the family shows them: a flat prior on tau2 (Stein's harmonic prior: Morris 1983, Morris and Tang 2011), so
that it covers where the spread is hardly known, and the shapes alike. It does not collapse where nothing is seen.

Both speak of the family as a whole: 95 % of its intervals hold the truth. In simulated families of 30 to 75, normal to
spiky, 94 to 100 % do, and 88 to 99 % of the six farthest from zero; of the cards of `base` 95 % and 87 to 92 % (from
1,000, 2,000 and 5,000 games, against 30,000 others; with a normal alone 94 and 79 to 87 %). The standard errors must
not depend on the estimates, as those by permutation do not: else luck would decide how far luck is discounted.

How far an order of many estimates is the things' own, and how many games would do.

The reliability is the share of the estimates' variance that is true, tau2 / (tau2 + mean of se2), where tau2, the
variance of the truths, is the mean of estimate2 - se2, clipped at 0. A reliability of 0 is an order made by
luck, 1 one that other games would repeat. Its slow twin needs no standard error: the games are cut in halves, and the
estimates of the halves are correlated (about zero, which is known to be the mean); Spearman (1910) and Brown (1910)
say what that means for all games together.

More games make every se2 smaller in proportion, and nothing else, hence how many are needed.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.stats.intervals import CONFIDENCE, Array, Interval, t_quantile, z_quantile

LEAST = 3
"""Estimates below which nothing can be said about the spread of a family."""
TAILS = (2.0, 4.0, math.inf)
"""Degrees of freedom of Student's t that the truths of a family may follow."""
STEPS, PARTS_OF_T = 40, 24
"""Values of tau, and of the normals that a t is made of, that averages run over; more of both move a bound by a
hundredth of its width, by some where nothing but noise is seen."""


class Shrunken(NamedTuple):
    """Estimates moved towards zero, with their intervals; nan where a family is too small or an error is not known."""

    value: Array
    low: Array
    high: Array


def known(values: Array, errors: Array) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which estimates have a value and an error to be used with."""
    return np.isfinite(values) & np.isfinite(errors) & (errors > 0)


def spread(values: Array, errors: Array) -> float:
    """Variance of the true differences around zero: what the estimates scatter beyond their errors, at least 0."""
    use = known(values, errors)
    if use.sum() < LEAST:
        return float("nan")
    return max(float(np.mean(values[use] ** 2 - errors[use] ** 2)), 0.0)


def spread_bounds(values: Array, errors: Array) -> tuple[float, float]:
    """Interval of that variance: where the sum of values2 / (tau2 + errors2) is a likely chi-square (Q-profile)."""
    from scipy.special import chdtri

    use = known(values, errors)
    if use.sum() < LEAST:
        return float("nan"), float("nan")
    tail = (1 - CONFIDENCE) / 2
    squares, noise = values[use] ** 2, errors[use] ** 2
    low, high = (float(chdtri(len(squares), beyond)) for beyond in (tail, 1 - tail))
    return _solved(squares, noise, low), _solved(squares, noise, high)


def _solved(squares: Array, noise: Array, wanted: float) -> float:
    """The variance at which the sum of squares / (variance + noise) is the wanted one, or 0 if it is less even there.

    Each term is at most squares / variance, so the sum cannot be as large as wanted beyond squares / wanted.
    """
    from scipy import optimize

    def beyond(variance: float) -> float:
        return float((squares / (variance + noise)).sum()) - wanted

    return float(optimize.brentq(beyond, 0.0, float(squares.sum()) / wanted)) if beyond(0.0) > 0 else 0.0


def shrunken(values: Array, errors: Array) -> Shrunken:
    """Each estimate of a family as the best guess at its truth, with the interval that holds the truth."""
    out = Shrunken(*(np.full(len(values), np.nan) for _ in range(3)))
    use = known(values, errors)
    if use.sum() < LEAST:
        return out
    x, noise = values[use], errors[use] ** 2
    found = [_under(tail, x, noise) for tail in TAILS]
    logs, means, squares = (np.concatenate(part) for part in zip(*found, strict=True))
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    guess = weights @ means
    # Student's t: the spread was learnt from as many estimates as there are.
    half = float(t_quantile(len(x) + 1)) * np.sqrt(weights @ squares - guess**2)
    out.value[use], out.low[use], out.high[use] = guess, guess - half, guess + half
    return out


def _under(tail: float, values: Array, noise: Array) -> tuple[Array, Array, Array]:
    """For values of tau: log of how likely each is, and mean and mean square of each truth: [STEPS], 2 x [STEPS, k].

    A t is a normal whose variance is tau2 over a chi-square by its degrees of freedom: equally likely parts of it.
    """
    from scipy.special import gammaincinv

    at = (np.arange(STEPS) + 0.5) / STEPS
    scale = np.sqrt(np.mean(values**2) + np.mean(noise))
    tau2s = (scale * at / (1 - at)) ** 2  # all of 0 to infinity, finest around the size of the estimates
    parts = np.ones(1)
    if math.isfinite(tail):
        parts = tail / 2 / gammaincinv(tail / 2, (np.arange(PARTS_OF_T) + 0.5) / PARTS_OF_T)
    true = tau2s[:, None, None] * parts[:, None]  # [STEPS, parts, 1]
    total = true + noise
    log = -0.5 * (np.log(total) + values**2 / total)
    top = log.max(axis=1, keepdims=True)
    weights = np.exp(log - top)
    whole = weights.sum(axis=1)
    weights /= whole[:, None]
    kept = true / total
    logs = (np.log(whole / len(parts)) + top[:, 0]).sum(axis=1) + np.log(at) - 3 * np.log1p(-at)
    means = (weights * kept).sum(axis=1) * values
    return logs, means, (weights * (kept * noise + (kept * values) ** 2)).sum(axis=1)


def shrunken_columns(value: str, error: str, family: list[str], name: str) -> list[pl.Expr]:
    """Columns NAME, NAME_low and NAME_high: the estimates of each family shrunken together."""

    found: dict[bytes, Shrunken] = {}  # each family is asked for three times

    def side(field: str) -> pl.Expr:
        def of(pair: pl.Series) -> pl.Series:
            columns = [pair.struct.field(c).cast(pl.Float64).fill_null(float("nan")).to_numpy() for c in (value, error)]
            family = np.concatenate(columns).tobytes()
            if family not in found:
                found[family] = shrunken(*columns)
            return pl.Series(getattr(found[family], field), dtype=pl.Float64)

        return pl.struct(value, error).map_batches(of, return_dtype=pl.Float64).over(family)

    ends = {"value": name, "low": f"{name}_low", "high": f"{name}_high"}
    return [side(field).fill_nan(None).alias(column) for field, column in ends.items()]


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


def part_of_games(games: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """The same of an array of numbers."""
    return np.asarray(games.astype(np.int64) * SPREADING // 2**29 % PARTS)


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


def disattenuated(one: Array, other: Array, errors: Array, other_errors: Array) -> float:
    """Correlation of what two sets of estimates are estimates of, without what their errors take from it.

    Spearman (1904): their covariance, which independent errors leave alone, over the spreads that are true: what each
    set scatters around its mean beyond its errors. Cut at -1 and 1; nan where a set scatters no more than its errors.
    """
    use = known(one, errors) & known(other, other_errors)
    if use.sum() < LEAST:
        return float("nan")
    sides = ((one, errors), (other, other_errors))
    true = [float(np.var(values[use], ddof=1) - np.mean(noise[use] ** 2)) for values, noise in sides]
    if min(true) <= 0:
        return float("nan")
    return float(np.clip(np.cov(one[use], other[use])[0, 1] / math.sqrt(true[0] * true[1]), -1, 1))


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


def readable(number: float) -> float:
    """A number rounded up to two significant digits."""
    if not math.isfinite(number) or number <= 0:
        return number
    unit = 10.0 ** max(math.floor(math.log10(number)) - 1, 0)
    return math.ceil(round(number / unit, 9)) * unit
