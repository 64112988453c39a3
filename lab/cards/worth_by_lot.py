"""What a card is worth to whoever it comes to by lot (`lab.cards.card_worth.ByLot`), for each arm, stack and number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from lab.cards.arrived_cards import Ints, came_of, stack_of
from lab.cards.card_holders import by_arm
from lab.cards.card_worth import ByLot, by_lot
from lab.stats.intervals import Array
from lab.tables.metric import KEYS

FACTS = ("id", "name", "pile", "kind")
"""What is told of a design."""


@dataclass(frozen=True)
class Arrivals:
    """Sums of one number over the games of an arm, for the cards of one stack; arrays have a column for each card."""

    keys: dict[str, str]
    stack: str  # door, treasure, or character: what is compared with one another
    number: str
    cards: Ints  # numbers of the designs
    games: int  # of the arm
    n: Array  # times that each came: [parts of the games, cards]
    beyond: Array  # credit beyond the mean of all that came so in this part of the games: [parts, cards]
    value: Array  # the difference, over all games
    error: Array  # its standard error over games, at what it is
    if_nothing: Array  # its standard error if cards did nothing: cards and games laid anew
    t: Array  # credit beyond the mean of its own game, way and pass
    v: Array  # variance of `t` if the cards of a game, way and pass came in another order
    games_seen: Ints  # games in which each came


_LAST: list[tuple[tuple[pl.LazyFrame, ...], list[Arrivals]]] = []
"""The tables that were asked about last, and what came: two metrics ask one after the other."""


def arrivals_of(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame
) -> Sequence[Arrivals]:
    """Sums of every number and stack of each arm of a run, made once for all who are given the same frames."""
    tables = (exposure, seat, card, arm)
    for asked, came in _LAST[:]:  # a copy: another thread may ask about another run meanwhile
        if all(one is other for one, other in zip(tables, asked, strict=True)):
            return came
    came = list(arrivals(exposure, seat, designs_of(card, arm)))
    _LAST[:] = [(tables, came)]
    return came


def arrivals(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, designs: pl.DataFrame, left_out: frozenset[str] = frozenset()
) -> Iterator[Arrivals]:
    """Sums of every number and stack of each arm; `designs` has run_id, arm, card, id, pile, kind.

    A card in `left_out`, by id, is compared with the others, and is no part of what others are compared with.
    """
    came_by_lot = exposure.filter(pl.col("by_lot") == 1)
    came = by_arm(came_by_lot, "game", "seat", "card", "how", "pass", "by_lot", pl.lit(0).alias("opening"))
    seats = by_arm(seat, "game", "seat", "credit")
    for key, own in sorted(designs.sort("card").partition_by(KEYS, as_dict=True).items()):
        run, arm = map(str, key)
        if (run, arm) in came and (run, arm) in seats:
            places = {name: at for at, name in enumerate(own["id"])}
            found = came_of(came[run, arm].lazy(), seats[run, arm].lazy(), own, places)
            counted = ~own["id"].is_in(list(left_out)).to_numpy()
            numbers = by_lot(found, len(own), counted)
            stacks = own.select(stack_of()).to_series()
            for stack in stacks.unique().sort():
                at = np.flatnonzero((stacks == stack).to_numpy())
                for one in numbers:
                    if one.n[at].sum():
                        yield _told({"run_id": run, "arm": arm}, str(stack), one, own["card"].to_numpy(), at)


def _told(keys: dict[str, str], stack: str, one: ByLot, cards: Ints, at: Ints) -> Arrivals:
    """One number of the cards of a stack, by their places."""
    (t, v, _), (error, seen) = one.laid_anew, one.spread
    return Arrivals(
        keys, stack, one.way, cards[at], len(one.games.numbers), n=one.n_of_parts[:, at],
        beyond=one.beyond_of_parts[:, at], value=one.value[at], error=error[at], if_nothing=one.if_nothing[at],
        t=t[at], v=v[at], games_seen=seen[at],
    )  # fmt: skip


def designs_of(card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.DataFrame:
    """The designs of each arm, with what is told of them."""
    decks = arm.select(pl.col(*KEYS, "deck_hash").cast(pl.String)).unique()
    facts = card.select(pl.col("deck_hash").cast(pl.String), pl.col("card").cast(pl.Int64), *FACTS).unique()
    return decks.join(facts, on="deck_hash").drop("deck_hash").sort(*KEYS, "card").collect()
