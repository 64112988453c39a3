"""How do Levels grow, for winners and for the others?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import mean_parts
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import in_blocks, mean_rows, nearest_of_counts

COLUMNS = {
    "group": Column("players", rank=KEY, about="Whose Levels: of all players, of winners, of the others."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "mean": Column("mean Level", "number", unit="", about="Mean Level when the round, or the game, ended."),
    "q10": Column("10%", "count", EXTRA, unit="Level", about="10 % of the players have no more."),
    "q50": Column("median", "count", EXTRA, unit="Level", about="Half of the players have no more."),
    "q90": Column("90%", "count", EXTRA, unit="Level", about="90 % of the players have no more."),
}
BY = [*KEYS, "group", "round"]


@metric(needs=("level", "seat"), unit="Level at the end of a round", interval="t over games", columns=COLUMNS)
def level_curve(level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """Mean Level and its 10-50-90 % band by round, for winners, for others and for all seats.

    A game leaves the curve when it ends: `games` says how many were still running.
    """
    means, seats = in_blocks(by_number(level, seat), _of_games)
    on_each = pl.concat(seats).lazy().group_by(*BY, "level").agg(pl.col("seats").sum())
    return mean_rows(means, BY).join(
        nearest_of_counts(on_each, BY, "level", "seats", (10, 50, 90)), on=BY, maintain_order="left"
    )


def _of_games(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Of some games the means over them, and how many seats stand on each Level."""
    level, seat = frames
    won = pl.when(pl.col("won") == 1).then(pl.lit("winner")).otherwise(pl.lit("other")).alias("group")
    rows = level.join(seat.select(*KEYS, "game", "seat", won), on=[*KEYS, "game", "seat"], how="left")
    rows = rows.with_columns(pl.col("group").fill_null("other"), pl.col("level").cast(pl.Int64))
    # The seats of one game are not independent: one number per game goes into the interval.
    games = _with_all(rows.group_by(*BY, "game").agg(pl.col("level").sum(), pl.len().alias("seats")), [*BY, "game"])
    mean = (pl.col("level") / pl.col("seats")).alias("level")
    seats = _with_all(rows.group_by(*BY, "level").agg(pl.len().alias("seats")), [*BY, "level"])
    return games.with_columns(mean).group_by(BY).agg(mean_parts("level", "mean")), seats


def _with_all(sums: pl.LazyFrame, by: list[str]) -> pl.LazyFrame:
    """Sums of winners and of the others, and those of all."""
    both = sums.with_columns(group=pl.lit("all")).group_by(by).agg(pl.exclude(by).sum())
    return pl.concat([sums, both.select(sums.collect_schema().names())])
