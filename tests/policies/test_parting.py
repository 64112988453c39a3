"""Which card is lost, given away or taken, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.agenda import Question, Verb
from engine.cards import Kind
from tests.effects.build import Position, card
from tests.policies.test_habits import taken

CARDS: dict[str, dict[str, Any]] = {
    "wanderer": card(Kind.WANDERING),
    "giant": card(Kind.MONSTER, level=14, treasures=4),
}


@pytest.mark.parametrize(
    ("question", "verb", "expected"),
    [
        (Question.GIVE, Verb.DISCARD, "giant"),
        (Question.LOSE, Verb.CHOOSE_CARD, "giant"),
        (Question.TAKE, Verb.TAKE, "wanderer"),
    ],
)
@pytest.mark.parametrize("noise", [25, 60])
def test_even_the_hasty_look_at_the_cards_they_part_with(question, verb, expected, noise):
    """The monster costs its 4, the Wandering Monster 8 and 10: an eighth of the haste is less than the 14 between."""
    for ordinal in range(30):
        p = Position(CARDS).hand(0, *CARDS)
        p.g.ordinal[0] = ordinal
        assert taken(p, 0, question, *((verb, name, -1, 0) for name in CARDS), noise=noise)[1] == expected
