"""What a hand too full at the end of the turn is used for, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.card_kinds import Kind
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card
from tests.policies.test_habits import CARDS, taken

DUDS = [f"dud {i}" for i in range(5)]


@pytest.mark.parametrize(("duds", "worn", "verb"), [(5, True, Verb.PLAY), (4, True, Verb.END), (5, False, Verb.END)])
def test_a_curse_is_thrown_rather_than_given_away(duds, worn, verb):
    """Six cards are one too many: who leads would give the Curse to a rival. With five it waits for a leader.

    The victim is a Level behind: nobody harms them for the sake of it, and nobody who has nothing to lose.
    """
    p = Position(CARDS | {name: card(Kind.SPECIAL) for name in DUDS}).levels(3, 2, 1)
    p.hand(0, "bareheaded", *DUDS[:duds])
    if worn:
        p.wear(1, "crown")
    ends, throws = (Verb.END, "", -1, 0), (Verb.PLAY, "bareheaded", 1, Aim.SEAT)
    assert taken(p, 0, Question.EVENING, ends, throws, underdog=1, curse=20)[0] == verb
