"""A player whose cards bring each other back goes on with their turn after a while: nothing faults, the game ends."""

from __future__ import annotations

import pytest

from engine.next_question import MOST_ANSWERS, answer, next_question
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind
from engine.records.events import Fault
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.step_values import What
from tests.effects.build import Position, card, row

PERMIT = card(Kind.ONE_SHOT, row(Op.TAKE_FROM_DISCARDS, a=What.CARD))


def option_of(at: Position, verb: Verb, n: int) -> int:
    """Place of the first option with a verb, or -1."""
    return next((i for i in range(n) if at.book.work.option[i].verb == verb), -1)


@pytest.mark.parametrize("step", [Step.ARRANGE, Step.ROOM, Step.EVENING], ids=lambda step: step.name.lower())
def test_two_cards_that_fetch_each_other_do_not_hold_up_the_turn(step):
    """One is in the hand, the other on the discards: whoever plays the first gets the second for it, for ever."""
    at = Position({"here": PERMIT, "there": PERMIT}, reaction_windows=0).hand(0, "here").discards("there")
    push(at.g, step, 0, 0, 0, 0, 0)
    played = 0
    while n := int(next_question(at.g, at.book, 0)):
        assert played <= MOST_ANSWERS
        fetch = option_of(at, Verb.PLAY, n)
        assert fetch >= 0
        answer(at.g, at.book, fetch)
        played += 1
    # The player left the question; below it nothing was on the agenda of this table.
    assert (at.g.agenda_n, at.g.fault) == (0, Fault.NO_OPTION)
    assert played >= MOST_ANSWERS // 2  # a play and the choice of a card, again and again
