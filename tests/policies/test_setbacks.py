"""What a setback would cost: only what its victim has can be taken."""

from __future__ import annotations

import pytest

from engine.policies.bad_stuff_cost import bad_stuff
from engine.records.amounts import Amount
from engine.records.card_kinds import Axis, Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.step_values import Chooser, What, Which
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


TAKING = {
    "no doors": curse(Op.DISCARD_HAND, Amount.ALL, a=What.DOOR),
    "one card": curse(Op.DISCARD_HAND, 1),
    "by both": curse(Op.PLAYERS_TAKE, a=Chooser.BOTH, b=What.HAND),
    "by the highest": curse(Op.PLAYERS_TAKE, a=Chooser.HIGHEST, b=What.ITEM),
    "treasures": curse(Op.PLAYERS_TAKE, a=Chooser.EACH_RIGHT, b=What.TREASURE),
    "to the left": curse(Op.GIVE_CARD, a=Chooser.LEFT, b=What.CARD),
    "fined": curse(Op.DISCARD_GOLD, 1000, a=2),
    "levelled": curse(Op.SET_LEVEL, 0),
    "for each card": curse(Op.LOSE_LEVELS_PER_CARD, 1),
    "burnt": curse(Op.LOSE_WORN, a=64),
    "melted": curse(Op.LOSE_TAGGED, a=64),
    "possessed": card(
        Kind.CURSE, row(Op.KEEP, on=Trigger.CURSED), row(Op.POSSESS, a=Which.BEST, on=Trigger.CURSED),
        row(Op.EVIL, on=Trigger.IN_PLAY),
    ),
    "lesser": card(
        Kind.CURSE,
        row(Op.EITHER, on=Trigger.CURSED),
        row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.LOSE_LEVELS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    ),
    "rich": item(gold=1000),
    "torch": item(bonus=1, slot=Slot.HEAD, tags=64),
    "goblin": card(Kind.MONSTER, level=4),
    "potion": card(Kind.ONE_SHOT, bonus=3, is_item=1),
    "flask": card(Kind.ONE_SHOT, bonus=3, is_item=1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "table", "cost"),
    [
        ("no doors", ("potion", "flask"), (), 0), ("no doors", ("potion", "goblin"), (), 2), ("one card", (), (), 0),
        ("by both", ("potion",), ("rich",), 3), ("by both", ("potion", "flask", "goblin"), (), 6),
        ("by the highest", (), ("rich",), 0),  # the victim is the highest: nobody is named
        ("treasures", ("goblin",), (), 0), ("treasures", ("goblin", "potion"), (), 4),
        ("to the left", (), (), 0), ("to the left", ("goblin",), ("rich",), 4),
        ("fined", (), (), 20), ("fined", (), ("rich",), 10),  # two levels, or an Item that pays for all
        ("levelled", (), (), 40), ("for each card", (), (), 0), ("for each card", ("potion", "flask"), (), 20),
        ("burnt", (), (), 0), ("burnt", ("torch",), (), 0), ("melted", ("torch",), (), 3), ("melted", (), (), 0),
        ("burnt", (), ("torch",), 7), ("melted", (), ("torch",), 7), ("possessed", (), (), 0),
        ("lesser", (), (), 0), ("lesser", ("potion", "flask"), (), 4),
    ],
)  # fmt: skip
def test_only_cards_of_the_kind_count_and_only_as_many_as_are_taken(name, hand, table, cost):
    """At Level 5 of 1, 5, 1: a level or an Item is ten points, a hand card two or three, an Item in use 4 and more."""
    p = Position(CARDS | TAKING).levels(1, 5, 1).hand(1, *hand).wear(1, *table)
    assert int(bad_stuff(p.g, p.book, 1, p[name], Trigger.CURSED)) == cost


def test_what_a_die_decides_costs_as_much_as_is_to_be_expected():
    """Death for two faces of six and three levels for four, at Level 5: (2 * 100 + 4 * 30) / 6."""
    orcs = card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)),
        row(Op.LOSE_LEVELS, Amount.DIE, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 3)),
    )
    harpies = card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(
            Op.DISCARD_HAND,
            Amount.ALL,
            on=Trigger.ROLLED,
            when=((Condition.DIE_AT_LEAST, 2), (Condition.DIE_AT_MOST, 4)),
        ),
    )
    p = Position(CARDS | TAKING | {"orcs": orcs, "harpies": harpies}).levels(1, 5, 1)
    assert int(bad_stuff(p.g, p.book, 1, p["orcs"], Trigger.BAD_STUFF)) == 53
    assert int(bad_stuff(p.g, p.book, 1, p["harpies"], Trigger.BAD_STUFF)) == 0
    p.hand(1, "potion", "flask")
    assert int(bad_stuff(p.g, p.book, 1, p["harpies"], Trigger.BAD_STUFF)) == 4 * 3 // 6
