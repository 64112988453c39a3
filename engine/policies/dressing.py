"""What is worn: the Items that are worth most together in each slot are put on, and others taken off for them.

What is put on and what is taken off are read from one plan, so that nothing is taken off to be put on again.
"""

from __future__ import annotations

from engine.board.equipment import big_room, can_equip, exempt, hands_needed, hands_of, slot_used, usable
from engine.board.seat_lookup import burden_of, in_combat
from engine.board.strength import item_bonus
from engine.jit import kernel
from engine.policies.help_worth import NEVER, lead
from engine.policies.lasting_worth import net
from engine.policies.weights import Weight
from engine.policies.worth import item_use
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Slot, Yes
from engine.records.state import Game

CHANGES = 3
"""Changes of a turn after which nobody begins to make room: one dresses up once."""


@kernel("item.equip-limits", "item.two-of-type", "item.limit-exemption")
def _hands(g: Game, book: Book, seat: Seat, card: Card, slot: int) -> int:
    """Places of a slot that an Item in play would take, 1 or 2; 0 if it takes none or is no use to its owner."""
    row = book.card[card]
    if row.kind != Kind.ITEM or row.slot != slot or row.stacks == 1 or exempt(g, book, card) == 1:
        return 0
    need = min(2, hands_needed(g, book, card)) if slot == Slot.HAND else 1
    return max(0, need) if usable(g, book, seat, card) == 1 and net(g, book, seat, card) >= 0 else 0


@kernel("item.equip-limits")
def _places(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """Places of a slot: one, or as many as a player has hands, with those that worn Items lend."""
    if slot != Slot.HAND:
        return 1
    hands = hands_of(g, book, seat)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 and book.card[c].hands < 0 and usable(g, book, seat, c) == 1:
            hands -= int(book.card[c].hands)
    return hands


@kernel()
def _score(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What an Item counts for in a plan: its points, and of equals the one that is worn."""
    return 16 * net(g, book, seat, card) + int(g.equipped[card])


@kernel("item.equip-limits")
def _plan(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """Work out once for a question what the best load of a slot is made of: places and scores, and how many pairs."""
    look = book.work.outlook[0]
    if look.planned == 1 + slot:
        return 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        book.work.places[i] = _hands(g, book, seat, c, slot)
        book.work.scores[i] = _score(g, book, seat, c) if book.work.places[i] > 0 else 0
    look.planned = 1 + slot
    look.pairs = _pairs(g, book, seat, slot)
    return 0


@kernel()
def _rank(g: Game, book: Book, seat: Seat, i: int) -> int:
    """How many Items that take as many places are better than the one in a place of the table; of equals the left."""
    better = 0
    for j in range(g.table_n[seat]):
        if book.work.places[j] == book.work.places[i]:
            more = int(book.work.scores[j] - book.work.scores[i])
            better += 1 if more > 0 or (more == 0 and j < i) else 0
    return better


@kernel("item.equip-limits")
def _load(g: Game, book: Book, seat: Seat, places: int, pairs: int) -> int:
    """Score of the best Items for a slot of so many places, of which so many take two places each."""
    total = 0
    for i in range(g.table_n[seat]):
        if _is_worn(g, book, seat, i, places, pairs) == 1:
            total += int(book.work.scores[i])
    return total


@kernel("item.equip-limits")
def _pairs(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """How many Items of two places the best load of a slot holds; as many as possible if that is the same."""
    if slot != Slot.HAND:
        return 0
    places = _places(g, book, seat, slot)
    best = 0
    most = _load(g, book, seat, places, 0)
    for pairs in range(1, places // 2 + 1):
        load = _load(g, book, seat, places, pairs)
        if load >= most:
            most = load
            best = pairs
    return best


@kernel()
def _is_worn(g: Game, book: Book, seat: Seat, i: int, places: int, pairs: int) -> Yes:
    """Whether the Item in a place of the table belongs to the best load of its slot, of which so many are pairs."""
    need = int(book.work.places[i])
    if need == 0:
        return 0
    return 1 if _rank(g, book, seat, i) < (pairs if need == 2 else places - 2 * pairs) else 0


@kernel()
def _is_contested(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether another Item that is not worn could fill the slot of one that takes room."""
    slot = int(book.card[card].slot)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if c != card and g.equipped[c] == 0 and book.card[c].slot == slot and _hands(g, book, seat, c, slot) > 0:
            return 1
    return 0


@kernel()
def dressing(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Put an Item on, unless better ones take its place, even if more has to make room for them."""
    if net(g, book, seat, card) < 0:
        return NEVER
    slot = int(book.card[card].slot)
    contested = slot != Slot.NONE and _is_contested(g, book, seat, card) == 1
    if contested and _hands(g, book, seat, card, slot) > 0 and _is_chosen(g, book, seat, card, slot) == 0:
        return NEVER
    return item_use(g, book, seat, card) * int(book.work.weights[seat, Weight.BONUS]) + 1


@kernel()
def _is_chosen(g: Game, book: Book, seat: Seat, card: Card, slot: int) -> Yes:
    """Whether an Item in play belongs to the best load of its slot."""
    _plan(g, book, seat, slot)
    places = _places(g, book, seat, slot)
    for i in range(g.table_n[seat]):
        if g.table[seat, i] == card:
            return _is_worn(g, book, seat, i, places, int(book.work.outlook[0].pairs))
    return 0


@kernel()
def making_room(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Unequip what takes more than it gives, or what is not of the best load of its slot, the weakest first."""
    gives = net(g, book, seat, card)
    slot = int(book.card[card].slot)
    if g.changes[seat] >= CHANGES and slot_used(g, book, seat, slot) >= _places(g, book, seat, slot):
        return NEVER
    if gives < 0 and book.card[card].hands >= 0:
        return -gives * int(book.work.weights[seat, Weight.BONUS])
    if slot == Slot.NONE or _is_contested(g, book, seat, card) == 0 or _hands(g, book, seat, card, slot) == 0:
        return NEVER
    if _is_chosen(g, book, seat, card, slot) == 1:
        return NEVER
    return _gain(g, book, seat, slot) * int(book.work.weights[seat, Weight.BONUS]) - gives


@kernel()
def _gain(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """Points that the best load of a slot, which has been planned, brings more than what is worn."""
    gain = 0
    places = _places(g, book, seat, slot)
    pairs = int(book.work.outlook[0].pairs)
    for i in range(g.table_n[seat]):
        if book.work.places[i] > 0:
            c = int(g.table[seat, i])
            gain += (_is_worn(g, book, seat, i, places, pairs) - int(g.equipped[c])) * net(g, book, seat, c)
    return gain


@kernel("combat.strength", "item.equip-limits")
def changing(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """In a combat, where a house rule allows it: put on what helps a side that loses, take off what a better one needs.

    `worth` is that of the fight: for what turns it at once; else a change is worth the points that it brings.
    """
    if in_combat(g, seat) == 0 or lead(g) > 0:
        return NEVER
    more = _as_if(g, book, seat, card, 1) if g.equipped[card] == 0 else _better_there(g, book, seat, card)
    if more <= 0:
        return NEVER
    return max(worth, 1) + more if lead(g) + more > 0 else more


@kernel("combat.strength")
def _as_if(g: Game, book: Book, seat: Seat, card: Card, worn: int) -> int:
    """The bonus of an Item in this combat, as if it were in use."""
    before = int(g.equipped[card])
    g.equipped[card] = worn
    found = int(item_bonus(g, book, seat, card, 0))
    g.equipped[card] = before
    return found


@kernel("combat.strength", "item.equip-limits")
def _better_there(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """How much more than an Item in use the best one gives that would find its place, with no more hands than it."""
    slot = int(book.card[card].slot)
    need = hands_needed(g, book, card) if slot == Slot.HAND else 1
    best = 0
    for i in range(g.table_n[seat] if slot != Slot.NONE else 0):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 or book.card[c].kind != Kind.ITEM or book.card[c].slot != slot:
            continue
        if usable(g, book, seat, c) == 1 and (slot != Slot.HAND or hands_needed(g, book, c) <= need):
            best = max(best, _as_if(g, book, seat, c, 1))
    return best - int(item_bonus(g, book, seat, card, 0))


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
