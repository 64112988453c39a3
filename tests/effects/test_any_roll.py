"""Rolls that anybody may change: to Run Away and for cards, by a card or by a power."""

from __future__ import annotations

import pytest

from engine.next_question import answer
from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount, Count, Within, counted
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.step_values import Price
from tests.effects.build import Position, card, item, row

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
