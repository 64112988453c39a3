"""How long is a game?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts
from lab.tables.column import EXTRA, KEY, LAST, MAIN, Column
from lab.tables.metric import KEYS, by_number, metric

NAMES = {q: "median" if q == 50 else f"q{q:02d}" for q in (5, 10, 25, 50, 75, 90, 95)}
UNIT = "turns or rounds"
COLUMNS = {
    "measure": Column("in", rank=KEY, about="What is counted: turns or rounds."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "capped": Column("capped", "count", EXTRA, about="Games among them that met the cap and count as long as it."),
    "mean": Column("mean", "number", unit=UNIT, about="Mean length of a game."),
    **{
        NAMES[q]: Column(
            "median" if q == 50 else f"{q}%", "count", MAIN if q == 50 else EXTRA if q in (10, 90) else LAST, unit=UNIT,
            about=f"{'Half' if q == 50 else f'{q} %'} of the games are no longer.",
        )
        for q in NAMES
    },
}  # fmt: skip
"""A quantile is headed by the share of games that are no longer."""


@metric(needs=("game",), unit="turns or rounds, up to the cap", interval="t over games", columns=COLUMNS)
def game_length(game: pl.LazyFrame) -> pl.LazyFrame:
    """Mean, median and quantiles of turns and rounds; a capped game counts with its length at the cap.

    Every game is watched up to the same cap, so the mean is the restricted mean to that cap.
    """
    (game,) = by_number(game)
    long = game.select(
        *KEYS, (pl.col("ending").cast(pl.String) == "capped").alias("is_capped"), "turns", "rounds"
    ).unpivot(index=[*KEYS, "is_capped"], on=["turns", "rounds"], variable_name="measure", value_name="length")
    spread = [pl.col("length").quantile(q / 100, "nearest").cast(pl.Int64).alias(name) for q, name in NAMES.items()]
    return (
        long.group_by(*KEYS, "measure")
        .agg(pl.len().alias("games"), pl.col("is_capped").sum().alias("capped"), *mean_parts("length", "mean"), *spread)
        .with_columns(mean_bounds("mean"))
        .sort(*KEYS, "measure")
    )
