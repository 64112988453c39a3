"""What became of each card in the games of a run, and games to watch it in: from what is stored, nothing is played.

A card that is held counts whenever chance alone brought it to somebody; what is met counts when it was kicked open.
"""

from __future__ import annotations

import polars as pl

from lab.cards.card_plays import first_plays, uses, what_they_did
from lab.cards.card_verdict import MET
from lab.comparison.games_drawn import GAME, courses
from lab.store.event_codes import HOW
from lab.tables.event_frames import GOAL, setting
from lab.tables.shelf import SOURCES, Shelf, Source

RUN_FATES = "run_fates"
"""Name of the source."""
WORDS = {
    "kept": "kept in play", "used": "used up", "sold": "sold", "lost": "lost", "gone": "given up unplayed",
    "unplayed": "in the hand at the end",
}  # fmt: skip
"""How a card leaves whoever had it, each in one of them: kept until the end, sold, lost to Bad Stuff, a Curse, a thief
or a death, used up or handed on after it was played, given up before, in the hand at the end."""
OF_ONE_SHOTS = {"kept": "on the table, unused at the end"}
"""What is said otherwise of what has an effect only once: before its owner it waits."""
WATCHED = 2
"""Games of a card that whoever had it won, and that they lost."""
LOOKED_AT = 3
"""How many times as many are looked at: first come those of which it is known what the card did."""
READS = ("exposure", "game", "seat", "level", "arm", "card", "rule", "event")
KEYS = ("arm", "id")


def fates(came: pl.LazyFrame) -> pl.LazyFrame:
    """How cards left: arm, id, what, n of so many arrivals; what is met has no fate of its own."""
    played, at_end = pl.col("played") == 1, pl.col("at_end") == 1
    fate = (
        pl.when(at_end & played).then(pl.lit("kept")).when(at_end).then(pl.lit("unplayed"))
        .when(pl.col("sold") == 1).then(pl.lit("sold")).when(pl.col("lost") == 1).then(pl.lit("lost"))
        .when(played).then(pl.lit("used")).otherwise(pl.lit("gone"))
    )  # fmt: skip
    held = came.filter(pl.col("kind").is_in(MET).not_())
    counts = held.group_by(*KEYS, fate.alias("what")).agg(pl.len().cast(pl.Int64).alias("n"))
    return counts.with_columns(pl.lit("fate").alias("part"), pl.col("n").sum().over(KEYS).alias("of"))


def watched(came: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """For each card the games that were over soonest after its play, those that its holder won and that they lost.

    There least else happened. `what` is won or lost; what is met is played by coming (`first_plays`).
    """
    ends = game.filter(pl.col("n_winners") > 0).select(*GAME, pl.col("turns").cast(pl.Int64))
    there = came.with_columns(pl.col("drawn_turn").cast(pl.Int64).alias("turn")).join(ends, on=GAME)
    used = (pl.col("played") == 1) & (pl.col("turn") < pl.col("turns"))  # else it was the prize of the last kill
    is_met, facts = pl.col("kind").is_in(MET), (*KEYS, "game", "seat", "turn", "turns", "card")
    held = first_plays(there.filter(used & ~is_met).drop("played"), event).select(*facts, "seq", "played")
    met = there.filter(is_met).select(
        *facts, pl.lit(None, pl.Int32).alias("seq"), pl.lit(None, pl.Int64).alias("played")
    )
    rows = pl.concat([held, met], how="vertical_relaxed")
    rows = rows.join(seat.select(*GAME, "seat", "agent", "won"), on=[*GAME, "seat"])
    what = pl.when(pl.col("won") > 0).then(pl.lit("won")).otherwise(pl.lit("lost"))
    order = rows.with_columns(what.alias("what"), (pl.col("turns") - pl.coalesce("played", "turn")).alias("after"))
    once = order.sort("after", "game", "seat").unique([*KEYS, "what", "game"], keep="first", maintain_order=True)
    first = once.group_by(*KEYS, "what", maintain_order=True).head(WATCHED * LOOKED_AT)
    return first.with_columns(pl.lit("game").alias("part")).drop("won")


def run_fates(shelf: Shelf) -> pl.DataFrame:
    """The fates of all cards of a run, the uses of One-shots, and the games to watch them in with their `course`.

    Of each game also its `ending` and the winning Level of its rules, `goal`.
    """
    store, run = shelf.store, shelf.run
    game, seat, level, exposure, event = (
        store.table(name, run).with_columns(pl.col("arm").cast(pl.String))
        for name in ("game", "seat", "level", "exposure", "event")
    )
    arms = store.arms(run).lazy().select(pl.col("arm").cast(pl.String), "deck_hash")
    card = store.table("card", run).select("deck_hash", "card", "id", "kind", foe="name").unique()
    named = arms.join(card, on="deck_hash").with_columns(pl.col("card").cast(pl.Int64))
    met = pl.col("kind").is_in(MET)
    lot = (
        pl.when(met)
        .then(pl.col("how") == HOW.index("kicked"))
        .otherwise((pl.col("by_lot") == 1) & (pl.col("held") == 1))
    )
    came = exposure.with_columns(pl.col("card").cast(pl.Int64)).join(named, on=["arm", "card"]).filter(lot)
    agent = seat.with_columns(pl.col("agent").cast(pl.String))
    seen = watched(came, agent, game, event).collect()
    games = what_they_did(seen, event, named.select("arm", "card", "foe").collect())
    is_told = pl.any_horizontal(pl.col("foe", "level").is_not_null())
    order = [*KEYS, "what"]
    games = games.sort(*order, is_told, "after", "game", descending=[False, False, True, True, False, False])
    games = games.group_by(order, maintain_order=True).head(WATCHED).drop("seq", "card", "after")
    drawn = games.join(courses(level, games), on=GAME, how="left", maintain_order="left")
    ended = game.select(*GAME, pl.col("ending").cast(pl.String)).collect()
    rule = store.table("rule", run).with_columns(pl.col("arm").cast(pl.String))
    goals = setting(rule, GOAL).select("arm", pl.col("setting").alias("goal")).collect()
    drawn = drawn.join(ended, on=GAME, how="left", maintain_order="left")
    drawn = drawn.join(goals, on="arm", how="left", maintain_order="left").with_columns(
        pl.col("goal").fill_null(GOAL[1])
    )
    shots = came.filter(pl.col("kind") == "one_shot").with_columns(pl.col("drawn_turn").cast(pl.Int64).alias("turn"))
    used = uses(first_plays(shots.drop("played"), event), event, goals)
    told = pl.concat([fates(came).collect(), used.select("arm", "id", "what", "n", "part", "of")])
    told = told.sort("part", *KEYS, "n", "what", descending=[False, False, False, True, False])
    return pl.concat([told, drawn], how="diagonal").with_columns(run_id=pl.lit(run))


SOURCES[RUN_FATES] = Source(RUN_FATES, run_fates, READS)
