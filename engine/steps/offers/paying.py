"""What abilities cost, and what they do once paid."""

from __future__ import annotations

from engine.board.dice import pick
from engine.board.fight import forget_refusals, oppose, remove_monster
from engine.board.levels import gain, lose, set_status
from engine.board.zones import discard, draw_card, move
from engine.effects.dice import cast
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_steps import push_pick_discard, push_theft
from engine.records.choices import Removal, What
from engine.records.combat_steps import Rolled, push_roll
from engine.records.events import Cause, Ev, emit
from engine.records.kinds import Card, EffectRow, Kind, Pile, Seat, Yes
from engine.records.offer_steps import Pay, push_theft
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.rules import Rule
from engine.records.state import POWERS, FightFlag, Game, Status, Zone
from engine.steps.offers.bearing import bear


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
    if op == Op.PEEK or op == Op.STUDY or op == Op.RESURRECTION:
        return 0  # these cards ask for cards of the hand
    if row.kind == Kind.CURSE or row.kind == Kind.CHARACTER or (g.host[card] >= 0 and row.kind != Kind.ITEM):
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
    return 0 if broke else take_effect(g, book, seat, effect, source, target)


@kernel("class.power-by-discard")
def answer_pay(g: Game, book: Book, taken: Option) -> int:
    """One card of the cost."""
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.PASS:
        row[Pay.LEFT] = 0
        return 0
    row[Pay.LEFT] -= 1
    if book.effect[row[Pay.EFFECT]].op == Op.DISCARD_FOR_DRAW:
        row[Pay.TARGET] += 1
    return discard(g, book, taken.card, Ev.PAY)


@kernel(
    "combat.strength", "class.berserk", "class.thief-backstab", "class.cleric-turn-undead",
    "precedence.negative-strength",
)  # fmt: skip
def _change_strength(g: Game, book: Book, seat: Seat, of: int, amount: int, source: Card) -> int:
    g.player_bonus[of] += amount
    emit(g, book, Ev.BONUS, seat, of, source, -1, amount, 0)
    if amount < 0:
        oppose(g, seat)
    return forget_refusals(g)


@kernel("class.power-by-discard", "class.berserk", "class.thief-backstab", "combat.nonlethal", "role.fighter.reckless")
def take_effect(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """What a paid ability does."""
    e = book.effect[row]
    op = int(e.op)
    n = int(e.amount)
    if op == Op.DISCARD_FOR_STRENGTH:
        count_use(g, book, seat, source)
        _change_strength(g, book, seat, seat, n, source)
    elif op == Op.DISCARD_FOR_FLIGHT:
        count_use(g, book, seat, source)
        g.run_bonus[seat] += n
        emit(g, book, Ev.EASE, seat, seat, source, -1, 0, n)
    elif op == Op.BACKSTAB:
        g.stabs[target] += 1
        _change_strength(g, book, seat, target, -abs(n), source)
    elif op == Op.RECKLESS:
        g.reckless[seat] = 1
        discard(g, book, int(g.hand[seat, pick(g, seat, int(g.hand_n[seat]))]), Ev.PAY)
        _change_strength(g, book, seat, seat, n, source)
    elif op == Op.SECOND_TRY:
        g.tried[seat] |= 1 << int(g.agenda[g.agenda_n - 1, Rolled.MONSTER])
        g.roll = 0  # the step that waits for answers to the roll then throws again
    elif op == Op.CHARM or op == Op.CHASE_AWAY:
        remove_monster(g, book, target, Removal.TREASURE)
    elif op == Op.BRIBE_MONSTER:
        remove_monster(g, book, monster_of(g, -1, source), Removal.BY_RULE)
    elif op == Op.LEAVE_COMBAT or op == Op.MAY_IGNORE:
        remove_monster(g, book, max(0, target), Removal.NO_TREASURE)
        if op == Op.LEAVE_COMBAT:
            g.fight_flags |= FightFlag.TURN_OVER
    elif op == Op.DROP_TO_ESCAPE or (op == Op.DISCARD_TO_ESCAPE and target >= 0):
        g.rerolls = 0
        push_roll(g, seat=seat, monster=target, sure=1)  # away from this one without a die
    elif op == Op.DISCARD_TO_ESCAPE:
        g.escape_all[seat] = 1
    else:
        _quiet_effect(g, book, seat, row, source, target)
    return 0


@kernel()
def monster_of(g: Game, seat: Seat, card: Card) -> int:
    """The first monster of a card in the combat (from which `seat` still has to flee, if one is named), or -1."""
    for m in range(g.foe_n):
        if g.foe[m].card == card and (seat < 0 or (int(g.fled[seat]) >> m) & 1 == 0):
            return m
    return -1


@kernel("class.thief-no-steal-combat", "curse.persistent", "cultist.everyone", "cards.no-looking-discards")
def _quiet_effect(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Abilities outside combat."""
    e = book.effect[row]
    op = int(e.op)
    if op == Op.STEAL:
        push_theft(g, thief=seat, effect=row, source=source, card=target)
        cast(g, book, seat, source)
    elif op == Op.STUDY:
        gain(g, book, seat, 1, Cause.ABILITY, source, 0)
    elif op == Op.PEEK:
        draw_card(g, book, seat, Pile.DOOR, 0)
    elif op == Op.FETCH_MONSTER:
        push_pick_discard(g, seat=seat, what=What.MONSTER, cause=source)
    elif op == Op.CURE:
        lose(g, book, seat, int(e.a), Cause.ABILITY, source)
        discard(g, book, source, Ev.DISCARD)
    elif op == Op.BEAR:
        bear(g, book, seat, source, target)
    elif op == Op.POSE:
        _pose(g, book, seat, int(e.a), int(e.b))
    elif op == Op.RESURRECTION:
        move(g, book, target, Zone.DECK, -1, Ev.RETURN, -1)  # so that it is the one turned up next
    elif op == Op.DISCARD_FOR_DRAW:
        for _ in range(target):
            draw_card(g, book, seat, Pile.TREASURE, 0)
    return 0


@kernel("cultist.everyone", "class.gain-lose-abilities")
def _pose(g: Game, book: Book, seat: Seat, identity: int, counted: int) -> int:
    """Begin or stop to count as somebody else: for what that gives, or (`counted` = 1) among those who are."""
    g.posed[seat] |= 1 << counted
    state = int(Status.AMONG_CULTISTS if counted == 1 else Status.CULTIST_CARD)
    if counted == 0:
        g.pose[seat] = identity if (int(g.status[seat]) & state) == 0 else 0
    g.unsettled |= 1 << seat
    return set_status(g, book, seat, int(g.status[seat]) ^ state)


STEPS = {Step.PAY: step_pay}
ANSWERS = {Step.PAY: answer_pay}
