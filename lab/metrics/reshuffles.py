"""How often do the piles run out?"""

from __future__ import annotations

import polars as pl

from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, ratios, told_in_rows

MEASURES = {
    "reshuffles": Ratio("reshuffles", "per game", "reshuffles", "one"),
    "per_10_rounds": Ratio("reshuffles", "per 10 rounds", "reshuffles", "tens"),
    "never": Ratio("games without one", "share of games", "never", "one"),
    "often": Ratio("games with three or more", "share of games", "often", "one"),
}


@metric(
    needs=("game",),
    unit="per game, per 10 rounds, or share of games",
    interval="ratio of sums over games; shares: Wilson or Jeffreys",
    columns=told_in_rows(MEASURES),
)
def reshuffles(game: pl.LazyFrame) -> pl.LazyFrame:
    """How often a discard pile becomes a deck again: per game, per 10 rounds, and in how many games never."""
    times = pl.col("reshuffles")
    per_game = game.select(
        *KEYS, times, pl.lit(1).alias("one"), (pl.col("rounds").clip(lower_bound=1) / 10).alias("tens"),
        (times == 0).cast(pl.Int64).alias("never"), (times >= 3).cast(pl.Int64).alias("often"),
    )  # fmt: skip
    return ratios(per_game, KEYS, MEASURES)
