"""Fights for the last Level: which combats are tries at it, whose, and what became of them."""

from __future__ import annotations

import polars as pl

from engine.records.events import Cause, Result
from engine.records.opcodes import Op
from lab.tables.event_frames import (
    FIGHTS,
    GOAL,
    counted,
    hostile,
    is_helping,
    level_of,
    setting,
    since,
    with_fights,
    with_levels,
)
from lab.tables.metric import KEYS

OUTCOMES = ("won", "stopped", "taken", "turned", "ran", "caught", "gone")
"""All that can become of an attempt."""
DEEDS = ("play", "ability", "pay")
KINDS = (*FIGHTS, *DEEDS, "level", "join", "bonus", "curse", "remove", "over")
TAKE_OVER = int(Op["TAKE_OVER"])
EVENT = ("actor", "target", "other", "before", "after")


def tries(game: pl.LazyFrame, event: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each combat of games whose events were kept, and at least one for each game.

    `attempt`: whether its `fighter` stood one Level below the winning one while the strengths were told, with the
    monster there; `outcome`, one of `OUTCOMES`, of attempts only; `mask`: the winners of the game, in its last row.
    """
    bouts = counted(game, event, KINDS, EVENT, _bouts)
    goals = setting(rule, GOAL).rename({"setting": "goal"})
    return _outcomes(bouts.join(goals, on=KEYS, how="left").with_columns(pl.col("goal").fill_null(GOAL[1])))


def _bouts(rows: pl.DataFrame) -> pl.DataFrame:
    """One row for each combat; what precedes the first of a game belongs to the last one of the game before."""
    rows = with_fights(with_levels(rows))
    kind, actor, target, other, after = (pl.col(n) for n in ("kind", "actor", "target", "other", "after"))
    fighter, told, ended = pl.col("fighter"), kind == "strength", kind == "fight_end"
    at_crew = (kind != "curse") | (target == fighter) | is_helping(target)
    rows = rows.with_columns(since(pl.when(kind.is_in(DEEDS)).then(actor), pl.lit(-1)).alias("doer"))
    doer = pl.col("doer")
    outside = (doer >= 0) & (doer != fighter) & ~is_helping(doer)
    by_kill = (kind == "level") & (target == fighter) & (other == int(Cause.KILL))
    # Columns first: what is worked out for each group anew takes three times as long.
    rows = rows.with_columns(
        pl.when(told).then(level_of(actor)).alias("top"),
        pl.when(by_kill).then(after).alias("reached"),
        (pl.col("fighting") & hostile() & at_crew).alias("attacked"),
        (told & (other == 1)).alias("ahead"),
    )
    return rows.group_by("game", "bout", maintain_order=True).agg(
        pl.col("top").max(),
        pl.col("top").filter(after != 0).max().alias("top_met"),
        actor.get(pl.col("top").arg_max(), null_on_oob=True).alias("fighter"),
        ended.any().alias("fought"),
        actor.filter(ended).last().alias("last_fighter"),
        (target.filter(ended).last() >= 0).alias("helped"),
        other.filter(ended).last().alias("result"),
        pl.col("ahead", "attacked").any(),
        pl.col("reached").max(),
        outside.filter(kind == "remove").last().fill_null(value=False).alias("removed_by_others"),
        actor.filter((kind == "ability") & (other == TAKE_OVER)).last().alias("taker"),
        pl.col("before").filter(kind == "over").last().alias("mask"),
    )


def _outcomes(bouts: pl.LazyFrame) -> pl.LazyFrame:
    """Which combats are attempts, whose, and what became of them; `goal` is the Level that wins."""
    result, goal = pl.col("result"), pl.col("goal")
    gone = result == int(Result.REMOVED)
    passed_on, by_hand = pl.col("last_fighter") != pl.col("fighter"), pl.col("taker") == pl.col("fighter")
    outcome = (
        pl.when((pl.col("reached") >= goal).fill_null(value=False)).then(pl.lit("won"))
        .when(passed_on).then(pl.when(by_hand).then(pl.lit("gone")).otherwise(pl.lit("taken")))
        .when(gone & pl.col("removed_by_others")).then(pl.lit("taken"))
        .when(gone).then(pl.lit("gone"))
        .when(pl.col("ahead")).then(pl.when("attacked").then(pl.lit("stopped")).otherwise(pl.lit("turned")))
        .when(result == int(Result.FLED)).then(pl.lit("ran"))
        .otherwise(pl.lit("caught"))
    )  # fmt: skip
    top = pl.when(gone).then(pl.col("top_met")).otherwise(pl.col("top"))
    attempt = (pl.col("fought") & (top + 1 >= goal)).fill_null(value=False)
    return bouts.with_columns(attempt.alias("attempt"), pl.when(attempt).then(outcome).alias("outcome"))
