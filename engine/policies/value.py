"""What levels, cards and setbacks are worth to a player, in utility points."""

from __future__ import annotations

from typing import Any

from engine.cards import Axis, Condition, Kind, Slot, Trigger
from engine.conditions import holds
from engine.fight_mods import row_holds
from engine.jit import kernel
from engine.lookup import highest_level, in_combat
from engine.opcodes import Op, Which
from engine.policies.features import Weight
from engine.queries import hands_needed, hands_of, passive, slot_used, usable
from engine.rules import Rule
from engine.state import Zone
from engine.steps.legal import may_take_identity
from engine.steps.matching import matches, worn_there

IN_PLAY_BIT = 1 << Trigger.IN_PLAY
LEAST_CHANCE = 5
"""Chance in per cent that is left in the most hopeless fight."""
CLOSE = 5
"""Levels from the winning one at which a player begins to count as close to it."""

HOPELESS = 7
"""In place of the faces of a die: a monster that nobody escapes."""


@kernel()
def ahead(g: Any, seat: Any, other: Any) -> Any:
    """Levels another player is ahead."""
    return int(g.level[other]) - int(g.level[seat])


@kernel()
def closeness(g: Any, book: Any, seat: Any) -> Any:
    """0 for a player far from the winning level; 1 to 4 the nearer he is."""
    return min(CLOSE - 1, max(0, CLOSE - int(book.rules[Rule.VICTORY_LEVEL]) + int(g.level[seat])))


@kernel()
def lateness(g: Any, book: Any) -> Any:
    """Levels the leader is short of the last one before the winning level, 0 to 8: how long cards may still wait."""
    return max(0, min(8, int(book.rules[Rule.VICTORY_LEVEL]) - 1 - highest_level(g)))


@kernel()
def level_worth(g: Any, book: Any, seat: Any, levels: Any) -> Any:
    """Worth of levels: more for whoever has passed the middle of the way."""
    past = max(0, 2 * int(g.level[seat]) - int(book.rules[Rule.VICTORY_LEVEL])) // 2
    return levels * (int(book.weights[seat, Weight.LEVEL]) + past * int(book.weights[seat, Weight.FINISH]))


@kernel()
def harm(g: Any, book: Any, seat: Any, other: Any) -> Any:
    """Worth of a setback of somebody else: he leads, or is close to the end; negative for one who lies behind."""
    w = book.weights[seat]
    gap = ahead(g, seat, other)
    worth = closeness(g, book, other) * int(w[Weight.CLOSING])
    return worth + gap * int(w[Weight.HOSTILITY] if gap > 0 else w[Weight.UNDERDOG])


@kernel()
def setback(g: Any, book: Any, seat: Any, other: Any, lost: Any) -> Any:
    """Worth of what costs somebody else some points: a level or an Item is ten."""
    return harm(g, book, seat, other) * min(30, lost) // 20


@kernel()
def points(book: Any, card: Any) -> Any:
    """Points of an Item for whoever may use it: its bonus, and one each for an easier flight and for a power."""
    row = book.card[card]
    extra = 1 if row.run_away > 0 else 0
    return int(row.bonus) + extra + (1 if (row.triggers & IN_PLAY_BIT) != 0 else 0)


@kernel()
def item_use(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Points of lasting strength an Item gives, or would give, its holder: 0 if he cannot use it."""
    row = book.card[card]
    if row.kind != Kind.ITEM or usable(g, book, seat, card) == 0:
        return 0
    if g.zone[card] == Zone.TABLE and g.owner[card] == seat and g.equipped[card] == 1:
        return points(book, card)
    return max(0, points(book, card) - _displaced(g, book, seat, card))


@kernel()
def _displaced(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Points of the equipped Items that would have to make room."""
    row = book.card[card]
    if row.slot == Slot.NONE or row.stacks == 1:
        return 0
    room = hands_of(g, book, seat) if row.slot == Slot.HAND else 1
    need = hands_needed(g, book, card) if row.slot == Slot.HAND else 1
    if slot_used(g, book, seat, int(row.slot)) + need <= room:
        return 0
    least = 1000
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        other = book.card[c]
        if g.equipped[c] == 1 and other.slot == row.slot and other.stacks == 0:
            total += points(book, c)
            least = min(least, points(book, c))
    return total if need >= 2 or row.slot != Slot.HAND else least


@kernel()
def keep_value(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """What losing a card costs its holder."""
    w = book.weights[seat]
    row = book.card[card]
    kind = int(row.kind)
    if kind == Kind.ITEM:
        gold = int(row.gold) * int(w[Weight.LEVEL]) // 2000
        return item_use(g, book, seat, card) * int(w[Weight.BONUS]) + gold + 1
    if kind == Kind.ONE_SHOT:
        worth = abs(int(row.bonus)) * int(w[Weight.ONE_SHOT]) + int(row.gold) * int(w[Weight.LEVEL]) // 2500
        return worth + int(w[Weight.CARD]) + _guarding(book, seat, card)
    if kind == Kind.GO_UP_A_LEVEL:
        return int(w[Weight.LEVEL]) * max(1, int(row.levels))
    if Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
        if g.zone[card] == Zone.TABLE:
            return int(w[Weight.IDENTITY])
        return int(w[Weight.IDENTITY]) if may_take_identity(g, book, seat, card) == 1 else 1
    if kind == Kind.DOUBLER and g.zone[card] == Zone.TABLE:
        return int(w[Weight.IDENTITY])
    if kind == Kind.MONSTER:
        return int(w[Weight.CARD]) + max(0, 8 - int(row.level)) * int(w[Weight.CARD]) // 4
    if kind == Kind.CURSE:
        return int(w[Weight.CURSE]) // 2 if g.zone[card] == Zone.HAND else 0
    if kind == Kind.ENHANCER:
        return int(w[Weight.CARD]) + abs(int(row.bonus))
    return 2 * int(w[Weight.CARD]) + _guarding(book, seat, card)


@kernel()
def _guarding(book: Any, seat: Any, card: Any) -> Any:
    """What a card that cancels Curses or doors is kept for."""
    row = book.card[card]
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.CANCEL_CURSE or op == Op.CANCEL_PLAY or op == Op.REDIRECT_CURSE:
            return int(book.weights[seat, Weight.GUARD])
    return 0


@kernel()
def use_cost(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """What using a card up costs now: it might do more when the game comes to its end."""
    return keep_value(g, book, seat, card) + lateness(g, book) * int(book.weights[seat, Weight.SAVING])


@kernel()
def may_lose(g: Any, book: Any, seat: Any, which: Any) -> Any:
    """Whether a player has anything in play that the loss of `which` could fall on."""
    slot = Which.HEAD <= which <= Which.HAND
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if matches(g, book, seat, c, which) == 1 or (slot and worn_there(g, book, c, which) == 1):
            return 1
    return 0


@kernel()
def bad_stuff(g: Any, book: Any, seat: Any, card: Any, trigger: Any) -> Any:
    """Points a card's program takes from a player: a level or an Item he has to lose is ten, death a hundred."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != trigger or (e.cond <= Condition.NOT_LOWEST and holds(g, book, seat, card, e) == 0):
            continue
        if e.op == Op.DEATH:
            total += 100
        elif e.op == Op.LOSE_LEVELS:
            lost = int(e.amount) if e.amount > 0 else 3
            total += 10 * min(lost, int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN]))
        elif e.op == Op.LOSE_ITEM:
            total += 10 if may_lose(g, book, seat, int(e.a)) == 1 else 0
        elif e.op == Op.DISCARD_GOLD:
            total += 10 if g.table_n[seat] > 0 else 0
        elif e.op == Op.DISCARD_HAND:
            total += 2 * int(g.hand_n[seat])
        elif e.op == Op.LOSE_CLASS or e.op == Op.LOSE_RACE:
            total += 4 if g.axis_n[seat, Axis.CLASS if e.op == Op.LOSE_CLASS else Axis.RACE] > 0 else 0
        else:
            total += 6
    return total


@kernel()
def _pursued(g: Any, book: Any, seat: Any, m: Any) -> Any:
    """Faces of the die, of six, with which a monster catches a player who has no other help; or `HOPELESS`."""
    row = book.card[g.mon[m]]
    if row.no_pursue > 0 and g.level[seat] <= row.no_pursue:
        return 0
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.EASY_ESCAPE:
            return 0
        if op == Op.NO_ESCAPE and row_holds(g, book, int(g.mon[m]), book.effect[r]) == 1:
            return HOPELESS
    return max(0, min(6, int(book.rules[Rule.RUN_AWAY_TARGET]) - 1 - int(row.run_away)))


@kernel()
def fleetness(g: Any, book: Any, seat: Any) -> Any:
    """What a player's cards in play add to his rolls to Run Away."""
    total = passive(g, book, seat, Op.RUN_AWAY) + int(g.run_bonus[seat])
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].run_away != 0 and g.equipped[c] == 1:
            total += int(book.card[c].run_away)
    return total


@kernel()
def peril(g: Any, book: Any, seat: Any) -> Any:
    """Points, times six, of the Bad Stuff of each monster, as likely as it is to catch a player who loses."""
    return _perils(g, book, seat, HOPELESS)


@kernel()
def danger(g: Any, book: Any, seat: Any) -> Any:
    """Price of losing the combat."""
    return peril(g, book, seat) * int(book.weights[seat, Weight.DANGER]) // 60


@kernel()
def avoidable(g: Any, book: Any, seat: Any) -> Any:
    """The part of the danger from which one may still get away."""
    return _perils(g, book, seat, HOPELESS - 1) * int(book.weights[seat, Weight.DANGER]) // 60


@kernel()
def _perils(g: Any, book: Any, seat: Any, most: Any) -> Any:
    """The peril of the monsters that catch with at most so many faces of the die."""
    fast = fleetness(g, book, seat)
    total = 0
    for m in range(g.mon_n):
        total += _risk(g, book, seat, m, most, fast)
    return total


@kernel()
def _risk(g: Any, book: Any, seat: Any, m: Any, most: Any, fast: Any) -> Any:
    """Bad Stuff of a monster still to be fled from, times the faces of the die with which it catches."""
    faces = int(_pursued(g, book, seat, m))
    if faces == 0 or faces > most or (int(g.fled[seat]) >> m) & 1:
        return 0
    faces = 6 if faces == HOPELESS else max(0, min(6, faces - fast))
    return bad_stuff(g, book, seat, int(g.mon[m]), Trigger.BAD_STUFF) * faces


@kernel()
def danger_of(g: Any, book: Any, seat: Any, m: Any) -> Any:
    """The part of the danger that comes from one monster."""
    points = _risk(g, book, seat, m, HOPELESS, fleetness(g, book, seat))
    return points * int(book.weights[seat, Weight.DANGER]) // 60


@kernel()
def threat(g: Any, book: Any, judge: Any, seat: Any) -> Any:
    """Strength that may still be thrown against a player, as `judge` sees it: of each card in the others' hands."""
    cards = 0
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and in_combat(g, s) == 0:
            cards += int(g.hand_n[s])
    return cards * int(book.weights[judge, Weight.FEAR]) * (1 + closeness(g, book, seat)) // 50


@kernel()
def chance(lead: Any, thrown: Any) -> Any:
    """Chance in per cent to win a fight now, by the lead and what may still be thrown against it."""
    return max(LEAST_CHANCE, min(100 - LEAST_CHANCE, 50 + 5 * (lead - thrown)))
