"""What happens in combats?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import half_width, mean_bounds, mean_parts
from lab.store.event_codes import LOST
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, metric

COUNTS = ("combats", "kills", "flights", "deaths", "helps", "bosses")
SHARE = "lost_share"
COLUMNS = {
    "measure": Column(
        "measure",
        rank=KEY,
        words={n: f"{n} per game" for n in COUNTS} | {SHARE: "combats lost"},
        about="What is counted.",
    ),
    "games": Column("games", "count", about="Games that the row rests on."),
    "value": Column(
        "value",
        "number",
        kind_of=lambda row: "share" if row["measure"] == SHARE else "number",
        unit="per game",
        about="Mean per game, or share of combats.",
    ),
}


@metric(
    needs=("game", "event"),
    unit="per game, or share of combats",
    interval="t over games; ratio of sums over games",
    columns=COLUMNS,
)
def combats(game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Combats, kills, flights, deaths and helps per game, and the share of combats that were lost.

    A combat is lost if the fighter had to flee, was caught or died: measured where events were kept.
    """
    per_game = (
        game.select(*KEYS, "game", *COUNTS)
        .unpivot(index=[*KEYS, "game"], on=list(COUNTS), variable_name="measure", value_name="number")
        .group_by(*KEYS, "measure")
        .agg(mean_parts("number", "value"))
        .with_columns(mean_bounds("value"))
        .rename({"value_n": "games"})
        .select(*KEYS, "measure", "games", "value", "value_low", "value_high")
    )
    return pl.concat([per_game, _lost(event)]).sort(*KEYS, "measure")


def _lost(event: pl.LazyFrame) -> pl.LazyFrame:
    fights = event.filter(pl.col("kind").cast(pl.String) == "fight_end").group_by(*KEYS, "game").agg(
        pl.len().cast(pl.Float64).alias("n"), pl.col("other").is_in(LOST).sum().cast(pl.Float64).alias("k")
    )  # fmt: skip
    ratio = pl.col("k").sum() / pl.col("n").sum()
    # Linearised variance of a ratio of sums: residuals k - ratio * n, one per game.
    residual = (pl.col("k") - ratio * pl.col("n")).pow(2).sum().sqrt() / pl.col("n").sum()
    games = pl.len().cast(pl.UInt32)
    return (
        fights.group_by(KEYS)
        .agg(pl.lit(SHARE).alias("measure"), games.alias("games"), ratio.alias("value"), residual.alias("error"))
        .with_columns(half_width(pl.col("error"), "games").alias("half"))
        .select(
            *KEYS, "measure", "games", "value",
            (pl.col("value") - pl.col("half")).clip(0, 1).alias("value_low"),
            (pl.col("value") + pl.col("half")).clip(0, 1).alias("value_high"),
        )
    )  # fmt: skip
