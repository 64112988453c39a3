"""Dice, flights and choices put by cards, and rolls that anybody may change."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine.board.dice_throws import pick, throw
from engine.next_question import answer
from engine.policies.bad_stuff_cost import faces_of
from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount, Count, Within, counted
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.step_values import SIDES, THROWN, Dice, Price
from tests.effects.build import Position, card, item, row


@pytest.mark.rule("precedence.card-over-rule")
@pytest.mark.parametrize(("face", "level"), [(2, 4), (3, 2)])
def test_a_die_decides_which_rows_follow(face, level):
    low, high = (Condition.DIE_AT_MOST, 2), (Condition.DIE_AT_LEAST, 3)
    rows = (row(Op.LOSE_LEVELS, 1, on=Trigger.ROLLED, when=low), row(Op.LOSE_LEVELS, 3, on=Trigger.ROLLED, when=high))
    p = Position({"c": card(Kind.CURSE, row(Op.ROLL), *rows)}).levels(5).dice(face).run("c")
    assert p.level_list() == [level, 1, 1]
    assert p.count(Ev.DIE) == 1


OR_LEVELS = (row(Op.EITHER), row(Op.LOSE_LEVELS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)))


@pytest.mark.rule("precedence.card-over-rule")
def test_a_player_chooses_between_two_effects():
    other = row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2))
    p = Position({"c": card(Kind.CURSE, *OR_LEVELS, other), "x": item()}).levels(5).hand(0, "x").run("c")
    assert p.asked() == (0, Question.NUMBER)
    assert p.choose("c", number=2).hand_of(0) == [] and p.level_list()[0] == 5


@pytest.mark.rule("precedence.card-over-rule")
def test_an_alternative_that_does_nothing_is_not_offered():
    never = row(Op.DEATH, on=Trigger.CHOSEN, when=((Condition.CHOSE, 2), (Condition.LEVEL_AT_LEAST, 9)))
    p = Position({"c": card(Kind.CURSE, *OR_LEVELS, never)}).levels(5).run("c")
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


ONCE = (Condition.FIRST, Within.GAME)
AT_ROLL = row(Op.PAY_AT_ROLL, 1, Price.NOTHING, on=Trigger.ABILITY, when=ONCE)
DIE = row(Op.ROLL, on=Trigger.USED)
CARDS = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8),
    "die": card(Kind.RULE, AT_ROLL, DIE, row(Op.SHIFT_DIE, Amount.DIE, 1, on=Trigger.ROLLED)),
    "three": card(Kind.RULE, AT_ROLL, row(Op.SHIFT_DIE, 3, on=Trigger.USED)),
    "less": card(Kind.RULE, AT_ROLL, DIE, row(Op.SHIFT_DIE, counted(Count.DIE, -1), on=Trigger.ROLLED)),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1, any_roll=1),
    "own": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1),
    "set": card(Kind.RULE, AT_ROLL, row(Op.SET_ROLL, on=Trigger.USED)),
    "pit": card(
        Kind.CURSE,
        row(Op.ROLL, on=Trigger.CURSED),
        row(Op.LOSE_LEVELS, 3, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 3)),
    ),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "hat": item(bonus=4),
}


def fleeing(face: int, *dice: int) -> Position:
    """Seat 0, Level 5, flees from the ogre and rolls a face; nobody has anything yet."""
    return Position(CARDS).levels(5, 5, 5).fight(0, "ogre").dice(face, *dice)


def usable(p: Position) -> set[str]:
    return {name for verb, name, _, _ in p.options() if verb in (Verb.USE, Verb.PLAY)}


@pytest.mark.rule("run.roll", "precedence.card-over-rule")
@pytest.mark.parametrize(("face", "die", "answer_", "level"), [
    (3, 2, 1, 5), (3, 1, 1, 3), (6, 2, 2, 3), (6, 1, 2, 5), (6, 2, 1, 5),
])  # fmt: skip
def test_somebody_adds_a_die_to_a_flight_or_takes_it_away(face, die, answer_, level):
    """It takes a 5: 3 + 2 is enough, 3 + 1 is not; 6 - 2 is too little, 6 - 1 is not. Caught costs 2 Levels."""
    p = fleeing(face, die).carry(1, "die").step(Step.ROLL, 0, 0)
    assert p.asked() == (1, Question.ROLLED)
    p.choose("die")
    assert [n for *_, n in p.options()] == [1, 2]
    p.choose("die", number=answer_)
    while p.options():
        answer(p.g, p.book, len(p.options()) - 1)
        p.advance()
    assert int(p.g.level[0]) == level


@pytest.mark.rule("run.roll")
def test_what_was_added_goes_with_the_roll():
    """A new roll begins at its own number; the next monster's does too."""
    p = fleeing(2).carry(0, "three").step(Step.ROLL, 0, 0).choose("three")
    assert int(p.g.roll_shift) == 3 and int(p.g.roll) == 2
    p.g.agenda_n = 0
    p.dice(4).step(Step.ROLL, 0, 0)
    assert int(p.g.roll_shift) == 0 and int(p.g.roll) == 4


@pytest.mark.rule("precedence.card-over-rule")
@pytest.mark.parametrize(("first", "die", "level"), [(5, 2, 2), (5, 1, 5), (2, 4, 2)])
def test_a_die_for_a_card_counts_less_by_anothers_die(first, die, level):
    """The pit takes 3 Levels on a 3 or less: 5 - 2 is 3, 5 - 1 is 4, 2 - 4 is 0, which is no number below it."""
    p = Position(CARDS).levels(5, 5, 5).carry(1, "less").dice(first, die).run("pit", Trigger.CURSED)
    assert p.asked() == (1, Question.DIE)
    assert int(p.choose("less").g.level[0]) == level
    assert p.numbers(Ev.DIE) == [first, die, max(0, first - die)]


@pytest.mark.rule("precedence.card-over-rule", "oneshot.from-hand-or-table")
def test_a_card_for_any_roll_is_played_on_anybodys():
    p = fleeing(6).hand(1, "loaded").hand(2, "own").step(Step.ROLL, 0, 0)
    assert p.asked() == (1, Question.ROLLED) and usable(p) == {"loaded"}
    assert int(p.choose("loaded").choose("loaded", number=1).g.level[0]) == 3
    q = Position(CARDS).levels(5, 5, 5).hand(1, "loaded").hand(2, "own").dice(5).run("pit", Trigger.CURSED)
    assert q.asked() == (1, Question.DIE)
    assert int(q.choose("loaded").choose("loaded", number=2).g.level[0]) == 2


@pytest.mark.rule("precedence.card-over-rule")
def test_a_card_for_ones_own_roll_is_played_on_no_other():
    p = Position(CARDS).levels(5, 5, 5).hand(1, "own").dice(2).run("pit", Trigger.CURSED)
    assert int(p.g.level[0]) == 2 and not p.options()


@pytest.mark.rule("class.power-by-discard")
def test_a_power_sets_any_die_once_a_game():
    p = Position(CARDS).levels(5, 5, 5).carry(1, "set").dice(5).run("pit", Trigger.CURSED)
    assert int(p.choose("set").choose("set", number=1).g.level[0]) == 2
    p.levels(5, 5, 5).dice(5).run("pit", Trigger.CURSED)
    assert not p.options()


def plays(p: Position, **weights: int) -> list[str]:
    """What everybody does, until nothing waits."""
    p.book.work.weights[:] = 0
    for name, worth in {"danger": 15, "level": 40, "card": 2, "one_shot": 2, "hostility": 20, **weights}.items():
        p.book.work.weights[:, Weight[name.upper()]] = worth
    done = []
    while p.options():
        i = int(choose(p.g, p.book, int(p.g.options)))
        verb, name, _, n = p.options()[i]
        done += [f"{name} {n}" if verb == Verb.CHOOSE_NUMBER else name] if verb != Verb.PASS else []
        answer(p.g, p.book, i)
        p.advance()
    return done


@pytest.mark.parametrize(("face", "used"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_player_saves_their_own_flight_with_a_die(face, used):
    """At 1 two faces of six save it, worth more than nothing that it costs; at 5 they are away."""
    p = fleeing(face, 4).carry(0, "die").step(Step.ROLL, 0, 0)
    assert ("die" in plays(p)) == used


@pytest.mark.parametrize(("levels", "face", "used"), [((8, 3), 5, True), ((8, 3), 4, False), ((2, 8), 5, False)])
def test_the_flight_of_a_leader_is_spoiled_and_no_other(levels, face, used):
    """Against 5 or more any die is enough; one who fails already, or who lies behind, is left alone."""
    p = fleeing(face, 3).levels(*levels, 1).carry(1, "die").step(Step.ROLL, 0, 0)
    assert ("die" in plays(p)) == used


def test_the_number_goes_the_way_that_pays():
    """One's own 4 goes up; a leader's 5 goes down."""
    assert "die 1" in plays(fleeing(4, 3).carry(0, "die").step(Step.ROLL, 0, 0))
    assert "die 2" in plays(fleeing(5, 3).levels(8, 3, 1).carry(1, "die").step(Step.ROLL, 0, 0))


@pytest.mark.parametrize(("levels", "first", "used"), [((9, 3), 5, True), ((9, 3), 2, False), ((2, 9), 5, False)])
def test_a_leaders_die_for_a_card_is_made_worse_and_no_other(levels, first, used):
    p = Position(CARDS).levels(*levels, 1).carry(1, "set").dice(first).run("pit", Trigger.CURSED)
    assert ("set" in plays(p)) == used


def test_ones_own_die_for_a_card_is_made_better():
    p = Position(CARDS).levels(9, 3, 1).carry(0, "set").dice(2).run("pit", Trigger.CURSED)
    done = plays(p)
    assert done[0] == "set" and int(p.g.level[0]) == 9
