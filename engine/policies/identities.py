"""What laying or dropping an identity card does to its player: the fight, the Items of use, the monsters to look for.

The card is laid, looked at, and taken back: every rule of the table speaks for itself then.
"""

from __future__ import annotations

from engine.board.equipment import big_room, exempt, hands_of, refresh_identity, slot_used
from engine.board.modifiers import read_mods
from engine.board.strength import compare, modifiers, player_strength
from engine.jit import kernel
from engine.policies.bystander import on_side
from engine.policies.danger import left_alone
from engine.policies.endgame import rest, spends_the_win
from engine.policies.help_worth import NEVER, lead, own_reserve
from engine.policies.lasting_worth import net
from engine.policies.monster_choice import trouble
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Slot, Yes
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
    """Laying an identity in one's own fight: worth the fight if it turns it, never if it makes it harder or ends it."""
    change = _change(g, book, seat, card, other, LEAD)
    if change < 0 or _drives_away(g, book, card, other) == 1:
        return NEVER
    some = int(book.work.weights[seat, Weight.IDENTITY]) // 2
    if lead(g) <= 0 < lead(g) + change:
        return worth + some
    return some + for_items(g, book, seat, card, other)


@kernel("combat.monster-specials")
def _drives_away(g: Game, book: Book, card: Card, other: int) -> Yes:
    """Whether a monster of a fight that is being won leaves alone whoever is this, and is not killed."""
    identity = int(book.card[card].identity) | (int(book.card[other].identity) if other >= 0 else 0)
    for m in range(g.foe_n if lead(g) > 0 else 0):
        if left_alone(book, int(g.foe[m].card), identity) >= 0:
            return 1
    return 0


@kernel("cultist.locked")
def converted(g: Game, book: Book, seat: Seat, card: Card, other: int, worth: int) -> int:
    """Laying a card of which one is not rid again: worth the fight if it turns it, and not laid in a fight else."""
    return worth if lead(g) <= 0 < lead(g) + _change(g, book, seat, card, other, LEAD) else NEVER


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


@kernel("class.discard-any-time", "race.discard-removes-vulnerability")
def shedding(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """Discard a Class or Race that costs its owner their fight, if that is worth the card and what goes with it."""
    if on_side(g, book, seat) == 0 or lead(g) > 0 or spends_the_win(g, book, seat, card) == 1:
        return NEVER
    if _goes_alone(g, book, seat, card) == 0:
        return NEVER
    side, foes, ties, now = int(g.side), int(g.foes), int(g.ties), lead(g)
    lasting = modifiers(g, book, seat)
    place = _take_off(g, book, seat, card)
    lasting -= modifiers(g, book, seat)
    fits = slot_used(g, book, seat, int(Slot.HAND)) <= hands_of(g, book, seat) and big_room(g, book, seat) >= 0
    after = lead(g)
    reserve = own_reserve(g, book, seat)
    _put_back(g, book, seat, card, place)
    g.side = side
    g.foes = foes
    g.ties = ties
    if after <= now or not fits:
        return NEVER
    price = keep_value(g, book, seat, card) + max(0, lasting) * int(book.work.weights[seat, Weight.BONUS])
    if after > 0:
        return worth - price
    if after + reserve > 0 and worth > price + rest(g, book, seat, 1 - after):
        return worth // 2 - price
    return NEVER


@kernel()
def _goes_alone(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether nothing else goes with a card: no second one of its kind, and nothing that lies on it."""
    if g.doubled[seat, book.card[card].axis] > 0:
        return 0
    for i in range(g.table_n[seat]):
        if g.host[g.table[seat, i]] == card:
            return 0
    return 1


@kernel()
def _take_off(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Compare the sides as if a card did not lie on the table; its place there."""
    last = int(g.table_n[seat]) - 1
    place = last
    for i in range(last):
        if g.table[seat, i] == card:
            place = i
    g.table[seat, place] = g.table[seat, last]
    g.table_n[seat] = last
    refresh_identity(g, book, seat)
    compare(g, book)
    return place


@kernel()
def _put_back(g: Game, book: Book, seat: Seat, card: Card, place: int) -> int:
    """The table as it was."""
    last = int(g.table_n[seat])
    g.table[seat, last] = g.table[seat, place] if place < last else card
    g.table[seat, place] = card
    g.table_n[seat] = last + 1
    refresh_identity(g, book, seat)
    return read_mods(g, book)
