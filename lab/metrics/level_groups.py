"""How do Levels grow for whoever sits where, and for each persona?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import mean_parts
from lab.tables.column import KEY, Column
from lab.tables.event_frames import place_in_turns
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import in_blocks, mean_rows

COLUMNS = {
    "kind": Column("by", rank=KEY, about="What players are told apart by: place in the order of turns, or persona."),
    "group": Column("players", rank=KEY, about="The place, 1 begins, or the persona."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on: those that still had that round."),
    "mean": Column("mean Level", "number", unit="", about="Mean Level when the round, or the game, ended."),
}
BY = [*KEYS, "kind", "group", "round"]


@metric(needs=("level", "seat", "game"), unit="Level at the end of a round", interval="t over games", columns=COLUMNS)
def level_groups(level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame) -> pl.LazyFrame:
    """Mean Level by round for each place in the order of turns, and for each persona.

    A game leaves the table when it ends. Seats of one persona in one game count as one: their mean.
    """
    agents = seat.select(*KEYS, "game", "seat", pl.col("agent").cast(pl.Categorical))
    (means,) = in_blocks(by_number(level, agents, game.select(*KEYS, "game", "first_seat")), _of_games)
    return mean_rows(means, BY)


def _of_games(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """Means over some games."""
    level, agents, first = frames
    who = agents.join(first, on=[*KEYS, "game"]).with_columns((place_in_turns() + 1).alias("place"))
    rows = level.join(who, on=[*KEYS, "game", "seat"])
    kinds = {"place": pl.col("place"), "persona": pl.col("agent")}
    means = (
        rows.group_by(*KEYS, group.alias("group"), "round", "game").agg(pl.col("level").mean())
        .group_by(*KEYS, "group", "round").agg(mean_parts("level", "mean"))
        .with_columns(pl.lit(kind).alias("kind"), pl.col("group").cast(pl.String))
        .select(*BY, "mean", "mean_sd", "mean_n")
        for kind, group in kinds.items()
    )  # fmt: skip
    return (pl.concat(means),)
