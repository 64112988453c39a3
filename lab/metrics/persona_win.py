"""Which persona wins?"""

from __future__ import annotations

import polars as pl

from lab.registry import KEYS, metric
from lab.stats import mean_bounds, mean_parts


@metric(needs=("seat",), unit="win credit per seat and game", interval="t over games")
def persona_win(seat: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit of a seat played by each persona, beside the fair share 1 / seats."""
    size = pl.len().over([*KEYS, "game"])
    rows = seat.select(*KEYS, "game", pl.col("agent").cast(pl.String), "credit", fair=1 / size)
    by = [*KEYS, "agent"]
    return (
        rows.group_by(*by, "game")
        .agg(pl.col("credit").mean(), pl.col("fair").first(), pl.len().alias("seats"))
        .group_by(by)
        .agg(
            *mean_parts("credit"), pl.col("fair").mean().alias("fair_share"), pl.col("seats").sum().alias("seat_games")
        )
        .with_columns(mean_bounds("credit"))
        .rename({"credit_n": "games"})
        .select(*by, "games", "seat_games", "credit", "credit_low", "credit_high", "fair_share")
        .sort(by)
    )
