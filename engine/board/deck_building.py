"""The decks of a game that begins."""

from __future__ import annotations

from engine.board.seat_lookup import left_of
from engine.board.zones import move, order_pile
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import PILES, Card, Kind, Seat
from engine.records.events import Ev
from engine.records.state import Game, Zone
from engine.rng import Purpose, below


@kernel("precedence.card-over-rule")
def _lay_down(g: Game, card: Card, seat: Seat) -> int:
    """A house rule lies before a player from the start: nobody is dealt it, and no event tells of it."""
    g.zone[card] = Zone.TABLE
    g.owner[card] = seat
    g.table[seat, g.table_n[seat]] = card
    g.table_n[seat] += 1
    return 0


@kernel()
def build_decks(g: Game, book: Book) -> int:
    """Every card of the game into its deck, in keyed order; the last of the array is the top."""
    g.cards = book.cards
    for pile in range(PILES):
        g.deck_n[pile] = 0
    for c in range(g.cards):
        pile = int(book.card[c].pile)
        if book.card[c].kind == Kind.CHARACTER or book.card[c].kind == Kind.RULE:
            g.zone[c] = Zone.OUT
            g.owner[c] = -1
            copy, places = int(book.card[c]["copy"]), int(book.card[c].only)  # `.copy` is no field in Python
            mine = places == 0 or (places >> copy) & 1 == 1
            if book.card[c].kind == Kind.RULE and copy < g.seats and mine:
                _lay_down(g, c, left_of(g, g.origin, copy))
            continue
        g.zone[c] = Zone.DECK
        g.owner[c] = -1
        g.host[c] = -1
        g.deck[pile, g.deck_n[pile]] = c
        g.deck_n[pile] += 1
    for pile in range(PILES):
        order_pile(g, book, pile)
    return 0


@kernel("setup.character-card", "setup.character-two-sided")
def deal_characters(g: Game, book: Book) -> int:
    """One Character for each player, by lot: in play for the whole game, never part of the hand."""
    for k in range(g.seats):
        best = -1
        least = 0
        for c in range(g.cards):
            if book.card[c].kind != Kind.CHARACTER or g.zone[c] != Zone.OUT:
                continue
            lot = below(1 << 30, g.key ^ book.card[c].key, Purpose.CHARACTER, 0, 0)
            if best < 0 or lot < least:
                best = c
                least = lot
        if best >= 0:
            move(g, book, best, Zone.TABLE, left_of(g, g.origin, k), Ev.SETUP, -1)
    return 0
