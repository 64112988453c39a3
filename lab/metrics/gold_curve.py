"""How does the gold on the table grow?"""

from __future__ import annotations

import polars as pl

from engine.records.state import Zone
from lab.tables.column import KEY, Column
from lab.tables.event_frames import counted, seat_groups
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.ratios import Ratio, described, ratio_columns

MEASURES = {"gold": Ratio("gold pieces in play", "gold pieces per player", "gold", "players", parts=True)}
COLUMNS = {
    "group": Column("players", rank=KEY, about="Of all players, of winners, of the others."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Games that the row rests on: those still running."),
    **described(MEASURES, MEASURES),
}
MOVES = (
    "draw", "reveal", "play", "take", "discard", "sell", "give", "charity", "loot", "lose", "steal", "return", "pay",
    "remove", "reward", "shuffle", "setup", "enter",
)  # fmt: skip
EVENT = ("actor", "target", "card", "before", "after", "round")


@metric(
    needs=("level", "seat", "game", "event", "card", "arm"),
    unit="gold pieces per player at the end of a round",
    interval="t over games with events",
    columns=COLUMNS,
)
def gold_curve(
    level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, event: pl.LazyFrame, card: pl.LazyFrame,
    arm: pl.LazyFrame,
) -> pl.LazyFrame:  # fmt: skip
    """Value of the cards that lie before a player by round: all, winners and the others.

    A game leaves the curve when it ends: `games` says how many had that round. Measured where events were kept.
    """
    table = (pl.col("before") == int(Zone.TABLE)) | (pl.col("after") == int(Zone.TABLE))
    moved = counted(game, event, MOVES, EVENT, _per_round, table)
    level, seat, arm, moved = by_number(level, seat, arm, moved)
    worth = card.select("deck_hash", pl.col("card").cast(pl.Int64), "gold").unique(["deck_hash", "card"])
    decks, place = arm.select(*KEYS, "deck_hash").unique(KEYS), [*KEYS, "game", "seat"]
    change = (
        moved.join(decks, on=KEYS).join(worth, on=["deck_hash", "card"], how="left")
        .group_by(*place, "round").agg((pl.col("n") * pl.col("gold").fill_null(0)).sum().alias("change"))
    )  # fmt: skip
    watched = moved.select(*KEYS, "game").unique()
    grid = level.select(*place, "round").join(watched, on=[*KEYS, "game"])
    gold = (
        grid.with_columns(pl.col("seat").cast(pl.Int64), pl.col("round").cast(pl.Int64))
        .join(change, on=[*place, "round"], how="left")
        .sort("round")
        .with_columns(pl.col("change").fill_null(0).cum_sum().over(place).alias("gold"))
    )
    groups = seat_groups(seat).with_columns(pl.col("seat").cast(pl.Int64))
    by = [*KEYS, "group", "round"]
    # One number per game: the mean of its players of the group.
    per_game = (
        gold.join(groups, on=place).group_by(*by, "game")
        .agg(pl.col("gold").mean(), pl.lit(1).alias("players"))
    )  # fmt: skip
    return ratio_columns(per_game, by, MEASURES)


def _per_round(rows: pl.DataFrame) -> pl.DataFrame:
    """Cards of each design that came to lie before a seat in a round, less those that left; 0 of none for the game."""
    table, one = int(Zone.TABLE), pl.lit(1, pl.Int64)
    key = [pl.col("card").cast(pl.Int64), pl.col("round").clip(lower_bound=1).cast(pl.Int64).alias("round")]
    to = rows.filter((pl.col("target") >= 0) & (pl.col("after") == table) & pl.col("kind").is_in(MOVES))
    off = rows.filter((pl.col("actor") >= 0) & (pl.col("before") == table) & pl.col("kind").is_in(MOVES))
    own = rows.filter(pl.col("begins"))
    none = pl.lit(-1, pl.Int64)
    parts = [
        to.select("game", pl.col("target").cast(pl.Int64).alias("seat"), *key, one.alias("n")),
        off.select("game", pl.col("actor").cast(pl.Int64).alias("seat"), *key, (-one).alias("n")),
        own.select("game", none.alias("seat"), none.alias("card"), one.alias("round"), (one * 0).alias("n")),
    ]
    return pl.concat(parts).group_by("game", "seat", "card", "round").agg(pl.col("n").sum())
