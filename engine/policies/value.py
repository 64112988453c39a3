"""What a card is worth to a player, in utility points."""

from __future__ import annotations

from typing import Any

from engine.cards import Kind, Slot
from engine.jit import kernel
from engine.opcodes import Op
from engine.policies.features import Weight
from engine.queries import hands_needed, hands_of, slot_used, usable
from engine.state import Zone
from engine.steps.legal import may_take_identity


@kernel()
def points(book: Any, card: Any) -> Any:
    """Points of an Item for whoever may use it: its bonus, and one each for an easier flight and for a power."""
    row = book.card[card]
    extra = 1 if row.run_away > 0 else 0
    return int(row.bonus) + extra + (1 if (row.triggers & 2) != 0 else 0)


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
        return (
            abs(int(row.bonus)) * int(w[Weight.ONE_SHOT])
            + int(row.gold) * int(w[Weight.LEVEL]) // 2500
            + int(w[Weight.CARD])
        )
    if kind == Kind.GO_UP_A_LEVEL:
        return int(w[Weight.LEVEL]) * max(1, int(row.levels))
    if Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
        if g.zone[card] == 4:
            return int(w[Weight.IDENTITY])
        return int(w[Weight.IDENTITY]) if may_take_identity(g, book, seat, card) == 1 else 1
    if kind == Kind.DOUBLER and g.zone[card] == Zone.TABLE:
        return int(w[Weight.IDENTITY])
    if kind == Kind.MONSTER:
        return int(w[Weight.CARD]) + max(0, 8 - int(row.level)) * int(w[Weight.CARD]) // 4
    if kind == Kind.CURSE:
        return int(w[Weight.CURSE]) // 2
    if kind == Kind.ENHANCER:
        return int(w[Weight.CARD]) + abs(int(row.bonus))
    return 2 * int(w[Weight.CARD])


@kernel()
def danger_of(g: Any, book: Any, m: Any) -> Any:
    """Points of Bad Stuff a monster threatens with: a level is ten, death a hundred."""
    row = book.card[g.mon[m]]
    points = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != 5:  # Trigger.BAD_STUFF
            continue
        if e.op == Op.DEATH:
            points += 100
        elif e.op == Op.LOSE_LEVELS:
            points += 10 * max(1, int(e.amount)) if e.amount > -100 else 30
        elif e.op == Op.LOSE_ITEM or e.op == Op.DISCARD_HAND or e.op == Op.DISCARD_GOLD:
            points += 12
        else:
            points += 8
    return points


@kernel()
def danger(g: Any, book: Any) -> Any:
    """Danger of all monsters of the combat; two thirds of the rolls fail."""
    total = 0
    for m in range(g.mon_n):
        total += danger_of(g, book, m) * 2 // 3
    return total


@kernel()
def ahead(g: Any, seat: Any, other: Any) -> Any:
    """Levels another player is ahead."""
    return int(g.level[other]) - int(g.level[seat])
