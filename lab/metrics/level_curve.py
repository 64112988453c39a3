"""How do Levels grow, for winners and for the others?"""

from __future__ import annotations

import polars as pl

from lab.measure.registry import KEYS, by_number, metric
from lab.measure.stats import mean_bounds, mean_parts
from lab.measure.written import EXTRA, KEY, Column

COLUMNS = {
    "group": Column("players", rank=KEY, about="Whose Levels: of all players, of winners, of the others."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "mean": Column("mean Level", "number", unit="", about="Mean Level when the round, or the game, ended."),
    "q10": Column("10%", "count", EXTRA, unit="Level", about="10 % of the players have no more."),
    "q50": Column("median", "count", EXTRA, unit="Level", about="Half of the players have no more."),
    "q90": Column("90%", "count", EXTRA, unit="Level", about="90 % of the players have no more."),
}


@metric(needs=("level", "seat"), unit="Level at the end of a round", interval="t over games", columns=COLUMNS)
def level_curve(level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """Mean Level and its 10-50-90 % band by round, for winners, for others and for all seats.

    A game leaves the curve when it ends: `games` says how many were still running.
    """
    level, seat = by_number(level, seat)
    won = seat.select(*KEYS, "game", "seat", pl.col("won").cast(pl.Boolean))
    rows = level.join(won, on=[*KEYS, "game", "seat"], how="left").with_columns(
        pl.when(pl.col("won")).then(pl.lit("winner")).otherwise(pl.lit("other")).alias("group")
    )
    both = pl.concat([rows, rows.with_columns(group=pl.lit("all"))])
    by = [*KEYS, "group", "round"]
    bands = both.group_by(by).agg(
        *(pl.col("level").quantile(q / 100, "nearest").cast(pl.Int64).alias(f"q{q}") for q in (10, 50, 90))
    )
    # The seats of one game are not independent: one number per game goes into the interval.
    means = both.group_by(*by, "game").agg(pl.col("level").mean()).group_by(by).agg(mean_parts("level", "mean"))
    return (
        means.with_columns(mean_bounds("mean"))
        .join(bands, on=by)
        .rename({"mean_n": "games"})
        .select(*by, "games", "mean", "mean_low", "mean_high", "q10", "q50", "q90")
        .sort(by)
    )
