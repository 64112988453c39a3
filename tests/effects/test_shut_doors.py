"""Doors that are not opened, and rooms that are not looted: what comes in their place."""

from __future__ import annotations

import pytest

from engine.board.monsters import start_program
from engine.next_question import answer
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import FightFlag
from engine.records.step_values import Looked, Price
from engine.records.turn_steps import Room, push_arrange, push_charity, push_door, push_end, push_evening, push_room
from engine.steps.step_dispatch import run_step
from tests.effects.build import Position, Row, card, item, row
from tests.effects.test_looked import pile

pytestmark = pytest.mark.rule("precedence.card-over-rule", "turn.kick-open")
TREASURES, TAKEN = (
    row(Op.DRAW, 2, 1, on=Trigger.OPENS),
    row(Op.DRAW, 2, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
)
EITHER = row(Op.EITHER, on=Trigger.OPENS)
AFTER_ALL = row(Op.AFTER_ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2))
CARDS = {
    "rat": card(Kind.MONSTER, level=1), "elf": card(Kind.RACE, identity=64), 
    "hat": item(), "cap": item(), "belt": item(),
}  # fmt: skip


def turn(*rule: Row, doors: tuple[str, ...] = ("elf", "rat")) -> Position:
    """Seat 0 has a rule and is about to open a door, behind which there is an Elf and then a rat."""
    p = pile(Position({"rule": card(Kind.RULE, *rule), **CARDS}).levels(3, 3, 3).carry(0, "rule"), *doors)
    push_room(p.g)
    push_door(p.g, 0)
    return p


def steps(p: Position) -> list[int]:
    return p.g.agenda[: int(p.g.agenda_n), 0].tolist()


def test_what_takes_the_place_of_a_door_takes_that_of_the_room_too():
    p = turn(TREASURES).advance()
    assert (len(p.hand_of(0)), p.g.agenda_n, int(p.g.deck_n[0])) == (2, 0, 2)


def test_one_may_choose_to_open_the_door_after_all_and_then_there_is_a_room():
    p = turn(EITHER, TAKEN, AFTER_ALL).advance()
    assert p.asked() == (0, Question.NUMBER)
    q = turn(EITHER, TAKEN, AFTER_ALL).advance().choose("rule", number=1)
    assert (len(q.hand_of(0)), q.g.agenda_n) == (2, 0)
    p.choose("rule", number=2)
    assert p.asked() == (0, Question.DOOR_CARD) and p.cards_offered() == ["elf", "elf"]
    assert steps(p)[0] == Step.ROOM and p.g.agenda[0, Room.SHUT] == 0


@pytest.mark.parametrize(("rows", "hand"), [((), 1), ((row(Op.DRAW, 2, 1, on=Trigger.LOOTS),), 2)])
def test_what_takes_the_place_of_looting(rows, hand):
    p = turn(*rows)
    p.g.agenda_n = 0
    assert len(p.step(Step.LOOT_ROOM).hand_of(0)) == hand


def test_the_room_is_looted_after_all():
    rows = (row(Op.EITHER, on=Trigger.LOOTS), TAKEN, AFTER_ALL)
    p = turn(*rows)
    p.g.agenda_n = 0
    assert p.step(Step.LOOT_ROOM).choose("rule", number=2).hand_of(0) == ["elf"]


def test_two_are_looted_and_one_is_kept():
    p = turn(row(Op.LOOK, 2, 0, Looked.KEEP_UNDER, on=Trigger.LOOTS))
    p.g.agenda_n = 0
    assert p.step(Step.LOOT_ROOM).choose("rat").hand_of(0) == ["rat"]


SKIP = (
    row(Op.PAY_ON_TURN, 1, Price.NOTHING, on=Trigger.ABILITY), row(Op.SKIP_DOOR, on=Trigger.USED),
    row(Op.DRAW, 2, 1, on=Trigger.USED),
)  # fmt: skip


def test_a_power_skips_the_door_while_it_is_shut_and_is_not_offered_any_more():
    p = turn(*SKIP)
    push_arrange(p.g)
    p.advance()
    assert Verb.USE in [verb for verb, *_ in p.options()]
    p.choose("rule")
    assert len(p.hand_of(0)) == 2 and Verb.USE not in [verb for verb, *_ in p.options()]
    answer(p.g, p.book, [verb for verb, *_ in p.options()].index(Verb.KICK_OPEN))
    p.advance()
    assert int(p.g.deck_n[0]) == 2 and p.g.agenda_n == 0


def test_nobody_else_has_a_door_to_skip():
    p = turn(row(Op.SKIP_DOOR)).run("rule", who=1)
    assert p.asked() == (0, Question.DOOR_CARD)


@pytest.mark.rule("turn.loot-room")
@pytest.mark.parametrize("before_the_door", [True, False])
def test_a_turn_that_ends_goes_on_with_charity(before_the_door):
    """At its start, or in the room: no door is opened and no room is left, and neither is an evening."""
    ends = {"rule": card(Kind.RULE, row(Op.END_TURN, on=Trigger.USED)), **CARDS}
    p = pile(Position(ends).levels(3, 3, 3).carry(0, "rule"), "elf", "rat")
    push_end(p.g)
    push_charity(p.g)
    push_evening(p.g)
    push_room(p.g)
    if before_the_door:
        push_door(p.g, 0)
        push_arrange(p.g)
    start_program(p.g, p.book, Trigger.USED, 0, p["rule"], -1, 0)
    while p.g.agenda[p.g.agenda_n - 1, 0] not in (Step.CHARITY, Step.END):
        run_step(int(p.g.agenda[p.g.agenda_n - 1, 0]), p.g, p.book)
        assert p.g.options == 0
    assert (int(p.g.agenda[p.g.agenda_n - 1, 0]), int(p.g.deck_n[0])) == (Step.CHARITY, 2)
    assert int(p.g.fight_flags) & FightFlag.TURN_OVER == 0


def test_only_the_turn_of_whoever_takes_it_ends():
    """Seat 1 has lost somebody else's combat: the turn of seat 0 goes on."""
    p = Position({"rule": card(Kind.RULE, row(Op.END_TURN, on=Trigger.USED)), **CARDS}).levels(3, 3, 3).carry(1, "rule")
    p.hand(0, "hat")
    push_evening(p.g)
    p.run("rule", on=Trigger.USED, who=1, by=1)
    assert p.asked() == (0, Question.EVENING)
