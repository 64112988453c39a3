"""Hopeless positions: those from which hardly anybody wins, found in the games of the store themselves.

Positions are alike if the leader has the same Level and the player is as many Levels behind. What such positions are
worth is taken from the other half of an arm's games (those with even numbers for the odd ones, and the other way
round), so that no game says of itself that it was lost, and from games that somebody won: what met the cap was cut
off, not lost. Levels are all that is looked at: what lies on the table or in
a hand is not, so a hopeless player may still hold a strong hand, and now and then wins.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.measure.registry import KEYS
from lab.measure.standings import GAME, standings

LIMITS = (0.02, 0.05, 0.10)
"""Chances below which a position is called hopeless."""
HOPELESS = 0.05
"""The one that other metrics mean."""
_CELL = ["leader", "behind"]


def judged(level: pl.LazyFrame, seat: pl.LazyFrame, limits: Sequence[float] = LIMITS) -> pl.LazyFrame:
    """One row per seat and position: `hopeless_0`, `hopeless_1` ... for each limit; `is_won` if anybody won the game.

    A position is hopeless if such positions won less than the limit in the other half. If fewer games than 1 / limit
    of that half had such a one, that is not known, and it is not called hopeless; nor is whoever leads.
    """
    half = (pl.col("game") % 2).alias("half")
    won = seat.group_by(GAME).agg((pl.col("credit") > 0).any().alias("is_won"))
    rows = standings(level, seat).with_columns(half).join(won, on=GAME)
    cells = (
        rows.filter(pl.col("is_won") & (pl.col("behind") > 0))
        .group_by(*GAME, "half", *_CELL)
        .agg(pl.len().alias("n"), pl.col("credit").sum())
        .group_by(*KEYS, "half", *_CELL)
        .agg(pl.len().alias("games"), (pl.col("credit").sum() / pl.col("n").sum()).alias("chance"))
        .with_columns((1 - pl.col("half")).alias("half"))
    )
    known = rows.join(cells, on=[*KEYS, "half", *_CELL], how="left")
    return known.with_columns(
        # 1 / limit may be a hair above the whole number that it is meant to be
        ((pl.col("chance") < limit) & (pl.col("games") >= round(1 / limit))).fill_null(False).alias(f"hopeless_{i}")
        for i, limit in enumerate(limits)
    ).drop("half", "games", "chance")
