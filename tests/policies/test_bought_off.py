"""What a card is worth that gets its player out of a lost combat, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.step_values import Removal
from tests.effects.build import Position, card, row
from tests.policies.test_habits import PASS, taken

DEATH = row(Op.DEATH, on=Trigger.BAD_STUFF)
CARDS: dict[str, dict[str, Any]] = {
    "thaw": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1, Removal.NO_TREASURE), timing=2),
    "transfer": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), timing=2),
    "dragon": card(Kind.MONSTER, DEATH, level=20, levels=2, treasures=5, no_pursue=5),
}


@pytest.mark.parametrize(
    ("name", "level", "verb"),
    [("thaw", 3, Verb.PASS), ("thaw", 6, Verb.PLAY), ("transfer", 3, Verb.PLAY), ("transfer", 6, Verb.PLAY)],
)
def test_nothing_is_paid_to_a_monster_that_does_not_pursue(name, level, verb):
    """It lets a Level 3 go: only its Treasures, 5 * 30, are worth a card of 8 then, and not its two Levels.

    A Level 6 dies with four faces of six: 100 points at a danger of 20 for ten are 133.
    """
    for ordinal in range(10):
        p = Position(CARDS).levels(level, 4, 4).hand(0, name).fight(0, "dragon")
        p.g.ordinal[0] = ordinal
        assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, name, -1, 0), noise=25)[0] == verb
