"""Standings: who stands where when a round begins, after the first: what drama, comebacks and hopeless time rest on.

A position is the end of a round that is not the game's last: the next round begins from it. The end of the game itself
is no position, and before the first round nobody is ahead, so a game of R rounds begins R rounds, from R positions of
which the first one is level.
"""

from __future__ import annotations

import polars as pl

from lab.measure.registry import KEYS

GAME = [*KEYS, "game"]


def standings(level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """One row per seat and position: its Level, the leader's, how far `behind` it is, and what it won in the end.

    `round` is the round that ended, `rounds` how many the game had.
    """
    number, at = pl.col("level").cast(pl.Int64), pl.col("round").cast(pl.Int64)
    rows = level.select(*GAME, at, "seat", number)
    last = rows.group_by(GAME).agg(pl.col("round").max().alias("rounds"))
    seats = seat.select(*GAME, "seat", "credit").join(last, on=GAME)
    return (
        rows.join(seats, on=[*GAME, "seat"])
        .filter(pl.col("round") < pl.col("rounds"))
        .with_columns(pl.col("level").max().over(*GAME, "round").alias("leader"))
        .with_columns((pl.col("leader") - pl.col("level")).alias("behind"))
    )
