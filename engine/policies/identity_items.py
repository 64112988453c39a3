"""What goes with an identity: the Items in use that need it."""

from __future__ import annotations

from engine.board.queries import exempt
from engine.jit import kernel
from engine.policies.features import Weight
from engine.policies.item_points import net
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.state import Game, Zone


@kernel("class.item-restriction")
def leaning(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Worth of the Items a player uses that they could use no more without an identity they have in play."""
    row = book.card[card]
    if g.zone[card] != Zone.TABLE or g.owner[card] != seat or not Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT:
        return 0
    rest = int(g.identity[seat]) & ~int(row.identity)
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        only = int(book.card[c].only)
        if g.equipped[c] == 1 and (only & int(row.identity)) != 0 and (only & rest) == 0 and exempt(g, book, c) == 0:
            total += max(0, net(g, book, seat, c))
    return total * int(book.work.weights[seat, Weight.BONUS])
