"""When a Go Up a Level is played, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Phase
from engine.records.step_values import What
from engine.records.timings import Timing
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, beating, table, taken


@pytest.mark.parametrize(
    ("level", "held", "verb"),
    [(1, 1, Verb.PLAY), (2, 1, Verb.PASS), (5, 1, Verb.PASS), (7, 1, Verb.PASS), (8, 1, Verb.PLAY), (7, 2, Verb.PLAY)],
)
def test_later_levels_of_the_hand_are_kept_for_the_end(level, held, verb):
    p = table().levels(level, 5, 5).hand(0, *("rise", "rise again")[:held])
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == verb


def test_a_hand_too_full_leaves_nothing_to_wait_for():
    p = table().levels(4, 5, 5).hand(0, "rise", *(f"card {i}" for i in range(6)))
    for question, verb in ((Question.ARRANGE, Verb.END), (Question.EVENING, Verb.PLAY)):
        assert taken(p, 0, question, (Verb.END, "", -1, 0), (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == verb


@pytest.mark.parametrize(
    ("stuff", "verb"),
    [
        (row(Op.DEATH, on=Trigger.BAD_STUFF), Verb.PLAY),
        (row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)), Verb.PLAY),
        (row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.BAD_STUFF), Verb.PLAY),
        (row(Op.DISCARD_HAND, Amount.ALL, a=What.DOOR, on=Trigger.BAD_STUFF), Verb.PASS),  # it is a Treasure
        (row(Op.DISCARD_HAND, 1, on=Trigger.BAD_STUFF), Verb.PASS),
        (row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), Verb.PASS),
        (row(Op.DEATH, on=Trigger.BAD_STUFF, when=(Condition.LEVEL_AT_MOST, 3)), Verb.PASS),
    ],
)
@pytest.mark.parametrize("fled", [0, 1])
def test_a_level_of_the_hand_is_played_before_the_hand_may_be_lost(stuff, verb, fled):
    """In flight at Level 4: what is kept for the end would lie among the spoils, unless this monster is escaped."""
    roll = [row(Op.ROLL, on=Trigger.BAD_STUFF)] if stuff[0] == Trigger.ROLLED else []
    cards = {"horror": card(Kind.MONSTER, *roll, stuff, level=9), "rise": card(Kind.GO_UP_A_LEVEL, timing=Timing.ANY)}
    p = beating(Position(CARDS | cards, reaction_windows=1).levels(4, 5, 5).hand(0, "rise"), 0, 4, 9, "horror")
    p.g.phase = Phase.FLIGHT
    p.step(Step.FLEE, 0)
    assert p.asked() == (0, Question.WINDOW) and (Verb.PLAY, "rise", 0, Aim.SEAT) in p.options()
    p.g.fled[0] = fled
    expected = verb if fled == 0 else Verb.PASS
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == expected


@pytest.mark.parametrize(("others", "first"), [(3, "rise"), (2, "mage")])
def test_a_level_is_played_before_the_hand_is_spent_on_a_charm(others, first):
    """Level 4 of a fight for five Treasures: the hand goes for it, but not the Level, unless three cards need it."""
    cards = {
        "mage": card(Kind.CLASS, row(Op.CHARM, a=3, on=Trigger.ABILITY), identity=16),
        "whale": card(Kind.MONSTER, level=18, levels=2, treasures=5),
        **{f"dud {i}": card(Kind.SPECIAL) for i in range(3)},
    }
    p = Position(CARDS | cards).levels(4, 5, 5).wear(0, "mage").hand(0, "rise", *(f"dud {i}" for i in range(others)))
    beating(p, 0, 4, 18, "whale")
    charm = (Verb.USE, "mage", 0, int(p.book.card[p["mage"]].first))
    options = PASS, charm, (Verb.PLAY, "rise", 0, Aim.SEAT)
    assert taken(p, 0, Question.REACT, *options, hold=90)[1] == first
