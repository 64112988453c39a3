"""Dice, flights and choices put by cards."""

from collections import Counter
from itertools import product

import pytest
from build import Position, card, item, row

from engine.board.dice_throws import pick, throw
from engine.policies.bad_stuff_cost import faces_of
from engine.records.agenda import Step
from engine.records.amounts import Amount, Count, counted
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.step_values import SIDES, THROWN, Dice


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
    rolls = [int(throw(p.g, p.book, 0, 0, Dice.D6)) for _ in range(8)]
    q = Position({"c": card(Kind.CURSE)}).dice(6)
    other = [int(throw(q.g, q.book, 1, 0, Dice.D6))]  # somebody else's dice shift nothing
    assert other == [6] and rolls[0] == 6
    assert [int(throw(q.g, q.book, 0, 0, Dice.D6)) for _ in range(8)][1:] == rolls[1:8]
    assert all(1 <= r <= 6 for r in rolls)
    assert all(0 <= int(pick(p.g, 0, 3)) < 3 for _ in range(20))


@pytest.mark.parametrize("dice", list(Dice))
def test_other_dice_show_all_their_numbers_about_as_often_as_they_should(dice):
    """Of 4,000 throws each number comes as often as it should, within five standard deviations."""
    p = Position({"c": card(Kind.CURSE)})
    found = [int(throw(p.g, p.book, 0, 0, dice)) for _ in range(4000)]
    ways = Counter(sum(faces) for faces in product(range(1, SIDES[dice] + 1), repeat=THROWN[dice]))
    assert set(found) == set(ways)
    for number, n in ways.items():
        share = n / SIDES[dice] ** THROWN[dice]
        assert abs(found.count(number) - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(("die", "level"), [(15, 3), (14, 4)])
def test_a_card_throws_the_die_that_it_names(die, level):
    lost = row(Op.LOSE_LEVELS, 1, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 15))
    p = Position({"c": card(Kind.CURSE, row(Op.ROLL, 0, Dice.D20, on=Trigger.CURSED), lost)}).levels(4)
    assert int(p.dice(die).run("c", Trigger.CURSED).g.level[0]) == level


@pytest.mark.parametrize(("dice", "numbers"), [(Dice.D4, range(1, 5)), (Dice["2D6"], range(2, 13))])
def test_a_die_is_set_to_a_number_that_it_shows(dice, numbers):
    cards = {"c": card(Kind.CURSE, row(Op.ROLL, 0, dice, on=Trigger.CURSED), row(Op.DRAW, 1, 1, on=Trigger.ROLLED))}
    p = Position({**cards, "turn": card(Kind.ONE_SHOT, row(Op.SET_ROLL), timing=128)}).hand(0, "turn")
    p.run("c", Trigger.CURSED).choose("turn")
    assert [n for _, _, _, n in p.options()] == list(numbers)


@pytest.mark.parametrize(("dice", "least", "faces"), [
    (Dice.D6, 5, 2), (Dice.D20, 11, 3), (Dice.D20, 20, 0), (Dice.D4, 4, 2), (Dice["2D6"], 7, 4),
])  # fmt: skip
def test_players_know_how_likely_a_number_is(dice, least, faces):
    """In sixths: 2 of 6; 10 of 20; 1 of 20; 1 of 4, 1.5 rounded up; 21 of 36, 3.5 rounded up."""
    lost = row(Op.LOSE_LEVELS, 1, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, least))
    p = Position({"c": card(Kind.CURSE, row(Op.ROLL, 0, dice, on=Trigger.CURSED), lost)})
    r = int(p.book.card[p["c"]]["last"]) - 1
    assert int(faces_of(p.book, p["c"], p.book.effect[r])) == faces


def test_an_amount_may_be_less_by_what_a_die_shows():
    """A roll to Run Away that somebody spoils by as much as their die shows."""
    spoil = row(Op.ROLL_BONUS, counted(Count.DIE, -1), on=Trigger.ROLLED)
    p = Position({"c": card(Kind.SPECIAL, row(Op.ROLL), spoil), "m": card(Kind.MONSTER, level=9)}).fight(0, "m")
    assert int(p.dice(3).run("c", by=1).g.run_bonus[0]) == -3


def test_strength_may_be_what_a_die_shows():
    """Of a monster, when it appears, and of whoever fights."""
    grows = row(Op.STRENGTHEN_ALL, Amount.DIE, on=Trigger.ROLLED)
    cards = {
        "m": card(Kind.MONSTER, row(Op.ROLL, on=Trigger.APPEARS), grows, level=2),
        "c": card(Kind.SPECIAL, row(Op.ROLL), row(Op.BOOST, Amount.DIE, on=Trigger.ROLLED)),
    }
    p = Position(cards).levels(3).fight(0, "m").dice(5, 4).run("m", Trigger.APPEARS).run("c")
    assert p.strength() == (3 + 4, 2 + 5)


def test_an_amount_may_be_the_level_in_the_middle():
    """Between 9 and 4 lies 6.5: whoever is above falls to 6."""
    p = Position({"c": card(Kind.CURSE, row(Op.SET_LEVEL, counted(Count.MIDDLE), on=Trigger.CURSED))}).levels(9, 4, 5)
    assert int(p.run("c", Trigger.CURSED).g.level[0]) == 6
