"""Help that is owed to the other one of a contest: in the combat that goes on, or else in their next."""

from __future__ import annotations

import pytest

from engine.board.kept_curses import combat_is_over_for
from engine.policies.help_worth import NEVER
from engine.policies.moments import help_owed
from engine.policies.paid_power_worth import paid_power
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, ask
from engine.records.step_values import Opponent, Price
from engine.steps.combat.help_terms import is_forced
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, beating

DARE = card(
    Kind.RULE,
    row(Op.PAY_IN_FIGHT, 1, a=Price.NOTHING, on=Trigger.ABILITY),
    row(Op.ROLL_AGAINST, a=Opponent.CHOSEN, on=Trigger.USED),
    row(Op.OWE_HELP, on=Trigger.ROLLED_LOWER),
)
BOX = CARDS | {"dare": DARE}


def owing(who: int, to: int) -> Position:
    """Seat 0 fights; the one was lower than the other."""
    p = Position(BOX, 3).wear(0, "dare").fight(0, "ogre")
    p.g.refused[to] = p.g.spurned[to] = 0b111
    return p.run("dare", who=who, by=to, on=Trigger.ROLLED_LOWER)


def forced(p: Position) -> list[tuple[int, int]]:
    """Who has to help whom, if they are asked."""
    return [(s, f) for f in range(3) for s in range(3) if s != f and int(is_forced(p.g, p.book, s, f)) == 1]


@pytest.mark.rule("help.ask")
def test_who_is_lower_helps_the_fighter_now_and_once():
    p = owing(1, 0)
    assert forced(p) == [(1, 0)] and int(p.g.spurned[0]) == int(p.g.refused[0]) == 0b101
    combat_is_over_for(p.g, p.book, 0)
    assert forced(p) == []


@pytest.mark.rule("help.ask")
def test_a_fighter_who_is_lower_helps_in_the_next_combat_of_the_other():
    p = owing(0, 2)
    assert forced(p) == []  # it is not the other's combat that goes on
    combat_is_over_for(p.g, p.book, 0)
    p.fight(1, "goblin")
    assert forced(p) == []
    combat_is_over_for(p.g, p.book, 1)
    p.fight(2, "goblin")
    assert forced(p) == [(0, 2)]
    combat_is_over_for(p.g, p.book, 2)
    assert forced(p) == []


@pytest.mark.rule("help.ask")
def test_only_the_other_one_of_a_contest_owes_help_where_it_is_said_of_them_alone():
    once = card(Kind.RULE, row(Op.OWE_HELP, on=Trigger.ROLLED_LOWER, when=(Condition.NOT_OWN_TURN, 0)))
    for who, by, owed in ((1, 0, [(1, 0)]), (0, 1, [])):
        p = Position(CARDS | {"dare": once}, 3).wear(0, "dare").fight(0, "ogre")
        p.g.active = 0
        p.run("dare", who=who, by=by, on=Trigger.ROLLED_LOWER)
        assert forced(p) == owed and (int(p.g.owes[who]) != 0) == bool(owed)


@pytest.mark.rule("death.no-cards")
def test_nobody_owes_themselves_and_the_dead_owe_nothing():
    assert int(owing(1, 1).g.owes[1]) == 0
    p = Position(BOX, 3).wear(0, "dare").fight(0, "ogre")
    p.g.dead[1] = 1
    assert int(p.run("dare", who=1, by=0, on=Trigger.ROLLED_LOWER).g.owes[1]) == 0


@pytest.mark.parametrize(("side", "turns"), [(3, True), (2, False), (9, False)])
def test_it_is_dared_where_the_other_would_turn_the_fight(side, turns):
    """Against 8: the crown of seat 1, who is of Level 1, adds 6, which is enough for 3 points and not for 2.

    Whoever wins anyway dares nothing.
    """
    p = Position(BOX, 3).levels(1, 1, 1).wear(0, "dare").wear(1, "crown")
    beating(p, 0, side, 8, "ogre")
    ask(p.g, 0, Question.REACT, -1)
    assert [int(help_owed(p.g, p.book, 0, p["dare"], s)) for s in (1, 2)] == [int(turns), 0]
    r = int(p.book.card[p["dare"]].first)
    worth = int(paid_power(p.g, p.book, 0, r, p["dare"], 100))
    assert worth == (50 if turns else NEVER)
