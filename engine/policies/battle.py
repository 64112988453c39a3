"""Utilities in a combat's window: throwing, hindering, cursing, using powers."""

from __future__ import annotations

from typing import Any

from engine.agenda import Aim, Verb
from engine.cards import Kind, Trigger
from engine.jit import kernel
from engine.lookup import in_combat
from engine.opcodes import Op
from engine.policies.bargain import (
    NEVER,
    SCALE,
    SEAT_BITS,
    asking,
    helpers,
    lead,
    offering,
    own_reserve,
    would_win,
)
from engine.policies.barter import spoils, stealing
from engine.policies.features import Weight
from engine.policies.transfer import stake, taken_over
from engine.policies.value import chance, harm, item_use, keep_value, level_worth, threat, use_cost
from engine.rules import Rule
from engine.state import Zone
from engine.steps.help import prize
from engine.steps.rewards import levels_won
from engine.strength import monster_strength

OUT = 1000
"""The move of a card that ends the combat or takes monsters out of it."""
HANDS_OVER, SEIZES = OUT + 1, OUT + 2
"""The moves of cards judged by their targets: who fights from now on, and whose Item turns the combat."""


@kernel()
def combat_outlook(g: Any, book: Any, seat: Any) -> Any:
    """What every option of a combat's question is measured against, packed as `SCALE` says."""
    # A side that wins needs no stake, and what a bystander could turn is already turned if it loses.
    if in_combat(g, seat) == 0:
        return turning(g, book, seat) * SCALE if lead(g) > 0 else 0
    if lead(g) > 0:
        return 0
    sets = helpers(g, book, seat) if seat == g.fighter else 0
    return stake(g, book, seat) * SCALE + sets


@kernel()
def turning(g: Any, book: Any, seat: Any) -> Any:
    """What it is worth to a bystander that the fighter loses."""
    w = book.weights[seat]
    value = int(w[Weight.HINDER]) + harm(g, book, seat, int(g.fighter)) + prize(g, book) * int(w[Weight.DENY])
    return value + int(w[Weight.STOP_WIN]) if would_win(g, book) == 1 else value


@kernel()
def effect_of(g: Any, book: Any, card: Any, target: Any, aim: Any, verb: Any) -> Any:
    """How much a card moves the lead: positive for the munchkin side."""
    row = book.card[card]
    if verb == Verb.PLAY_WITH:
        other = book.card[target]
        return -int(other.level) - int(row.bonus)
    if row.kind == Kind.ONE_SHOT and aim == Aim.SIDE:
        return int(row.bonus)
    if row.kind == Kind.ENHANCER or (row.kind == Kind.ONE_SHOT and aim == Aim.MONSTER):
        return -int(row.bonus) * (_linked(g, target) if row.kind == Kind.ENHANCER else 1)
    if row.kind == Kind.MONSTER:
        return -int(row.level)
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.STRENGTHEN_ALL:
            return -int(book.effect[r].amount)
        if op == Op.REMOVE_MONSTER or op == Op.END_COMBAT_LOOT:
            return OUT
        if op == Op.TAKE_OVER or op == Op.TAKE_WINNING_ITEM:
            return HANDS_OVER if op == Op.TAKE_OVER else SEIZES
        if op == Op.COPY_MONSTER:
            return -int(g.foes) // max(1, int(g.mon_n))
        if op == Op.DOUBLE_STRENGTH:
            return int(g.level[g.fighter])
        if op == Op.COUNT_TWICE:
            given = int(g.combat_bonus[target])
            return given if g.host[target] < 0 else -given
    return int(row.bonus) if row.kind == Kind.COMRADE else 0


@kernel()
def _linked(g: Any, m: Any) -> Any:
    """How many monsters an enhancer on monster m counts for: its copies share it."""
    n = 0
    for i in range(g.mon_n):
        n += 1 if g.mon_link[i] == g.mon_link[m] else 0
    return n


@kernel()
def react(g: Any, book: Any, seat: Any, i: Any, hint: Any) -> Any:
    """Utility of option i in a combat's window; passing is 0, `hint` is the combat's outlook."""
    verb = int(book.option[i, 0])
    if verb == Verb.PASS:
        return 0
    if verb == Verb.ASK:
        return asking(g, book, seat, i, hint)
    card = int(book.option[i, 1])
    target = int(book.option[i, 2])
    amount = int(book.option[i, 3])
    if verb == Verb.OFFER:
        return offering(g, book, seat, amount)
    worth = hint >> 2 * SEAT_BITS
    mine = in_combat(g, seat)
    if verb == Verb.DISCARD_FOR or verb == Verb.USE:
        return _ability(g, book, seat, i, worth)
    if verb != Verb.PLAY and verb != Verb.PLAY_WITH:
        return NEVER
    kind = int(book.card[card].kind)
    lasting = kind == Kind.ENHANCER and verb == Verb.PLAY and amount == Aim.SEAT
    if kind == Kind.GO_UP_A_LEVEL or kind == Kind.CURSE or Kind.CLASS <= kind <= Kind.DOUBLER or lasting:
        return _sudden(g, book, seat, card, target, worth)
    move = effect_of(g, book, card, target, amount, verb)
    if kind == Kind.ITEM_ENHANCER and g.equipped[target] == 1 and in_combat(g, int(g.owner[target])) == 1:
        move = int(book.card[card].bonus)
    if move == 0 or (mine == 0 and kind == Kind.COMRADE):
        return NEVER  # a Comrade is no help to somebody else
    if move == HANDS_OVER:
        return taken_over(g, book, seat, target, worth, use_cost(g, book, seat, card))
    if move == SEIZES:
        return worth - use_cost(g, book, seat, card) + spoils(g, book, seat, target)
    if mine == 0:
        return _from_outside(g, book, seat, move, _price(g, book, seat, card, target, verb), worth)
    if move < 0:
        return _bolder(g, book, seat, i, move)
    if lead(g) > 0:
        return NEVER
    return _for_my_side(g, book, seat, move, _price(g, book, seat, card, target, verb), worth)


@kernel()
def _price(g: Any, book: Any, seat: Any, card: Any, target: Any, verb: Any) -> Any:
    cost = use_cost(g, book, seat, card)
    return cost + keep_value(g, book, seat, target) if verb == Verb.PLAY_WITH else cost


@kernel()
def _for_my_side(g: Any, book: Any, seat: Any, move: Any, cost: Any, worth: Any) -> Any:
    """Turn one's own lost combat, with no more than it needs."""
    now = lead(g)
    if move >= OUT:
        return worth // 2 - cost  # out of it, but without the level
    if now + move > 0:
        return worth - cost - min(20, move - 1 + now)
    if now + own_reserve(g, book, seat) > 0:
        return worth // 2 - cost
    return NEVER


@kernel()
def _bolder(g: Any, book: Any, seat: Any, i: Any, move: Any) -> Any:
    """Make one's own safe combat bigger: more Treasure, or one more level."""
    w = book.weights[seat]
    card = int(book.option[i, 1])
    other = int(book.option[i, 2]) if book.option[i, 0] == Verb.PLAY_WITH else card
    now = lead(g)
    after = now + move - int(w[Weight.MARGIN])
    if seat != g.fighter or after <= 0 or w[Weight.BOLD] <= 0:
        return NEVER
    levels = int(book.card[other].levels) if book.card[other].kind == Kind.MONSTER else 0
    more = level_worth(g, book, seat, levels) + int(book.card[other].treasures) * int(w[Weight.TREASURE])
    if would_win(g, book) == 1:
        return NEVER
    if int(g.level[seat]) + levels_won(g, book) + levels >= book.rules[Rule.VICTORY_LEVEL]:
        more += 20 * int(w[Weight.LEVEL])
    thrown = threat(g, book, seat, seat)
    lost = stake(g, book, seat) * (chance(now, thrown) - chance(after, thrown)) // 100
    gain = more * int(w[Weight.BOLD]) // 100 * chance(after, thrown) // 100
    return gain - lost - _price(g, book, seat, card, other, int(book.option[i, 0]))


@kernel()
def _from_outside(g: Any, book: Any, seat: Any, move: Any, cost: Any, worth: Any) -> Any:
    """A bystander turns a combat, most of all one for the win; or saves somebody who lies behind."""
    now = lead(g)
    last = would_win(g, book)
    if now > 0:
        if move >= OUT:
            return worth - cost if last == 1 else NEVER  # no kill, no level
        if move > 0:
            return NEVER
        if now + move <= 0:
            return worth - cost - min(10, -now - move)
        if last == 1 or (worth > 2 * cost and now <= _hostile(g, book, seat)):
            return worth // 2 - cost
        return NEVER
    if 0 < move < OUT and now + move > 0 and last == 0:
        w = book.weights[seat]
        return int(w[Weight.HELP]) // 2 - harm(g, book, seat, int(g.fighter)) - cost
    return NEVER


@kernel()
def _hostile(g: Any, book: Any, seat: Any) -> Any:
    """Strength a bystander could give the monsters with everything he holds."""
    total = 0
    best = 0
    wandering = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.kind == Kind.ENHANCER or row.kind == Kind.ONE_SHOT:
            total += max(0, int(row.bonus))
        elif row.kind == Kind.MONSTER:
            best = max(best, int(row.level))
        elif row.kind == Kind.WANDERING:
            wandering = 1
    return total + wandering * best


@kernel()
def _sudden(g: Any, book: Any, seat: Any, card: Any, target: Any, worth: Any) -> Any:
    """Curses, Go Up a Level, identities, and what is put on a player for good in the middle of a combat."""
    kind = int(book.card[card].kind)
    if kind == Kind.ENHANCER:
        return int(book.weights[seat, Weight.BONUS]) if target == seat else NEVER
    if kind == Kind.GO_UP_A_LEVEL:
        return int(book.weights[seat, Weight.LEVEL]) if target == seat else NEVER
    if kind == Kind.CURSE:
        if in_combat(g, seat) == 1 or target != g.fighter or lead(g) <= 0:
            return NEVER
        return worth // 2 - use_cost(g, book, seat, card) - int(book.weights[seat, Weight.CURSE]) // 2
    return int(book.weights[seat, Weight.IDENTITY]) // 2


@kernel()
def _ability(g: Any, book: Any, seat: Any, i: Any, worth: Any) -> Any:
    """Powers in a combat: their own cost is the card discarded for them."""
    card = int(book.option[i, 1])
    e = book.effect[int(book.option[i, 3])]
    mine = in_combat(g, seat)
    cost = keep_value(g, book, seat, card) if card >= 0 else 4
    now = lead(g)
    if e.op == Op.STEAL:
        return stealing(g, book, seat, int(book.option[i, 2]), cost)
    if e.op == Op.BACKSTAB:
        return NEVER if mine == 1 else _from_outside(g, book, seat, int(e.amount), cost, worth)
    if mine == 0 or now > 0:
        return NEVER
    if e.op == Op.DISCARD_FOR_STRENGTH:
        if card >= 0 and g.zone[card] == Zone.TABLE and item_use(g, book, seat, card) > 0:
            return NEVER
        step = max(1, int(e.amount))
        return worth - 2 * cost if now + step > 0 else worth // 2 - 2 * cost if now + 3 * step > 0 else NEVER
    if e.op == Op.RECKLESS:
        return worth - 2 * int(book.weights[seat, Weight.CARD]) if -int(e.amount) < now else NEVER
    if e.op == Op.CHARM:
        cost = -monster_strength(g, book, int(book.option[i, 2]))  # rather the strongest
        for k in range(g.hand_n[seat]):
            cost += keep_value(g, book, seat, int(g.hand[seat, k]))
    return worth // 2 - cost


@kernel()
def named_number(g: Any, book: Any, card: Any, n: Any) -> Any:
    """The highest number; of the bonuses that endanger an Item the least one that wins, or else the safe one."""
    if card < 0 or (int(book.card[card].triggers) >> Trigger.JOINED) & 1 == 0:
        return n
    return (20 if lead(g) + n > 0 else 0) - n
