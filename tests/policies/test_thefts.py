"""What a theft is worth, and what is paid for it, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import taken

ELF = 64
CARDS: dict[str, dict[str, Any]] = {
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "armor": item(bonus=2, slot=Slot.BODY),
    "chainsaw": item(bonus=3, slot=Slot.HAND),
    "cap": item(bonus=1, slot=Slot.HEAD),
    "bow": item(bonus=3, slot=Slot.HAND, only=ELF),
    "dud": card(Kind.SPECIAL),
}


def tries(p: Position, wanted: str, **weights: int) -> bool:
    """Whether seat 0, at Level 1, tries to rob seat 1, who is next to the win."""
    p.levels(1, 9, 4).wear(0, "thief")
    theft = (Verb.USE, "thief", p[wanted], int(p.book.card[p["thief"]]["first"]))
    stays = (Verb.KICK_OPEN, "", -1, 0)
    return taken(p, 0, Question.ARRANGE, stays, theft, hostility=44, closing=12, **weights)[0] == Verb.USE


@pytest.mark.parametrize(
    ("worn", "held", "expected"), [("chainsaw", (), False), ("cap", (), True), ("chainsaw", ("dud",), True)]
)
def test_no_item_is_paid_for_a_lesser_one(worn, held, expected):
    """The armor: 32 for its strength, 19 for their loss, and half of a quarter of what harming them is worth, 400: 101.

    It succeeds with half of the faces, and a failure costs 13: 44 in all. The trouble is 4, the chainsaw 49, the
    cap 17 and the card in hand 8.
    """
    p = Position(CARDS).wear(0, worn).hand(0, *held).wear(1, "armor")
    assert tries(p, "armor") == expected


def test_haste_tries_no_theft_that_does_not_pay():
    """The chainsaw costs more than half a chance at the armor brings: a noise of 60 does not hide that."""
    for ordinal in range(30):
        p = Position(CARDS).wear(0, "chainsaw").wear(1, "armor")
        p.g.ordinal[0] = ordinal
        assert not tries(p, "armor", noise=60)


@pytest.mark.parametrize(("level", "tried", "expected"), [(4, 0, True), (4, 1, False), (1, 0, True), (1, 1, False)])
def test_nobody_tries_twice_in_one_turn(level, tried, expected):
    """Once is enough, whatever is to be had and whether a Level may go or not: the others would not wait longer."""
    p = Position(CARDS).levels(level, 9, 4).wear(0, "thief").hand(0, "dud").wear(1, "chainsaw")
    p.g.rolls[0] = tried
    theft = (Verb.USE, "thief", p["chainsaw"], int(p.book.card[p["thief"]]["first"]))
    stays = (Verb.KICK_OPEN, "", -1, 0)
    assert (taken(p, 0, Question.ARRANGE, stays, theft, steal=200)[0] == Verb.USE) == expected


def test_nobody_pays_for_a_theft_with_what_he_is():
    """To be an elf is worth 8, and a Level, 40, besides: the cap, 17, is missed less, and alone it is too dear."""
    cards = CARDS | {"elf": card(Kind.RACE, identity=ELF)}
    assert not tries(Position(cards).wear(0, "elf").wear(1, "armor"), "armor", identity=8)
    p = Position(cards).levels(1, 9, 4).wear(0, "thief", "elf", "cap").wear(1, "armor")
    pays = [(Verb.DISCARD_FOR, name, p["armor"], int(p.book.card[p["thief"]]["first"])) for name in ("elf", "cap")]
    assert taken(p, 0, Question.LOSE, *pays, identity=8)[1] == "cap"


@pytest.mark.parametrize(("carried", "picked"), [((), "plate"), (("piano",), "armor")])
def test_of_the_booty_nobody_picks_what_he_cannot_carry(carried, picked):
    """Four points of a Big Item are more than two, but not for whoever carries one of five already."""
    cards = CARDS | {
        "plate": item(bonus=4, slot=Slot.BODY, big=1),
        "piano": item(bonus=5, slot=Slot.HAND, big=1),
    }
    p = Position(cards).wear(0, *carried).place(Zone.OPEN, -1, "plate", "armor")
    assert taken(p, 0, Question.TAKE, (Verb.TAKE, "plate", -1, 0), (Verb.TAKE, "armor", -1, 0))[1] == picked


@pytest.mark.parametrize("wears", [True, False])
def test_nobody_steals_what_helps_neither_himself_nor_hurts_its_owner(wears):
    """The bow is for elves alone: worn by one it is stolen from them, carried by a human it is of no use."""
    p = Position(CARDS | {"elf": card(Kind.RACE, identity=ELF)}).hand(0, "dud")
    if wears:
        p.wear(1, "elf", "bow")
    else:
        p.carry(1, "bow")
    assert tries(p, "bow") == wears


RACED = CARDS | {
    "elf": card(Kind.RACE, identity=ELF),
    "mask": item(bonus=3, slot=Slot.HEAD, only=ELF),
    "flask": card(Kind.ONE_SHOT, bonus=5, is_item=1),
}


@pytest.mark.parametrize(("worn", "paid"), [(("elf", "mask"), "flask"), (("elf",), "elf")])
def test_no_race_is_paid_that_an_item_in_use_needs(worn, paid):
    """What they are is worth 20 to them, the flask 24; the mask's three points, 48, go with the Race."""
    p = Position(RACED).levels(3, 9, 4).wear(0, "thief", *worn).hand(0, "flask")
    r = int(p.book.card[p["thief"]]["first"])
    options = [(Verb.DISCARD_FOR, name, -1, r) for name in (*worn, "flask")]
    assert taken(p, 0, Question.LOSE, *options, level=0)[1] == paid  # only what hangs on it counts


def test_nobody_steals_in_haste_what_is_not_worth_it():
    """The cap: half of 16 less half of a level, 22, the chainsaw and 4 for the trouble: far less than nothing."""
    verbs = set()
    for ordinal in range(60):
        p = Position(CARDS).levels(3, 3, 3).wear(0, "thief", "chainsaw").wear(1, "cap")
        p.g.ordinal[0] = ordinal
        theft = (Verb.USE, "thief", p["cap"], int(p.book.card[p["thief"]]["first"]))
        verbs.add(taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), theft, noise=90)[0])
    assert verbs == {Verb.KICK_OPEN}
