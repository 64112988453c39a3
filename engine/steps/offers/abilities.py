"""Abilities: which may be used at a moment, and using them.

The price of a power, paid card by card; then it takes effect.
"""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.equipment import usable
from engine.board.happenings import note_act
from engine.board.monsters import remove_monster
from engine.board.munchkin_side import side_identity
from engine.board.seat_lookup import in_combat, value_of
from engine.board.zones import discard_for, top
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import ABILITY_BIT, Aim, Card, EffectRow, Kind, Pile, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import Pay, Peek, push_pay, push_peek
from engine.records.opcode_row import Cost
from engine.records.opcodes import Op, codes
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.state import Game, Mod, Zone
from engine.records.step_values import Price, Removal
from engine.steps.offers.paid_powers import begin_payment
from engine.steps.offers.power_prices import PAID, list_payments, note_payment, price_of
from engine.steps.offers.power_table import foe_allows, is_time_for, offer_power, take_effect

MONSTER_BITS = ABILITY_BIT | 1 << Trigger.IN_FIGHT

AT_SEAT = codes(lambda o: o.moments and o.aims == Aim.SEAT)
AT_ITEM = codes(lambda o: o.moments and o.aims == Aim.ITEM)
AFTER_LOOK = codes(lambda o: o.cost & Cost.AFTER_LOOK)
CARDS = codes(lambda o: o.cost & (Cost.CARD | Cost.CARDS))
ONE_CARD = codes(lambda o: o.cost & Cost.CARD)
WHOLE_HAND = codes(lambda o: o.cost & Cost.HAND)
ITSELF = codes(lambda o: o.cost & Cost.ITSELF)


@kernel(
    "class.gain-lose-abilities", "class.ability-timing", "combat.monster-specials", "item.carried",
    "class.item-restriction",
)  # fmt: skip
def _silent(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a card's abilities rest now: a Class switched off by a monster, an Item not in use."""
    row = book.card[card]
    if row.kind == Kind.CLASS and g.fighting == 1 and (int(g.mods) & Mod.NO_CLASS) != 0:
        return 1
    if row.is_item == 0:
        return 0
    if g.equipped[card] == 0:
        return 1
    return 1 - usable(g, book, seat, card)


@kernel(
    "class.ability-timing", "combat.bystander-class-abilities", "class.power-by-discard", "role.list",
    "timing.own-turn",
)  # fmt: skip
def ability_options(g: Game, book: Book, seat: Seat, moment: int) -> int:
    """List the abilities a player may use when the question `moment` is put to them."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if (int(row.triggers) & ABILITY_BIT) == 0:
            continue
        silent = _silent(g, book, seat, c) == 1
        for r in range(row.first, row.last):
            e = book.effect[r]
            if silent and (e.op != Op.DISCARD_TO_ESCAPE or e.b == 0):
                continue
            if e.trigger != Trigger.ABILITY or is_time_for(g, book, seat, int(e.op), moment) == 0:
                continue
            if holds(g, book, seat, c, e) == 1:
                offer_power(int(e.op), g, book, seat, c, r)
    if in_combat(g, seat) == 1 and (moment == Question.REACT or moment == Question.FLEE):
        for m in range(g.foe_n):
            c = int(g.foe[m].card)
            row = book.card[c]
            if (int(row.triggers) & MONSTER_BITS) != 0 and g.foe[m].copied == 0:
                for r in range(row.first, row.last):
                    e = book.effect[r]
                    theirs = e.trigger == Trigger.ABILITY or e.trigger == Trigger.IN_FIGHT
                    if theirs and foe_allows(int(e.op), moment) == 1 and holds(g, book, seat, c, e) == 1:
                        offer_power(int(e.op), g, book, seat, c, r)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal", "combat.nonlethal-treasure", "multi.eliminate-one")
def leave_alone(g: Game, book: Book) -> int:
    """Monsters that will not fight somebody on the munchkin side go away, and pay the fighter what they pay."""
    for m in range(int(g.foe_n) - 1, -1, -1):
        row = book.card[g.foe[m].card]
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger == Trigger.IN_FIGHT and e.op == Op.WILL_NOT_ATTACK and (side_identity(g) & int(e.a)) != 0:
                emit(g, book, Ev.SPARE, -1, int(g.fighter), int(g.foe[m].card), m, 0, 0)
                remove_monster(g, book, m, Removal.NO_TREASURE)
                g.gifts += int(e.amount)
                break
    return 0


@kernel("class.power-by-discard")
def _source(g: Game, book: Book, seat: Seat, r: EffectRow) -> int:
    """The card whose program holds an effect row: one before the player, or a monster of the combat; -1 none."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].first <= r < book.card[c].last:
            return c
    for m in range(g.foe_n):
        if book.card[g.foe[m].card].first <= r < book.card[g.foe[m].card].last:
            return int(g.foe[m].card)
    return -1


@kernel(
    "class.power-by-discard", "class.berserk", "class.thief-backstab", "class.cleric-turn-undead",
    "combat.nonlethal", "timing.no-actions-in-combat",
)  # fmt: skip
def do_ability(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """Use the ability of effect row `amount`: pay, or begin to pay, and let it take effect."""
    op = int(book.effect[taken.amount].op)
    source = taken.card if taken.verb == Verb.USE else _source(g, book, seat, taken.amount)
    victim = taken.target if op in AT_SEAT else -1
    item = taken.target if op in AT_ITEM else -1
    emit(g, book, Ev.ABILITY, seat, victim, source, op, taken.amount, item)
    e = book.effect[taken.amount]
    if e.cond == Condition.FIRST or e.cond2 == Condition.FIRST:
        note_act(g, source)
    if op in PAID:
        return begin_payment(g, book, seat, taken.amount, source, taken.target)
    if taken.verb == Verb.DISCARD_FOR:
        discard_for(g, book, taken.card, Ev.PAY, source)
        return take_effect(op, g, book, seat, taken.amount, source, taken.target)
    if op in AFTER_LOOK:
        return push_peek(g, seat=seat, effect=taken.amount, source=source)
    if op in CARDS:
        cards = 1 if op in ONE_CARD else int(book.effect[taken.amount].amount)
        push_pay(g, seat=seat, left=cards, effect=taken.amount, source=source, target=taken.target)
    while op in WHOLE_HAND and g.hand_n[seat] > 0:
        discard_for(g, book, int(g.hand[seat, g.hand_n[seat] - 1]), Ev.PAY, source)
    if op in ITSELF:
        discard_for(g, book, source, Ev.PAY, source)
    return 0 if op in CARDS else take_effect(op, g, book, seat, taken.amount, source, taken.target)


@kernel("cards.hand-private", "turn.kick-open")
def step_peek(g: Game, book: Book) -> int:
    """The owner looks at the first door and may keep it for its price."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Peek.SEAT])
    card = top(g, book, Pile.DOOR)
    if card < 0 or g.zone[card] != Zone.DECK:
        pop(g)
        return 0
    ask(g, seat, Question.DOOR_CARD, card)
    option(g, book, Verb.USE, int(row[Peek.SOURCE]), -1, int(row[Peek.EFFECT]))
    option(g, book, Verb.PASS, -1, -1, 0)
    return 0


@kernel("class.power-by-discard", "turn.kick-open")
def answer_peek(g: Game, book: Book, taken: Option) -> int:
    """Keep it and open another, or let it be turned up."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Peek.SEAT])
    effect = int(row[Peek.EFFECT])
    source = int(row[Peek.SOURCE])
    pop(g)
    if taken.verb == Verb.USE:
        push_pay(g, seat=seat, left=int(book.effect[effect].amount), effect=effect, source=source, target=-1)
    return 0


@kernel("class.power-by-discard")
def step_pay(g: Game, book: Book) -> int:
    """The cost of an ability is paid card by card; then it takes effect."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Pay.SEAT])
    effect = int(row[Pay.EFFECT])
    source = int(row[Pay.SOURCE])
    target = int(row[Pay.TARGET])
    op = int(book.effect[effect].op)
    ask(g, seat, Question.LOSE, source)
    if row[Pay.LEFT] > 0:
        list_payments(g, book, seat, source, effect, target)
    if g.options > 0:
        if op == Op.DISCARD_FOR_DRAW:
            option(g, book, Verb.PASS, -1, -1, 0)
        return 0
    unask(g)
    broke = row[Pay.LEFT] > 0 and op != Op.DISCARD_FOR_DRAW
    pop(g)
    return 0 if broke else take_effect(op, g, book, seat, effect, source, target)


@kernel("class.power-by-discard")
def answer_pay(g: Game, book: Book, taken: Option) -> int:
    """One card of the cost."""
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.PASS:
        row[Pay.LEFT] = 0
        return 0
    note_payment(g, book, int(row[Pay.SEAT]), taken.card)
    gold = price_of(book, int(row[Pay.EFFECT])) == Price.GOLD
    row[Pay.LEFT] -= int(value_of(g, book, int(row[Pay.SEAT]), taken.card)) if gold else 1
    if book.effect[row[Pay.EFFECT]].op == Op.DISCARD_FOR_DRAW:
        row[Pay.TARGET] += 1
    return discard_for(g, book, taken.card, Ev.PAY, int(row[Pay.SOURCE]))


STEPS = {Step.PEEK: step_peek, Step.PAY: step_pay}
ANSWERS = {Step.PEEK: answer_peek, Step.PAY: answer_pay}
