"""How many games are still running after so many turns or rounds?"""

from __future__ import annotations

import polars as pl

from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, metric
from lab.tables.survival import curve_bounds, lengths, life_table

COLUMNS = {
    "measure": Column("in", rank=KEY, about="What is counted: turns or rounds."),
    "length": Column("after", "plain", KEY, about="So many turns or rounds."),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    "risk": Column("watched", "count", about="Games that got that far and were still watched."),
    "ends": Column("ended", "count", about="Games among them that ended just there."),
    "cut": Column("cut off", "count", EXTRA, about="Games among them that were given up just there, at the cap."),
    "running": Column("still running", "share", about="Share of games that are longer; what was cut off is longer."),
}


@metric(
    needs=("game",),
    unit="share of games",
    interval="Wilson or Jeffreys of the games that Greenwood's variance is worth",
    columns=COLUMNS,
)
def length_survival(game: pl.LazyFrame) -> pl.LazyFrame:
    """Share of games that are longer than so many turns or rounds, by Kaplan and Meier.

    Games that met the cap are censored: how long they would have been is not known, and not needed below the cap.
    """
    by = [*KEYS, "measure"]
    # Var S(t) = S(t)^2 * sum of ends / (risk * (risk - ends)).
    greenwood = pl.col("running").pow(2) * pl.col("hazard").cum_sum().over(by)
    return (
        life_table(lengths(game), by)
        .with_columns(
            greenwood.alias("variance"),
            (pl.col("gone") - pl.col("ends")).alias("cut"),
            pl.col("gone").sum().over(by).alias("games"),
        )
        .with_columns(curve_bounds("running", "variance", "games"))
        .sort(*by, "length")
    )
