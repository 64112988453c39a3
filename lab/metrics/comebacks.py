"""From how far behind do players still win?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import share
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import GAME, in_blocks, standings

COLUMNS = {
    "levels": Column(
        "at least behind", "plain", KEY, unit="Levels", about="So many Levels behind the leader, or more."
    ),
    "games": Column("games", "count", about="Games that somebody won."),
    "wins": Column(
        "won from there", "number", unit="games", about="Games that were won from there; of k winners each counts 1/k."
    ),
    "share": Column("share", "share", about="Share of the games whose winner began some round so far behind."),
}


@metric(
    needs=("game", "seat", "level"),
    unit="share of games won",
    interval="Wilson or Jeffreys over games",
    columns=COLUMNS,
)
def comebacks(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame) -> pl.LazyFrame:
    """Share of games whose eventual winner once began a round so many Levels behind the leader, or more.

    Rows go up to the longest way that somebody came back in that arm. Games that nobody won are not among `games`.
    """
    game, seat, level = by_number(game, seat, level)
    (parts,) = in_blocks([game, seat, level], _deepest)
    deepest = pl.concat(parts).lazy()
    won = game.filter(pl.col("n_winners") > 0).group_by(KEYS).agg(pl.len().cast(pl.Int64).alias("games"))
    far = deepest.group_by(KEYS).agg(pl.col("behind").max().clip(lower_bound=1).alias("most"))
    steps = (
        won.join(far, on=KEYS, how="left")
        .with_columns(pl.int_ranges(1, pl.col("most").fill_null(1) + 1).alias("levels"))
        .explode("levels")
        .drop("most")
    )
    ways = deepest.filter(pl.col("behind") > 0).group_by(*KEYS, pl.col("behind").alias("levels")).agg(
        pl.col("credit").sum()
    )  # fmt: skip
    return (
        steps.join(ways, on=[*KEYS, "levels"], how="left")
        .sort(*KEYS, "levels")
        .with_columns(pl.col("credit").fill_null(0.0).reverse().cum_sum().reverse().over(KEYS).alias("wins"))
        .with_columns(share("wins", "games"))
    )


def _deepest(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """Winners of some games by how far behind they ever were, each counted with the part of the game that they won."""
    _, seat, level = frames
    winners = standings(level, seat).filter(pl.col("credit") > 0)
    each = winners.group_by(*GAME, "seat").agg(pl.col("behind").max(), pl.col("credit").first())
    return (each.group_by(*KEYS, "behind").agg(pl.col("credit").sum()),)
