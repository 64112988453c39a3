"""Lifting a Curse that lies before a player: the cards that cancel Curses may do it at any time."""

from __future__ import annotations

from engine.board.levels import set_status
from engine.board.lookup import has_row, left_of
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Tag, Timing, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game, Status, Zone


@kernel("curse.persistent", "curse.betrayed")
def lifts(book: Book, card: Card) -> Yes:
    """Whether a card cancels a Curse, also one that lies there."""
    if (book.card[card].timing & Timing.CURSE) == 0:
        return 0
    return has_row(book, card, Op.CANCEL_CURSE, 0)


@kernel("curse.persistent", "item.enhancer-cursed")
def lies(g: Game, book: Book, card: Card) -> Yes:
    """Whether a card in play is a Curse that lasts."""
    row = book.card[card]
    return 1 if row.kind == Kind.CURSE or (row.kind == Kind.ITEM_ENHANCER and (row.tags & Tag.CURSED) != 0) else 0


@kernel("curse.persistent", "timing.any-time")
def lift_options(g: Game, book: Book, seat: Seat) -> int:
    """List the lasting Curses of everybody for each card of a player, in hand or in play, that could cancel them."""
    for i in range(g.hand_n[seat]):
        if lifts(book, int(g.hand[seat, i])) == 1:
            _curses(g, book, seat, int(g.hand[seat, i]))
    for i in range(g.table_n[seat]):
        if lifts(book, int(g.table[seat, i])) == 1:
            _curses(g, book, seat, int(g.table[seat, i]))
    return 0


@kernel("curse.persistent", "item.enhancer-cursed", "precedence.card-over-rule")
def _curses(g: Game, book: Book, seat: Seat, card: Card) -> int:
    for k in range(g.seats):
        s = left_of(g, seat, k)
        for i in range(g.table_n[s]):
            c = int(g.table[s, i])
            if lies(g, book, c) == 1:
                option(g, book, Verb.PLAY, card, c, Aim.ITEM)
        if g.dead[s] == 0 and (int(g.status[s]) & Status.CORRUPTED) != 0:
            option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0


@kernel("curse.persistent", "timing.any-time")
def may_lift(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player holds a card that cancels Curses while one lies before somebody."""
    holds = 0
    for i in range(g.hand_n[seat]):
        holds += lifts(book, int(g.hand[seat, i]))
    for i in range(g.table_n[seat]):
        holds += lifts(book, int(g.table[seat, i]))
    for s in range(g.seats if holds > 0 else 0):
        if (int(g.status[s]) & Status.CORRUPTED) != 0:
            return 1
        for i in range(g.table_n[s]):
            if lies(g, book, int(g.table[s, i])) == 1:
                return 1
    return 0


@kernel("curse.persistent", "item.enhancer-cursed", "oneshot.discard")
def lift(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """The Curse ends, and both cards are discarded."""
    move(g, book, card, Zone.OPEN, seat, Ev.PLAY, target)
    if aim == Aim.SEAT:
        set_status(g, book, target, int(g.status[target]) & ~int(Status.CORRUPTED))
    else:
        emit(g, book, Ev.CANCEL, seat, int(g.owner[target]), target, card, 0, 0)
        discard(g, book, target, Ev.DISCARD)
    return discard(g, book, card, Ev.DISCARD)
