"""Utility of lifting a Curse that lasts: one's own, and only one that is worth the card."""

from __future__ import annotations

from typing import Any

from engine.agenda import Aim, Verb
from engine.cards import Trigger
from engine.jit import kernel
from engine.opcodes import Op
from engine.policies.bargain import NEVER
from engine.policies.features import Weight
from engine.policies.value import use_cost
from engine.steps.lifting import lifts


@kernel()
def is_lift(book: Any, i: Any) -> Any:
    """Whether option i plays a card on a Curse that lies there."""
    if book.option[i, 0] != Verb.PLAY or (book.option[i, 3] != Aim.ITEM and book.option[i, 3] != Aim.SEAT):
        return 0
    return lifts(book, int(book.option[i, 1]))


@kernel()
def lifting(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Utility of option i, a card that cancels Curses played on one that lies there."""
    target = int(book.option[i, 2])
    own = target == seat if book.option[i, 3] == Aim.SEAT else g.owner[target] == seat
    if not own:
        return NEVER
    points = 10 if book.option[i, 3] == Aim.SEAT else _burden(book, target)
    return points * int(book.weights[seat, Weight.DANGER]) // 10 - use_cost(g, book, seat, int(book.option[i, 1]))


@kernel()
def _burden(book: Any, curse: Any) -> Any:
    """Points a lasting Curse costs: two for each point of strength, six for anything else it does."""
    row = book.card[curse]
    total = 2 * abs(int(row.bonus))
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_PLAY:
            total += 2 * abs(int(e.amount)) if e.op == Op.STRENGTH else 6
    return total
