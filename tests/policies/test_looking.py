"""What people do with cards of a pile that they look at: by who draws from it next."""

from __future__ import annotations

import pytest

from engine.policies.gains import brought
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Phase
from engine.records.step_values import Looked, Price
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, PERSON, taken

DOORS = {
    "ball": card(Kind.SPECIAL, row(Op.LOOK, 2, Pile.DOOR, Looked.ANY_ORDER), pile=Pile.TREASURE),
    "mouse": card(Kind.MONSTER, level=1, treasures=1),
    "dragon": card(Kind.MONSTER, row(Op.DEATH, on=5), level=20, treasures=4),
    "wonder": item(bonus=9, gold=800), "trifle": card(Kind.ONE_SHOT, bonus=1, gold=100),
}  # fmt: skip


def at_table(phase: Phase) -> Position:
    p = Position(CARDS | DOORS).levels(5, 5, 5)
    p.g.phase = phase
    return p


def picked(phase: Phase, then: Looked, *names: str) -> str:
    options = [(Verb.CHOOSE_CARD, name, -1, int(then)) for name in names]
    may = [PASS] if then >= Looked.MAY_UNDER else []
    return str(taken(at_table(phase), 0, Question.LOOK, *options, *may)[1])


@pytest.mark.parametrize("then", [Looked.ANY_ORDER, Looked.FIRST_UNDER, Looked.FIRST_DISCARD])
def test_before_ones_door_the_monster_that_one_beats_comes_first_and_for_the_next_player_the_other_one(then):
    assert picked(Phase.ARRANGE, then, "dragon", "mouse") == picked(Phase.ARRANGE, then, "mouse", "dragon") == "mouse"
    assert picked(Phase.EVENING, then, "mouse", "dragon") == "dragon"


def test_what_would_kill_one_goes_under_the_pile_and_what_serves_one_stays():
    assert picked(Phase.ARRANGE, Looked.MAY_UNDER, "dragon") == "dragon"
    assert picked(Phase.ARRANGE, Looked.UNDER, "mouse", "dragon") == "dragon"
    assert picked(Phase.EVENING, Looked.MAY_DISCARD, "dragon") == ""


def test_the_better_card_is_kept_and_the_lesser_one_left():
    assert picked(Phase.EVENING, Looked.KEEP_UNDER, "trifle", "wonder") == "wonder"
    assert picked(Phase.EVENING, Looked.LEAVE_DISCARD, "trifle", "wonder") == "trifle"
    assert picked(Phase.EVENING, Looked.MAY_DISCARD, "wonder") == "wonder"  # others would draw it


@pytest.mark.parametrize(("phase", "verb"), [(Phase.ARRANGE, Verb.PLAY), (Phase.EVENING, Verb.PASS)])
def test_a_crystal_ball_is_looked_into_before_ones_own_door(phase, verb):
    p = at_table(phase).hand(0, "ball")
    question = Question.ARRANGE if phase == Phase.ARRANGE else Question.EVENING
    assert taken(p, 0, question, PASS, (Verb.PLAY, "ball", -1, 0))[0] == verb


def test_one_of_three_is_worth_more_than_one_of_two_and_two_more_than_one():
    """A Treasure is worth its weight; each further one to choose from a third of it."""
    p = at_table(Phase.EVENING)
    weight = PERSON["treasure"]
    p.book.work.weights[0, Weight.TREASURE] = weight

    def worth(then: Looked, n: int) -> int:
        look = card(Kind.SPECIAL, row(Op.LOOK, n, Pile.TREASURE, then))
        q = Position({"look": look})
        q.book.work.weights[0, Weight.TREASURE] = weight
        return int(brought(q.g, q.book, 0, q.book.effect[0]))

    assert [worth(Looked.KEEP_UNDER, n) for n in (1, 2, 3)] == [weight, weight + weight // 3, weight + 2 * weight // 3]
    assert worth(Looked.LEAVE_DISCARD, 3) == 2 * weight + weight // 3


@pytest.mark.parametrize(("held", "top", "taken_one"), [("trifle", "wonder", "trifle"), ("wonder", "trifle", "")])
def test_a_hand_card_goes_for_a_better_discard_only(held, top, taken_one):
    p = at_table(Phase.EVENING).hand(0, held).discards(top)
    assert taken(p, 0, Question.LOOK, (Verb.CHOOSE_CARD, held, p[top], -1), PASS)[1] == taken_one


@pytest.mark.parametrize(("level", "verb"), [(1, Verb.USE), (9, Verb.PASS)])
def test_a_door_is_skipped_for_two_treasures_by_the_weak_and_not_by_who_needs_one_kill(level, verb):
    """Two Treasures are 60 points; the door of a Level 1 is a fifteenth of a Level of 40, of the last kill 4 * 24."""
    rule = card(
        Kind.RULE, row(Op.PAY_ON_TURN, 1, Price.NOTHING, on=Trigger.ABILITY), row(Op.SKIP_DOOR, on=Trigger.USED),
        row(Op.DRAW, 2, Pile.TREASURE, on=Trigger.USED),
    )  # fmt: skip
    p = Position(CARDS | {"rule": rule}).levels(level, 5, 5).carry(0, "rule")
    p.g.phase = Phase.ARRANGE
    use = (Verb.USE, "rule", -1, int(p.book.card[p["rule"]]["first"]))
    assert taken(p, 0, Question.ARRANGE, PASS, use)[0] == verb
