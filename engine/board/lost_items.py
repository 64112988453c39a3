"""A card of a table is lost, and with it what is lost with the Item of its slot."""

from __future__ import annotations

from engine.board.replacements import replaced
from engine.board.seat_lookup import has_row
from engine.board.zones import discard_for
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Slot, Trigger, Yes
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Game


@kernel("item.forced-loss", "precedence.card-over-rule")
def is_withheld(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> Yes:
    """Whether something else happens in the place of the loss of an Item; the loss that goes on takes it no more."""
    if book.card[card].is_item == 0 or replaced(g, book, seat, Trigger.LOSES_ITEM, card, cause) == 0:
        return 0
    g.withheld[card] = 1
    return 1


@kernel("item.forced-loss", "precedence.card-over-rule")
def loss_is_over(g: Game, seat: Seat) -> int:
    """What was withheld from a loss may be taken by the next one."""
    for i in range(g.table_n[seat]):
        g.withheld[g.table[seat, i]] = 0
    return 0


@kernel("item.forced-loss", "precedence.card-over-rule")
def lose_unless(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> int:
    """A card of a table is lost to another one, unless something else happens."""
    if is_withheld(g, book, seat, card, cause) == 1:
        g.withheld[card] = 0
        return 0
    return lose_itself(g, book, seat, card, cause)


@kernel("item.forced-loss", "precedence.card-over-rule")
def lose_itself(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> int:
    """This very card of a table is lost to another one, and with it what is lost with the Item of its slot."""
    slot = int(book.card[card].slot) if g.equipped[card] == 1 and book.card[card].is_item == 1 else int(Slot.NONE)
    again = 1 if slot != Slot.NONE and book.card[card].stacks == 0 else 0
    discard_for(g, book, card, Ev.LOSE, cause)
    while again == 1:
        again = _lose_attendant(g, book, seat, slot, cause)
    return 0


@kernel("precedence.card-over-rule")
def _lose_attendant(g: Game, book: Book, seat: Seat, slot: int, cause: Card) -> int:
    """One card that goes when the Item of its slot goes; returns whether there was one."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if has_row(book, c, Op.LOST_WITH, slot) == 1 and (book.card[c].is_item == 0 or g.equipped[c] == 1):
            discard_for(g, book, c, Ev.LOSE, cause)
            return 1
    return 0
