"""The order of a pile that somebody looks at: enough cards of it, one on top, one under it; the topmost discard."""

from __future__ import annotations

from engine.board.card_lists import drop
from engine.board.zones import reshuffle, top
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Pile, Seat
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game


@kernel("cards.reshuffle", "cards.deck-and-discards-empty")
def lay_ready(g: Game, book: Book, pile: int, n: int) -> int:
    """How many of the n next cards of a pile can be looked at; the shuffled discards come under what is left of it."""
    if pile == Pile.CULTIST or top(g, book, pile) < 0:
        return 0
    left = int(g.deck_n[pile])
    if left >= n or g.discard_n[pile] == 0:
        return min(n, left)
    for c in range(g.cards):
        book.work.seen[c] = 0
    for i in range(left):
        book.work.seen[g.deck[pile, i]] = 1 + i
    reshuffle(g, book, pile)
    for i in range(left):
        for k in range(g.deck_n[pile]):
            if book.work.seen[g.deck[pile, k]] == 1 + i:
                lay_on_top(g, pile, int(g.deck[pile, k]), 0)
                break
    return min(n, int(g.deck_n[pile]))


@kernel("cards.hand-private")
def lay_on_top(g: Game, pile: int, card: Card, below: int) -> int:
    """A card of a pile lies on top of it, but for the first `below` cards, which stay above it."""
    n = int(g.deck_n[pile])
    drop(g.deck[pile], n, card)
    for i in range(n - 1, n - 1 - below, -1):
        g.deck[pile, i] = g.deck[pile, i - 1]
    g.deck[pile, n - 1 - below] = card
    return 0


@kernel("cards.hand-private")
def put_under(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> int:
    """A card of a pile goes under it."""
    pile = int(book.card[card].pile)
    n = int(g.deck_n[pile])
    drop(g.deck[pile], n, card)
    for i in range(n - 1, 0, -1):
        g.deck[pile, i] = g.deck[pile, i - 1]
    g.deck[pile, 0] = card
    return emit(g, book, Ev.UNDER, seat, -1, card, cause, 0, 0)


@kernel("cards.discard-piles", "cultist.own-discard")
def topmost_discard(g: Game, book: Book, card: Card) -> int:
    """The topmost discard of the pile of a card; -1 if there is none."""
    pile = int(book.card[card].pile)
    n = int(g.discard_n[pile])
    return int(g.discard[pile, n - 1]) if n > 0 else -1
