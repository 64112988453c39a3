"""Which way, and how soon, do games come to their end?"""

from __future__ import annotations

import polars as pl

from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, metric
from lab.tables.survival import CAPPED, curve_bounds, life_table

RUNNING = "running"
BY = [*KEYS, "ending"]
COLUMNS = {
    "ending": Column(
        "ending", "words", KEY, about="A way in which games of the arm ended, or that they are still running."
    ),
    "round": Column("up to round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    "risk": Column("watched", "count", EXTRA, about="Games that got that far and were still watched."),
    "ends": Column("ended so", "count", about="Games among them that ended so in just that round."),
    "share": Column("share", "share", about="Share of games that have ended so by then; of a round they add up to 1."),
}


@metric(
    needs=("game",),
    unit="share of games",
    interval="Wilson or Jeffreys of the games that the variance is worth",
    columns=COLUMNS,
)
def ending_incidence(game: pl.LazyFrame) -> pl.LazyFrame:
    """Share of games that have ended in each way by the end of a round, by Aalen and Johansen.

    Endings are competing risks: what ends in one way can end in no other. Games that met the cap are censored, so a
    lower cap leaves the curve below it as it is. With those that are still running the shares of a round add up to 1.
    """
    ending = pl.col("ending").cast(pl.String)
    rows = game.select(*KEYS, ending, pl.col("rounds").alias("length"), (ending != CAPPED).alias("ended"))
    table = life_table(rows, KEYS).with_columns(pl.col("gone").sum().over(KEYS).alias("games"))
    counts = rows.filter("ended").group_by(*BY, "length").agg(pl.len().cast(pl.Int64).alias("so"))
    seen = rows.filter("ended").select(BY).unique()
    long = (
        table.join(seen, on=KEYS)
        .join(counts, on=[*BY, "length"], how="left")
        .with_columns(pl.col("so").fill_null(0))
        .sort(*BY, "length")
        .with_columns((pl.col("before") * pl.col("so") / pl.col("risk")).cum_sum().over(BY).alias("share"))
        .with_columns(_variance().alias("variance"))
    )
    going = table.with_columns(
        pl.lit(RUNNING).alias("ending"), pl.lit(0, pl.Int64).alias("so"), pl.col("running").alias("share"),
        (pl.col("running").pow(2) * pl.col("hazard").cum_sum().over(KEYS)).alias("variance"),
    )  # fmt: skip
    columns = [*BY, "length", "games", "risk", "so", "share", "variance"]
    return (
        pl.concat([long.select(columns), going.select(columns)])
        .with_columns(curve_bounds("share", "variance", "games"))
        .rename({"length": "round", "so": "ends"})
        .sort(*BY, "round")
    )


def _variance() -> pl.Expr:
    """Variance of a cumulative incidence F by the delta method, for each length t.

    The sum over lengths up to t of (F(t) - F)^2 d / (n (n - d)) + S^2 e (n - e) / n^3 - 2 (F(t) - F) S e / n^2, where n
    games are at risk, d of them end, e of these in the way that is meant, and S is the share before. Multiplied out, so
    that each part is a running sum. Without censoring it is F (1 - F) / games.
    """
    f, n, e, s = pl.col("share"), pl.col("risk"), pl.col("so"), pl.col("before")

    def total(part: pl.Expr) -> pl.Expr:
        return part.cum_sum().over(BY)

    hazard = pl.col("hazard")
    spread = f.pow(2) * total(hazard) - 2 * f * total(f * hazard) + total(f.pow(2) * hazard)
    own = total(s.pow(2) * e * (n - e) / n.pow(3))
    shared = f * total(s * e / n.pow(2)) - total(f * s * e / n.pow(2))
    return (spread + own - 2 * shared).clip(lower_bound=0.0)
