"""Utilities in a combat's window and in answer to a request for help."""

from __future__ import annotations

from typing import Any

from engine.agenda import Aim, Verb
from engine.cards import Kind, Trigger
from engine.jit import kernel
from engine.lookup import in_combat
from engine.opcodes import Op
from engine.policies.features import Weight
from engine.policies.value import ahead, danger, item_use, keep_value
from engine.rules import Rule
from engine.steps.help import prize
from engine.steps.rewards import levels_won
from engine.strength import player_strength

NEVER = -100_000


@kernel()
def stake(g: Any, book: Any, seat: Any) -> Any:
    """What winning this combat is worth to a participant, and not losing it."""
    w = book.weights[seat]
    value = danger(g, book) * int(w[Weight.DANGER]) // 10
    if seat == g.fighter:
        value += levels_won(g, book) * int(w[Weight.LEVEL])
        value += (prize(g, book) - int(g.deal_treasures)) * int(w[Weight.TREASURE])
        if would_win(g, book) == 1:
            value += 20 * int(w[Weight.LEVEL])
    else:
        value += int(g.deal_treasures) * int(w[Weight.TREASURE])
    return value


@kernel()
def would_win(g: Any, book: Any) -> Any:
    """Whether the fighter reaches the winning level if he wins this combat."""
    return 1 if int(g.level[g.fighter]) + levels_won(g, book) >= book.rules[Rule.VICTORY_LEVEL] else 0


@kernel()
def lead(g: Any) -> Any:
    """Points by which the munchkin side wins; 0 or less: it loses."""
    return int(g.side) - int(g.foes) + int(g.ties)


@kernel()
def _own_reserve(g: Any, book: Any, seat: Any) -> Any:
    """Strength a player could still throw on his own side."""
    total = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.kind == Kind.ONE_SHOT:
            total += max(0, int(row.bonus))
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.kind == Kind.ONE_SHOT:
            total += max(0, int(row.bonus))
    return total


@kernel()
def effect_of(book: Any, card: Any, target: Any, aim: Any, verb: Any) -> Any:
    """How much a card moves the lead: positive for the munchkin side."""
    row = book.card[card]
    if verb == Verb.PLAY_WITH:
        other = book.card[target]
        return -int(other.level) - int(row.bonus)
    if row.kind == Kind.ONE_SHOT and aim == Aim.SIDE:
        return int(row.bonus)
    if row.kind == Kind.ENHANCER or (row.kind == Kind.ONE_SHOT and aim == Aim.MONSTER):
        return -int(row.bonus)
    if row.kind == Kind.MONSTER:
        return -int(row.level)
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.STRENGTHEN_ALL:
            return -int(book.effect[r].amount)
        if op == Op.REMOVE_MONSTER or op == Op.END_COMBAT_LOOT or op == Op.TAKE_OVER or op == Op.TAKE_WINNING_ITEM:
            return 1000
        if op == Op.COPY_MONSTER:
            return -10
        if op == Op.DOUBLE_STRENGTH:
            return 10
    return int(row.bonus) if row.kind == Kind.COMRADE else 0


@kernel()
def react(g: Any, book: Any, seat: Any, i: Any, hint: Any) -> Any:
    """Utility of option i in a combat's window; passing is 0, `hint` is what the seat has at stake."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    target = int(book.option[i, 2])
    amount = int(book.option[i, 3])
    if verb == Verb.PASS:
        return 0
    if verb == Verb.ASK:
        return _asking(g, book, seat, card, target, amount, hint)
    if verb == Verb.OFFER:
        return _offering(g, book, seat, amount)
    mine = in_combat(g, seat)
    if verb == Verb.DISCARD_FOR or verb == Verb.USE:
        return _ability(g, book, seat, card, amount, mine, hint)
    if verb != Verb.PLAY and verb != Verb.PLAY_WITH:
        return NEVER
    kind = int(book.card[card].kind)
    if kind == Kind.GO_UP_A_LEVEL or kind == Kind.CURSE or Kind.CLASS <= kind <= Kind.DOUBLER:
        return _sudden(g, book, seat, card, target, mine)
    move = effect_of(book, card, target, amount, verb)
    if kind == Kind.ITEM_ENHANCER and g.equipped[target] == 1 and in_combat(g, int(g.owner[target])) == 1:
        move = int(book.card[card].bonus)
    cost = keep_value(g, book, seat, card) + (keep_value(g, book, seat, target) if verb == Verb.PLAY_WITH else 0)
    if mine == 1:
        return _for_my_side(g, book, seat, move, cost, hint)
    return _from_outside(g, book, seat, move, cost)


@kernel()
def _for_my_side(g: Any, book: Any, seat: Any, move: Any, cost: Any, hint: Any) -> Any:
    now = lead(g)
    if move < 0:
        # Making one's own monster stronger pays only if the win stays safe: more Treasure, or a second level.
        return int(book.weights[seat, Weight.TREASURE]) - cost if now + move > 8 else NEVER
    if now > 0 or move == 0:
        return NEVER
    if now + move > 0:
        return hint - cost - min(20, move - 1 + now)
    if move < 1000 and now + _own_reserve(g, book, seat) > 0:
        return hint // 2 - cost
    return NEVER


@kernel()
def _from_outside(g: Any, book: Any, seat: Any, move: Any, cost: Any) -> Any:
    """A bystander turns a combat, most of all one for the win."""
    w = book.weights[seat]
    now = lead(g)
    if move < 0 and now > 0:
        worth = int(w[Weight.HINDER]) + ahead(g, seat, int(g.fighter)) * int(w[Weight.HOSTILITY])
        last = would_win(g, book)
        if last == 1:
            worth += int(w[Weight.STOP_WIN])
        if now + move <= 0:
            return worth - cost
        return worth // 2 - cost if last == 1 else NEVER
    if move > 0 and now <= 0 and now + move > 0 and would_win(g, book) == 0 and move < 1000:
        return int(w[Weight.HELP]) // 2 - ahead(g, seat, int(g.fighter)) * int(w[Weight.HOSTILITY]) - cost
    return NEVER


@kernel()
def _sudden(g: Any, book: Any, seat: Any, card: Any, target: Any, mine: Any) -> Any:
    """Curses, Go Up a Level and identities in the middle of a combat."""
    w = book.weights[seat]
    kind = int(book.card[card].kind)
    if kind == Kind.GO_UP_A_LEVEL:
        return int(w[Weight.LEVEL]) if target == seat else NEVER
    if kind == Kind.CURSE:
        if mine == 1 or target != g.fighter or lead(g) <= 0:
            return NEVER
        worth = int(w[Weight.STOP_WIN]) // 3 if would_win(g, book) == 1 else 0
        return worth + ahead(g, seat, target) * int(w[Weight.HOSTILITY]) - int(w[Weight.CURSE])
    return int(w[Weight.IDENTITY]) // 2


@kernel()
def _ability(g: Any, book: Any, seat: Any, card: Any, row: Any, mine: Any, hint: Any) -> Any:
    e = book.effect[row]
    cost = keep_value(g, book, seat, card) if card >= 0 else 4
    if e.op == Op.BACKSTAB:
        return NEVER if mine == 1 else _from_outside(g, book, seat, int(e.amount), cost)
    if e.op == Op.DISCARD_FOR_STRENGTH:
        if card >= 0 and g.zone[card] == 4 and item_use(g, book, seat, card) > 0:
            return NEVER
        now = lead(g)
        step = max(1, int(e.amount))
        if mine == 0 or now > 0 or now + 3 * step <= 0:
            return NEVER
        return hint - 2 * cost
    if e.op == Op.RECKLESS:
        return hint - 2 * int(book.weights[seat, Weight.CARD]) if -int(e.amount) < lead(g) <= 0 else NEVER
    if mine == 1 and lead(g) <= 0:
        return hint // 2 - cost
    return NEVER


@kernel()
def _asking(g: Any, book: Any, seat: Any, card: Any, target: Any, amount: Any, hint: Any) -> Any:
    """Ask whoever would turn the combat, for the share this persona offers."""
    # Cheap tests first: there are many requests that differ only in what is offered.
    if card >= 0 or amount // 16 != (0 if amount % 16 > 0 else 1):
        return NEVER
    w = book.weights[seat]
    if amount % 16 != (prize(g, book) * int(w[Weight.SHARE]) + 50) // 100:
        return NEVER
    if lead(g) + player_strength(g, book, target) <= 0:
        return NEVER
    # Rather the one who profits least from it: somebody further behind.
    return hint - (amount % 16) * int(w[Weight.TREASURE]) - 2 * int(g.level[target])


@kernel()
def helper_gain(g: Any, book: Any, seat: Any, treasures: Any) -> Any:
    """What it is worth to a player to help the fighter for a number of Treasures."""
    w = book.weights[seat]
    last = would_win(g, book)
    if last == 1:
        return 50 * int(w[Weight.LEVEL]) if book.rules[Rule.SHARED_VICTORY] == 1 else NEVER
    value = treasures * int(w[Weight.TREASURE]) + int(w[Weight.HELP])
    value -= levels_won(g, book) * int(w[Weight.ENVY])
    value -= max(0, ahead(g, seat, int(g.fighter))) * int(w[Weight.ENVY]) // 2
    return value


@kernel()
def _offering(g: Any, book: Any, seat: Any, amount: Any) -> Any:
    if amount // 16 != (0 if amount % 16 > 0 else 1):
        return NEVER
    w = book.weights[seat]
    if amount % 16 != (prize(g, book) * int(w[Weight.DEMAND]) + 50) // 100:
        return NEVER
    if lead(g) + player_strength(g, book, seat) <= 0:
        return NEVER
    return helper_gain(g, book, seat, amount % 16)


@kernel()
def answer_help(g: Any, book: Any, seat: Any, verb: Any, treasures: Any, proposer: Any, hint: Any) -> Any:
    """Utility of accepting (refusing is 0): the fighter's answer to an offer, or another's to a request."""
    if verb == Verb.REFUSE:
        return 0
    if seat == g.fighter:
        if lead(g) + player_strength(g, book, proposer) <= 0:
            return NEVER
        return hint - treasures * int(book.weights[seat, Weight.TREASURE])
    if lead(g) + player_strength(g, book, seat) <= 0:
        return NEVER
    return helper_gain(g, book, seat, treasures)


@kernel()
def named_number(g: Any, book: Any, card: Any, n: Any) -> Any:
    """The highest number; of the bonuses that endanger an Item the least one that wins, or else the safe one."""
    if card < 0 or (int(book.card[card].triggers) >> Trigger.JOINED) & 1 == 0:
        return n
    return (20 if lead(g) + n > 0 else 0) - n
