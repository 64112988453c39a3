"""Utility of lifting a Curse that lasts: one's own, and only one that is worth the card."""

from __future__ import annotations

from typing import Any

from engine.agenda import Aim, Verb
from engine.cards import Kind
from engine.jit import kernel
from engine.opcodes import Op
from engine.policies.bargain import NEVER
from engine.policies.features import Weight
from engine.policies.setbacks import of_row
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
    points = 10 if book.option[i, 3] == Aim.SEAT else _burden(g, book, seat, target)
    return points * int(book.weights[seat, Weight.DANGER]) // 10 - use_cost(g, book, seat, int(book.option[i, 1]))


@kernel()
def _burden(g: Any, book: Any, seat: Any, curse: Any) -> Any:
    """Points that a lasting Curse still costs."""
    row = book.card[curse]
    if row.kind != Kind.CURSE:
        return 2 * abs(int(row.bonus))
    for r in range(row.first, row.last):
        if book.effect[r].op == Op.KEEP:
            return of_row(g, book, seat, curse, book.effect[r])
    return 6
