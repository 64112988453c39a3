"""How often does the lead change hands?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, share
from lab.tables.column import EXTRA, LAST, Column
from lab.tables.metric import KEYS, metric

COLUMNS = {
    "games": Column("games", "count", about="Games that the row rests on."),
    "mean": Column("changes per game", "number", unit="", about="Mean number of changes of the sole leader."),
    "per_10_rounds": Column(
        "per 10 rounds", "number", unit="changes", about="Mean of each game's changes per 10 rounds."
    ),
    "q10": Column("10%", "count", LAST, unit="changes", about="10 % of the games have no more."),
    "q50": Column("median", "count", EXTRA, unit="changes", about="Half of the games have no more."),
    "q90": Column("90%", "count", LAST, unit="changes", about="90 % of the games have no more."),
    "never": Column("games without a change", "share", about="Share of games in which the lead never changed."),
}


@metric(
    needs=("game",),
    unit="changes of the sole leader per game",
    interval="t over games; Wilson or Jeffreys",
    columns=COLUMNS,
)
def lead_changes(game: pl.LazyFrame) -> pl.LazyFrame:
    """Changes of the lead per game, per 10 rounds, and the share of games in which it never changed."""
    changes = pl.col("lead_changes")
    rate = (10 * changes / pl.col("rounds").clip(lower_bound=1)).alias("rate")
    return (
        game.with_columns(rate)
        .group_by(KEYS)
        .agg(
            *mean_parts("lead_changes", "mean"),
            *mean_parts("rate", "per_10_rounds"),
            *(changes.quantile(q / 100, "nearest").cast(pl.Int64).alias(f"q{q}") for q in (10, 50, 90)),
            (changes == 0).sum().alias("unchanged"),
        )
        .rename({"mean_n": "games"})
        .with_columns(pl.col("games").alias("mean_n"))
        .with_columns(*mean_bounds("mean"), *mean_bounds("per_10_rounds"), *share("unchanged", "games", "never"))
        .sort(KEYS)
    )  # fmt: skip
