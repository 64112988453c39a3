"""Whom do players attack?"""

from __future__ import annotations

import polars as pl

from engine.records.state import SEATS
from lab.tables.event_frames import FIGHTS, GOAL, counted, hostile, level_of, setting, with_fights, with_levels
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, ratios, told_in_rows

MEASURES = {
    "acts": Ratio("hostile acts", "per game", "acts", "one"),
    "cards": Ratio("strength against a fighter", "per game", "bonus", "one"),
    "monsters": Ratio("monsters added", "per game", "join", "one"),
    "curses": Ratio("Curses on others", "per game", "curse", "one"),
    "at_leader": Ratio("against a leader", "share of hostile acts", "at_leader", "acts"),
    "by_lot": Ratio("the same if by lot", "share of hostile acts", "by_lot", "acts", parts=True),
    "at_last": Ratio("against the last", "share of hostile acts", "at_last", "acts"),
    "curses_leader": Ratio("Curses on a leader", "share of Curses on others", "curses_leader", "curse"),
    "leader_fight": Ratio("in combats of a leader", "per combat of theirs", "in_leader", "of_leader"),
    "middle_fight": Ratio("in combats of the middle", "per combat of theirs", "in_middle", "of_middle"),
    "last_fight": Ratio("in combats of the last", "per combat of theirs", "in_last", "of_last"),
    "for_win": Ratio("in combats for the last Level", "per such combat", "in_final", "of_final"),
    "attacked": Ratio("combats with a hostile act", "share of combats", "attacked", "combats"),
    "attacked_final": Ratio("those for the last Level", "share of such combats", "attacked_final", "of_final"),
}
KINDS = (*FIGHTS, "level", "join", "bonus", "curse", "turn", "sex")
EVENT = ("actor", "target", "other", "before", "after")
PLACES = ("leader", "last", "middle")


@metric(
    needs=("game", "event", "rule", "arm"),
    unit="per game, per combat, or share",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns=told_in_rows(MEASURES),
)
def hostility(game: pl.LazyFrame, event: pl.LazyFrame, rule: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """Hostile acts against leaders, the last and those in between, and in combats for the last Level.

    A hostile act makes somebody else's combat harder (a card, an ability, a monster) or is a Curse on them. A leader
    has the highest Level at that moment, alone or not; the last the lowest, unless it is the highest too. By lot: as
    many as if each act met any other player. A combat for the last Level begins one Level below the winning one.
    """
    seats = arm.select(*KEYS, "seats").unique(KEYS)
    goals = setting(rule, GOAL).rename({"setting": "goal"})
    # The winning Level and the number of seats are the arm's: what hangs on them is counted for each value first.
    found = counted(game, event, KINDS, EVENT, _bouts).join(seats, on=KEYS, how="left").join(goals, on=KEYS, how="left")
    final = (pl.col("began_at") + 1 >= pl.col("goal").fill_null(GOAL[1])).fill_null(value=False)
    others = (pl.col("seats") - 1).cast(pl.Float64)
    sums = ("acts", "bonus", "join", "curse", "at_leader", "at_last", "curses_leader")
    in_fight, fought = pl.col("in_fight"), pl.col("fought")
    per_game = found.group_by(*KEYS, "game").agg(
        pl.lit(1).alias("one"),
        *(pl.col(c).sum() for c in sums),
        (pl.col("leaders_met") / others).sum().alias("by_lot"),
        *(in_fight.filter(fought & (pl.col("place") == p)).sum().alias(f"in_{p}") for p in PLACES),
        *((fought & (pl.col("place") == p)).sum().alias(f"of_{p}") for p in PLACES),
        in_fight.filter(fought & final).sum().alias("in_final"),
        (fought & final).sum().alias("of_final"),
        (fought & final & (in_fight > 0)).sum().alias("attacked_final"),
        fought.sum().alias("combats"),
        (fought & (in_fight > 0)).sum().alias("attacked"),
    )
    return ratios(per_game, KEYS, MEASURES)


def _bouts(rows: pl.DataFrame) -> pl.DataFrame:
    """Hostile acts of each combat and of what follows it until the next one."""
    rows = with_fights(with_levels(rows))
    kind, actor, levels = pl.col("kind"), pl.col("actor"), [pl.col(f"level_{s}") for s in range(SEATS)]
    played = [pl.when(pl.col("seat_n") > s).then(level) for s, level in enumerate(levels)]
    # Seats that had a turn, or a sex at the start: the Levels of those that are not there mean nothing.
    seats = pl.when(kind == "turn").then(actor).when(kind == "sex").then(pl.col("target")).max().over("game") + 1
    rows = rows.with_columns(seats.fill_null(SEATS).alias("seat_n"))
    rows = rows.with_columns(pl.max_horizontal(played).alias("top"), pl.min_horizontal(played).alias("low"))
    victim = pl.when(kind == "curse").then(pl.col("target")).otherwise(pl.col("fighter"))
    top, low, act, harmed = pl.col("top"), pl.col("low"), hostile(), level_of(victim)
    fighters, begins = level_of(actor), kind == "fight"
    leaders = pl.sum_horizontal((level == top).cast(pl.Int64).fill_null(0) for level in played)
    met = leaders - (level_of(actor) == top).cast(pl.Int64)  # other players who lead
    behind = pl.when(fighters == low).then(pl.lit("last")).otherwise(pl.lit("middle"))
    place = pl.when(fighters == top).then(pl.lit("leader")).otherwise(behind)
    return rows.group_by("game", "bout", maintain_order=True).agg(
        (begins.any() & (kind == "fight_end").any()).alias("fought"), place.filter(begins).first().alias("place"),
        fighters.filter(begins).first().alias("began_at"),
        *((act & (kind == k)).sum().alias(k) for k in ("bonus", "join", "curse")),
        act.sum().alias("acts"), (act & (kind != "curse") & pl.col("fighting")).sum().alias("in_fight"),
        (act & (harmed == top)).sum().alias("at_leader"),
        (act & (harmed == low) & (harmed != top)).sum().alias("at_last"),
        (act & (kind == "curse") & (harmed == top)).sum().alias("curses_leader"),
        met.filter(act).sum().alias("leaders_met"),
    )  # fmt: skip
