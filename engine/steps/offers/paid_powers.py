"""Powers made of a moment, a price and steps: the price is paid first, then the rows of the trigger `used` follow."""

from __future__ import annotations

from engine.board.levels import lose
from engine.board.monsters import start_program
from engine.board.zones import discard_for
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger, Yes
from engine.records.events import Cause, Ev
from engine.records.offer_steps import push_pay
from engine.records.opcode_row import Price
from engine.records.opcodes import codes
from engine.records.questions import Verb, option
from engine.records.state import Game, Zone
from engine.records.switches import Rule

PAID = codes(lambda o: o.leads_to == Trigger.USED)


@kernel("class.power-by-discard", "curse.reminder-not-discardable", "cultist.locked")
def pays(g: Game, book: Book, seat: Seat, card: Card, source: Card, price: int) -> Yes:
    """Whether a card could be one of those that a price asks for."""
    row = book.card[card]
    if card == source or (row.locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1):
        return 0
    in_hand = g.zone[card] == Zone.HAND
    if price == Price.HAND:
        return 1 if in_hand else 0
    if price == Price.ITEMS:
        return 1 if not in_hand and row.is_item == 1 else 0
    if price == Price.CLASS:
        return 1 if not in_hand and row.kind == Kind.CLASS else 0
    fixed = row.kind == Kind.CURSE or row.kind == Kind.CHARACTER or row.kind == Kind.RULE
    return 1 if in_hand or not (fixed or (g.host[card] >= 0 and row.kind != Kind.ITEM)) else 0


@kernel("class.power-by-discard")
def list_paying(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow) -> int:
    """One option for each card that could be part of the price."""
    price = int(book.effect[row].a)
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        if pays(g, book, seat, c, source, price) == 1:
            option(g, book, Verb.DISCARD_FOR, c, -1, row)
    return 0


@kernel("class.power-by-discard")
def can_pay(g: Game, book: Book, seat: Seat, source: Card, row: EffectRow) -> Yes:
    """Whether a player has what a power costs."""
    e = book.effect[row]
    if e.a == Price.NOTHING or e.a == Price.ITSELF:
        return 1
    if e.a == Price.LEVELS:
        return 1 if int(g.level[seat]) - int(e.amount) >= book.rules[Rule.LEVEL_MIN] else 0
    n = 0
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        n += pays(g, book, seat, c, source, int(e.a))
    return 1 if n >= e.amount else 0


@kernel("class.power-by-discard")
def begin_payment(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card) -> int:
    """What is no card is paid at once; cards one by one, before the power takes effect."""
    e = book.effect[row]
    if e.a != Price.NOTHING and e.a != Price.LEVELS and e.a != Price.ITSELF:
        return push_pay(g, seat=seat, left=int(e.amount), effect=row, source=source, target=-1)
    if e.a == Price.LEVELS:
        lose(g, book, seat, int(e.amount), Cause.ABILITY, source)
    start_program(g, book, Trigger.USED, seat, source, -1, seat)
    return discard_for(g, book, source, Ev.PAY, source) if e.a == Price.ITSELF else 0


@kernel("class.power-by-discard")
def offer_pay_on_turn(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """If the price can be paid."""
    return option(g, book, Verb.USE, card, -1, row) if can_pay(g, book, seat, card, row) == 1 else 0


@kernel("class.power-by-discard")
def use_pay_on_turn(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """What is paid for happens."""
    return start_program(g, book, Trigger.USED, seat, source, -1, seat)


offer_pay_in_fight = offer_pay_beside = offer_pay_on_turn
use_pay_in_fight = use_pay_beside = use_pay_on_turn
