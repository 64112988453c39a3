"""When is a game decided?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, share
from lab.tables.column import EXTRA, LAST, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import decisions, in_blocks

QUANTILES = (10, 50, 90)
COLUMNS = {
    "games": Column("games", "count", about="Games that somebody won and somebody lost."),
    "no_winner": Column("no winner", "count", LAST, about="Further games that nobody won, or everybody."),
    "decided": Column(
        "decided after", "share", about="Part of the game's rounds after which the winner led to the end."
    ),
    **{
        f"q{q}": Column(
            "median" if q == 50 else f"{q}%",
            "share",
            EXTRA if q == 50 else LAST,
            about=f"{q} % of the games were decided sooner.",
        )
        for q in QUANTILES
    },
    "round": Column(
        "in round", "number", unit="round", about="Mean number of the round in which the game was decided."
    ),
    "at_end": Column(
        "only at the end", "share", about="Share of games in which the winner did not lead before the end."
    ),
}


@metric(
    needs=("game", "seat", "level"),
    unit="share of a game's rounds",
    interval="t over games; Wilson or Jeffreys",
    columns=COLUMNS,
)
def decided_at(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame) -> pl.LazyFrame:
    """After which part of its rounds a game was decided: from then on the eventual winner led to the end.

    To lead is to have the highest Level alone, or with others who win too; a tie with a loser decides nothing. What did
    not lead before the game's end was decided by its last round. A game of one round is decided in that, and one that
    the deal ends, before its first round, in none of them.
    """
    (parts,) = in_blocks(by_number(game, seat, level), lambda some: (decisions(*some),))
    return (
        pl.concat(parts).lazy().group_by(KEYS)
        .agg(
            pl.col("is_won").sum().alias("games"), (~pl.col("is_won")).sum().alias("no_winner"),
            *mean_parts("decided"), *mean_parts("round"), _is_open_to_the_end().sum().alias("ends"),
            *(pl.col("decided").quantile(q / 100, "nearest").alias(f"q{q}") for q in QUANTILES),
        )
        .with_columns(*mean_bounds("decided"), *mean_bounds("round"), *share("ends", "games", "at_end"))
        .sort(KEYS)
    )  # fmt: skip


def _is_open_to_the_end() -> pl.Expr:
    return (pl.col("round") == pl.col("rounds")) & (pl.col("rounds") > 0)
