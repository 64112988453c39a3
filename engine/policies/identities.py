"""What laying an identity card does to its player: the fight, the Items of use, the monsters to look for.

The card is laid, looked at, and taken back: every rule of the table speaks for itself then.
"""

from __future__ import annotations

from engine.board.modifiers import read_mods
from engine.board.queries import refresh_identity
from engine.board.strength import compare, player_strength
from engine.jit import kernel
from engine.policies.features import Weight
from engine.policies.help_worth import NEVER, lead
from engine.policies.monster_choice import trouble
from engine.policies.worth import item_use
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.questions import Question
from engine.records.state import TABLE, Game, Zone

LEAD, ITEMS, PREY = 0, 1, 2
"""What is looked at: the lead in combat, the points of one's Items, the best monster of the hand."""


@kernel()
def lead_now(g: Game, book: Book) -> int:
    """The lead as the cards in play make it, also before it is told; both sides are as they were afterwards."""
    side, foes, ties = int(g.side), int(g.foes), int(g.ties)
    compare(g, book)
    found = lead(g)
    g.side, g.foes, g.ties = side, foes, ties
    return found


@kernel("class.item-restriction")
def _items(g: Game, book: Book, seat: Seat) -> int:
    """Points of the Items a player uses, or could use, from table and hand."""
    total = 0
    for i in range(g.table_n[seat]):
        total += item_use(g, book, seat, int(g.table[seat, i]))
    for i in range(g.hand_n[seat]):
        total += item_use(g, book, seat, int(g.hand[seat, i]))
    return total


@kernel()
def _prey(g: Game, book: Book, seat: Seat) -> int:
    """What the best monster of the hand is worth to whoever looks for trouble with it."""
    strength = player_strength(g, book, seat)
    best = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.MONSTER:
            best = max(best, trouble(g, book, seat, c, strength))
    return best


@kernel()
def _seen(g: Game, book: Book, seat: Seat, what: int) -> int:
    if what == LEAD:
        return lead_now(g, book)
    return _items(g, book, seat) if what == ITEMS else _prey(g, book, seat)


@kernel()
def laid(g: Game, book: Book, seat: Seat, card: Card, other: int, what: int) -> int:
    """What is seen with one or two identity cards of the hand in play; the table is as it was afterwards."""
    n = int(g.table_n[seat])
    if n + 2 > TABLE:
        return _seen(g, book, seat, what)
    first, second = int(g.table[seat, n]), int(g.table[seat, n + 1])
    zone, owner, kept = int(g.zone[card]), int(g.owner[card]), 0
    g.table[seat, n] = card
    g.zone[card] = Zone.TABLE
    g.owner[card] = seat
    if other >= 0:
        kept = int(g.zone[other])
        g.table[seat, n + 1] = other
        g.zone[other] = Zone.TABLE
    g.table_n[seat] = n + (2 if other >= 0 else 1)
    refresh_identity(g, book, seat)
    found = _seen(g, book, seat, what)
    g.table_n[seat] = n
    g.table[seat, n], g.table[seat, n + 1] = first, second
    g.zone[card] = zone
    g.owner[card] = owner
    if other >= 0:
        g.zone[other] = kept
    refresh_identity(g, book, seat)
    if g.fighting == 1:
        read_mods(g, book)
    return found


@kernel()
def _change(g: Game, book: Book, seat: Seat, card: Card, other: int, what: int) -> int:
    """What laying the card, and `other` with it, changes."""
    return laid(g, book, seat, card, other, what) - _seen(g, book, seat, what)


@kernel("class.item-restriction")
def for_items(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """Worth of the Items one could use with this identity, less that of those one could use no more."""
    return _change(g, book, seat, card, other, ITEMS) * int(book.work.weights[seat, Weight.BONUS])


@kernel()
def taken_up(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """What laying an identity outside a fight does to one's Items; `NEVER` where it is better laid after the fight.

    A monster of the hand that is stronger against what one would be is beaten first.
    """
    if g.question == Question.ROOM and _prey(g, book, seat) > 0 and _change(g, book, seat, card, other, PREY) < 0:
        return NEVER
    return for_items(g, book, seat, card, other)


@kernel("combat.monster-specials")
def taken_up_in_fight(g: Game, book: Book, seat: Seat, card: Card, other: int, worth: int) -> int:
    """Laying an identity in one's own fight: worth the fight if it turns it, and never if it makes it harder."""
    change = _change(g, book, seat, card, other, LEAD)
    if change < 0:
        return NEVER
    some = int(book.work.weights[seat, Weight.IDENTITY]) // 2
    if lead(g) <= 0 < lead(g) + change:
        return worth + some
    return some + for_items(g, book, seat, card, other)


@kernel("cultist.locked")
def converted(g: Game, book: Book, seat: Seat, card: Card, other: int, worth: int) -> int:
    """Laying a card of which one is not rid again: worth the fight if it turns it, and not laid in a fight else."""
    return worth if lead(g) <= 0 < lead(g) + _change(g, book, seat, card, other, LEAD) else NEVER
