"""What it is worth to look at cards of a pile unseen, to exchange cards for others of one, and to take a discard."""

from __future__ import annotations

from engine.board.equipment import ceiling
from engine.board.pile_order import topmost_discard
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value
from engine.records.book import Book, Effect
from engine.records.card_kinds import Kind, Pile, Seat, Yes
from engine.records.state import Game, Phase
from engine.records.step_values import Looked, Source, What

OF_CHOICE = 3
"""Of a card this part comes on top for each further one from which it is chosen."""
SURE = 15
"""Strength that beats most monsters."""
LAST = 4
"""Times that a door is worth it to whoever needs but one kill more."""


@kernel("turn.kick-open")
def opens_next(g: Game, seat: Seat) -> Yes:
    """Whether a player is the one who opens the next door."""
    return 1 if g.active == seat and g.phase == Phase.ARRANGE and g.dead[seat] == 0 else 0


@kernel("cards.hand-private")
def looking(g: Game, book: Book, seat: Seat, e: Effect, n: int) -> int:
    """A card chosen from several is worth more than one of them; a pile that is put in order, what one draws of it."""
    w = book.work.weights[seat]
    card = int(w[Weight.TREASURE]) if e.a == Pile.TREASURE else 2 * int(w[Weight.CARD])
    if e.b == Looked.LEAVE_UNDER or e.b == Looked.LEAVE_DISCARD:
        return card * max(1, n - 1) + card // OF_CHOICE
    if Looked.KEEP_UNDER <= e.b <= Looked.KEEP_BACK:
        return card + card * (n - 1) // OF_CHOICE
    if opens_next(g, seat) == 1:
        return int(w[Weight.LEVEL]) // 4 if e.a == Pile.DOOR else card // OF_CHOICE
    return 0


@kernel("turn.kick-open")
def a_door(g: Game, book: Book, seat: Seat) -> int:
    """About what a door is worth that nobody opens: the stronger somebody is, the more often it brings a Level."""
    if opens_next(g, seat) == 0:
        return 0
    w = book.work.weights[seat]
    last = LAST if g.level[seat] >= ceiling(g, book) else 1
    return last * int(w[Weight.LEVEL]) * min(SURE, player_strength(g, book, seat)) // SURE


@kernel("cards.hand-private")
def redrawn(g: Game, book: Book, seat: Seat, source: int) -> int:
    """What as many unseen cards are worth, less the hand that goes for them."""
    w = book.work.weights[seat]
    total = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        door = source == Source.DOOR or (source == Source.SAME and book.card[c].pile == Pile.DOOR)
        total += 2 * int(w[Weight.CARD]) if door else int(w[Weight.TREASURE])
        total -= keep_value(g, book, seat, c)
    return total


@kernel("cards.discard-piles")
def swapped(g: Game, book: Book, seat: Seat) -> int:
    """What the topmost discard of a pile is worth more than the hand card of it that is missed least."""
    best = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        top = int(topmost_discard(g, book, c))
        if top >= 0:
            best = max(best, keep_value(g, book, seat, top) - keep_value(g, book, seat, c))
    return best


@kernel()
def exchanged(g: Game, book: Book, seat: Seat, n: int) -> int:
    """New Treasures for as many of those that are missed least."""
    new = int(book.work.weights[seat, Weight.TREASURE])
    least = new
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        if book.card[c].pile == Pile.TREASURE:
            least = min(least, keep_value(g, book, seat, c))
    return n * (new - least)


@kernel()
def discard_taken(g: Game, book: Book, seat: Seat, what: int) -> int:
    """A card of one's choice from the discards: a Treasure, or the Item of the largest bonus if that is worth more."""
    w = book.work.weights[seat]
    best = -1
    items = what == What.CARD or what == What.TREASURE or what == What.ITEM
    for i in range(g.discard_n[Pile.TREASURE] if items else 0):
        c = int(g.discard[Pile.TREASURE, i])
        if book.card[c].kind == Kind.ITEM and (best < 0 or book.card[c].bonus > book.card[best].bonus):
            best = c
    found = int(w[Weight.TREASURE]) if g.discard_n[Pile.DOOR] + g.discard_n[Pile.TREASURE] > 0 else 0
    return max(found, item_use(g, book, seat, best) * int(w[Weight.BONUS])) if best >= 0 else found
