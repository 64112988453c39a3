"""Utilities of dressing: which Item is put on, and which is taken off to make room for it."""

from __future__ import annotations

from engine.board.lookup import burden_of
from engine.board.queries import big_room, can_equip, hands_needed, usable
from engine.jit import kernel
from engine.policies.features import Weight
from engine.policies.help_worth import NEVER
from engine.policies.item_points import net
from engine.policies.worth import first_to_go, item_use
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Slot
from engine.records.state import Game


@kernel()
def dressing(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Put an Item on, unless a better one waits for the same place, even if more has to make room for that."""
    if net(g, book, seat, card) < 0:
        return NEVER
    use = item_use(g, book, seat, card)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        rival = g.equipped[c] == 0 and book.card[c].slot == book.card[card].slot and book.card[card].stacks == 0
        if rival and item_use(g, book, seat, c) > max(use, a_pair(g, book, seat, c) - 1):
            return NEVER
    if a_pair(g, book, seat, card) > use:
        return NEVER
    return use * int(book.work.weights[seat, Weight.BONUS]) + 1


@kernel("item.equip-limits")
def a_pair(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of the two best Items not in use that need a hand each, for whoever lays down one that needs two."""
    if book.card[card].slot != Slot.HAND or hands_needed(g, book, card) != 2:
        return 0
    best = 0
    second = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 or book.card[c].slot != Slot.HAND or hands_needed(g, book, c) != 1:
            continue
        points = net(g, book, seat, c) if usable(g, book, seat, c) == 1 else 0
        if points > best:
            second = best
            best = points
        else:
            second = max(second, points)
    return best + second if second > 0 else 0


@kernel("item.equip-limits")
def _for_the_free_hand(g: Game, book: Book, seat: Seat) -> int:
    """Points of the best Item not in use that would go into the hand that is still free."""
    best = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].slot == Slot.HAND and can_equip(g, book, seat, c) == 1:
            best = max(best, item_use(g, book, seat, c))
    return best


@kernel()
def making_room(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Unequip what takes more than it gives, or to put on something better that finds room then."""
    if g.changes[seat] >= 3:
        return NEVER  # nobody dresses up twice in one turn
    gives = net(g, book, seat, card)
    if gives < 0 and book.card[card].hands >= 0:
        return -gives * int(book.work.weights[seat, Weight.BONUS])
    slot = int(book.card[card].slot)
    weakest = first_to_go(g, book, seat, slot, 0)
    if weakest < 0 or g.table[seat, weakest] != card:
        return NEVER
    best = a_pair(g, book, seat, card) - gives
    beside = _for_the_free_hand(g, book, seat) if slot == Slot.HAND else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 0 and book.card[c].slot == slot and can_equip(g, book, seat, c) == 0:
            both = beside if hands_needed(g, book, c) == 2 else 0
            best = max(best, item_use(g, book, seat, c) - both)
    return best * int(book.work.weights[seat, Weight.BONUS]) if best > 0 else NEVER


@kernel()
def bearing(g: Game, book: Book, seat: Seat, bearer: Seat, card: Card) -> int:
    """Let a companion carry an Item for which there is no room; they wait for a better one that is still in hand."""
    if g.equipped[card] == 1 or can_equip(g, book, seat, card) == 1:
        return NEVER
    borne = burden_of(g, book, bearer)
    more = net(g, book, seat, card) - (net(g, book, seat, borne) if borne >= 0 else 0)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        heavy = book.card[c].big == 1 and big_room(g, book, seat) <= 0
        if book.card[c].kind == Kind.ITEM and net(g, book, seat, c) > net(g, book, seat, card) and not heavy:
            return NEVER
    return more * int(book.work.weights[seat, Weight.BONUS]) if more > 0 else NEVER
