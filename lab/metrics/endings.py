"""How do games end?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import share
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, metric

ENDINGS = ("kill", "shared", "boss", "last_sane", "all_cultists", "card", "time_limit", "capped")
COLUMNS = {
    "ending": Column(
        "ending", rank=KEY, words={ending: ending.replace("_", " ") for ending in ENDINGS}, about="How games ended."
    ),
    "games": Column("of games", "count", about="Games of the arm."),
    "count": Column("ended so", "count", about="Games that ended so."),
    "share": Column("share", "share", about="Share of the arm's games that ended so."),
}


@metric(needs=("game",), unit="share of games", interval="Wilson or Jeffreys over games", columns=COLUMNS)
def endings(game: pl.LazyFrame) -> pl.LazyFrame:
    """Share of games by type of ending; capped games are a type of their own, never dropped."""
    counted = game.group_by(*KEYS, pl.col("ending").cast(pl.String)).agg(pl.len().alias("count"))
    totals = game.group_by(KEYS).agg(pl.len().alias("games"))
    every = totals.join(pl.LazyFrame({"ending": ENDINGS, "order": range(len(ENDINGS))}), how="cross")
    return (
        every.join(counted, on=[*KEYS, "ending"], how="left")
        .with_columns(pl.col("count").fill_null(0))
        .with_columns(share("count", "games"))
        .sort(*KEYS, "order")
    )
