"""What an identity card does is weighed before it is laid, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.identities import LEAD, laid
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import PASS, taken

CLERIC, ELF, WIZARD = 16, 32, 64


def hates(level: int, whom: int, amount: int) -> dict[str, Any]:
    """A monster that is stronger, or weaker, against somebody."""
    grudge = row(Op.STRENGTH, amount, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, whom))
    return card(Kind.MONSTER, grudge, level=level, treasures=1)


CARDS: dict[str, dict[str, Any]] = {
    "bugaboo": hates(10, CLERIC, 4),
    "coward": hates(6, CLERIC, -4),
    "raven": hates(2, CLERIC, 3),
    "cleric": card(Kind.CLASS, identity=CLERIC),
    "elf": card(Kind.RACE, identity=ELF),
    "wizard": card(Kind.CLASS, identity=WIZARD),
    "bathtub": item(bonus=6, slot=Slot.BODY, never=ELF),
    "button": item(bonus=1, never=ELF),
    "staff": item(bonus=3, slot=Slot.HAND, only=WIZARD),
    "hat": item(bonus=5, slot=Slot.HEAD, never=CLERIC),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


def table() -> Position:
    return Position(CARDS, 3).levels(4, 4, 4)


@pytest.mark.parametrize(
    ("monster", "level", "name", "verb"),
    [
        ("bugaboo", 20, "cleric", Verb.PASS),  # 20 against 10 becomes 20 against 14: won, but nearer to being stopped
        ("bugaboo", 12, "cleric", Verb.PASS),  # 12 against 10 becomes 12 against 14
        ("bugaboo", 4, "cleric", Verb.PASS),  # 4 against 10 becomes 4 against 14
        ("bugaboo", 12, "wizard", Verb.PLAY),  # the monster does not mind
        ("coward", 5, "cleric", Verb.PLAY),  # 5 against 6 becomes 5 against 2
    ],
)
def test_no_identity_is_laid_that_makes_the_own_fight_harder(monster, level, name, verb):
    p = table().levels(level, 4, 4).hand(0, name).fight(0, monster)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, name, -1, Aim.NOTHING))[0] == verb


def test_an_identity_that_turns_the_fight_is_worth_the_fight():
    """Rather than a one-shot of 5 points at 4 each: the class costs nothing, even one that nobody wants otherwise."""
    p = Position(CARDS | {"potion": card(Kind.ONE_SHOT, bonus=5)}, 3).levels(5, 4, 4)
    p.hand(0, "cleric", "potion").fight(0, "coward")
    options = PASS, (Verb.PLAY, "potion", 0, Aim.SIDE), (Verb.PLAY, "cleric", -1, Aim.NOTHING)
    assert taken(p, 0, Question.REACT, *options, identity=0)[1] == "cleric"


def test_an_item_that_could_be_used_no_more_may_cost_the_fight():
    """A hat of 5 points that no Cleric wears: 4 and 5 against 6 would be 4 against 2, by 2 instead of 3; still won."""
    p = table().wear(0, "hat").hand(0, "cleric").fight(0, "coward")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "cleric", -1, Aim.NOTHING))[0] == Verb.PASS


@pytest.mark.parametrize(
    ("worn", "verb"),
    [
        ("bathtub", Verb.KICK_OPEN),  # 20 for the Race, less 6 points at 16 each
        ("button", Verb.PLAY),  # 20 for the Race, less 16
        ("", Verb.PLAY),
    ],
)
def test_an_identity_is_weighed_against_the_items_it_switches_off(worn, verb):
    p = table().hand(0, "elf")
    if worn:
        p.wear(0, worn)
    assert taken(p, 0, Question.ARRANGE, ON, (Verb.PLAY, "elf", -1, Aim.NOTHING))[0] == verb


def test_of_two_identities_the_one_that_serves_an_item_islaid():
    """The staff of 3 points is the Wizard's: 20 and 48 against 20, wherever the staff is."""
    for place in ("hand", "carry"):
        p = getattr(table().hand(0, "cleric", "wizard"), place)(0, "staff")
        options = ON, *((Verb.PLAY, name, -1, Aim.NOTHING) for name in ("cleric", "wizard"))
        assert taken(p, 0, Question.ARRANGE, *options)[1] == "wizard"


@pytest.mark.parametrize(
    ("held", "question", "verb"),
    [
        ("raven", Question.ROOM, Verb.TROUBLE),  # 4 against 2 now, 4 against 5 as a Cleric: fought first
        ("bugaboo", Question.ROOM, Verb.PLAY),  # too strong either way
    ],
)
def test_an_identity_waits_for_the_fight_that_it_would_spoil(held, question, verb):
    p = table().hand(0, "cleric", held)
    options = (Verb.LOOT, "", -1, 0), (Verb.PLAY, "cleric", -1, Aim.NOTHING), (Verb.TROUBLE, held, -1, 0)
    assert taken(p, 0, question, *options, identity=400)[0] == verb


def test_looking_at_an_identity_changes_nothing():
    p = table().wear(0, "hat").hand(0, "cleric").fight(0, "bugaboo")
    before = p.g.tobytes()
    # 4 and a hat of 5 against 10 is 1 short; as a Cleric, without the hat, 4 against 14 is 10 short
    assert int(laid(p.g, p.book, 0, p["cleric"], -1, LEAD)) == -10
    assert p.g.tobytes() == before
