"""Whether players count on a second helper where one is not enough, in positions built by hand."""

from __future__ import annotations

from itertools import product

import pytest

from engine.board.munchkin_side import helpers_of
from engine.policies.help_worth import gladness, lead, part
from engine.policies.joint_help import STEPS, bid, reach
from engine.policies.moments import awaiting
from engine.policies.weights import Weight
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb
from engine.records.state import Status
from engine.steps.combat.help_terms import is_forced, promisable
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


LEVELS = (0, 20, 40, 80, 200)
"""Weights of a Level: nothing, a half, one, two and five times what it is to a sensible person."""
PRIZES = (-130, -35, 0, 20, 60)
"""Weights of helping for its own sake: what somebody wants for it beside a share, or would give for it."""


def bid_by_trying(p: Position, judge: int, other: int) -> int:
    """The least number of Treasures from the opening offer on that makes somebody glad, of all that can be promised."""
    g, book = p.g, p.book
    fighter = int(g.fighter)
    if is_forced(g, book, other, fighter):
        return 0
    opening = int(part(g, book, int(book.work.weights[judge, Weight.SHARE])))
    if int(g.spurned[fighter]) >> other & 1:
        if g.terms[fighter, other] == 0 or g.rebuffs[fighter, other] >= STEPS:
            return -1
        opening = max(opening, int(g.terms[fighter, other]))
    for treasures in range(opening, int(promisable(g, book)) + 1):
        if int(gladness(g, book, judge, other, treasures)) + int(awaiting(g, book, other, Trigger.HELPED)) > 0:
            return treasures
    return -1


HOARD = CARDS | {"hoard": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.BAD_STUFF), level=8, treasures=9)}


def asking(case: str) -> Position:
    """Seat 0 fights for nine Treasures and may ask seat 1, who is behind by a Level."""
    switches = {"shared_victory": 1} if case == "win together" else {}
    p = Position(HOARD, 3, **switches).levels(*((9, 8, 3) if case.startswith("win") else (5, 4, 3)))
    beating(p, 0, 3, 8, "hoard")
    if case in ("refused", "too often"):
        p.g.spurned[0], p.g.terms[0, 1], p.g.rebuffs[0, 1] = 1 << 1, 4, 1 if case == "refused" else STEPS
    if case == "forced":
        p.g.status[1] = Status.MUST_HELP
    return p


@pytest.mark.rule("help.bribe-items")
@pytest.mark.parametrize("case", ["plain", "refused", "too often", "forced", "win alone", "win together"])
def test_what_is_bid_for_help_is_the_least_that_is_likely_to_win_it(case):
    """Against a plain loop over all offers: no more than is needed, and nothing where nothing is enough."""
    p, found = asking(case), set()
    for level, prize, treasure, share in product(LEVELS, PRIZES, (0, 7, 30), (0, 20, 100)):
        weights = PERSON | {"level": level, "help": prize, "treasure": treasure, "share": share, "envy": 30}
        for name, value in weights.items():
            p.book.work.weights[:3, Weight[name.upper()]] = value
        wanted = bid_by_trying(p, 0, 1)
        assert int(bid(p.g, p.book, 0, 1)) == wanted, weights
        found.add(wanted)
    assert len(found) >= (5 if case == "plain" else 1), found  # and there are several answers to find
