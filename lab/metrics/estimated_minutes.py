"""How long would a game take at a table, and is it over within an hour?"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, share
from lab.tables.column import EXTRA, KEY, LAST, MAIN, Column
from lab.tables.metric import KEYS, metric
from lab.tables.table_pace import PARTS, Pace, minutes_of_a_game, pace

WHOLE = "all"
WITHIN = {60: "within an hour", 90: "within 90 minutes", 120: "within two hours"}
"""Minutes that people have for a game."""
QUANTILES = {50: "median", 10: "10%", 90: "90%"}
_WITHIN = {
    f"within_{limit}": Column(
        words, "share", EXTRA,
        about=f"Share of games that end in at most {limit} estimated minutes; one that met the cap has not ended.",
    )
    for limit, words in WITHIN.items()
}  # fmt: skip
_QUANTILES = {
    f"q{q}": Column(
        words, "number", EXTRA, unit="minutes", about=f"{q} % of the games are estimated to take no longer."
    )
    for q, words in QUANTILES.items()
}
COLUMNS = {
    "part": Column("estimate for", rank=KEY, words={WHOLE: "a game"}, about="What takes time; a game is their sum."),
    "minutes": Column("minutes", "number", unit="minutes", about="Mean estimated minutes of a game."),
    "within_60": replace(_WITHIN["within_60"], rank=MAIN),
    "q50": _QUANTILES["q50"],
    **{name: column for name, column in (_WITHIN | _QUANTILES).items() if name not in ("within_60", "q50")},
    "count": Column(
        "a game has", "number", EXTRA, unit="per game", about="Mean number of turns, decisions or combats."
    ),
    "seconds_each": Column(
        "seconds each", "number", EXTRA, unit="seconds",
        about="Declared seconds for each of them, from lab/tables/pace.toml.",
    ),
    "games": Column("games", "count", LAST, about="Games that the row rests on."),
    "cut": Column("cut off", "count", LAST, about="Games among them that met the cap and count as long as they went."),
}  # fmt: skip
"""First what fits a narrow window: the mean, whether an hour is enough, and the median."""


@metric(
    needs=("game",), unit="estimated minutes", interval="t over games; Wilson or Jeffreys of shares", columns=COLUMNS
)
def estimated_minutes(game: pl.LazyFrame, said: Pace | None = None) -> pl.LazyFrame:
    """Estimated minutes of a game (turns, decisions and combats times declared seconds), and how many end in an hour.

    The seconds are assumptions, not measurements; the intervals are those of the games that were played, given them.
    """
    said = said or pace()
    seconds = {count: getattr(said, one) for one, count in PARTS.items()}
    counts = [pl.col(count).cast(pl.Float64) for count in seconds]
    is_cut = (pl.col("ending").cast(pl.String) == "capped").alias("is_cut")
    facts = game.select(*KEYS, is_cut, minutes_of_a_game(said).alias("whole"), *counts)
    nothing = pl.lit(None, pl.Float64)
    rows = [
        facts.select(
            *KEYS, "is_cut", pl.lit(count).alias("part"), pl.lit(each, pl.Float64).alias("seconds_each"),
            pl.col(count).alias("number"), (pl.col(count) * each / 60).alias("taken"),
        )
        for count, each in seconds.items()
    ]  # fmt: skip
    whole = facts.select(
        *KEYS, "is_cut", pl.lit(WHOLE).alias("part"), nothing.alias("seconds_each"), nothing.alias("number"),
        pl.col("whole").alias("taken"),
    )  # fmt: skip
    taken, order = pl.col("taken"), pl.col("part").replace_strict({name: i for i, name in enumerate([WHOLE, *seconds])})
    return (
        pl.concat([whole, *rows])
        .group_by(*KEYS, "part")
        .agg(
            pl.col("seconds_each").first(), pl.len().alias("games"), pl.col("is_cut").sum().alias("cut"),
            pl.col("number").mean().alias("count"), *mean_parts("taken", "minutes"),
            *(taken.quantile(q / 100, "nearest").alias(f"q{q}") for q in QUANTILES),
            *(((taken <= limit) & ~pl.col("is_cut")).sum().alias(f"ended_{limit}") for limit in WITHIN),
        )
        .with_columns(mean_bounds("minutes"))
        .with_columns(_of_a_game(one) for n in WITHIN for one in share(f"ended_{n}", "games", f"within_{n}"))
        .sort(*KEYS, order)
    )  # fmt: skip


def _of_a_game(share_of_games: pl.Expr) -> pl.Expr:
    """A column that only a whole game has: its parts follow each other at no table."""
    return pl.when(pl.col("part") == WHOLE).then(share_of_games).alias(share_of_games.meta.output_name())
