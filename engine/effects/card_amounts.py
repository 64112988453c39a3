"""What the number of an effect row means at this moment."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Amount, Card, EffectRow, Kind, Seat, Trigger
from engine.records.events import Cause
from engine.records.state import Game, Phase

EVERYTHING = 10_000
"""Amount of a row that says `all`."""


@kernel()
def amount_of(g: Game, book: Book, row: EffectRow, who: Seat) -> int:
    """The amount of a row, with `all`, the last die, the size of a hand and the kills put in."""
    n = int(book.effect[row].amount)
    if n == Amount.ALL:
        return EVERYTHING
    if n == Amount.DIE:
        return int(g.die)
    if n == Amount.HAND:
        return int(g.hand_n[who])
    if n == Amount.KILLS:
        return int(g.foe_n) + int(g.slain)
    return n


@kernel()
def count_of(g: Game, book: Book, row: EffectRow, who: Seat) -> int:
    """The amount of a row that counts cards: one unless it says otherwise."""
    if book.effect[row].amount == 0:
        return 1
    return amount_of(g, book, row, who)


@kernel()
def cause_of(g: Game, book: Book, row: EffectRow, card: Card) -> int:
    """Why a level changes when this row of the card changes it (-1: no row of its own)."""
    if card < 0:
        return int(Cause.ABILITY)
    kind = int(book.card[card].kind)
    if kind == Kind.MONSTER:
        trigger = int(book.effect[row].trigger) if row >= 0 else int(Trigger.ROLLED)
        follows = trigger == Trigger.ROLLED or trigger == Trigger.CHOSEN  # a die or a choice that the Bad Stuff puts
        bad = trigger == Trigger.BAD_STUFF or (follows and g.phase == Phase.FLIGHT)
        return int(Cause.BAD_STUFF) if bad else int(Cause.MONSTER)
    if kind == Kind.CURSE:
        return int(Cause.CURSE)
    return int(Cause.CARD)
