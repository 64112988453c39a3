"""Ratios of sums over games: the shares and means of what happens a different number of times in every game.

The games are the clusters: the variance of a ratio is that of its residuals above - ratio * below, one per game
(Cochran, Sampling Techniques, 6.3), so that two fights of one game count for what they are worth. A share gets
Wilson's or Jeffreys' interval for the number of independent trials that have this variance (Kott and Carr 1997;
Korn and Graubard 1998): it stays inside 0 and 1, and has a width where nothing or everything hit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from lab.stats.intervals import CONFIDENCE, half_width, share_bounds
from lab.tables.column import EXTRA, KEY, LAST, MAIN, Column

ALIKE = "games_alike"
"""The column that says how many games a row is about, where games with the same counts are one row."""
NONE_SEEN = -math.log((1 - CONFIDENCE) / 2)
"""Most events that are expected where none came up, at the confidence of all intervals: 3.69."""


class Ratio(NamedTuple):
    """A measure that is one sum over games divided by another: the columns that are added up.

    What is above is counted, unless it is made of `parts`, such as chances or pieces of gold. Then a share may vary
    less than what hits or misses, and as many trials stand behind it as its error says, however few there were; and of
    what has come to nothing nothing is known, as nobody says how much it comes to at a time.
    """

    words: str
    unit: str
    above: str
    below: str
    parts: bool = False

    @property
    def is_share(self) -> bool:
        """Whether what is above is a part of what is below."""
        return is_share(self.unit)


def is_share(unit: str) -> bool:
    """Whether a unit is that of a share, which ends at 1."""
    return unit.startswith("share")


def ratio_parts(name: str, above: pl.Expr, below: pl.Expr, alike: str = "") -> list[pl.Expr]:
    """Aggregations NAME, NAME_n (what is below), NAME_games (with any) and NAME_error, from one row per game.

    Or from one row for all games that look alike: `alike` is the column that says how many they are.
    """

    def summed(of: pl.Expr) -> pl.Expr:
        return (of * pl.col(alike)).sum() if alike else of.sum()

    a, b = above.cast(pl.Float64), below.cast(pl.Float64)
    value, games = summed(a) / summed(b), summed((b > 0).cast(pl.Int64))
    # Where every game has one below, this is the standard error of a mean.
    error = (summed((a - value * b).pow(2)) * games / (games - 1)).sqrt() / summed(b)
    return [
        value.alias(name), summed(b).cast(pl.Int64).alias(f"{name}_n"), games.alias(f"{name}_games"),
        error.alias(f"{name}_error"),
    ]  # fmt: skip


def ratio_bounds(name: str, in_parts: bool = False) -> list[pl.Expr]:
    """Columns NAME_low and NAME_high of a count per something, which is never below 0.

    Where nothing was counted at all there is no variance to go by: then the upper bound is Poisson's (Garwood 1936), or
    there are none for what is no count; see `Ratio`.
    """
    half = half_width(pl.col(f"{name}_error"), f"{name}_games")
    value = pl.col(name)
    most = pl.lit(None, pl.Float64) if in_parts else NONE_SEEN / pl.col(f"{name}_n")
    high = pl.when(value == 0).then(most).otherwise(value + half)
    low = pl.when(high.is_not_null()).then((value - half).clip(lower_bound=0))
    return [low.alias(f"{name}_low"), high.alias(f"{name}_high")]


def bounds_of(name: str, measure: Ratio) -> list[pl.Expr]:
    """Columns NAME_low and NAME_high of a measure, from the aggregations of `ratio_parts`."""
    return share_of_games_bounds(name, measure.parts) if measure.is_share else ratio_bounds(name, measure.parts)


def share_of_games_bounds(name: str, in_parts: bool = False) -> list[pl.Expr]:
    """Columns NAME_low and NAME_high of a share; see `Ratio` for those made of parts."""

    def bound(side: int) -> pl.Expr:
        def of(parts: pl.Series) -> pl.Series:
            value, n, games, error = (parts.struct.field(f"{name}{end}") for end in ("", "_n", "_games", "_error"))
            return pl.Series(clustered_bounds(value, n, games, error, in_parts)[side], dtype=pl.Float64)

        return pl.struct(name, f"{name}_n", f"{name}_games", f"{name}_error").map_batches(of, return_dtype=pl.Float64)

    return [bound(0).alias(f"{name}_low"), bound(1).alias(f"{name}_high")]


def clustered_bounds(
    share: object, trials: object, games: object, error: object, in_parts: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Bounds of shares whose trials lie in games.

    As many independent trials as would have this error, at most those that there were if each hit or missed; as many as
    games where the games do not differ (all or none hit), or where there is only one.
    """
    p, n, g, se = (np.asarray(x, dtype=float) for x in (share, trials, games, error))
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = np.minimum(np.inf if in_parts else n, p * (1 - p) / se**2)
    known = np.isfinite(se) & (se > 1e-12) & (p * (1 - p) > 0)
    # Rounded: where the intervals for few and for many trials part, the last bit must not decide.
    effective = np.round(np.where(known, alike, np.minimum(n, g)), 9)
    low, high = share_bounds(np.where(n > 0, p, 0) * effective, effective)
    return np.where(n > 0, low, np.nan), np.where(n > 0, high, np.nan)


def ratios(per_game: pl.LazyFrame, by: Sequence[str], measures: Mapping[str, Ratio]) -> pl.LazyFrame:
    """One row for each group and measure, in their order: measure, per, games, n, value and its bounds."""
    parts = [
        per_game.group_by(by)
        .agg(ratio_parts("value", pl.col(m.above), pl.col(m.below)))
        .with_columns(bounds_of("value", m))
        .select(
            *by, pl.lit(name).alias("measure"), pl.lit(m.unit).alias("per"), pl.col("value_games").alias("games"),
            pl.col("value_n").alias("n"), "value", "value_low", "value_high", pl.lit(place).alias("place"),
        )
        for place, (name, m) in enumerate(measures.items())
    ]  # fmt: skip
    return pl.concat(parts).sort(*by, "place").drop("place")


def ratio_columns(
    per_game: pl.LazyFrame, by: Sequence[str], measures: Mapping[str, Ratio], alike: str = ""
) -> pl.LazyFrame:
    """One row for each group: a column with bounds for each measure; `alike` as in `ratio_parts`."""
    parts = [
        part for name, m in measures.items() for part in ratio_parts(name, pl.col(m.above), pl.col(m.below), alike)
    ]
    bounds = [bound for name, m in measures.items() for bound in bounds_of(name, m)]
    names = [f"{name}{end}" for name in measures for end in ("", "_low", "_high")]
    games = (pl.col(alike).sum() if alike else pl.col("game").n_unique()).cast(pl.Int64).alias("games")
    return per_game.group_by(by).agg(games, *parts).with_columns(bounds).select(*by, "games", *names).sort(by)


def games_alike(per_game: pl.LazyFrame, by: Sequence[str], measures: Mapping[str, Ratio]) -> pl.LazyFrame:
    """How many games of each group have the same counts, as ALIKE: a million games are a few thousand rows.

    `per_game` has one row for each game of a group. What is made of blocks of games may lie one below the other.
    """
    counts = dict.fromkeys(column for m in measures.values() for column in (m.above, m.below))
    return per_game.group_by(*by, *counts).agg(pl.len().cast(pl.Int64).alias(ALIKE))


def described(measures: Mapping[str, Ratio], main: Iterable[str]) -> dict[str, Column]:
    """How the columns of `ratio_columns` are read: those of `main` stay where there is no room for all."""
    kept = set(main)
    return {
        name: Column(
            m.words, "share" if m.is_share else "number", MAIN if name in kept else EXTRA,
            unit=None if m.is_share else m.unit, about=f"{m.words[0].upper()}{m.words[1:]}: {m.unit}.",
        )
        for name, m in measures.items()
    }  # fmt: skip


def told_in_rows(measures: Mapping[str, Ratio]) -> dict[str, Column]:
    """How the columns of `ratios` are read."""
    words = {name: m.words for name, m in measures.items()}
    return {
        "measure": Column("measure", rank=KEY, words=words, about="What is counted."),
        "per": Column("unit", about="Unit of the value."),
        "games": Column("games", "count", EXTRA, about="Games with anything to divide by: the row rests on them."),
        "n": Column("n", "count", LAST, unit="", about="What the value is divided by, added up over all games."),
        "value": Column(
            "value", "number", kind_of=lambda row: "share" if is_share(row["per"]) else "number", about="How much."
        ),
    }  # fmt: skip
