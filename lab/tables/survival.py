"""Survival of game length: games that the cap or a full log cuts off are censored, never dropped and never ends.

Kaplan and Meier (1958) with Greenwood's variance (1926); several kinds of ending by Aalen and Johansen (1978), their
variance by the delta method (Dinse and Larson 1986). What ends and what is cut off at the same length: the end comes
first. A share of these curves gets the interval of a plain share of as many games as its variance is worth (Rothman
1978): without censoring these are all games, and the interval is that of any other share of the lab.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import share_bounds
from lab.tables.metric import KEYS

CAPPED = "capped"
MEASURES = ("turns", "rounds")


def lengths(game: pl.LazyFrame) -> pl.LazyFrame:
    """One row per game and measure: `measure`, `length`, and whether an end was seen (`ended`)."""
    ended = (pl.col("ending").cast(pl.String) != CAPPED).alias("ended")
    rows = game.select(*KEYS, ended, *MEASURES)
    return rows.unpivot(index=[*KEYS, "ended"], on=list(MEASURES), variable_name="measure", value_name="length")


def life_table(rows: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """One row for each length that a game of the group had, in order.

    `risk` games were still running when that length was reached, `ends` of them ended there; `running` is the share
    that goes on after it, `before` the share before it; `hazard` is what the row adds to Greenwood's sum (0 where
    nobody is left: nothing after it can vary).
    """
    counted = rows.group_by(*by, "length").agg(
        pl.len().cast(pl.Int64).alias("gone"), pl.col("ended").sum().alias("ends")
    )
    risk = pl.col("gone").reverse().cum_sum().reverse().over(by)
    left = pl.col("risk") - pl.col("ends")
    hazard = pl.when(left > 0).then(pl.col("ends") / (pl.col("risk") * left)).otherwise(0.0)
    return (
        counted.sort(*by, "length")
        .with_columns(pl.col("ends").cast(pl.Int64), risk.alias("risk"))
        .with_columns((left / pl.col("risk")).cum_prod().over(by).alias("running"), hazard.alias("hazard"))
        .with_columns(pl.col("running").shift(1, fill_value=1.0).over(by).alias("before"))
    )


def curve_bounds(share: str, variance: str, games: str) -> list[pl.Expr]:
    """Columns SHARE_low and SHARE_high of a share of a curve with its variance.

    Where the variance is 0, as nothing happened yet or everything did, all `games` stand behind the share.
    """
    value, spread = pl.col(share).clip(0, 1), pl.col(variance)
    worth = pl.when(spread > TINY).then(value * (1 - value) / spread).otherwise(pl.col(games).cast(pl.Float64))
    pair = pl.struct((value * worth).alias("hits"), worth.alias("trials"))
    return [pair.map_batches(_BOUNDS[side], return_dtype=pl.Float64).alias(f"{share}_{side}") for side in _BOUNDS]


TINY = 1e-15
"""Variances below this are rounding: the smallest of a million games is a million times as large."""


def _low(pair: pl.Series) -> pl.Series:
    return pl.Series(share_bounds(pair.struct.field("hits"), pair.struct.field("trials"))[0], dtype=pl.Float64)


def _high(pair: pl.Series) -> pl.Series:
    return pl.Series(share_bounds(pair.struct.field("hits"), pair.struct.field("trials"))[1], dtype=pl.Float64)


_BOUNDS = {"low": _low, "high": _high}
