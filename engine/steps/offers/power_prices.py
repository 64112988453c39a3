"""What a power may cost: cards that can be discarded for it, and how often it has been used in a combat."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.seat_lookup import value_of
from engine.board.strength import item_worth
from engine.jit import kernel
from engine.records.amounts import COUNTED
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Pile, Seat, Trigger, Yes
from engine.records.opcode_row import Cost
from engine.records.opcodes import Op, codes
from engine.records.questions import Verb, option
from engine.records.state import POWERS, Game, Zone
from engine.records.step_values import Price
from engine.records.switches import Rule

OF_HAND = codes(lambda o: o.cost & Cost.OF_HAND)
PAID = codes(lambda o: o.leads_to == Trigger.USED)
"""Powers that are made of a moment, a price and steps."""


@kernel("class.berserk", "class.cleric-turn-undead", "combat.abilities-once")
def counter(g: Game, seat: Seat, number: int) -> int:
    """Place of a design among the counted powers of this combat: two Classes may share an opcode."""
    k = 0
    while k < POWERS - 1 and g.power[seat, k] != 0 and g.power[seat, k] != number + 1:
        k += 1
    return k


@kernel("class.berserk", "class.cleric-turn-undead", "help.abilities-once")
def used(g: Game, book: Book, seat: Seat, source: Card) -> int:
    """How often a design's counted power has been used by a player in this combat."""
    number = int(book.card[source].number)
    k = counter(g, seat, number)
    return int(g.power_uses[seat, k]) if g.power[seat, k] == number + 1 else 0


@kernel("class.berserk", "class.cleric-turn-undead")
def count_use(g: Game, book: Book, seat: Seat, source: Card) -> int:
    """Count one more use."""
    number = int(book.card[source].number)
    k = counter(g, seat, number)
    if g.power[seat, k] != number + 1:
        g.power[seat, k] = number + 1
        g.power_uses[seat, k] = 0
    g.power_uses[seat, k] += 1
    return 0


@kernel()
def price_of(book: Book, row: EffectRow) -> int:
    """The kind of thing that a power costs: what its row says, or what all powers of its opcode cost."""
    op = int(book.effect[row].op)
    if op in PAID:
        return int(book.effect[row].a)
    if op == Op.DISCARD_FOR_DRAW:
        return int(Price.TREASURES)
    return int(Price.HAND) if op in OF_HAND else int(Price.CARDS)


@kernel(
    "class.power-by-discard", "role.power-discard", "curse.reminder-not-discardable", "cultist.locked",
    "race.same-rules-as-class",
)  # fmt: skip
def payable(g: Game, book: Book, seat: Seat, card: Card, source: Card, price: int) -> Yes:
    """Whether a card may be discarded for a price: any of one's own, but no kept Curse, no attached or locked card."""
    if card == source:
        return 0
    row = book.card[card]
    if g.zone[card] == Zone.HAND:
        if price == Price.MONSTERS:
            return 1 if row.kind == Kind.MONSTER else 0
        if price == Price.TREASURES or price == Price.DOORS:
            return 1 if row.pile == (int(Pile.TREASURE) if price == Price.TREASURES else int(Pile.DOOR)) else 0
        return 1 if price == Price.HAND or price == Price.CARDS else 0
    kept = row.kind == Kind.CURSE or row.kind == Kind.CHARACTER or row.kind == Kind.RULE
    if kept or (g.host[card] >= 0 and row.kind != Kind.ITEM):
        return 0
    if row.locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1:
        return 0
    if price == Price.CLASS or price == Price.RACE:
        return 1 if row.kind == (int(Kind.CLASS) if price == Price.CLASS else int(Kind.RACE)) else 0
    if price == Price.GOLD:
        return 1 if row.is_item == 1 and value_of(g, book, seat, card) > 0 else 0
    if price == Price.TREASURES:
        return 1 if row.pile == Pile.TREASURE else 0
    return 1 if price == Price.CARDS or (price == Price.ITEMS and row.is_item == 1) else 0


@kernel("class.power-by-discard")
def note_payment(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Remember the combat bonus of an Item that pays, as it is before it goes; a card that is none has no bonus."""
    g.paid = max(0, int(item_worth(g, book, seat, card))) if book.card[card].is_item == 1 else 0
    return 0


EVERYTHING = 1 << 30
"""More than anybody could pay: whoever counts so far counts all."""


@kernel("class.power-by-discard")
def purse(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow, most: int) -> int:
    """How many cards a player could discard for a power, or what their Items are worth if it costs Gold Pieces.

    Nobody counts on who has found `most` of them already.
    """
    price = int(price_of(book, row))
    n = 0
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        if payable(g, book, seat, c, source, price) == 1:
            n += int(value_of(g, book, seat, c)) if price == Price.GOLD else 1
            if n >= most:
                break
    return n


@kernel("class.power-by-discard")
def list_payments(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow, target: int) -> int:
    """One option for each card that could be discarded for a power."""
    price = int(price_of(book, row))
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        if payable(g, book, seat, c, source, price) == 1:
            option(g, book, Verb.DISCARD_FOR, c, target, row)
    return 0


@kernel("class.power-by-discard")
def price_amount(g: Game, book: Book, seat: Seat, row: EffectRow, m: int) -> int:
    """How much of its price a power costs, for monster m of the combat if it is aimed at one (-1: it is not)."""
    amount = int(book.effect[row].amount)
    if amount > COUNTED:
        return amount
    g.about = m + 1
    found = max(0, int(resolved(g, book, seat, amount)))
    g.about = 0
    return found


@kernel("class.power-by-discard")
def can_pay_cards(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow) -> Yes:
    """Whether a player has as many cards as a power costs."""
    amount = int(book.effect[row].amount)
    return 1 if purse(g, book, seat, source, row, amount) >= amount else 0


@kernel("class.power-by-discard")
def can_pay(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow, m: int) -> Yes:
    """Whether a player has what a power costs, for monster m of the combat if it is aimed at one (-1: it is not)."""
    e = book.effect[row]
    amount = price_amount(g, book, seat, row, m)
    if e.a == Price.NOTHING or e.a == Price.ITSELF:
        return 1
    if e.a == Price.TOKENS:
        return 1 if g.tokens[seat] >= amount else 0
    if e.a == Price.LEVELS:
        return 1 if int(g.level[seat]) - amount >= book.rules[Rule.LEVEL_MIN] else 0
    return 1 if purse(g, book, seat, source, row, amount) >= amount else 0
