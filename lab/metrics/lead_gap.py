"""How far ahead is the leader?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.ratios import Ratio, described
from lab.tables.round_frames import ratio_rows

MEASURES = {
    "gap": Ratio("Levels ahead", "Levels", "ahead", "one"),
    "tied": Ratio("several lead", "share of games", "level_at_top", "one"),
    "spread": Ratio("first to last", "Levels", "from_last", "one"),
}
COLUMNS = {
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on: those still running."),
    **described(MEASURES, MEASURES),
}

BY = [*KEYS, "round"]


@metric(
    needs=("level",),
    unit="Levels at the end of a round, or share of games",
    interval="t over games; shares: Wilson or Jeffreys",
    columns=COLUMNS,
)
def lead_gap(level: pl.LazyFrame) -> pl.LazyFrame:
    """Levels between the leader and the next player by round, how often several lead, and from first to last.

    A game leaves the table when it ends: `games` says how many still had that round. Where several lead the gap is 0.
    """
    return ratio_rows(by_number(level), _per_game, BY, MEASURES)


def _per_game(frames: Sequence[pl.LazyFrame]) -> pl.LazyFrame:
    """Who leads each of some games by how much at the end of each round."""
    (level,) = frames
    each = pl.col("levels").list
    found = level.group_by(*KEYS, "round", "game").agg(pl.col("level").alias("levels")).select(
        *KEYS, "round", "game", each.max().alias("top"), each.min().alias("least"), each.len().alias("seats"),
        pl.coalesce(each.sort(descending=True).list.get(1, null_on_oob=True), each.max()).alias("next"),
    )  # fmt: skip
    ahead, several = (pl.col("top") - pl.col("next")).cast(pl.Int16), pl.col("seats") > 1
    return found.select(
        *KEYS, "round", "game", pl.lit(1, pl.Int8).alias("one"), ahead.alias("ahead"),
        (several & (ahead == 0)).cast(pl.Int8).alias("level_at_top"),
        (pl.col("top") - pl.col("least")).cast(pl.Int16).alias("from_last"),
    )  # fmt: skip
