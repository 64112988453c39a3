"""How long do players go on who can hardly win any more?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.ratios import Ratio, described
from lab.tables.round_frames import GAME, TIMES, judged, ratio_rows

MEASURES = {
    "rounds": Ratio("rounds each", "rounds per player and game", "lost", "players"),
    "time": Ratio("of all rounds", "share of rounds", "lost", "all"),
    "touched": Ratio("games with", "share of games", "touched", "one"),
    "won": Ratio("won anyway", "share of their wins", "credit", "ended"),
}
ABOUT = {
    "rounds": "Rounds that a player begins without hope, per game.",
    "time": "Share of the rounds that players begin without hope.",
    "touched": "Share of games in which somebody began a round without hope.",
    "won": "Win credit of those rounds, where somebody won: how far from hopeless they are.",
}
COLUMNS = {
    "times": Column(
        "times as far", "plain", KEY, unit="",
        about="Hopeless is who lacks at least so many times as many Levels as the leader.",
    ),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    **{
        name: replace(column, about=ABOUT[name])
        for name, column in described(MEASURES, ("rounds", "touched", "won")).items()
    },
}  # fmt: skip

BY = [*KEYS, "times"]


@metric(
    needs=("game", "seat", "level", "rule"),
    unit="rounds per player and game, or share",
    interval="ratio of sums over games; shares: Wilson or Jeffreys",
    columns=COLUMNS,
)
def hopeless_time(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Rounds that players begin several times as far from the winning Level as the leader, and what they still win.

    A player at Level 4 under a leader at 9 of 10 is six times as far: six Levels against one. The line is declared, so
    it is the same for all games and arms, and the intervals hold; see `lab.tables.round_frames`. Rounds of capped games
    count too, but not for what is won, as nobody won them.
    """
    *frames, rule = by_number(game, seat, level, rule)

    def per_game(frames: Sequence[pl.LazyFrame]) -> pl.LazyFrame:
        game, seat, level = frames
        return _by_line(game, seat, _per_game(level, seat, rule))

    return ratio_rows(frames, per_game, BY, MEASURES)


def _per_game(level: pl.LazyFrame, seat: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Of each line the positions beyond it, those of games that somebody won, and what was won from there."""
    lost = [pl.col(f"hopeless_{i}") for i in range(len(TIMES))]
    return (
        judged(level, seat, rule)
        .group_by(GAME)
        .agg(
            *(is_lost.sum().alias(f"lost_{i}") for i, is_lost in enumerate(lost)),
            *((is_lost & pl.col("is_won")).sum().alias(f"ended_{i}") for i, is_lost in enumerate(lost)),
            *(pl.col("credit").filter(is_lost).sum().alias(f"credit_{i}") for i, is_lost in enumerate(lost)),
        )
    )


def _by_line(game: pl.LazyFrame, seat: pl.LazyFrame, found: pl.LazyFrame) -> pl.LazyFrame:
    """One row per game and line: players, rounds that they begin, those without hope, and what was won from there."""
    players = seat.group_by(GAME).agg(pl.len().cast(pl.Int64).alias("players"))
    # A game of one round has no position that a round begins from.
    per_game = game.select(*GAME, "rounds").join(players, on=GAME).join(found, on=GAME, how="left").fill_null(0)
    return pl.concat(
        per_game.select(
            *GAME, "players", pl.lit(many, pl.Int64).alias("times"), pl.lit(1).alias("one"),
            (pl.col("players") * pl.col("rounds")).alias("all"), pl.col(f"lost_{i}").alias("lost"),
            (pl.col(f"lost_{i}") > 0).alias("touched"), pl.col(f"credit_{i}").alias("credit"),
            pl.col(f"ended_{i}").alias("ended"),
        )
        for i, many in enumerate(TIMES)
    )  # fmt: skip
