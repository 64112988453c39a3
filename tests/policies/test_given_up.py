"""When a Class, Race or Item in play is given up in a combat, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from tests.effects.build import Position, card, doubler, item, row
from tests.policies.test_habits import CARDS, PASS, beating, taken

ROGUE = card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=32)
ELF = card(Kind.RACE, identity=64)


@pytest.mark.parametrize(
    ("fighter", "mine", "paid", "verb"),
    [
        (4, 3, "elf", Verb.PASS),  # they lead, but not by what is worth being an Elf for
        (4, 3, "card 0", Verb.DISCARD_FOR),  # 20 and 10 for a Level, against two cards of 4
        (7, 8, "elf", Verb.PASS),  # they are behind
        (7, 3, "elf", Verb.DISCARD_FOR),  # 20, 4 * 10, and 2 * 20 for two ninths past the middle, against twice 20
        (9, 3, "elf", Verb.DISCARD_FOR),  # it is for the win
        (4, 3, "cap", Verb.PASS),  # an Item in use is dearer than its 17 points say
        (4, 3, "staff", Verb.DISCARD_FOR),  # one that they cannot use is not
        (7, 3, "cap", Verb.DISCARD_FOR),
        (9, 3, "cap", Verb.DISCARD_FOR),
    ],
)
def test_nobody_stabs_with_what_he_is_or_wears_somebody_who_is_behind_or_far_from_the_win(fighter, mine, paid, verb):
    p = Position(CARDS | {"rogue": ROGUE, "elf": ELF}).levels(mine, fighter, 1).wear(0, "rogue", "elf", "cap")
    p.hand(0, "card 0").carry(0, "staff")
    stab = int(p.book.card[p["rogue"]].first)
    options = PASS, (Verb.DISCARD_FOR, paid, 1, stab)
    assert taken(beating(p, 1, 5, 4), 0, Question.REACT, *options)[0] == verb


AGAINST_ELVES = row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64))
HATES_ELVES = row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64))
SHED = CARDS | {
    "elf": ELF,
    "guard": card(Kind.RACE, row(Op.STRENGTH, 3, on=Trigger.IN_PLAY), identity=64),
    "bow": item(bonus=2, only=64),
    "dwarf": card(Kind.RACE, identity=128),
    "super": doubler(Axis.RACE),
    "orc": card(Kind.MONSTER, AGAINST_ELVES, level=6, treasures=1),
    "warlord": card(
        Kind.MONSTER, row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64)), level=8, treasures=1
    ),
    "bane": card(Kind.MONSTER, row(Op.EACH_STRENGTH, -4, 64, on=Trigger.IN_FIGHT), level=6, treasures=1),
}


@pytest.mark.parametrize(
    ("level", "worn", "monster", "held", "bonus", "verb"),
    [
        (7, ("elf",), "orc", (), 16, Verb.DISCARD),  # 7 against 6 and 4; they will be no elf
        (7, ("elf",), "bane", (), 16, Verb.DISCARD),  # 7 and 4 less against 6
        (6, ("elf",), "orc", (), 16, Verb.PASS),  # 6 against 6 is lost as well
        (7, ("elf",), "ogre", (), 16, Verb.PASS),  # 7 against 8, whoever they are
        (6, ("elf",), "orc", ("potion",), 16, Verb.DISCARD),  # a point is missing still, and three are at hand
        (7, ("guard",), "orc", (), 16, Verb.DISCARD),  # 10 against 10: 70 are at stake; the card is 20, 3 points 48
        (7, ("guard",), "orc", (), 20, Verb.PASS),  # 20 and 60
        (9, ("guard",), "warlord", (), 99, Verb.DISCARD),  # 12 against 14, or 9 against 8: it wins the game
        (5, ("elf", "bow"), "orc", (), 16, Verb.PASS),  # 7 against 10, or 5 against 6 without what only elves use
        (8, ("elf", "bow"), "orc", (), 16, Verb.DISCARD),  # 10 against 10: 20, and 2 * 16 for the bow
        (8, ("elf", "bow"), "orc", (), 30, Verb.PASS),  # 20 and 60
        (7, ("elf", "dwarf", "super"), "orc", (), 16, Verb.PASS),  # one of the two others would go as well
    ],
)
def test_a_race_is_given_up_if_that_turns_ones_own_fight(level, worn, monster, held, bonus, verb):
    """At stake are a Level of 40 and a Treasure of 30; being an elf is worth 20."""
    p = Position(SHED, 2).levels(level, 5).wear(0, *worn).hand(0, *held).fight(0, monster)
    before = p.g.copy()
    options = PASS, (Verb.DISCARD, worn[0], -1, 0)
    assert taken(p, 0, Question.REACT, *options, bonus=bonus, finish=0)[0] == verb
    for name in ("table", "table_n", "identity", "weak", "axis_n", "doubled", "side", "foes", "ties", "mods"):
        assert (p.g[name] == before[name]).all(), name
