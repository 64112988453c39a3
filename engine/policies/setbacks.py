"""What a setback would cost its victim: only what he has can be taken, and what is worth more costs more."""

from __future__ import annotations

from typing import Any

from engine.cards import Amount, Axis, Condition, Kind, Pile, Slot, Trigger
from engine.conditions import holds
from engine.jit import kernel
from engine.levels import is_cultist
from engine.lookup import item_count, owns
from engine.opcodes import Chooser, Op, What, Which
from engine.policies.value import item_use
from engine.queries import evil_bonus
from engine.rules import Rule
from engine.state import Zone
from engine.steps.matching import is_meant, threshold

A_LEVEL = 10
"""Points of a level lost; a whole character, hand and all, counts ten times as much."""


@kernel()
def _is_plain(cond: Any) -> Any:
    """Whether a condition asks for what a player is or has, and for nothing of a combat."""
    if cond <= Condition.NOT_LOWEST or cond == Condition.HAND_EVEN:
        return 1
    return 1 if Condition.WEARS <= cond <= Condition.NOT_WEARS or Condition.OWNS <= cond <= Condition.HAS_NO_ITEM else 0


@kernel()
def _of_item(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Points of an Item, or a companion, that is lost."""
    if book.card[card].is_item == 0:
        return A_LEVEL
    return 4 + 3 * min(10, item_use(g, book, seat, card))


@kernel()
def item_loss(g: Any, book: Any, seat: Any, e: Any) -> Any:
    """Points of what a `lose_item` row takes: the victim parts with the least, others choose the best."""
    which = int(e.a)
    slot = Which.HEAD <= which <= Which.HAND
    picks_least = e.b == Chooser.VICTIM and not slot and which != Which.BEST and which != Which.DEAREST
    total = 0
    least = 1000
    most = 0
    ranked = which == Which.BEST or which == Which.DEAREST or which == Which.CHEAPEST
    need = int(threshold(g, book, seat, which)) if ranked else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if is_meant(g, book, seat, c, which, need) == 0:
            continue
        worth = _of_item(g, book, seat, c)
        total += worth
        least = min(least, worth)
        most = max(most, worth)
    if e.amount == Amount.ALL or which == Which.ALL or total == 0:
        return total
    return min(total, max(1, int(e.amount)) * (least if picks_least else most))


@kernel()
def lasting(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Strength that a Curse takes as long as it lies before its victim."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.op == Op.STRENGTH:
            total -= int(e.amount)
        elif e.op == Op.ONLY_ARMOR:
            total += _worn(g, book, seat, 0)
        elif e.op == Op.EVIL:
            total += evil_bonus(g, book, card) if g.zone[card] == Zone.TABLE else 2 * _worn(g, book, seat, 1)
    return max(0, total)


@kernel()
def _worn(g: Any, book: Any, seat: Any, best: Any) -> Any:
    """Bonuses of a player's Items in use: of the best one, or of all but armor."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.is_item == 0 or g.equipped[c] == 0:
            continue
        if best == 1:
            total = max(total, int(row.bonus))
        elif row.slot != Slot.HEAD and row.slot != Slot.BODY and row.slot != Slot.FEET:
            total += max(0, int(row.bonus))
    return total


@kernel()
def _runs_worse(book: Any, card: Any) -> Any:
    """Points for a Curse that stays and makes every flight harder."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_PLAY and e.op == Op.RUN_AWAY and e.amount < 0:
            return 4
    return 0


@kernel()
def _identity_loss(g: Any, book: Any, seat: Any, e: Any) -> Any:
    """Points of an identity that is lost or exchanged."""
    if e.op == Op.LOSE_CLASS or e.op == Op.LOSE_RACE:
        axis = int(Axis.CLASS if e.op == Op.LOSE_CLASS else Axis.RACE)
        for i in range(g.table_n[seat]):
            row = book.card[g.table[seat, i]]
            spared = e.op == Op.LOSE_CLASS and (int(row.identity) & int(e.a)) != 0
            if row.kind == Kind.CLASS + axis and not spared and row.locked == 0:
                return 4
        return 0
    for i in range(g.discard_n[Pile.DOOR]):
        row = book.card[g.discard[Pile.DOOR, i]]
        if row.kind == Kind.CLASS + int(e.a) and (int(g.identity[seat]) & int(row.identity)) == 0:
            return 4
    return 4 if e.op == Op.REPLACE_IDENTITY and g.axis_n[seat, int(e.a)] > 0 else 0


@kernel()
def _card_loss(g: Any, book: Any, seat: Any, e: Any) -> Any:
    """Points of cards that are taken, given away or discarded."""
    op = int(e.op)
    hand, items = int(g.hand_n[seat]), item_count(g, book, seat)
    if op == Op.DISCARD_HAND:
        return 2 * (hand if e.amount == Amount.ALL else min(hand, max(1, int(e.amount))))
    if op == Op.LOSE_ITEMS_OR_CARDS:
        return 4 * min(hand + items, max(1, int(e.amount)))
    if op == Op.DISCARD_GOLD or op == Op.TAX:
        return A_LEVEL if items > 0 else 0
    what = int(e.b)
    if what == What.ITEM:
        return A_LEVEL if items > 0 else 0
    if what == What.HAND or what == What.DOOR:
        return min(6, 3 * hand)
    return min(8, 4 * (hand + items))


@kernel()
def of_row(g: Any, book: Any, seat: Any, card: Any, e: Any) -> Any:
    """Points of one row of a program."""
    op = int(e.op)
    if op == Op.DEATH:
        return 10 * A_LEVEL
    if op == Op.LOSE_LEVELS:
        lost = int(e.amount) if e.amount > 0 else 3
        return A_LEVEL * min(lost, int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN]))
    if op == Op.LOSE_ITEM:
        return item_loss(g, book, seat, e)
    if op == Op.LOSE_CLASS or op == Op.LOSE_RACE or op == Op.REPLACE_IDENTITY:
        return _identity_loss(g, book, seat, e)
    if op == Op.DISCARD_HAND or op == Op.DISCARD_GOLD or op == Op.TAX or op == Op.LOSE_ITEMS_OR_CARDS:
        return _card_loss(g, book, seat, e)
    if op == Op.PLAYERS_TAKE or op == Op.GIVE_CARD:
        return _card_loss(g, book, seat, e)
    if op == Op.KEEP:
        return 2 * min(10, lasting(g, book, seat, card)) + _runs_worse(book, card)
    if op == Op.LOSE_NAMED:
        return A_LEVEL if owns(g, book, seat, int(e.a)) >= 0 else 0
    if op == Op.BECOME_CULTIST:
        return 2 if is_cultist(g, book, seat) == 0 and g.discard_n[Pile.CULTIST] > 0 else 0
    if op == Op.CHANGE_SEX or op == Op.LOSE_CULTIST or op == Op.TAKE_CLASS or op == Op.SHOW_HAND:
        return 0
    return 6


@kernel()
def bad_stuff(g: Any, book: Any, seat: Any, card: Any, trigger: Any) -> Any:
    """Points a card's program takes from a player: a level is ten, an Item four and more, death a hundred."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != trigger or (_is_plain(int(e.cond)) == 1 and holds(g, book, seat, card, e) == 0):
            continue
        total += of_row(g, book, seat, card, e)
    return total


@kernel()
def toll(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Strength that a Curse takes at once from somebody who is fighting: levels, Items in use, what lasts."""
    row = book.card[card]
    total = lasting(g, book, seat, card)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.CURSED or (_is_plain(int(e.cond)) == 1 and holds(g, book, seat, card, e) == 0):
            continue
        if e.op == Op.LOSE_LEVELS:
            lost = int(e.amount) if e.amount > 0 else 3
            total += min(lost, int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN]))
        elif e.op == Op.LOSE_ITEM:
            total += max(0, (item_loss(g, book, seat, e) - 4) // 3)
    return total
