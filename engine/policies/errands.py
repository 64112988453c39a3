"""Utilities outside combat: arranging, selling, trading, losing, giving and taking."""

from __future__ import annotations

from typing import Any

from engine.agenda import Question, Verb
from engine.cards import Condition, Kind, Pile, Trigger
from engine.jit import kernel
from engine.levels import is_cultist
from engine.lookup import highest_level
from engine.opcodes import Op
from engine.policies.battle import NEVER, named_number
from engine.policies.features import Weight
from engine.policies.value import ahead, danger, item_use, keep_value, points
from engine.queries import can_equip, hand_limit, usable
from engine.rules import Rule
from engine.steps.trade import sale_total
from engine.strength import player_strength


@kernel()
def own_turn(g: Any, book: Any, seat: Any, i: Any, hint: Any) -> Any:
    """Utility of option i on one's own turn; going on (door, loot, end) is 0, `hint` is the Gold to spare."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    target = int(book.option[i, 2])
    amount = int(book.option[i, 3])
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH:
        return playing(g, book, seat, card, target)
    if verb == Verb.EQUIP:
        return item_use(g, book, seat, card) * int(book.weights[seat, Weight.BONUS]) + 1
    if verb == Verb.UNEQUIP:
        return _make_room(g, book, seat, card)
    if verb == Verb.SELL:
        return _begin_sale(g, book, seat, card, hint)
    if verb == Verb.TROUBLE:
        return _trouble(g, book, seat, card)
    if verb == Verb.TRADE:
        return _swap(g, book, seat, card, amount)
    if verb == Verb.GIVE:
        gift = int(book.weights[seat, Weight.GIFT])
        return NEVER if gift <= 0 else gift - keep_value(g, book, seat, card)
    if verb == Verb.DISCARD_FOR or verb == Verb.USE:
        return _ability(g, book, seat, card, target, amount)
    if verb == Verb.DISCARD:
        return NEVER
    return 0


@kernel()
def playing(g: Any, book: Any, seat: Any, card: Any, target: Any) -> Any:
    """Utility of playing a card outside combat."""
    w = book.weights[seat]
    kind = int(book.card[card].kind)
    crowded = 6 if g.hand_n[seat] > hand_limit(g, book, seat) and g.active == seat else 0
    if kind == Kind.ITEM:
        return item_use(g, book, seat, card) * int(w[Weight.BONUS]) + 2 + crowded
    if Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
        return int(w[Weight.IDENTITY])
    if kind == Kind.DOUBLER:
        return int(w[Weight.IDENTITY]) // 2
    if kind == Kind.GO_UP_A_LEVEL:
        return int(w[Weight.LEVEL]) * max(1, int(book.card[card].levels)) if target == seat else NEVER
    if kind == Kind.CURSE:
        return _cursing(g, book, seat, target) + crowded
    if kind == Kind.ITEM_ENHANCER or kind == Kind.CHEAT:
        own = target >= 0 and g.owner[target] == seat
        if book.card[card].bonus < 0:
            return NEVER if own or target < 0 else _cursing(g, book, seat, int(g.owner[target])) + crowded
        return int(w[Weight.BONUS]) * 2 if own else NEVER
    if kind == Kind.ENHANCER:
        return int(w[Weight.BONUS]) if target == seat and is_cultist(g, book, seat) == 1 else NEVER
    if kind == Kind.COMRADE or kind == Kind.GUEST_STAR:
        return int(book.card[card].bonus) * int(w[Weight.BONUS])
    if kind == Kind.ONE_SHOT:
        return crowded - 4 if crowded > 0 else NEVER
    return _special(g, book, seat, card, target) + crowded


@kernel()
def _special(g: Any, book: Any, seat: Any, card: Any, target: Any) -> Any:
    """Specials: good ones for oneself, bad ones for somebody ahead."""
    w = book.weights[seat]
    row = book.card[card]
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.DRAW or op == Op.TAKE_FROM_DISCARDS:
            return int(w[Weight.TREASURE])
        if op == Op.GAIN_LEVELS or op == Op.EACH_GAINS:
            return int(w[Weight.LEVEL]) if target < 0 or target == seat else NEVER
        if op == Op.MEETING:
            return 1 if (int(g.identity[seat]) & int(book.effect[r].a)) != 0 else NEVER
        if op == Op.CATCH_DISCARD:
            return keep_value(g, book, seat, target) - 3 * int(w[Weight.CARD]) if target >= 0 else NEVER
        if op == Op.STEAL_LEVEL:
            return int(w[Weight.LEVEL]) + ahead(g, seat, target) * int(w[Weight.HOSTILITY])
    if target >= 0 and target != seat:
        return ahead(g, seat, target) * int(w[Weight.HOSTILITY]) - int(w[Weight.CARD])
    return NEVER


@kernel()
def _cursing(g: Any, book: Any, seat: Any, target: Any) -> Any:
    """A Curse goes to somebody who leads and is near the end."""
    w = book.weights[seat]
    if target == seat:
        return NEVER
    near = int(book.rules[Rule.VICTORY_LEVEL]) - int(g.level[target])
    if g.level[target] < highest_level(g) or near > 4:
        return NEVER // 2
    return ahead(g, seat, target) * int(w[Weight.HOSTILITY]) + (5 - near) * int(w[Weight.CURSE]) // 4


@kernel()
def _make_room(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Unequip only to put on something better of the same kind."""
    row = book.card[card]
    best = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 0 and book.card[c].slot == row.slot and can_equip(g, book, seat, c) == 0:
            best = max(best, item_use(g, book, seat, c))
    # Of two Items that could make room the weaker one goes.
    return best * int(book.weights[seat, Weight.BONUS]) - points(book, card) if best > 0 else NEVER


@kernel()
def _trouble(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Look for trouble with a monster that is safely beaten."""
    w = book.weights[seat]
    row = book.card[card]
    mine = player_strength(g, book, seat)
    theirs = int(row.level) + int(w[Weight.MARGIN])
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.LEVEL_ONLY:
            mine = int(g.level[seat])
        elif e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH and (int(e.x) & int(g.weak[seat])) != 0:
            theirs += int(e.amount) if e.cond == Condition.ANYONE_IS else 0
    if mine <= theirs:
        return NEVER
    return int(row.levels) * int(w[Weight.LEVEL]) + int(row.treasures) * int(w[Weight.TREASURE])


@kernel()
def _loss(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Strength lost by selling a card."""
    row = book.card[card]
    if row.kind == Kind.ONE_SHOT:
        return max(1, int(row.bonus)) * int(book.weights[seat, Weight.ONE_SHOT])
    return item_use(g, book, seat, card) * int(book.weights[seat, Weight.BONUS])


@kernel()
def spare_gold(g: Any, book: Any, seat: Any) -> Any:
    """Gold Pieces of the Items whose loss would be cheap beside a Level."""
    gain = int(book.weights[seat, Weight.LEVEL]) * int(book.weights[seat, Weight.SELL]) // 100
    gold = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].is_item == 1 and book.card[c].gold > 0 and _loss(g, book, seat, c) * 4 <= gain:
            gold += int(book.card[c].gold)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and book.card[c].gold > 0 and _loss(g, book, seat, c) * 4 <= gain:
            gold += int(book.card[c].gold)
    return gold


@kernel()
def _begin_sale(g: Any, book: Any, seat: Any, card: Any, hint: Any) -> Any:
    """Sell if Items that are of little use fetch a Level."""
    if hint < book.rules[Rule.SELL_GP_PER_LEVEL] or book.card[card].gold == 0:
        return NEVER
    w = book.weights[seat]
    gain = int(w[Weight.LEVEL]) * int(w[Weight.SELL]) // 100
    loss = _loss(g, book, seat, card)
    return NEVER if loss * 4 > gain else gain - loss + int(book.card[card].gold) // 200


@kernel()
def selling(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Complete a sale with what is missed least; close it as soon as it is worth a Level."""
    if book.option[i, 0] == Verb.DONE:
        return 1000
    card = int(book.option[i, 1])
    gold = int(book.card[card].gold)
    missing = int(book.rules[Rule.SELL_GP_PER_LEVEL]) - sale_total(g, book, seat)
    if gold == 0:
        return -500
    return min(gold, missing) // 20 - max(0, gold - missing) // 40 - 2 * _loss(g, book, seat, card)


@kernel()
def _swap(g: Any, book: Any, seat: Any, card: Any, wanted: Any) -> Any:
    """A trade that gains strength and that the other might like."""
    if book.card[wanted].bonus <= 0 or book.card[wanted].gold > book.card[card].gold:
        return NEVER  # nobody gives the dearer Item
    gain = item_use(g, book, seat, wanted)
    if gain <= 0:
        return NEVER
    gain -= item_use(g, book, seat, card)
    theirs = int(g.owner[wanted])
    if gain <= 0 or item_use(g, book, theirs, card) < item_use(g, book, theirs, wanted):
        return NEVER
    return gain * int(book.weights[seat, Weight.BONUS]) * int(book.weights[seat, Weight.TRADE]) // 100


@kernel()
def trade_answer(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Accept what is better for oneself than what it costs."""
    if book.option[i, 0] == Verb.REFUSE:
        return 0
    wanted = int(book.option[i, 3])
    out = keep_value(g, book, seat, wanted) if wanted >= 0 else 0
    return keep_value(g, book, seat, int(book.option[i, 1])) - out


@kernel()
def _ability(g: Any, book: Any, seat: Any, card: Any, target: Any, row: Any) -> Any:
    """Own-turn powers: steal, study, call back a good card; the rest is left alone."""
    op = int(book.effect[row].op)
    w = book.weights[seat]
    cost = keep_value(g, book, seat, card) if card >= 0 else int(w[Weight.CARD])
    if op == Op.STEAL:
        return int(w[Weight.BONUS]) * 2 - cost - int(w[Weight.LEVEL]) // 2 - 2
    if op == Op.BEAR:
        if g.equipped[target] == 1 or can_equip(g, book, seat, target) == 1 or usable(g, book, seat, target) == 0:
            return NEVER
        return points(book, target) * int(w[Weight.BONUS])
    if op == Op.STUDY:
        return int(w[Weight.LEVEL]) - 3 * max(cost, int(w[Weight.CARD])) * 2
    if op == Op.RESURRECTION:
        return _called_back(g, book, seat) - cost
    return NEVER


@kernel()
def _called_back(g: Any, book: Any, seat: Any) -> Any:
    """What the topmost Door discard would be worth behind the door: a safe monster, or a card to keep."""
    n = int(g.discard_n[Pile.DOOR])
    if n == 0:
        return NEVER
    card = int(g.discard[Pile.DOOR, n - 1])
    kind = int(book.card[card].kind)
    if kind == Kind.CURSE:
        return NEVER
    if kind == Kind.MONSTER:
        return _trouble(g, book, seat, card)
    return keep_value(g, book, seat, card) // 2


@kernel()
def choosing(g: Any, book: Any, seat: Any, question: Any, i: Any) -> Any:
    """Which card is lost, given or taken; which monster or number is meant."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    if question == Question.TAKE:
        return keep_value(g, book, seat, card) if card >= 0 else 0
    if question == Question.LOSE:
        return -keep_value(g, book, seat, card) if card >= 0 else 0
    if question == Question.GIVE:
        value = -keep_value(g, book, seat, card) if card >= 0 else 0
        target = int(book.option[i, 2])
        return value - ahead(g, seat, target) if target >= 0 else value
    if question == Question.MONSTER:
        return int(book.card[card].level) if card >= 0 else 0
    if verb == Verb.CHOOSE_NUMBER:
        return named_number(g, book, card, int(book.option[i, 3]))
    return 0


@kernel()
def fleeing(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Run from the mildest monster first; pay for an escape only from something nasty."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    if verb == Verb.RUN or verb == Verb.PASS:
        return 0
    fear = danger(g, book) * int(book.weights[seat, Weight.DANGER]) // 10
    cost = keep_value(g, book, seat, card) if card >= 0 else 5
    if verb == Verb.DISCARD_FOR:
        return fear // 6 - cost
    return fear - cost - 5


@kernel()
def at_once(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Windows outside combat and answers: what may be played now."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    if verb == Verb.PASS:
        return 0
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH:
        return playing(g, book, seat, card, int(book.option[i, 2]))
    if verb == Verb.TAKE:
        return 0
    return own_turn(g, book, seat, i, 0)
