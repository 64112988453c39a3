"""A choice that may be taken so often only: whoever refuses it may take it the next time."""

from __future__ import annotations

import pytest

from engine.board.happenings import note
from engine.next_question import answer as answer_with
from engine.records.amounts import Within
from engine.records.card_kinds import Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question
from tests.effects.build import Position, row
from tests.effects.test_rule_cards import with_rule


def offered(within: Within) -> Position:
    """Seat 0 may draw a Treasure when they lose a combat."""
    return with_rule(
        row(Op.EITHER, on=Trigger.LOST, when=(Condition.UNUSED, within)),
        row(Op.DRAW, 1, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.NOTHING, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    )


def loses(p: Position, answer: int) -> bool:
    """A combat is lost; whether the choice is put, which is then answered."""
    note(p.g, p.book, 0, Trigger.LOST, -1)
    p.advance()
    if p.g.question != Question.NUMBER or p.g.options == 0:
        return False
    answer_with(p.g, p.book, answer - 1)
    p.advance()
    return True


@pytest.mark.rule("precedence.card-over-rule")
def test_who_refuses_is_asked_again_and_who_accepts_is_not():
    p = offered(Within.GAME)
    hand = int(p.g.hand_n[0])
    assert loses(p, 2) and int(p.g.hand_n[0]) == hand
    assert loses(p, 2) and loses(p, 1) and int(p.g.hand_n[0]) == hand + 1
    assert not loses(p, 1) and int(p.g.hand_n[0]) == hand + 1
    p.g.turn += 1
    assert not loses(p, 1)


@pytest.mark.rule("precedence.card-over-rule")
def test_what_is_used_up_for_a_turn_comes_back_with_the_next():
    p = offered(Within.TURN)
    assert loses(p, 1) and not loses(p, 1)
    p.g.turn += 1
    assert loses(p, 1)
