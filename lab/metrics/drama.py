"""How far behind is whoever wins in the end?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, share
from lab.tables.column import EXTRA, LAST, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import GAME, in_blocks, standings

COLUMNS = {
    "games": Column("games", "count", about="Games that somebody won."),
    "no_winner": Column("no winner", "count", EXTRA, about="Further games that nobody won: they have no drama."),
    "drama": Column("drama", "number", unit="Levels", about="How far the winner was behind, mean over rounds."),
    "q50": Column("median", "number", LAST, unit="Levels", about="Half of the games have no more."),
    "q90": Column("90%", "number", LAST, unit="Levels", about="90 % of the games have no more."),
    "behind_share": Column(
        "rounds behind", "share", about="Share of the rounds that the winner began behind the leader."
    ),
    "never": Column(
        "games never behind", "share", about="Share of games in which no winner ever began a round behind."
    ),
}


@metric(
    needs=("game", "seat", "level"),
    unit="Levels behind the leader, mean over the rounds of a game",
    interval="t over games; Wilson or Jeffreys",
    columns=COLUMNS,
)
def drama(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame) -> pl.LazyFrame:
    """How many Levels the eventual winner was behind the leader when a round began, as a mean over a game's rounds.

    After Browne (2008, "Automatic Generation and Evaluation of Recombination Games") in the form that Ludii gives it:
    a mean over all positions before a move, here a round, not only over those in which the winner was behind; of a
    shared victory the mean over its winners. Games that nobody won are counted beside it.
    """
    (won,) = in_blocks(by_number(game, seat, level), _per_game)
    return (
        pl.concat(won).lazy().group_by(KEYS)
        .agg(
            pl.col("is_won").sum().alias("games"), (~pl.col("is_won")).sum().alias("no_winner"),
            *mean_parts("drama"), *mean_parts("behind_share"), pl.col("is_never").sum().alias("nevers"),
            *(pl.col("drama").quantile(q / 100, "nearest").alias(f"q{q}") for q in (50, 90)),
        )
        .with_columns(*mean_bounds("drama"), *mean_bounds("behind_share"), *share("nevers", "games", "never"))
        .sort(KEYS)
    )  # fmt: skip


def _per_game(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """How far behind the winners of each of some games were, on average, for how long, and whether ever."""
    game, seat, level = frames
    behind = pl.col("behind").cast(pl.Float64)
    # Of k winners each counts 1/k. The first round begins with everybody level: it adds nothing to the sums.
    sums = (
        standings(level, seat)
        .filter(pl.col("credit") > 0)
        .group_by(GAME)
        .agg(
            (pl.col("credit") * behind).sum().alias("deep"),
            (pl.col("credit") * (behind > 0)).sum().alias("long"),
            behind.max().alias("worst"),
        )
    )
    rounds = pl.col("rounds").cast(pl.Float64).clip(lower_bound=1)  # whoever the deal makes win was never behind
    per_game = game.select(*GAME, "rounds", (pl.col("n_winners") > 0).alias("is_won")).join(sums, on=GAME, how="left")
    found = per_game.with_columns(pl.col("deep", "long", "worst").fill_null(0.0)).select(
        *KEYS, "is_won",
        pl.when("is_won").then(pl.col("deep") / rounds).alias("drama"),
        pl.when("is_won").then(pl.col("long") / rounds).alias("behind_share"),
        (pl.col("is_won") & (pl.col("worst") == 0)).alias("is_never"),
    )  # fmt: skip
    return (found,)
