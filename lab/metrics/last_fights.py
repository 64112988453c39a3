"""How does the fight for the last Level go?"""

from __future__ import annotations

import polars as pl

from lab.tables.event_frames import seats_in
from lab.tables.last_tries import OUTCOMES, tries
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, ratios, told_in_rows

SHARE = "share of attempts"
MEASURES = {
    "attempts": Ratio("attempts", "per game", "attempts", "games"),
    "with_attempt": Ratio("games with an attempt", "share of games", "tried", "games"),
    "first_won": Ratio("won by the first attempt", "share of games with one", "first_won", "tried"),
    "before": Ratio("winner's failed attempts", "per winner", "before", "winners"),
    "won": Ratio("won", SHARE, "won", "attempts"),
    "stopped": Ratio("stopped: others turned it", SHARE, "stopped", "attempts"),
    "taken": Ratio("stopped: others took it away", SHARE, "taken", "attempts"),
    "turned": Ratio("turned by own cards or dice", SHARE, "turned", "attempts"),
    "ran": Ratio("too weak, got away", SHARE, "ran", "attempts"),
    "caught": Ratio("too weak, the die failed", SHARE, "caught", "attempts"),
    "gone": Ratio("monster gone, not killed", SHARE, "gone", "attempts"),
    "stops": Ratio("stopped by others", "per game", "stops", "games"),
    "attacked": Ratio("attacked by others", SHARE, "attacked", "attempts"),
    "helped": Ratio("with a helper", SHARE, "helped", "attempts"),
}


@metric(
    needs=("game", "event", "rule"),
    unit="per game, per winner, or share",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns=told_in_rows(MEASURES),
)
def last_fights(game: pl.LazyFrame, event: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Attempts at the last Level: how often they are tried, won and stopped, and by whom.

    An attempt is a combat whose fighter stands one Level below the winning one while the strengths are told, with the
    monster there. Others stop it by turning a combat that was being won, or by taking away the monster or the combat;
    without them a winning combat may be turned by the fighter's own cards or by dice, or the monster may leave. Too
    weak are those who never were winning. Measured where events were kept.
    """
    return ratios(_per_game(tries(game, event, rule)), KEYS, MEASURES)


def _per_game(bouts: pl.LazyFrame) -> pl.LazyFrame:
    """Attempts of each game by outcome, and those of its winners that failed."""
    attempt, outcome, mask = pl.col("attempt"), pl.col("outcome"), pl.col("mask").max()
    winners = bouts.group_by(*KEYS, "game").agg(mask.fill_null(0).alias("winners"))
    own = (pl.col("winners") // 2 ** pl.col("fighter").cast(pl.Int64).clip(lower_bound=0)) % 2 == 1
    return (
        bouts.drop("mask")
        .join(winners, on=[*KEYS, "game"])
        .sort("bout")
        .group_by(*KEYS, "game")
        .agg(
            pl.lit(1).alias("games"),
            attempt.sum().alias("attempts"),
            attempt.any().cast(pl.Int64).alias("tried"),
            (outcome.filter(attempt).first() == "won").fill_null(value=False).cast(pl.Int64).alias("first_won"),
            *((outcome == name).sum().alias(name) for name in OUTCOMES),
            outcome.is_in(["stopped", "taken"]).sum().alias("stops"),
            *((attempt & pl.col(name)).sum().alias(name) for name in ("attacked", "helped")),
            (attempt & own & (outcome != "won")).sum().alias("before"),
            seats_in(pl.col("winners").first()).alias("winners"),
        )
    )
