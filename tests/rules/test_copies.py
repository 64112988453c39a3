"""One-shots on a monster that has a copy: they belong to the one they were thrown at."""

from __future__ import annotations

import pytest

from engine.board.monsters import copy_monster, leave
from engine.effects.single_card_effects import pick_up
from engine.records.card_kinds import Kind
from engine.records.questions import Aim
from engine.records.state import Zone
from engine.steps.offers.actions import throw
from tests.effects.build import Position, card

CARDS = {"moop": card(Kind.MONSTER, level=6), "bottle": card(Kind.ONE_SHOT, bonus=3)}


def twins() -> Position:
    at = Position(CARDS).hand(1, "bottle")
    at.fight(0, "moop")
    copy_monster(at.g, at.book, 0, 0)
    throw(at.g, at.book, 1, at["bottle"], 1, Aim.MONSTER)
    assert at.g.foe["bonus"][:2].tolist() == [0, 3]
    return at


@pytest.mark.rule("mooplicate.basic", "oneshot.definition")
def test_a_copy_of_the_copy_is_without_the_one_shot():
    at = twins()
    copy_monster(at.g, at.book, 1, 0)
    assert at.g.foe["bonus"][:3].tolist() == [0, 3, 0]


@pytest.mark.rule("mooplicate.basic", "oneshot.definition")
def test_a_one_shot_is_taken_back_from_the_one_it_hit():
    at = twins()
    pick_up(at.g, at.book, 0, 1, -1, at["bottle"], 1)
    assert at.g.foe["bonus"][:2].tolist() == [0, 0] and at.g.zone[at["bottle"]] == Zone.HAND


@pytest.mark.rule("mooplicate.basic", "multi.eliminate-one")
def test_a_one_shot_whose_target_has_left_takes_nothing_from_the_other():
    at = twins()
    leave(at.g, at.book, 1, -1)
    pick_up(at.g, at.book, 0, 1, -1, at["bottle"], 1)
    assert at.g.foe_n == 1 and at.g.foe[0].bonus == 0
