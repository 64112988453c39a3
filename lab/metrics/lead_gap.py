"""How far ahead is the leader?"""

from __future__ import annotations

import polars as pl

from lab.measure.ratios import Ratio, described, ratio_columns
from lab.measure.registry import KEYS, by_number, metric
from lab.measure.written import KEY, Column

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
    (level,) = by_number(level)
    each = pl.col("levels").list
    found = level.group_by(*KEYS, "round", "game").agg(pl.col("level").alias("levels")).select(
        *KEYS, "round", "game", each.max().alias("top"), each.min().alias("least"), each.len().alias("seats"),
        pl.coalesce(each.sort(descending=True).list.get(1, null_on_oob=True), each.max()).alias("next"),
    )  # fmt: skip
    ahead, several = (pl.col("top") - pl.col("next")).cast(pl.Int64), pl.col("seats") > 1
    per_game = found.with_columns(
        pl.lit(1).alias("one"), ahead.alias("ahead"), (several & (ahead == 0)).cast(pl.Int64).alias("level_at_top"),
        (pl.col("top") - pl.col("least")).cast(pl.Int64).alias("from_last"),
    )  # fmt: skip
    return ratio_columns(per_game, [*KEYS, "round"], MEASURES)
