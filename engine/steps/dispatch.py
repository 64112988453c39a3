"""The two chains that work the agenda off: what a step does, and what an answer to it does."""

from __future__ import annotations

from typing import Any

from engine.effects import dispatch as effects
from engine.jit import switch
from engine.steps.bargains import bundle, meeting, trade
from engine.steps.cards import answers, cast, choices, curses, losses, possession, tricks
from engine.steps.combat import fight as combat
from engine.steps.combat import flight, help, opening, rewards, windows
from engine.steps.offers import abilities, borrowing
from engine.steps.turn import begin, charity, death, door, limits, turn

ROOMS = (
    begin,
    turn,
    door,
    combat,
    rewards,
    windows,
    opening,
    borrowing,
    possession,
    flight,
    charity,
    curses,
    help,
    trade,
    bundle,
    losses,
    choices,
    meeting,
    death,
    limits,
    abilities,
    tricks,
    cast,
    answers,
)

STEPS: dict[int, Any] = {int(kind): step for kind, step in effects.STEPS.items()}
ANSWERS: dict[int, Any] = {}
for room in ROOMS:
    STEPS.update(room.STEPS)
    ANSWERS.update(room.ANSWERS)

run_step = switch("run_step", {int(k): v for k, v in STEPS.items()}, "g, book", otherwise="-1")
"""Work off the step of this kind on top of the agenda; -1 if there is no such kind."""

run_answer = switch("run_answer", {int(k): v for k, v in ANSWERS.items()}, "g, book, taken", otherwise="-1")
"""Apply an answer to the question that the step of this kind put."""
