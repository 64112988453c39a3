"""The course of games: the events that a metric needs, in order, with what stood when each of them happened.

Games are read in blocks, arm by arm or of many small arms together, so that a million games need no more memory than a
few thousand, and two hundred arms of a few games no more time than one of many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import polars as pl

from engine.records.state import SEATS, Zone
from lab.store.event_codes import EVENT_KINDS
from lab.tables.metric import KEYS

BLOCK = 5_000_000
"""Events, of all kinds, that are looked through together: those of about 5,000 games."""
FIGHTS = ("fight", "fight_end", "strength", "accept", "leave")
"""Events that say who fights and who helps."""
GOAL = ("victory.level", 10)
START = ("setup.start_level", 1)
"""Switches, and what they are in runs that did not store their rules."""
KIND = pl.Enum([kind.kind for kind in EVENT_KINDS])
"""Kinds are compared often: as numbers that is quick."""
Count = Callable[[pl.DataFrame], pl.DataFrame]


def counted(
    game: pl.LazyFrame,
    event: pl.LazyFrame,
    kinds: Sequence[str],
    columns: Sequence[str],
    count: Count,
    where: pl.Expr | None = None,
) -> pl.LazyFrame:
    """What `count` makes of the events of each block, with the keys of the arm in front.

    `count` gets the events of some kinds (of those the ones `where`) and the first one of each game, whatever its kind:
    so every game whose events were kept has a row. It is handed a frame without rows where there are none, and says
    with that what it returns.
    """
    kind = pl.col("kind").cast(pl.String)
    wanted = kind.is_in(list(kinds)) if where is None else kind.is_in(list(kinds)) & where
    chosen = event.filter(wanted | (pl.col("seq") == 0)).select(*KEYS, "game", "seq", kind.alias("kind"), *columns)
    parts = [part for block in _blocks(game, event, chosen) for part in block.counted(count)]
    if parts:
        return pl.concat(parts).lazy()
    none = _ordered(chosen.drop(KEYS).limit(0).collect())
    return count(none).select(*(pl.lit("").alias(key) for key in KEYS), pl.all()).clear().lazy()


class _Block(NamedTuple):
    """Events of some games of some arms; the games of the arms lie `span` numbers apart, so that none are one."""

    arms: pl.DataFrame
    span: int
    rows: pl.DataFrame

    def counted(self, count: Count) -> Iterator[pl.DataFrame]:
        """What `count` makes of them, with the keys of each arm in front."""
        found = count(self.rows)
        of = found["game"] // self.span
        for place, keys in enumerate(self.arms.select(KEYS).iter_rows()):
            own = found.filter(of == place)
            if own.height:
                named = (pl.lit(value).alias(key) for key, value in zip(KEYS, keys, strict=True))
                game = (pl.col("game") % self.span).cast(pl.Int64)
                yield own.with_columns(game).select(*named, pl.all())


def _blocks(game: pl.LazyFrame, event: pl.LazyFrame, chosen: pl.LazyFrame) -> Iterator[_Block]:
    """The chosen events of each arm, some games at a time, or of some arms whole; each asks every file what it has."""
    number, keys = pl.col("game"), [pl.col(key).cast(pl.String) for key in KEYS]
    arms = game.group_by(*keys).agg(number.min().alias("first"), number.max().alias("last")).sort(KEYS).collect()
    events = event.select(pl.len()).collect().item() / max(arms.height, 1)
    span = int(arms["last"].max() or 0) + 1  # type: ignore[arg-type]
    for few in arms.iter_slices(max(1, int(BLOCK / max(events, 1)))):
        first, last = (int(few["first"].min() or 0), int(few["last"].max() or 0))  # type: ignore[arg-type]
        parts = 1 if few.height > 1 else max(1, round(events / BLOCK))
        size = max(1, -(-(last + 1 - first) // parts))
        places = few.select(*KEYS, pl.int_range(pl.len()).cast(pl.Int64).alias("place")).lazy()
        for begin in range(first, last + 1, size):
            here = chosen.filter(number.is_between(begin, begin + size, closed="left"), _among(few))
            found = here.with_columns(keys).join(places, on=KEYS).with_columns(number + pl.col("place") * span)
            rows = found.drop(*KEYS, "place").collect()
            if rows.height:
                yield _Block(few, span, _ordered(rows))


def _among(arms: pl.DataFrame) -> pl.Expr:
    """Whether a row may be of some arms: files of others are not looked through."""
    return pl.all_horizontal(pl.col(key).cast(pl.String).is_in(arms[key].unique().to_list()) for key in KEYS)


def _ordered(rows: pl.DataFrame) -> pl.DataFrame:
    """Events in their order; `begins` marks the first one of each game."""
    rows = rows.with_columns(pl.col("kind").cast(KIND)).sort("game", "seq")
    return rows.with_columns(pl.col("game").ne_missing(pl.col("game").shift()).alias("begins"))


def since(value: pl.Expr, start: pl.Expr) -> pl.Expr:
    """The last known value of a game up to each of its events; before there is one `start`, which must not be null."""
    known = pl.when(pl.col("begins")).then(pl.coalesce(value, start))
    return known.otherwise(value).forward_fill()


def with_levels(rows: pl.DataFrame) -> pl.DataFrame:
    """Each event with every seat's Level before it, as `level_0` and so on: needs the events of kind level."""
    is_level = pl.col("kind") == "level"
    # All begin at the same Level: the one before the first change of anybody's.
    first = pl.col("before").filter(is_level).first().over("game").fill_null(START[1])
    after = [pl.when(is_level & (pl.col("target") == s)).then(pl.col("after")).shift() for s in range(SEATS)]
    return rows.with_columns(first.alias("start")).with_columns(
        since(pl.when(~pl.col("begins")).then(change), pl.col("start")).alias(f"level_{s}")
        for s, change in enumerate(after)
    )


def level_of(seat: pl.Expr) -> pl.Expr:
    """The Level of a seat at that moment."""
    return pl.coalesce(pl.when(seat == s).then(pl.col(f"level_{s}")) for s in range(SEATS))


def with_fights(rows: pl.DataFrame) -> pl.DataFrame:
    """Each event with its combat: `bout` counts combats, `fighting` till its end, `fighter`, `helpers` as bits."""
    kind, actor = pl.col("kind"), pl.col("actor")
    fighter = pl.when(kind.is_in(["fight", "strength"])).then(actor)
    # Whoever takes a combat over fights alone: where the strengths are told without a helper, none of before is left.
    anew = (kind == "fight") | ((kind == "strength") & (pl.col("target") < 0))
    ended = (kind == "fight_end").shift().fill_null(value=False)
    running = pl.when(kind == "fight").then(1).when(ended | pl.col("begins")).then(0)
    return rows.with_columns(
        (kind == "fight").cum_sum().alias("bout"),
        since(running, pl.lit(0)).cast(pl.Boolean).alias("fighting"),
        since(fighter, pl.lit(-1)).alias("fighter"),
        pl.sum_horizontal(since(_helps(s, anew), pl.lit(0)) * (1 << s) for s in range(SEATS)).alias("helpers"),
    )


def _helps(seat: int, anew: pl.Expr) -> pl.Expr:
    """1 where a seat begins to help, 0 where it no longer does."""
    joins = (pl.col("kind") == "accept") & (pl.col("other") == seat)
    leaves = (pl.col("kind") == "leave") & (pl.col("target") == seat)
    return pl.when(joins).then(1).when(anew | leaves).then(0)


def is_helping(seat: pl.Expr) -> pl.Expr:
    """Whether a seat is one of the helpers of a combat, as `with_fights` has found them."""
    return pl.any_horizontal((seat == s) & (pl.col("helpers") // (1 << s) % 2 == 1) for s in range(SEATS))


def hostile() -> pl.Expr:
    """Whether somebody outside a combat makes it harder for its fighter, or a Curse is played on somebody else.

    In a combat: a card, an ability or a monster that lowers the side of the fighter or raises the other one.
    """
    kind, actor = pl.col("kind"), pl.col("actor")
    outside = (actor >= 0) & (actor != pl.col("fighter")) & ~is_helping(actor)
    weaker = (kind == "bonus") & ((pl.col("before") < 0) | (pl.col("after") > 0))
    curse = (kind == "curse") & (actor >= 0) & (actor != pl.col("target"))
    return curse | outside & (weaker | (kind == "join"))


def seats_in(mask: pl.Expr) -> pl.Expr:
    """How many seats the bits of a number name."""
    return pl.sum_horizontal((mask // 2**s) % 2 for s in range(SEATS))


def seat_groups(seat: pl.LazyFrame) -> pl.LazyFrame:
    """Each seat twice: among all, and among winners or the others."""
    won = pl.when(pl.col("won").cast(pl.Boolean)).then(pl.lit("winner")).otherwise(pl.lit("other"))
    one = seat.select(*KEYS, "game", "seat", won.alias("group"))
    return pl.concat([one, one.with_columns(group=pl.lit("all"))])


def place_in_turns() -> pl.Expr:
    """Place in the order of turns, 0 begins, where a row has its `seat` and the `first_seat` of its game."""
    seats = pl.col("seat").n_unique().over([*KEYS, "game"]).cast(pl.Int64)
    return (pl.col("seat").cast(pl.Int64) - pl.col("first_seat").cast(pl.Int64) + seats) % seats


def setting(rule: pl.LazyFrame, switch: tuple[str, int]) -> pl.LazyFrame:
    """A switch that is a number, by arm: the column `setting`, without rows for arms that did not store it."""
    name, _ = switch
    value = pl.col("value").cast(pl.Int64, strict=False).alias("setting")
    return rule.filter(pl.col("switch") == name).select(*KEYS, value).unique(KEYS)


CAUSES = ("curse", "caught", "ability", "throw", "roll", "escape", "fight", "fight_end", "turn", "turn_end")
ALSO = ("acts", "play")
"""Events after which cards are lost to something else; those of `ALSO` unless they are about the same card."""
LOSSES = ("lose", "steal")


def with_cause(rows: pl.DataFrame) -> pl.DataFrame:
    """Each event with what it comes from: `cause` is the kind of the event that began it, `cause_card` its card."""
    kind, card = pl.col("kind"), pl.col("card")
    first = kind.is_in(CAUSES)
    rows = rows.with_columns(since(pl.when(first).then(card), pl.lit(-1)).alias("cause_card"))
    other = kind.is_in(ALSO) & (card != pl.col("cause_card"))
    return rows.with_columns(
        since(pl.when(first | other).then(kind), pl.lit("last_move", KIND)).alias("cause"),
        since(pl.when(first | other).then(card), pl.lit(-1)).alias("cause_card"),
        (first | other).cum_sum().alias("cause_number"),
    )


def cards_lost() -> pl.Expr:
    """Whether an event takes a card from a hand or a table for good: it is lost, or another player gets it."""
    return pl.col("kind").is_in(LOSSES) & (pl.col("actor") >= 0) & pl.col("before").is_in([Zone.HAND, Zone.TABLE])


def with_names(found: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame, facts: Sequence[str]) -> pl.LazyFrame:
    """Rows of designs with some facts of their cards."""
    designs = card.select("deck_hash", pl.col("card").cast(pl.Int64), *facts).unique(["deck_hash", "card"])
    decks = arm.select(*KEYS, "deck_hash").unique(KEYS)
    return found.join(decks, on=KEYS, how="left").join(designs, on=["deck_hash", "card"], how="left").drop("deck_hash")
