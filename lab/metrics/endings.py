"""How do games end?"""

from __future__ import annotations

import polars as pl

from lab.comparison.game_numbers import ENDINGS, SEVERAL
from lab.stats.intervals import share
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, metric

WORDS = {ending: ending.replace("_", " ") for ending in ENDINGS} | {
    "shared": "shared by rule", SEVERAL: "several winners, however it ended",
}  # fmt: skip
"""What the rows are called: the last one is about games that the others count too."""
COLUMNS = {
    "ending": Column(
        "ending",
        rank=KEY,
        words=WORDS,
        about="How games ended; the last row: however they ended, with several winners.",
    ),
    "games": Column("of games", "count", about="Games of the arm."),
    "count": Column("ended so", "count", about="Games that ended so."),
    "share": Column("share", "share", about="Share of the arm's games that ended so."),
}


@metric(needs=("game",), unit="share of games", interval="Wilson or Jeffreys over games", columns=COLUMNS)
def endings(game: pl.LazyFrame) -> pl.LazyFrame:
    """Share of games by type of ending; capped games are a type of their own, never dropped.

    One row more tells of all games, however they ended, how many had several winners.
    """
    kinds = game.select(*KEYS, pl.col("ending").cast(pl.String))
    several = game.filter(pl.col("n_winners") > 1).select(*KEYS, pl.lit(SEVERAL).alias("ending"))
    counted = pl.concat([kinds, several]).group_by(*KEYS, "ending").agg(pl.len().alias("count"))
    totals = game.group_by(KEYS).agg(pl.len().alias("games"))
    every = totals.join(pl.LazyFrame({"ending": [*WORDS], "order": range(len(WORDS))}), how="cross")
    return (
        every.join(counted, on=[*KEYS, "ending"], how="left")
        .with_columns(pl.col("count").fill_null(0))
        .with_columns(share("count", "games"))
        .sort(*KEYS, "order")
    )
