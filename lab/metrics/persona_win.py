"""Which persona wins?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, share
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, metric


@metric(
    needs=("seat",),
    unit="win credit per seat and game",
    interval="Wilson or Jeffreys over games; t over games where a persona had several seats",
    columns={
        "agent": Column("persona", rank=KEY, about="Who played."),
        "games": Column("games", "count", about="Games that the row rests on."),
        "seat_games": Column("seats it had", "count", EXTRA, about="Seats over all games."),
        "credit": Column("win credit", "share", about="Mean of 1 / number of winners for who won, else 0."),
        "fair_share": Column("fair share", "share", EXTRA, about="Win credit if all players were alike."),
    },
)
def persona_win(seat: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit of a seat played by each persona, beside the fair share 1 / seats.

    A part of a shared victory counts as that part of a hit: the interval is then a little too wide, never too narrow.
    """
    size = pl.len().over([*KEYS, "game"])
    rows = seat.select(*KEYS, "game", pl.col("agent").cast(pl.String), "credit", fair=1 / size)
    by = [*KEYS, "agent"]
    return (
        rows.group_by(*by, "game")
        .agg(pl.col("credit").mean(), pl.col("fair").first(), pl.len().alias("seats"))
        .group_by(by)
        .agg(
            *mean_parts("credit"), pl.col("fair").mean().alias("fair_share"),
            pl.col("seats").sum().alias("seat_games"), pl.col("credit").sum().alias("hits"),
        )
        .with_columns(mean_bounds("credit"))
        .with_columns(*share("hits", "credit_n", "one"))
        .with_columns(_of_one_seat("low"), _of_one_seat("high"))
        .rename({"credit_n": "games"})
        .sort(by)
    )  # fmt: skip


def _of_one_seat(side: str) -> pl.Expr:
    """The bound of a share where a persona had one seat a game, and that of a mean elsewhere."""
    single = pl.col("seat_games") == pl.col("credit_n")
    return pl.when(single).then(pl.col(f"one_{side}")).otherwise(pl.col(f"credit_{side}")).alias(f"credit_{side}")
