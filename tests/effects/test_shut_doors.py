"""Doors that are not opened, and rooms that are not looted: what comes in their place."""

from __future__ import annotations

import pytest

from engine.next_question import answer
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.step_values import Looked, Price
from engine.records.turn_steps import Room, push_arrange, push_door, push_room
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
