"""Dice, flights and choices put by cards."""

import pytest
from build import Position, card, item, row

from engine.board.dice_throws import pick, throw
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Condition, Kind, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question


@pytest.mark.rule("precedence.card-over-rule")
@pytest.mark.parametrize(("face", "level"), [(2, 4), (3, 2)])
def test_a_die_decides_which_rows_follow(face, level):
    low, high = (Condition.DIE_AT_MOST, 2), (Condition.DIE_AT_LEAST, 3)
    rows = (row(Op.LOSE_LEVELS, 1, on=Trigger.ROLLED, when=low), row(Op.LOSE_LEVELS, 3, on=Trigger.ROLLED, when=high))
    p = Position({"c": card(Kind.CURSE, row(Op.ROLL), *rows)}).levels(5).dice(face).run("c")
    assert p.level_list() == [level, 1, 1]
    assert p.count(Ev.DIE) == 1


@pytest.mark.rule("precedence.card-over-rule")
def test_a_player_chooses_between_two_effects():
    one, two = (Condition.CHOSE, 1), (Condition.CHOSE, 2)
    rows = (
        row(Op.EITHER),
        row(Op.LOSE_LEVELS, 2, on=Trigger.CHOSEN, when=one),
        row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.CHOSEN, when=two),
    )
    p = Position({"c": card(Kind.CURSE, *rows), "x": item()}).levels(5).hand(0, "x").run("c")
    assert p.asked() == (0, Question.NUMBER)
    assert p.choose("c", number=2).hand_of(0) == [] and p.level_list()[0] == 5


@pytest.mark.rule("precedence.card-over-rule")
def test_an_alternative_that_does_nothing_is_not_offered():
    never = ((Condition.CHOSE, 2), (Condition.LEVEL_AT_LEAST, 9))
    rows = (
        row(Op.EITHER),
        row(Op.LOSE_LEVELS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.DEATH, on=Trigger.CHOSEN, when=never),
    )
    p = Position({"c": card(Kind.CURSE, *rows)}).levels(5).run("c")
    assert p.level_list()[0] == 3 and not p.options()


def flight(*program, face=2):
    """Seat 0 has rolled against a monster; the answers to their roll are to come."""
    p = Position({"c": card(Kind.ONE_SHOT, *program), "m": card(Kind.MONSTER, level=5)}).fight(0, "m", helper=1)
    p.g.roll = face
    return p


@pytest.mark.rule("run.roll")
def test_a_die_just_rolled_is_set_to_a_number():
    p = flight(row(Op.SET_ROLL)).run("c")
    assert [n for *_, n in p.options()] == [1, 2, 3, 4, 5, 6]
    assert p.choose("c", number=6).g.roll == 6


@pytest.mark.rule("run.roll")
def test_a_flight_is_rolled_again():
    p = flight(row(Op.REROLL), face=6).dice(1)
    p.step(Step.ROLLED, 0, 0, 0, 0)  # nobody answers: the six stands
    assert p.g.roll == 6 and p.g.rerolls == 0
    p.step(Step.OUTCOME, 0, 0)
    q = flight(row(Op.REROLL), face=6).dice(1)
    q.run("c")
    assert q.g.roll == 0  # a roll of nothing is thrown again by the step that waits for answers
    q.g.agenda_n = 0
    assert q.step(Step.OUTCOME, 1, 0).g.agenda_n == 0


@pytest.mark.rule("run.mods-all")
def test_the_flight_changes_for_everybody_in_the_combat():
    p = flight(row(Op.ROLL_BONUS, -2)).run("c")
    assert p.g.run_bonus.tolist()[:3] == [-2, -2, 0]


@pytest.mark.rule("precedence.disputes")
def test_dice_are_keyed_by_seat_and_count_and_forced_dice_come_first():
    p = Position({"c": card(Kind.CURSE)}).dice(6)
    rolls = [int(throw(p.g, p.book, 0, 0)) for _ in range(8)]
    q = Position({"c": card(Kind.CURSE)}).dice(6)
    other = [int(throw(q.g, q.book, 1, 0))]  # somebody else's dice shift nothing
    assert other == [6] and rolls[0] == 6
    assert [int(throw(q.g, q.book, 0, 0)) for _ in range(8)][1:] == rolls[1:8]
    assert all(1 <= r <= 6 for r in rolls)
    assert all(0 <= int(pick(p.g, 0, 3)) < 3 for _ in range(20))
