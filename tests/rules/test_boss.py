"""Bosses that fall while somebody who could win is dead."""

from __future__ import annotations

import pytest

from engine.next_question import next_question
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind
from engine.records.events import Ending
from tests.effects.build import Position, card


@pytest.mark.rule("victory.dead-cannot-win", "boss.need-three", "death.reborn")
@pytest.mark.parametrize(("bosses", "ending"), [(2, Ending.NONE), (3, Ending.BOSS)])
def test_who_has_the_last_level_wins_when_he_stands_up_again(bosses, ending):
    at = Position({f"bear{i}": card(Kind.MONSTER, level=3) for i in range(9)}, boss_required=3).levels(3, 10, 4)
    at.g.first, at.g.bosses, at.g.dead[1], at.g.redraw[1] = 2, bosses, 1, 1
    push(at.g, Step.TURN, 0, 0, 0, 0, 0)
    next_question(at.g, at.book, 1)
    assert (at.g.over, at.g.winners, at.g.turn) == (ending, (1 << 1) * (bosses == 3), 2)
