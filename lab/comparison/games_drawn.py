"""Games as pages draw them: all of an arm in cells, each with a typical one, and one as its Levels.

A cell holds the games of about one length with as many changes of the lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from lab.tables.shelf import SOURCES, Shelf, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME = ["arm", "game"]
CELLS = "game_cells"
"""Name of the source."""
ACROSS, FARTHEST, UP = 12, 24, 9
"""Cells side by side that hold nearly all games at most, and that there are; the most changes of the lead that have
cells of their own: the last ones hold all beyond."""
NEARLY_ALL, ROUND = 0.98, [n * 10**ten for ten in range(6) for n in (1, 2, 5)]
"""Part of the games that is nearly all, and how many turns a cell may be wide."""


def like_most(game: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """Games that ended as most of their group did, the nearest to the median length of those first."""
    often = game.group_by(*by, "ending").len().sort("len", "ending", descending=[True, False])
    usual = often.group_by(by, maintain_order=True).first().select(*by, "ending")
    games, turns = game.join(usual, on=[*by, "ending"]), pl.col("turns").cast(pl.Float64)
    return games.with_columns(far=(turns - turns.median().over(by)).abs()).sort("far", "game", "arm")


def cells(game: pl.LazyFrame) -> pl.DataFrame:
    """One row for each cell of an arm that has games: low, middle and high turns, lead_changes, games, a typical game.

    `of` are the games of the arm, `turns` those of the typical game. Cells are the same of all arms; `high` is null
    where they hold all longer games, as one that hardly ends leaves no room for others, and `is_most` tells where they
    hold those with more changes as well.
    """
    changes, turns = (pl.col(name).cast(pl.Int64) for name in ("lead_changes", "turns"))
    ends = game.select(
        t=turns.quantile(NEARLY_ALL, "nearest"), c=changes.quantile(NEARLY_ALL, "nearest"), l=turns.max()
    ).collect()
    most = min(int(ends["c"][0] or 0), UP)
    wide = next(n for n in ROUND if n * ACROSS >= int(ends["t"][0] or 1))
    cell = ((turns - 1) // wide).clip(0, FARTHEST - 1)
    rows = game.select(*GAME, "ending", turns, cell.alias("cell"), changes.clip(upper_bound=most).alias("lead_changes"))
    by = ["arm", "cell", "lead_changes"]
    counts = rows.group_by(by).agg(pl.len().cast(pl.Int64).alias("games"))
    typical = like_most(rows, by).group_by(by, maintain_order=True).first().select(*by, "game", "turns")
    low = pl.col("cell") * wide + 1
    is_open = (pl.col("cell") == FARTHEST - 1) & (pl.lit(int(ends["l"][0] or 0)) > wide * FARTHEST)
    high = pl.when(~is_open).then(low + wide - 1)
    found = counts.join(typical, on=by).sort(by).select(
        "arm", low.alias("low"), (low + (wide - 1) / 2).alias("middle"), high.alias("high"), "lead_changes",
        (pl.col("lead_changes") == most).alias("is_most"), "games", pl.col("games").sum().over("arm").alias("of"),
        "game", "turns",
    )  # fmt: skip
    return found.collect()


def courses(level: pl.LazyFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Everybody's Levels at the end of each round of some games: arm, game, course = a list for each seat, in order."""
    wanted = games.select(GAME).unique()
    here = level.filter(pl.col("game").is_in(wanted["game"].unique().to_list()))
    own = here.select(*GAME, "seat", "round", pl.col("level").cast(pl.Int64)).join(wanted.lazy(), on=GAME, how="semi")
    seats = own.sort(*GAME, "seat", "round").group_by(*GAME, "seat", maintain_order=True).agg("level")
    return seats.group_by(GAME, maintain_order=True).agg(pl.col("level").alias("course")).collect()


def _of(shelf: Shelf, table: str) -> pl.LazyFrame:
    rows = shelf.store.table(table, shelf.run).with_columns(pl.col("arm").cast(pl.String))
    return rows.with_columns(pl.col("ending").cast(pl.String)) if table == "game" else rows


SOURCES[CELLS] = Source(CELLS, lambda shelf: cells(_of(shelf, "game")), ("game",))
