"""How long would a game take at a table?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts
from lab.tables.column import EXTRA, KEY, LAST, Column
from lab.tables.metric import KEYS, metric
from lab.tables.table_pace import PARTS, pace

WHOLE = "all"
QUANTILES = (10, 50, 90)
COLUMNS = {
    "part": Column("estimate for", rank=KEY, words={WHOLE: "a game"}, about="What takes time; a game is their sum."),
    "seconds_each": Column(
        "seconds each", "number", unit="seconds", about="Declared seconds for each of them, from lab/tables/pace.toml."
    ),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    "cut": Column("cut off", "count", LAST, about="Games among them that met the cap and count as long as they went."),
    "count": Column("a game has", "number", unit="per game", about="Mean number of turns, decisions or combats."),
    "minutes": Column("minutes", "number", unit="minutes", about="Mean estimated minutes of a game."),
    **{
        f"q{q}": Column(
            "median" if q == 50 else f"{q}%", "number", EXTRA, unit="minutes",
            about=f"{q} % of the games are estimated to take no longer.",
        )
        for q in QUANTILES
    },
}  # fmt: skip


@metric(needs=("game",), unit="estimated minutes", interval="t over games", columns=COLUMNS)
def estimated_minutes(game: pl.LazyFrame) -> pl.LazyFrame:
    """Estimated minutes of a game at a table: turns, decisions and combats times the seconds declared for each.

    The seconds are assumptions, not measurements; the interval is that of the games that were played, given them.
    """
    seconds = {count: getattr(pace(), one) for one, count in PARTS.items()}
    counts = [pl.col(count).cast(pl.Float64) for count in seconds]
    total = pl.sum_horizontal(pl.col(count) * each / 60 for count, each in seconds.items())
    facts = game.select(*KEYS, (pl.col("ending").cast(pl.String) == "capped").alias("is_cut"), *counts)
    rows = [
        facts.select(*KEYS, "is_cut", pl.lit(count).alias("part"), pl.lit(each, pl.Float64).alias("seconds_each"),
                     pl.col(count).alias("number"), (pl.col(count) * each / 60).alias("taken"))
        for count, each in seconds.items()
    ]  # fmt: skip
    nothing = pl.lit(None, pl.Float64)
    whole = facts.select(
        *KEYS, "is_cut", pl.lit(WHOLE).alias("part"), nothing.alias("seconds_each"), nothing.alias("number"),
        total.alias("taken"),
    )  # fmt: skip
    by = [*KEYS, "part"]
    order = pl.col("part").replace_strict({name: i for i, name in enumerate([WHOLE, *seconds])})
    return (
        pl.concat([whole, *rows])
        .group_by(by)
        .agg(
            pl.col("seconds_each").first(), pl.len().alias("games"), pl.col("is_cut").sum().alias("cut"),
            pl.col("number").mean().alias("count"), *mean_parts("taken", "minutes"),
            *(pl.col("taken").quantile(q / 100, "nearest").alias(f"q{q}") for q in QUANTILES),
        )
        .with_columns(mean_bounds("minutes"))
        .sort(*KEYS, order)
    )  # fmt: skip
