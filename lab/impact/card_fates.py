"""What became of a card: of every copy that came to somebody, how it left them again.

A card is somebody's from the move that names them to the next one that does not, as in the table `exposure`: it has
one row there, and here. How it left is the kind of that next move; a card that nothing took is still held at the end.
"""

from __future__ import annotations

import polars as pl

from engine.records.state import Zone
from lab.store.event_codes import EVENT_KINDS, HOW
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.ratios import ratio_parts, share_of_games_bounds

FATES = {
    "fought": "fought at the door",
    "struck": "struck at the door",
    "used": "played, used up",
    "at_once": "took effect at once",
    "in_play": "in play at the end",
    "in_hand": "in hand at the end",
    "sold": "sold",
    "lost": "lost: Bad Stuff, Curse",
    "died": "lost: death",
    "stolen": "stolen",
    "given": "given, traded",
    "paid": "paid for a power",
    "discarded": "discarded",
    "gone": "otherwise",
}
"""Ways to leave whoever had it, each card in one of them, and what they are called."""
ALL, AT_ONCE = "all", "at_once"
WAYS = (ALL, *HOW)
COLUMNS = {
    "arm": Column("variant", rank=KEY, about="What was played."),
    "how": Column("came as", "words", KEY, about="How the card came: all, or a way."),
    "fate": Column("what became of it", rank=KEY, words=FATES, about="How it left whoever it had come to."),
    "arrivals": Column("times", "count", EXTRA, about="Times that a copy came to somebody in this way."),
    "games": Column("games", "count", EXTRA, about="Games in which one did: what the interval rests on."),
    "share": Column("share", "share", about="Share of them that left in this way."),
}
ONE = ["game", "card", "copy"]
MOVES = [kind.kind for kind in EVENT_KINDS if kind.is_move]
STAY = {
    "game": pl.Int64, "seat": pl.Int8, "copy": pl.Int8, "how": pl.String, "drawn_turn": pl.Int32, "played": pl.Int8,
    "in_play_turns": pl.Int32, "fate": pl.String,
}  # fmt: skip
"""Columns of the stays of a card."""


def stays(
    event: pl.DataFrame, exposure: pl.DataFrame, number: int, pile: str, acts_on_arrival: bool = False
) -> pl.DataFrame:
    """A row for each time that a copy of a design came to somebody; `pile` is where it lies."""
    own = event.filter(pl.col("card") == number, pl.col("kind").is_in(MOVES)).sort(*ONE, "seq")
    target, kind, before = pl.col("target"), pl.col("kind"), pl.col("before")
    begins = (target != target.shift()).fill_null(value=True).over(ONE)
    held = pl.col("after").is_in([int(Zone.HAND), int(Zone.TABLE)])
    opened = (kind == "reveal") if pile == "door" else pl.lit(value=False)
    told = own.with_columns(
        begins.cast(pl.Int64).cum_sum().over(ONE).alias("part"), (held | opened).alias("has"),
        kind.shift(-1).over(ONE).alias("left"), before.shift(-1).over(ONE).alias("from"),
    ).filter(target >= 0)  # fmt: skip
    parts = told.group_by(*ONE, "part", maintain_order=True).agg(
        pl.col("has").any(), pl.col("seq").first(), pl.col("left", "from", "after").last()
    )
    left = parts.filter("has").with_columns(pl.int_range(pl.len()).over(ONE).alias("place"))
    came = exposure.filter(pl.col("card") == number).with_columns(pl.int_range(pl.len()).over(ONE).alias("place"))
    keys = [*ONE, "place"]
    rows = came.join(left.with_columns(pl.col("card").cast(pl.Int32)), on=keys, how="left", maintain_order="left")
    words = pl.col("how").replace_strict(dict(enumerate(HOW)), return_dtype=pl.String)
    told = rows.with_columns(words, _fate(acts_on_arrival).alias("fate"))
    return told.select(pl.col(c).cast(t) for c, t in STAY.items())


def _fate(acts_on_arrival: bool) -> pl.Expr:
    """How a card left: the kind of the move that took it, and what had been done with it."""
    left, played, lost = pl.col("left"), pl.col("played") == 1, pl.col("lost") == 1
    lies, hand = pl.col("after") == int(Zone.TABLE), pl.col("after") == int(Zone.HAND)
    thrown = left == "discard"
    spent = thrown & ~pl.col("from").is_in([int(Zone.HAND), int(Zone.TABLE)])
    return (
        pl.when(left.is_null() & lies).then(pl.lit("in_play"))
        .when(left.is_null() & hand).then(pl.lit("in_hand"))
        .when(left == "enter").then(pl.lit("fought"))
        .when(thrown & ~played & ~lies & pl.lit(acts_on_arrival)).then(pl.lit(AT_ONCE))
        .when(spent & ~played).then(pl.lit("struck"))
        .when(spent | (left == "play") | left.is_null()).then(pl.lit("used"))
        .when(left == "sell").then(pl.lit("sold"))
        .when((left == "loot") | thrown & lost).then(pl.lit("died"))
        .when(left == "lose").then(pl.lit("lost"))
        .when(left == "steal").then(pl.lit("stolen"))
        .when(left.is_in(["give", "charity"])).then(pl.lit("given"))
        .when(left == "pay").then(pl.lit("paid"))
        .when(thrown).then(pl.lit("discarded"))
        .otherwise(pl.lit("gone"))
    )  # fmt: skip


def fate_table(found: pl.DataFrame) -> pl.DataFrame:
    """Share of each fate among all arrivals and among those of each way; intervals over games."""
    each = pl.concat([found.with_columns(pl.lit(ALL).alias("how")), found])
    fates = [fate for fate in FATES if fate in set(found["fate"])]
    per_game = each.group_by("how", "game").agg(
        pl.len().alias("n"), (pl.col("played") == 1).sum().alias("played"),
        *((pl.col("fate") == fate).sum().alias(fate) for fate in fates),
    )  # fmt: skip
    parts = [
        per_game.group_by("how").agg(ratio_parts("share", pl.col(fate), pl.col("n")))
        .with_columns(share_of_games_bounds("share")).with_columns(pl.lit(fate).alias("fate"))
        for fate in ("played", *fates)
    ]  # fmt: skip
    out = pl.concat(parts).rename({"share_n": "arrivals", "share_games": "games"})
    order = (pl.col("how").cast(pl.Enum(WAYS)), pl.col("fate").cast(pl.Enum(["played", *FATES])))
    names = ("how", "fate", "arrivals", "games", "share", "share_low", "share_high")
    return out.sort(order).select(names)
