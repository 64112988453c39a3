"""What cards thrown into a combat give a side beside their bonus."""

from __future__ import annotations

from engine.board.card_conditions import condition, holds
from engine.board.counted_amounts import resolved
from engine.board.modifiers import idle_one_shot, monster_row, row_holds, times, useless
from engine.board.seat_lookup import in_combat
from engine.jit import kernel
from engine.records.book import Book, Effect
from engine.records.card_kinds import IN_FIGHT_BIT, Card, Kind, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import Game


@kernel("oneshot.definition", "combat.monster-specials")
def played_extra(g: Game, book: Book, side: int) -> int:
    """What cards played on one side add to the bonus they gave: one-shots doubled or useless, and lasting rows."""
    total = 0
    for i in range(g.played_n):
        c = int(g.played[i])
        row = book.card[c]
        if g.played_side[i] != side:
            continue
        if row.kind == Kind.ONE_SHOT and g.combat_bonus[c] != 0:
            total += int(g.combat_bonus[c]) * _more(g, book, c, side)
        if row.triggers & IN_FIGHT_BIT and idle_one_shot(g, row) == 0:
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH:
                    total += _given(g, book, c, e, side)
                elif e.trigger == Trigger.IN_FIGHT and e.op == Op.THROWN_STRENGTH:
                    total += _given_once(g, book, c, e, side)
    return total


@kernel("oneshot.definition", "combat.monster-specials")
def _more(g: Game, book: Book, card: Card, side: int) -> int:
    """How many times more than once a thrown one-shot counts: -1 if it does not count at all."""
    if (side == 0 and useless(g, book, card) == 1) or idle_one_shot(g, book.card[card]) == 1:
        return -1
    tags = int(book.card[card].tags)
    more = times(g, tags)
    if side == 1 and tags != 0 and g.host[card] >= 0:
        more += monster_row(g, book, int(g.host[card]), Op.THROWN_TWICE, tags)
    return more


@kernel()
def _given(g: Game, book: Book, card: Card, e: Effect, side: int) -> int:
    """What a row adds to the munchkin side, for each participant it holds for, or to a monster."""
    if side == 1:
        return resolved(g, book, int(g.fighter), int(e.amount)) * row_holds(g, book, card, e)
    total = 0
    for s in range(g.seats):
        if in_combat(g, s) == 1 and holds(g, book, s, card, e) == 1:
            total += resolved(g, book, s, int(e.amount))
    return total


@kernel("oneshot.definition", "combat.monster-specials", "help.shared-vulnerability")
def _given_once(g: Game, book: Book, card: Card, e: Effect, side: int) -> int:
    """What a one-shot gives the side for which it was thrown beside its bonus; what it asks is asked of the fighter."""
    first = _asks(g, book, card, int(e.cond), int(e.x), side)
    if first == 0 or _asks(g, book, card, int(e.cond2), int(e.x2), side) == 0:
        return 0
    return resolved(g, book, int(g.fighter), int(e.amount))


@kernel("oneshot.definition", "combat.monster-specials")
def _asks(g: Game, book: Book, card: Card, cond: int, x: int, side: int) -> Yes:
    """Whether a condition holds for a one-shot on a side: of a tag, for the monster at which it was thrown."""
    if cond == Condition.ALWAYS:
        return 1
    if cond == Condition.THROWN_FOR:
        return 1 if x == side else 0
    if cond != Condition.ITS_TAG:
        return condition(g, book, int(g.fighter), card, cond, x)
    for m in range(g.foe_n):
        if g.foe[m].card == g.host[card] and (int(g.foe[m].tags) & x) != 0:
            return 1
    return 0
