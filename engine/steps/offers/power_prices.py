"""What a power may cost: cards that can be discarded for it, and how often it has been used in a combat."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Pile, Seat, Yes
from engine.records.opcode_row import Cost
from engine.records.opcodes import Op, codes
from engine.records.questions import Verb, option
from engine.records.state import POWERS, Game, Zone
from engine.records.switches import Rule

OF_HAND = codes(lambda o: o.cost & Cost.OF_HAND)


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


@kernel(
    "class.power-by-discard", "role.power-discard", "curse.reminder-not-discardable", "cultist.locked",
    "race.same-rules-as-class",
)  # fmt: skip
def payable(g: Game, book: Book, seat: Seat, card: Card, source: Card, op: int) -> Yes:
    """Whether a card may be discarded for a power: any of one's own, but no kept Curse, no attached or locked card."""
    if card == source:
        return 0
    row = book.card[card]
    if op == Op.DISCARD_FOR_DRAW and row.pile != Pile.TREASURE:
        return 0
    if g.zone[card] == Zone.HAND:
        return 1
    if op in OF_HAND:
        return 0
    kept = row.kind == Kind.CURSE or row.kind == Kind.CHARACTER or row.kind == Kind.RULE
    if kept or (g.host[card] >= 0 and row.kind != Kind.ITEM):
        return 0
    return 0 if row.locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1 else 1


@kernel("class.power-by-discard")
def purse(g: Game, book: Book, seat: Seat, source: Card, op: int) -> int:
    """How many cards a player could discard for a power."""
    n = 0
    for i in range(g.hand_n[seat]):
        n += payable(g, book, seat, int(g.hand[seat, i]), source, op)
    for i in range(g.table_n[seat]):
        n += payable(g, book, seat, int(g.table[seat, i]), source, op)
    return n


@kernel("class.power-by-discard")
def list_payments(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow, target: int) -> int:
    """One option for each card that could be discarded for a power."""
    op = int(book.effect[row].op)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if payable(g, book, seat, c, source, op) == 1:
            option(g, book, Verb.DISCARD_FOR, c, target, row)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if payable(g, book, seat, c, source, op) == 1:
            option(g, book, Verb.DISCARD_FOR, c, target, row)
    return 0
