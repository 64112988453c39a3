"""What do players earn, sell and suffer?"""

from __future__ import annotations

import polars as pl

from lab.measure.registry import KEYS, metric
from lab.measure.stats import mean_bounds, mean_parts
from lab.measure.written import KEY, Column

MEASURES = ("treasures", "levels_bought", "curses", "gold_in_play", "final_level")
WORDS = {
    "treasures": "Treasures drawn", "levels_bought": "Levels bought", "curses": "Curses suffered",
    "gold_in_play": "gold pieces in play at the end", "final_level": "final Level",
}  # fmt: skip
COLUMNS = {
    "measure": Column("per player", rank=KEY, words=WORDS, about="What is counted."),
    "group": Column("players", rank=KEY, about="Of all players, of winners, of the others."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "mean": Column("mean", "number", about="Mean per player and game."),
}


@metric(needs=("seat",), unit="per player and game", interval="t over games", columns=COLUMNS)
def economy(seat: pl.LazyFrame) -> pl.LazyFrame:
    """Treasures drawn, Levels bought, Curses suffered, gold in play and final Level per player, and for winners."""
    long = seat.select(*KEYS, "game", pl.col("won").cast(pl.Boolean), *MEASURES).unpivot(
        index=[*KEYS, "game", "won"], on=list(MEASURES), variable_name="measure", value_name="number"
    )
    groups = pl.concat(
        [
            long.with_columns(group=pl.lit("all")),
            long.filter(pl.col("won")).with_columns(group=pl.lit("winner")),
            long.filter(~pl.col("won")).with_columns(group=pl.lit("other")),
        ]
    )
    by = [*KEYS, "measure", "group"]
    return (
        groups.group_by(*by, "game")
        .agg(pl.col("number").mean())
        .group_by(by)
        .agg(mean_parts("number", "mean"))
        .with_columns(mean_bounds("mean"))
        .rename({"mean_n": "games"})
        .select(*by, "games", "mean", "mean_low", "mean_high")
        .sort(by)
    )
