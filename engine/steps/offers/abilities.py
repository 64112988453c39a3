"""Abilities: which may be used at a moment, and using them."""

from __future__ import annotations

from engine.board.conditions import holds
from engine.board.fight import remove_monster
from engine.board.lookup import in_combat, left_of, side_identity, side_weak, value_of
from engine.board.queries import usable
from engine.board.zones import discard, top
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.choices import Removal
from engine.records.events import Ev, emit
from engine.records.kinds import ABILITY_BIT, Card, EffectRow, Kind, Pile, Seat, Trigger, Yes
from engine.records.offer_steps import Peek, push_pay, push_peek
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option
from engine.records.rules import Rule
from engine.records.state import Game, Mod, Zone
from engine.records.switch_values import Windows
from engine.steps.offers import paying
from engine.steps.offers.escape import offer_in_flight
from engine.steps.offers.paying import list_payments, monster_of, purse, take_effect, used
from engine.steps.offers.peace import offer_at_peace, offer_outside_combat

MONSTER_BITS = ABILITY_BIT | 1 << Trigger.IN_FIGHT


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
    """List the abilities a player may use when the question `moment` is put to him."""
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
            if e.trigger == Trigger.ABILITY and holds(g, book, seat, c, e) == 1:
                _offer(g, book, seat, c, r, moment)
    if in_combat(g, seat) == 1 and (moment == Question.REACT or moment == Question.FLEE):
        for m in range(g.foe_n):
            c = int(g.foe[m].card)
            row = book.card[c]
            if (int(row.triggers) & MONSTER_BITS) != 0 and g.foe[m].copied == 0:
                for r in range(row.first, row.last):
                    e = book.effect[r]
                    lasting = e.trigger == Trigger.IN_FIGHT and e.op == Op.MAY_IGNORE
                    if (e.trigger == Trigger.ABILITY or lasting) and holds(g, book, seat, c, e) == 1:
                        _offer_monster(g, book, seat, c, r, moment)
    return 0


@kernel("class.ability-timing")
def _offer(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, moment: int) -> int:
    if moment == Question.REACT:
        return _offer_in_fight(g, book, seat, card, r)
    if moment == Question.FLEE or moment == Question.ROLLED:
        return offer_in_flight(g, book, seat, card, r, moment)
    if moment == Question.DOOR_CARD:
        return _offer_at_door(g, book, seat, card, r)
    if moment == Question.DRAW_UP and book.effect[r].op == Op.RESURRECTION:
        return list_payments(g, book, seat, card, r, int(g.subject))
    if moment == Question.ARRANGE or moment == Question.EVENING or moment == Question.ROOM or moment == Question.STUDY:
        return offer_at_peace(g, book, seat, card, r, moment)
    if moment == Question.WINDOW:
        return offer_outside_combat(g, book, seat, card, r)
    return 0


@kernel(
    "class.berserk", "class.cleric-turn-undead", "class.thief-backstab", "combat.nonlethal", "role.fighter.reckless"
)  # fmt: skip
def _offer_in_fight(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow) -> int:
    e = book.effect[r]
    if e.op == Op.BACKSTAB:
        if g.level[seat] < book.rules[Rule.BACKSTAB_FROM_LEVEL]:
            return 0
        for k in range(1, g.seats):
            s = left_of(g, seat, k)
            if in_combat(g, s) == 1 and g.stabs[s] < book.rules[Rule.BACKSTAB_PER_VICTIM]:
                list_payments(g, book, seat, card, r, s)
        return 0
    if in_combat(g, seat) == 0:
        # In a real game a Thief thinks of it once, when the combat begins: every action opens the round anew.
        if book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE or (e.op == Op.STEAL and g.fight_actions == 0):
            offer_outside_combat(g, book, seat, card, r)
        return 0
    if e.op == Op.DISCARD_FOR_STRENGTH:
        if used(g, book, seat, card) < e.a:
            list_payments(g, book, seat, card, r, -1)
    elif e.op == Op.CHARM:
        if g.hand_n[seat] >= e.a and g.hand_n[seat] > 0:
            for m in range(g.foe_n):
                option(g, book, Verb.USE, card, m, r)
    elif e.op == Op.LEAVE_COMBAT:
        if g.foe_n == 1 and g.fighter == seat and g.active == seat:
            option(g, book, Verb.USE, card, -1, r)
    elif e.op == Op.RECKLESS and g.fighter == seat and g.hand_n[seat] > 1:
        if g.active == seat and g.reckless[seat] == 0:
            option(g, book, Verb.USE, card, -1, r)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal", "run.mods-all")
def _offer_monster(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, moment: int) -> int:
    """What a monster lets those who fight it do."""
    e = book.effect[r]
    if moment == Question.FLEE:
        m = monster_of(g, seat, card)
        if e.op == Op.DROP_TO_ESCAPE and m >= 0:
            for i in range(g.table_n[seat]):
                c = int(g.table[seat, i])
                if book.card[c].is_item == 1 and (int(book.card[c].tags) & int(e.a)) != 0:
                    option(g, book, Verb.DISCARD_FOR, c, m, r)
    elif e.op == Op.CHASE_AWAY:
        if (int(g.identity[seat]) & int(e.a)) != 0:
            option(g, book, Verb.USE, card, monster_of(g, -1, card), r)
    elif e.op == Op.MAY_IGNORE:
        if g.fighter == seat and (int(side_weak(g)) & int(e.a)) == 0:
            option(g, book, Verb.USE, card, monster_of(g, -1, card), r)
    elif e.op == Op.BRIBE_MONSTER:
        for i in range(g.table_n[seat]):
            c = int(g.table[seat, i])
            if book.card[c].is_item == 1 and value_of(g, book, seat, c) >= e.a:
                option(g, book, Verb.DISCARD_FOR, c, -1, r)
    return 0


@kernel("cards.no-looking-discards", "class.power-by-discard", "turn.kick-open")
def _offer_at_door(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow) -> int:
    e = book.effect[r]
    if e.op == Op.RESURRECTION:
        if g.discard_n[Pile.DOOR] > 0:
            list_payments(g, book, seat, card, r, int(g.discard[Pile.DOOR, g.discard_n[Pile.DOOR] - 1]))
    elif e.op == Op.PEEK:
        if purse(g, book, seat, card, Op.PEEK) >= e.amount and g.deck_n[Pile.DOOR] + g.discard_n[Pile.DOOR] > 0:
            option(g, book, Verb.USE, card, -1, r)
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
    n = int(book.effect[taken.amount].amount)
    source = taken.card if taken.verb == Verb.USE else _source(g, book, seat, taken.amount)
    victim = taken.target if op == Op.BACKSTAB else -1
    item = taken.target if op == Op.STEAL or op == Op.BEAR else -1
    emit(g, book, Ev.ABILITY, seat, victim, source, op, taken.amount, item)
    if taken.verb == Verb.DISCARD_FOR:
        discard(g, book, taken.card, Ev.PAY)
        return take_effect(g, book, seat, taken.amount, source, taken.target)
    if op == Op.PEEK:
        return push_peek(g, seat=seat, effect=taken.amount, source=source)
    if op == Op.STEAL or op == Op.STUDY or op == Op.FETCH_MONSTER:
        cards = 1 if op == Op.STEAL else n
        push_pay(g, seat=seat, left=cards, effect=taken.amount, source=source, target=taken.target)
        return discard(g, book, source, Ev.PAY) if op == Op.FETCH_MONSTER else 0
    if op == Op.CHARM:
        while g.hand_n[seat] > 0:
            discard(g, book, int(g.hand[seat, g.hand_n[seat] - 1]), Ev.PAY)
    elif op == Op.LEAVE_COMBAT or op == Op.DISCARD_TO_ESCAPE:
        discard(g, book, source, Ev.PAY)
    return take_effect(g, book, seat, taken.amount, source, taken.target)


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


STEPS = {Step.PEEK: step_peek, **paying.STEPS}
ANSWERS = {Step.PEEK: answer_peek, **paying.ANSWERS}
