"""The loop: work the agenda off until somebody must decide; apply the answer."""

from __future__ import annotations

from typing import Any

from engine.events import Fault
from engine.jit import kernel
from engine.levels import check_victory
from engine.steps.dispatch import run_answer, run_step
from engine.steps.limits import settle

TURN_STEPS = 20_000
"""Steps after which a turn is taken to be endless: a fault."""


@kernel("precedence.disputes", "setup.character-two-sided", "cards.show-hand")
def next_question(g: Any, book: Any, single: Any) -> Any:
    """Work the agenda off until a question waits; returns its number of options, 0 when the game is over or faulted.

    Questions with one option are answered on the way unless `single` = 1.
    """
    while g.over == 0 and g.fault == 0:
        if g.asked >= 0 and g.options > 0:
            if g.options > 1 or single == 1:
                return int(g.options)
            answer(g, book, 0)
            continue
        if g.unsettled != 0:
            settle(g, book)
            continue
        if g.check != 0:
            check_victory(g, book)
            continue
        g.turn_steps += 1
        if g.turn_steps > TURN_STEPS or g.agenda_n == 0:
            g.fault = Fault.ENDLESS_TURN if g.agenda_n > 0 else Fault.NO_OPTION
            g.fault_at = g.agenda[g.agenda_n - 1, 0] if g.agenda_n > 0 else -1
            return 0
        kind = int(g.agenda[g.agenda_n - 1, 0])
        if run_step(kind, g, book) < 0:
            g.fault = Fault.UNKNOWN_STEP
            g.fault_at = kind
        elif g.asked >= 0 and g.options == 0:
            g.fault = Fault.NO_OPTION
            g.fault_at = kind
    return 0


@kernel()
def answer(g: Any, book: Any, i: Any) -> Any:
    """Apply option i of the question that waits."""
    verb = int(book.option[i, 0])
    card = int(book.option[i, 1])
    target = int(book.option[i, 2])
    amount = int(book.option[i, 3])
    kind = int(g.agenda[g.agenda_n - 1, 0])
    seat = int(g.asked)
    g.options = 0
    if run_answer(kind, g, book, verb, card, target, amount) < 0:
        g.fault = Fault.UNKNOWN_STEP
        g.fault_at = kind
    if seat >= 0:
        g.ordinal[seat] += 1
        g.decisions += 1
    g.asked = -1
    return 0
