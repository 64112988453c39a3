"""When a card was played, and what that did: read off the stored events of a game.

A one-shot that is only laid down before its owner has not been played: it waits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import polars as pl

from engine.records.state import Zone
from lab.comparison.games_drawn import GAME

DID = ("played", "fighter", "foe", "ours", "theirs", "ours_then", "theirs_then", "level", "level_then")
"""What is told of a play: its turn; whose fight with what monster it was, strengths before and after it where they
changed; from which Level to which whoever played the card rose by it."""
USES = {
    "own": "in the player\u2019s own fight", "last": "in another\u2019s fight for the winning Level",
    "other": "in an earlier fight of somebody else", "outside": "outside of fights",
}  # fmt: skip
"""Where a card is played."""
Side = Literal["backward", "forward"]
KINDS = ("play", "strength", "enter", "level")


def plays(event: pl.LazyFrame) -> pl.LazyFrame:
    """Every card that somebody played: arm, game, seat, card, seq, turn as `played`, and whether it was laid down."""
    rows = event.filter(pl.col("kind").cast(pl.String) == "play", pl.col("actor") >= 0)
    return rows.select(
        *GAME, pl.col("actor").alias("seat"), pl.col("card").cast(pl.Int64), "seq",
        pl.col("turn").cast(pl.Int64).alias("played"), (pl.col("after") == Zone.TABLE).alias("laid"),
    )  # fmt: skip


def first_plays(came: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Cards that came, with the first play of each since; of games whose events were kept only those that were played.

    `came` has arm, game, seat, card, kind and the turn it came in; what is known of other games stays as it is.
    """
    played, keys = plays(event), [*GAME, "seat", "card"]
    once = came.filter(pl.len().over(keys) == 1)  # else it is not known which of them was played
    since = once.select(*keys, "kind", "turn").join(played, on=keys)
    is_use = (pl.col("kind") != "one_shot") | ~pl.col("laid")
    since = since.filter(is_use, pl.col("played") >= pl.col("turn")).sort("seq").unique([*keys, "turn"], keep="first")
    both = came.join(since.select(*keys, "turn", "seq", "played"), on=[*keys, "turn"], how="left")
    kept = played.select(GAME).unique().with_columns(is_kept=True)
    return both.join(kept, on=GAME, how="left").filter(pl.col("seq").is_not_null() | pl.col("is_kept").is_null())


def uses(plays: pl.LazyFrame, event: pl.LazyFrame, goals: pl.DataFrame) -> pl.DataFrame:
    """Counts of first plays (`first_plays`) by where they were: arm, id, what of `USES`, n of so many.

    `goals`: arm and the winning Level of its rules, `goal`; who stands one below it fights for it.
    """
    kind = pl.col("kind").cast(pl.String)
    side = event.filter(kind.is_in(["fight", "strength", "fight_end"]))
    side = side.select(*GAME, "seq", at="turn", fighter=pl.when(kind != "fight_end").then("actor")).sort("seq")
    level = (
        event.filter(kind == "level").select(*GAME, "seq", pl.col("after").alias("stood"), fighter="target").sort("seq")
    )
    known = plays.drop_nulls("seq").select(*GAME, "id", "seat", "played", "seq").sort("seq").collect()
    there = _beside(_beside(known, side.collect(), "backward"), level.collect(), "backward", also=["fighter"])
    is_last = (pl.col("stood") == pl.col("goal") - 1).fill_null(value=False)
    no_fight = pl.col("fighter").is_null() | (pl.col("at") != pl.col("played"))
    what = (
        pl.when(no_fight).then(pl.lit("outside")).when(pl.col("fighter") == pl.col("seat")).then(pl.lit("own"))
        .when(is_last).then(pl.lit("last")).otherwise(pl.lit("other"))
    )  # fmt: skip
    counts = (
        there.join(goals, on="arm").group_by("arm", "id", what.alias("what")).agg(pl.len().cast(pl.Int64).alias("n"))
    )
    return counts.with_columns(pl.lit("use").alias("part"), pl.col("n").sum().over("arm", "id").alias("of"))


def what_they_did(games: pl.DataFrame, event: pl.LazyFrame, names: pl.DataFrame) -> pl.DataFrame:
    """Games with the play (`seq`, `played`, of `card`) in each, and beside it what it did (`DID`).

    `names`: arm, card and the name of a monster as `foe`.
    """
    wanted = games.select(*GAME).unique().lazy()
    kind = pl.col("kind").cast(pl.String)
    rows = event.filter(kind.is_in(KINDS)).join(wanted, on=GAME, how="semi").sort("seq").with_columns(kind).collect()
    of = {name: rows.filter(kind=name) for name in KINDS}
    shown = games.with_columns(pl.col("seq").cast(rows.schema["seq"])).sort("seq", nulls_last=True)
    strength = of["strength"].select(*GAME, "seq", at="turn", ours="before", theirs="after", fighter="actor")
    then = strength.select(*GAME, "seq", end="seq", end_at="at", ours_then="ours", theirs_then="theirs")
    met = of["enter"].select(*GAME, "seq", enter="turn", foe_card=pl.col("card").cast(pl.Int64))
    risen = of["level"].select(*GAME, "seq", "card", risen="turn", level="before", level_then="after")
    risen = risen.with_columns(pl.col("card").cast(pl.Int64))
    more = of["play"].select(*GAME, "seq", more="seq")
    shown = _beside(_beside(shown, strength, "backward"), met, "backward")
    shown = _beside(_beside(shown, then), more)
    shown = _beside(shown, risen, also=["card"])
    shown = shown.join(names.rename({"card": "foe_card"}), on=["arm", "foe_card"], how="left", maintain_order="left")
    now, alike = pl.col("played"), (pl.col("ours") == pl.col("ours_then")) & (pl.col("theirs") == pl.col("theirs_then"))
    is_fight = (pl.col("at") == now) & (pl.col("enter") == now) & (pl.col("end_at") == now) & ~alike
    is_fight &= pl.col("more").is_null() | (pl.col("end") < pl.col("more"))
    fight, rise = DID[1:7], DID[7:]
    told = [pl.when(is_fight).then(name).alias(name) for name in fight]
    told += [pl.when(pl.col("risen") == now).then(name).alias(name) for name in rise]
    return shown.with_columns(told).select(*games.columns, *DID[1:])


def _beside(shown: pl.DataFrame, rows: pl.DataFrame, side: Side = "forward", also: Sequence[str] = ()) -> pl.DataFrame:
    """Beside each play what of its game came last before it, or next."""
    return shown.join_asof(
        rows, on="seq", by=[*GAME, *also], strategy=side, allow_exact_matches=False, check_sortedness=False
    )
