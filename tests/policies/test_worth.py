"""What cards are worth to whoever has them, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.lasting_worth import points
from engine.policies.weights import Weight
from engine.policies.worth import keep_value, use_cost
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.step_values import Removal
from tests.effects.build import Position, card, item, row

CARDS: dict[str, dict[str, Any]] = {
    "theft": card(Kind.SPECIAL, row(Op.STEAL_LEVEL, 1)),
    "banishing": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), is_item=1),
    "named": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, when=(Condition.MONSTER_IS, 9)), bonus=2, is_item=1),
    "thaw": card(
        Kind.SPECIAL,
        row(Op.EITHER),
        row(Op.REMOVE_MONSTER, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.STRENGTHEN_ALL, -3, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    ),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1),
    "wanderer": card(Kind.WANDERING),
    "trifle": card(Kind.SPECIAL),
    "jewel": item(gold=1000),
    "vial": card(Kind.ONE_SHOT, gold=1000, is_item=1),
}


def worth(name: str, level: int = 4, **switches: int) -> tuple[int, int]:
    """What a card is worth to its holder, and the price of using it, at 48 points a level and 6 a card."""
    p = Position(CARDS, **switches).levels(level, 4, 4).hand(0, name)
    p.book.work.weights[:] = 0
    for weight, value in (("level", 48), ("card", 6), ("one_shot", 1)):
        p.book.work.weights[0, Weight[weight.upper()]] = value
    return int(keep_value(p.g, p.book, 0, p[name])), int(use_cost(p.g, p.book, 0, p[name]))


@pytest.mark.parametrize(
    ("name", "kept", "used"),
    [
        ("theft", 12 + 48, 12),
        ("banishing", 6 + 16, 6),
        ("named", 2 + 6, 8),
        ("thaw", 12 + 16, 12),
        ("loaded", 6 + 16, 6),
        ("wanderer", 12 + 12, 12),
        ("trifle", 12, 12),
    ],
)
def test_a_card_is_kept_for_what_it_does_and_using_it_costs_no_more_for_that(name, kept, used):
    """A level, a third of one for a way out of a fight, a quarter for a monster that wanders in."""
    assert worth(name) == (kept, used)


def test_no_level_can_be_stolen_before_the_winning_kill():
    assert worth("theft", 9)[0] == 12


@pytest.mark.parametrize(("level", "switches", "gold"), [(8, {}, 1), (9, {}, 0), (9, {"boss_required": 3}, 1)])
def test_gold_is_worth_nothing_where_it_buys_no_level(level, switches, gold):
    """A thousand Gold are half a level in an Item, two fifths in a one-shot; with a Boss the richest may win."""
    assert worth("jewel", level, **switches)[0] == 24 * gold + 1
    assert worth("vial", level, **switches)[0] == 19 * gold + 6


@pytest.mark.parametrize(
    ("drawback", "expected"),
    [
        (row(Op.LOST_WITH, 0, Slot.HEAD, on=Trigger.IN_PLAY), 1),
        (row(Op.HAND_LIMIT, -1, on=Trigger.IN_PLAY), 1),
        (row(Op.STRENGTH, -2, on=Trigger.IN_PLAY, when=(Condition.MONSTER_LEVEL_AT_LEAST, 9)), 1),
        (row(Op.ONLY_ARMOR, on=Trigger.IN_PLAY), 1),
        (row(Op.EXTRA_HANDS, 1, on=Trigger.IN_PLAY), 2),
        (row(Op.STRENGTH, 2, on=Trigger.IN_PLAY, when=(Condition.MONSTER_LEVEL_AT_LEAST, 9)), 2),
        (row(Op.SHIELD_WHEN_TWO_FLEE, -2, on=Trigger.IN_PLAY), 2),
    ],
)
def test_a_drawback_is_no_point_of_an_item(drawback, expected):
    """One point for the bonus of 1; another one for a power only."""
    p = Position({"thing": item(drawback, bonus=1)}).hand(0, "thing")
    assert points(p.g, p.book, 0, p["thing"]) == expected
