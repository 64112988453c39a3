"""Whether players count on a second helper where one is not enough, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.board.munchkin_side import helpers_of
from engine.policies.help_worth import lead
from engine.policies.joint_help import bid, reach
from engine.policies.weights import Weight
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, taken

OGRES = CARDS | {
    "miser": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8, treasures=1),
    "crowd": card(
        Kind.MONSTER,
        row(Op.STRENGTH, 9, on=Trigger.IN_FIGHT, when=(Condition.HELPERS_AT_LEAST, 2)),
        level=8,
        treasures=2,
    ),
}
ASKS = [(Verb.ASK, "", s, 1, PickOrder.HELPER) for s in (1, 2)]


def losing(most: int, monster: str = "ogre", seats: int = 3) -> Position:
    """Seat 0 fights at 3 against 8; everybody else would bring 3 points: one is not enough, two are."""
    p = beating(Position(OGRES, seats, help_max=most).levels(*[3] * seats), 0, 3, 8, monster)
    for s in range(seats):
        for name, value in (PERSON | {"share": 30}).items():
            p.book.work.weights[s, Weight[name.upper()]] = value
    return p


@pytest.mark.rule("help.ask", "help.one-only")
@pytest.mark.parametrize(
    ("most", "seats", "verb"), [(1, 3, Verb.PASS), (2, 3, Verb.ASK), (5, 3, Verb.ASK), (5, 2, Verb.PASS)]
)
def test_somebody_is_asked_who_is_enough_only_with_another(most, seats, verb):
    options = ASKS[: seats - 1]
    assert taken(losing(most, seats=seats), 0, Question.REACT, PASS, *options, share=30)[0] == verb


@pytest.mark.rule("help.bribe-items")
def test_what_the_second_helper_would_want_must_be_left():
    """Of the single Treasure nothing is left for another, and nobody helps for nothing."""
    assert taken(losing(2, "miser"), 0, Question.REACT, PASS, *ASKS, share=30)[0] == Verb.PASS


def answered(p: Position, treasures: int = 1, **weights: int) -> Verb:
    push(p.g, Step.ANSWER_HELP, 1, treasures, PickOrder.HELPER, -1, 0)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    return taken(p, 1, Question.HELP, *options, subject=0, share=30, **weights)[0]


@pytest.mark.rule("help.ask", "help.one-only")
def test_who_is_asked_agrees_only_if_another_can_be_hoped_for():
    assert [answered(losing(most)) for most in (1, 2)] == [Verb.REFUSE, Verb.ACCEPT]
    p = losing(2)
    p.g.dead[2] = 1
    assert answered(p) == Verb.REFUSE
    q = losing(2)
    q.g.spurned[0], q.g.rebuffs[0, 2] = 1 << 2, 2  # they will not be asked a third time
    assert answered(q) == Verb.REFUSE


@pytest.mark.rule("help.ask")
def test_help_that_hangs_on_another_is_a_risk():
    """The others come seven times of ten: half of two Levels of Bad Stuff, 35 of 60, are not worth a Treasure."""
    assert [answered(losing(2), danger=weight) for weight in (20, 400)] == [Verb.ACCEPT, Verb.REFUSE]


@pytest.mark.rule("help.one-only")
def test_thinking_of_helpers_leaves_no_trace():
    p = losing(3, seats=5)
    before = p.g.tobytes()
    assert int(lead(p.g)) == -5
    assert int(reach(p.g, p.book, 0, 1, 1)) == 1  # 9 against 8: no more are counted than it takes
    assert int(reach(p.g, p.book, 1, 1, 2)) == -2  # all is promised: nobody else is glad to help
    assert int(bid(p.g, p.book, 0, 2)) == 1 and p.g.tobytes() == before and helpers_of(p.g) == ()


@pytest.mark.rule("combat.monster-specials", "help.one-only")
def test_a_monster_that_is_stronger_against_two_helpers_is_foreseen():
    assert int(reach(losing(2).g, losing(2).book, 0, 1, 1)) == 1
    p = losing(2, "crowd")
    assert int(reach(p.g, p.book, 0, 1, 1)) == -2  # the second brings 3 and costs 9
