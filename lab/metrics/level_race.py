"""How far do leader and last get, round by round, and how much do games differ?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import in_blocks, nearest_of_counts

QUANTILES = (10, 25, 50, 75, 90)
COLUMNS = {
    "group": Column("player", rank=KEY, about="The leader, on the highest Level, or the last, on the lowest."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on: those still running."),
    **{
        f"q{q}": Column(
            "median" if q == 50 else f"{q}%", "count", EXTRA if q in (25, 75) else KEY, unit="Level",
            about=f"{'Half' if q == 50 else f'{q} %'} of the games have no higher Level of this player.",
        )
        for q in QUANTILES
    },
}  # fmt: skip
BY = [*KEYS, "group", "round"]


@metric(needs=("level",), unit="Level at the end of a round", interval="none: quantiles of games", columns=COLUMNS)
def level_race(level: pl.LazyFrame) -> pl.LazyFrame:
    """Quantiles over games of the leader's and of the last player's Level by round.

    A game leaves the race when it ends: `games` says how many were still running.
    """
    (parts,) = in_blocks(by_number(level), _of_games)
    counts = pl.concat(parts).lazy().group_by(*BY, "level").agg(pl.col("games").sum())
    games = counts.group_by(BY).agg(pl.col("games").sum())
    return games.join(nearest_of_counts(counts, BY, "level", "games", QUANTILES), on=BY).sort(BY)


def _of_games(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """In how many of some games leader and last stand on each Level at the end of each round."""
    (level,) = frames
    stands = pl.col("level").cast(pl.Int64)
    ends = level.group_by(*KEYS, "round", "game").agg(leader=stands.max(), last=stands.min())
    long = ends.unpivot(
        index=[*KEYS, "round", "game"], on=["leader", "last"], variable_name="group", value_name="level"
    )
    return (long.group_by(*BY, "level").agg(pl.len().alias("games")),)
