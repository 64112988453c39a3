"""The decks of a game that begins."""

from __future__ import annotations

from engine.board.zones import order_pile
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Kind, Pile
from engine.records.state import Game, Zone


@kernel()
def build_decks(g: Game, book: Book) -> int:
    """Every card of the game into its deck, in keyed order; the last of the array is the top."""
    g.cards = book.cards
    g.deck_n[Pile.DOOR] = 0
    g.deck_n[Pile.TREASURE] = 0
    for c in range(g.cards):
        pile = int(book.card[c].pile)
        if book.card[c].kind == Kind.CHARACTER:
            g.zone[c] = Zone.OUT
            g.owner[c] = -1
            continue
        g.zone[c] = Zone.DECK
        g.owner[c] = -1
        g.host[c] = -1
        g.deck[pile, g.deck_n[pile]] = c
        g.deck_n[pile] += 1
    order_pile(g, book, Pile.DOOR)
    order_pile(g, book, Pile.TREASURE)
    return 0
