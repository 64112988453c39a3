"""What do players earn, sell and suffer?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from engine.records.state import Zone
from lab.stats.intervals import mean_parts
from lab.tables.column import KEY, Column
from lab.tables.event_frames import counted, seat_groups
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import in_blocks, mean_rows

FACTS = ("treasures", "levels_bought", "curses", "gold_in_play", "final_level")
SEEN = ("sold", "stolen", "robbed", "charity", "thrown_away", "traded")
"""Measures that are read from events, in games whose events were kept."""
WORDS = {
    "treasures": "Treasures drawn", "levels_bought": "Levels bought", "curses": "Curses suffered",
    "gold_in_play": "gold pieces in play at the end", "final_level": "final Level", "sold": "cards sold",
    "stolen": "cards taken from others", "robbed": "cards taken by others", "charity": "cards given in Charity",
    "thrown_away": "cards discarded in Charity", "traded": "cards given or traded",
}  # fmt: skip
COLUMNS = {
    "measure": Column("per player", rank=KEY, words=WORDS, about="What is counted."),
    "group": Column("players", rank=KEY, about="Of all players, of winners, of the others."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "mean": Column("mean", "number", about="Mean per player and game."),
}
HAND = int(Zone.HAND)
BY = [*KEYS, "measure", "group"]
KINDS = ("sell", "steal", "charity", "discard", "give")


@metric(needs=("seat", "game", "event"), unit="per player and game", interval="t over games", columns=COLUMNS)
def economy(seat: pl.LazyFrame, game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """What players draw, buy, sell, give and suffer, per player, and for winners.

    Charity is the end of a turn with too many cards in hand: what is given to the lowest, and what is discarded. Cards
    taken are those of thieves, Curses and Bad Stuff. What is sold, taken and given is measured where events were kept.
    """
    moved = counted(game, event, KINDS, ("phase", "actor", "target", "before"), _per_seat)
    (means,) = in_blocks(by_number(seat, moved), _of_games)
    return mean_rows(means, BY)


def _of_games(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """Means over some games of what is known of them; a row for each measure and group."""
    seat, moved = frames
    wide = seat.select(*KEYS, "game", "seat", *(pl.col(c).cast(pl.Float64) for c in FACTS))
    watched = moved.select(*KEYS, "game").unique().with_columns(pl.lit(0.0).alias("none"))
    place = [*KEYS, "game", "seat"]
    rows = wide.join(watched, on=[*KEYS, "game"], how="left").join(moved, on=place, how="left")
    # Who did nothing of the kind in a watched game did it 0 times; of other games nothing is known.
    known = rows.with_columns(pl.coalesce(c, "none").alias(c) for c in SEEN).drop("none")
    of_games = known.join(seat_groups(seat), on=place).group_by(*KEYS, "group", "game").agg(
        pl.col(*FACTS, *SEEN).mean()
    )  # fmt: skip
    parts = of_games.group_by(*KEYS, "group").agg(part for c in (*FACTS, *SEEN) for part in mean_parts(c))
    means = pl.concat(
        parts.select(
            *KEYS, pl.lit(c).alias("measure"), "group",
            *(pl.col(f"{c}{end}").alias(f"mean{end}") for end in ("", "_sd", "_n")),
        )
        for c in (*FACTS, *SEEN)
    )  # fmt: skip
    return (means.filter(pl.col("mean_n") > 0),)


def _per_seat(rows: pl.DataFrame) -> pl.DataFrame:
    """What each seat moved in each game; a row of seat -1 for the game itself."""
    kind, actor, target = pl.col("kind"), pl.col("actor"), pl.col("target")
    in_charity = (kind == "discard") & (pl.col("phase").cast(pl.String) == "charity") & (actor >= 0)
    parts = (
        ("sold", kind == "sell", actor), ("stolen", (kind == "steal") & (target != actor), target),
        ("robbed", (kind == "steal") & (target != actor), actor), ("charity", kind == "charity", actor),
        ("thrown_away", in_charity & (pl.col("before") == HAND), actor), ("traded", kind == "give", actor),
    )  # fmt: skip
    own = rows.filter(pl.col("begins")).select("game", pl.lit(-1, pl.Int8).alias("seat"), pl.lit("").alias("measure"))
    moved = [
        rows.filter(where).select("game", who.cast(pl.Int8).alias("seat"), pl.lit(name).alias("measure"))
        for name, where, who in parts
    ]
    sums = [(pl.col("measure") == name).sum().cast(pl.Float64).alias(name) for name in SEEN]
    return pl.concat([own, *moved]).group_by("game", "seat").agg(sums)
