"""What is worn, what is taken off to make room, and what is sold.

A sale is planned as a whole, so that no Item too many goes with it: of the Items that are of little use those are taken
first that are missed least, until they fetch a Level; then every one that the sum does not need stays. An Item that
counts twice is counted twice.
"""

from __future__ import annotations

from engine.board.equipment import big_room, can_equip, hands_needed, has_passive, usable
from engine.board.seat_lookup import burden_of
from engine.jit import kernel
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import net
from engine.policies.weights import Weight
from engine.policies.worth import deed, first_to_go, item_use
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Slot
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Game
from engine.records.switches import Rule


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


PLANNED = 36
"""Cards of hand and table that a plan looks at: a bit each."""


@kernel()
def _loss(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Strength lost by selling a card, and what else it could have done, in utility points."""
    row = book.card[card]
    if row.kind == Kind.ONE_SHOT:
        return max(1, int(row.bonus)) * int(book.work.weights[seat, Weight.ONE_SHOT]) + deed(g, book, seat, card)
    return item_use(g, book, seat, card) * int(book.work.weights[seat, Weight.BONUS])


@kernel()
def _gain(book: Book, seat: Seat) -> int:
    """What a Level that is bought is worth."""
    return int(book.work.weights[seat, Weight.LEVEL]) * int(book.work.weights[seat, Weight.SELL]) // 100


@kernel()
def _held(g: Game, seat: Seat, i: int) -> int:
    """Card i of hand and table together."""
    return int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])


@kernel()
def _count(g: Game, seat: Seat) -> int:
    return min(PLANNED, int(g.hand_n[seat]) + int(g.table_n[seat]))


@kernel()
def _fetches(g: Game, book: Book, seat: Seat, mask: int) -> int:
    """Gold Pieces of the cards of a plan and of those named already; one Item may count twice."""
    total = 0
    best = 0
    for i in range(_count(g, seat)):
        c = _held(g, seat, i)
        if g.marked[c] == 1 or (mask >> i) & 1:
            total += int(book.card[c].gold)
            best = max(best, int(book.card[c].gold))
    double = has_passive(g, book, seat, Op.SELL_DOUBLE) >= 0 and g.sold_double[seat] == 0
    return total + best if double else total


@kernel()
def _order(gold: int, missing: int) -> int:
    """Of Items missed alike: the cheapest that completes the sum, else the dearest."""
    return min(31, (gold - missing) // 100) if gold >= missing else 32 + max(0, 31 - gold // 100)


@kernel()
def plan(g: Game, book: Book, seat: Seat) -> int:
    """Cards, as bits, that complete a sale worth a Level; 0 if what is of little use does not fetch one.

    A sale that has begun, perhaps since a Big Item had to go, is completed with what is missed least.
    """
    begun = g.question == Question.SELL
    need = int(book.rules[Rule.SELL_GP_PER_LEVEL])
    gain = _gain(book, seat)
    mask = 0
    missing = need - _fetches(g, book, seat, 0)
    while missing > 0:
        best = -1
        least = 0
        for i in range(_count(g, seat)):
            c = _held(g, seat, i)
            row = book.card[c]
            if (mask >> i) & 1 or g.marked[c] == 1 or row.is_item == 0 or row.gold == 0:
                continue
            loss = _loss(g, book, seat, c)
            rank = 64 * loss + _order(int(row.gold), missing)
            if (begun or loss * 4 <= gain) and (best < 0 or rank < least):
                best = i
                least = rank
        if best < 0:
            return 0
        mask |= 1 << best
        missing = need - _fetches(g, book, seat, mask)
    return _spared(g, book, seat, mask, need)


@kernel()
def _spared(g: Game, book: Book, seat: Seat, mask: int, need: int) -> int:
    """A plan without what it does not need: what is missed most is spared first."""
    while True:
        spare = -1
        most = -1
        for i in range(_count(g, seat)):
            if (mask >> i) & 1 and _fetches(g, book, seat, mask & ~(1 << i)) >= need:
                loss = _loss(g, book, seat, _held(g, seat, i))
                if loss > most:
                    spare = i
                    most = loss
        if spare < 0:
            return mask
        mask &= ~(1 << spare)


@kernel()
def _is_planned(g: Game, seat: Seat, card: Card, mask: int) -> int:
    for i in range(_count(g, seat)):
        if (mask >> i) & 1 and _held(g, seat, i) == card:
            return 1
    return 0


@kernel()
def begin_sale(g: Game, book: Book, seat: Seat, card: Card, mask: int) -> int:
    """Sell if Items that are of little use fetch a Level; `mask` is the plan."""
    gain = _gain(book, seat)
    if mask == 0 or gain <= 0 or _is_planned(g, seat, card, mask) == 0:
        return NEVER
    return gain - _loss(g, book, seat, card) + int(book.card[card].gold) // 200


@kernel()
def selling(g: Game, book: Book, seat: Seat, done: int, card: Card, mask: int) -> int:
    """Complete a sale as it was planned; close it as soon as it is worth a Level."""
    if done:
        return 1000
    if _is_planned(g, seat, card, mask) == 1:
        return 500
    return NEVER // 2 - _loss(g, book, seat, card)
