"""What a setback would cost: only what its victim has can be taken."""

from __future__ import annotations

import pytest

from engine.cards import Axis, Condition, Kind, Slot, Trigger
from engine.opcodes import Op, Which
from engine.policies.setbacks import bad_stuff
from tests.effects.build import Position, card, item, row


def curse(op: Op, amount: int = 1, a: int = 0, **more: object):
    return card(Kind.CURSE, row(op, amount, a=a, on=Trigger.CURSED, **more))


CARDS = {
    "betrayed": curse(Op.LOSE_ITEM, a=Which.COMRADE),
    "bare head": curse(Op.LOSE_ITEM, a=Which.HEAD),
    "classless": curse(Op.LOSE_CLASS),
    "raceless": curse(Op.LOSE_RACE),
    "humbled": curse(Op.LOSE_LEVELS, 2, when=(Condition.LACKS_AXIS, Axis.CLASS)),
    "friend": card(Kind.COMRADE),
    "cap": item(bonus=1, slot=Slot.HEAD),
    "veil": item(bonus=1, slot=Slot.HEAD, stacks=1),
    "best gone": curse(Op.LOSE_ITEM, a=Which.BEST),
    "wizard": card(Kind.CLASS, identity=8, axis=Axis.CLASS),
    "elf": card(Kind.RACE, identity=16, axis=Axis.RACE),
}


@pytest.mark.parametrize(
    ("name", "having", "cost"),
    [
        ("betrayed", "friend", 10), ("betrayed", "cap", 0), ("bare head", "cap", 7), ("bare head", "veil", 7),
        ("bare head", "friend", 0), ("classless", "wizard", 4), ("classless", "elf", 0), ("raceless", "elf", 4),
        ("raceless", "wizard", 0), ("humbled", "elf", 20), ("humbled", "wizard", 0),
    ],
)  # fmt: skip
def test_only_what_one_has_can_be_lost(name, having, cost):
    p = Position(CARDS).levels(1, 5, 1)
    p.wear(1, having) if having in ("cap", "veil") else p.carry(1, having)
    assert int(bad_stuff(p.g, p.book, 1, p[name], Trigger.CURSED)) == cost


def test_the_biggest_bonus_is_that_of_an_item_in_use():
    """A cap of one point in use is the best of two, the other is only carried: 4 points, and 3 for each of its own."""
    p = Position(CARDS | {"crown": item(bonus=5, slot=Slot.HEAD)}).levels(1, 5, 1)
    p.carry(1, "crown")
    assert int(bad_stuff(p.g, p.book, 1, p["best gone"], Trigger.CURSED)) == 0
    p.wear(1, "cap")
    assert int(bad_stuff(p.g, p.book, 1, p["best gone"], Trigger.CURSED)) == 7
