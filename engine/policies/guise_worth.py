"""What it is worth to pass for a Class or Race: the Items of one's own that one could use then."""

from __future__ import annotations

from engine.board.equipment import usable
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.state import Game


@kernel("class.item-restriction")
def _opened(g: Game, book: Book, seat: Seat, card: Card, traits: int) -> int:
    """Bonus of an Item that its owner cannot use for what they are, and could with further traits."""
    row = book.card[card]
    if row.kind != Kind.ITEM or (int(row.only) & traits) == 0 or usable(g, book, seat, card) == 1:
        return 0
    return max(0, int(row.bonus))


@kernel()
def guise(g: Game, book: Book, seat: Seat, traits: int) -> int:
    """Utility points of passing for somebody with some traits."""
    total = 0
    for i in range(g.table_n[seat]):
        total += _opened(g, book, seat, int(g.table[seat, i]), traits)
    for i in range(g.hand_n[seat]):
        total += _opened(g, book, seat, int(g.hand[seat, i]), traits)
    return total * int(book.work.weights[seat, Weight.BONUS])


@kernel()
def best_guise(g: Game, book: Book, seat: Seat, axis: int) -> int:
    """The same of the identity of an axis with which that is most."""
    most = 0
    for c in range(g.cards):
        if book.card[c].kind == int(Kind.CLASS) + axis and book.card[c].locked == 0:
            most = max(most, guise(g, book, seat, int(book.card[c].identity)))
    return most
