"""How long do players go on who can hardly win any more?"""

from __future__ import annotations

import polars as pl

from lab.measure.hopeless import LIMITS, judged
from lab.measure.ratio import ratio_bounds, ratio_parts
from lab.measure.registry import KEYS, metric
from lab.measure.standings import GAME
from lab.measure.stats import mean_bounds, mean_parts, share
from lab.measure.written import EXTRA, KEY, Column

COLUMNS = {
    "below": Column("chance below", "share", KEY, about="Hopeless is who has a smaller chance to win than this."),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    "rounds": Column(
        "rounds each", "number", unit="rounds", about="Rounds that a player begins without hope, per game."
    ),
    "apart": Column(
        "halves apart",
        "number",
        unit="rounds",
        about="How far the rounds of the two halves of the games are apart, each judged by the other half.",
    ),
    "time": Column("of all rounds", "share", EXTRA, about="Share of the rounds that players begin without hope."),
    "touched": Column("games with", "share", about="Share of games in which somebody began a round without hope."),
    "won": Column(
        "won anyway",
        "share",
        EXTRA,
        about="Win credit of those rounds, where somebody won: below the chance if it was judged well.",
    ),
}


@metric(
    needs=("game", "seat", "level"),
    unit="rounds per player and game, or share",
    interval="t over games; ratio of sums over games; Wilson or Jeffreys; given which positions are hopeless",
    columns=COLUMNS,
)
def hopeless_time(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame) -> pl.LazyFrame:
    """Rounds that players begin so far behind that players so far behind hardly ever win.

    So far behind: as many Levels behind a leader of the same Level, in the other half of the games; see
    `lab.measure.hopeless`. Rounds of capped games count too, but say nothing of the chance, as nobody won them.

    The interval takes the hopeless positions as given. Other games would draw the line elsewhere, and a position that
    is frequent and close to it counts as a whole or not at all: `apart` shows how much that does. If it is wider than
    the interval, the number is as unsure as that, and more games or another limit will help.
    """
    lost = [pl.col(f"hopeless_{i}") for i in range(len(LIMITS))]
    found = (
        judged(level, seat)
        .group_by(GAME)
        .agg(
            *(is_lost.sum().alias(f"lost_{i}") for i, is_lost in enumerate(lost)),
            *((is_lost & pl.col("is_won")).sum().alias(f"ended_{i}") for i, is_lost in enumerate(lost)),
            *(pl.col("credit").filter(is_lost).sum().alias(f"won_{i}") for i, is_lost in enumerate(lost)),
        )
    )
    return (
        _by_limit(game, seat, found).group_by(*KEYS, "below")
        .agg(
            pl.len().alias("games"), *mean_parts("each", "rounds"), *ratio_parts("lost", "all", "time"),
            *ratio_parts("credit", "ended", "won"), _between_halves(), (pl.col("lost") > 0).sum().alias("with"),
        )
        .with_columns(
            *mean_bounds("rounds"), *ratio_bounds("time", 0, 1), *ratio_bounds("won", 0, 1),
            *share("with", "games", "touched"),
        )
        .select(
            *KEYS, "below", "games", "rounds", "rounds_low", "rounds_high", "apart",
            *(f"{name}{side}" for name in ("time", "touched", "won") for side in ("", "_low", "_high")),
        )
        .sort(*KEYS, "below")
    )  # fmt: skip


def _between_halves() -> pl.Expr:
    even, each = pl.col("game") % 2 == 0, pl.col("each")
    return (each.filter(even).mean() - each.filter(~even).mean()).abs().alias("apart")


def _by_limit(game: pl.LazyFrame, seat: pl.LazyFrame, found: pl.LazyFrame) -> pl.LazyFrame:
    """One row per game and limit: rounds that its players begin, those without hope, and what was won from there."""
    players = seat.group_by(GAME).agg(pl.len().cast(pl.Float64).alias("players"))
    per_game = game.select(*GAME, "rounds").join(players, on=GAME).join(found, on=GAME, how="left")
    return pl.concat(
        per_game.select(
            *KEYS, "game", pl.lit(limit, pl.Float64).alias("below"),
            (pl.col("players") * pl.col("rounds")).alias("all"),
            pl.col(f"lost_{i}").fill_null(0).cast(pl.Float64).alias("lost"),
            pl.col(f"won_{i}").fill_null(0.0).alias("credit"),
            pl.col(f"ended_{i}").fill_null(0).cast(pl.Float64).alias("ended"),
            (pl.col(f"lost_{i}").fill_null(0) / pl.col("players")).alias("each"),
        )
        for i, limit in enumerate(LIMITS)
    )  # fmt: skip
