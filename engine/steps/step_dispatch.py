"""The two chains that work the agenda off: what a step does, and what an answer to it does."""

from __future__ import annotations

from typing import Any

from engine.effects import effect_dispatch
from engine.jit import switch
from engine.steps.bargains import bundle, meeting, trade
from engine.steps.cards import (
    card_choices,
    curse_steps,
    dice_casts,
    discarded_cards,
    guises,
    handed_cards,
    looked_cards,
    losses,
    play_answers,
    possession,
    single_card_steps,
    win_answers,
)
from engine.steps.combat import face_up_cards, fight, flight, help_steps, rewards, windows
from engine.steps.offers import abilities, borrowing
from engine.steps.turn import charity, death, door, limits, turn, turn_start

ROOMS = (
    turn_start, turn, door, fight, rewards, windows, face_up_cards, borrowing, possession, flight, charity,
    curse_steps, help_steps, trade, bundle, losses, discarded_cards, card_choices, meeting, death, limits, abilities,
    single_card_steps, dice_casts, play_answers, win_answers, looked_cards,
    handed_cards, guises,
)  # fmt: skip

STEPS: dict[int, Any] = {int(kind): step for kind, step in effect_dispatch.STEPS.items()}
ANSWERS: dict[int, Any] = {}
for room in ROOMS:
    STEPS.update(room.STEPS)
    ANSWERS.update(room.ANSWERS)

run_step = switch("run_step", {int(k): v for k, v in STEPS.items()}, "g, book", otherwise="-1")
"""Work off the step of this kind on top of the agenda; -1 if there is no such kind."""

run_answer = switch("run_answer", {int(k): v for k, v in ANSWERS.items()}, "g, book, taken", otherwise="-1")
"""Apply an answer to the question that the step of this kind put."""
