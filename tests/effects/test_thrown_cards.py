"""What one-shots give the side for which they are thrown, and what monsters do to rolls of those who flee from them."""

from __future__ import annotations

import pytest

from engine.board.zones import put
from engine.policies.danger import peril
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Axis, Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim
from engine.records.state import Zone
from engine.records.step_values import Party
from engine.steps.combat.flight import roll_total
from engine.steps.offers.actions import enhance, throw
from tests.effects.build import Position, card, item, row

ELF = 8
FOR_US, FOR_THEM = (Condition.THROWN_FOR, Party.MUNCHKINS), (Condition.THROWN_FOR, Party.MONSTERS)


def thrown(program, at_monster, elf=False, undead=False):
    """Both sides after a one-shot of +4 and a further row: Levels 5 and 3 against a monster of 9."""
    cards = {
        "potion": card(Kind.ONE_SHOT, program, bonus=4),
        "elf": card(Kind.RACE, identity=ELF),
        "ogre": card(Kind.MONSTER, level=9, tags=int(Tag.UNDEAD) if undead else 0),
    }
    at = Position(cards, seats=3).levels(5, 3, 1)
    if elf:
        at.carry(1, "elf")
    at.fight(0, "ogre", helper=1).hand(2, "potion")
    throw(at.g, at.book, 2, at["potion"], 0 if at_monster else -1, Aim.MONSTER if at_monster else Aim.SIDE)
    return at.strength()


def test_a_one_shot_that_helps_an_elf_gives_more_and_once():
    """oneshot.definition: 5 + 3 + 4 on the munchkin side, and 6 more if an Elf fights there; a monster gets 4 alone."""
    more = row(Op.THROWN_STRENGTH, 6, on=Trigger.IN_FIGHT, when=(FOR_US, (Condition.ANYONE_IS, ELF)))
    assert thrown(more, False) == (12, 9)
    assert thrown(more, False, elf=True) == (18, 9)
    assert thrown(more, True, elf=True) == (8, 13)


def test_a_one_shot_thrown_at_an_undead_gives_that_monster_more():
    """The monster has 9 + 4, and 6 more if it is Undead; thrown at nobody it is of no matter what the monster is."""
    more = row(Op.THROWN_STRENGTH, 6, on=Trigger.IN_FIGHT, when=(FOR_THEM, (Condition.ITS_TAG, Tag.UNDEAD)))
    assert thrown(more, True) == (8, 13)
    assert thrown(more, True, undead=True) == (8, 19)
    assert thrown(more, False, undead=True) == (12, 9)


def test_what_is_asked_of_the_combat_counts_on_either_side():
    """They are two: a row for whoever fights alone gives nothing, one for the helped counts once, and not for each."""
    for when, more in (((Condition.ALONE, 0), 0), ((Condition.HELPED, 0), 2)):
        program = row(Op.THROWN_STRENGTH, 2, on=Trigger.IN_FIGHT, when=when)
        assert thrown(program, False) == (12 + more, 9)
        assert thrown(program, True) == (8, 13 + more)


def flight(program, on_enhancer=False, **seat):
    """What a roll of 3 comes to for a player who flees from a monster."""
    plain = {"ogre": card(Kind.MONSTER, *([] if on_enhancer else [program]), level=9, run_away=-1)}
    cards = plain | {
        "anger": card(Kind.ENHANCER, *([program] if on_enhancer else [])),
        "elf": card(Kind.RACE, identity=ELF),
        "chest": item(big=1),
        "anvil": item(big=1),
    }
    at = Position(cards, seats=3, big_limit=0).levels(2, 2, 2)
    at.carry(0, *seat.get("has", ())).fight(0, "ogre", helper=1)
    if on_enhancer:
        put(at.g, at.book, at["anger"], Zone.HAND, 2)
        enhance(at.g, at.book, 2, at["anger"], 0)
    at.g.roll = 3
    return [int(roll_total(at.g, at.book, s, 0)) for s in (0, 1)]


def test_a_monster_hampers_the_flight_of_those_it_says():
    """run.mods-all: 3, less 1 by its column, less 2 for the Elf who flees; the helper is none."""
    program = row(Op.RUN_AWAY, -2, on=Trigger.IN_FIGHT, when=(Condition.IS, ELF))
    assert flight(program, has=("elf",)) == [0, 2]
    assert flight(program) == [2, 2]


def test_a_monster_hampers_a_flight_for_each_big_item():
    """Two Big Items at one each: 3 - 1 - 2; the helper has none."""
    program = row(Op.RUN_AWAY, counted(Count.BIG, -1), on=Trigger.IN_FIGHT)
    assert flight(program, has=("chest", "anvil")) == [0, 2]


def test_an_enhancer_hampers_the_flight_from_its_monster():
    """enhancer.def: 3 - 1 - 1, whoever flees."""
    assert flight(row(Op.RUN_AWAY, -1, on=Trigger.IN_FIGHT), on_enhancer=True) == [1, 1]


@pytest.mark.parametrize("amount", [-3, 3])
def test_players_see_from_whom_one_gets_away(amount):
    """Points of Bad Stuff as likely as it is: with 3 less nobody escapes but by a 6, with 3 more everybody does."""
    bad = row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF)
    plain, other = (
        Position({"ogre": card(Kind.MONSTER, bad, *more, level=9)}, seats=3).levels(5, 5, 5).fight(0, "ogre")
        for more in ([], [row(Op.RUN_AWAY, amount, on=Trigger.IN_FIGHT)])
    )
    seen = [int(peril(at.g, at.book, 0)) for at in (plain, other)]
    assert (seen[1] > seen[0]) == (amount < 0) and seen[0] != seen[1]


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ((Condition.ANY_WEARS, Slot.HEAD), True),
        ((Condition.ANY_WEARS, Slot.FEET), False),
        ((Condition.ANY_HAS_BIG, 0), True),
        ((Condition.ANY_HAS, Axis.RACE), True),
        ((Condition.ANY_LACKS, Axis.RACE), True),
        ((Condition.ANY_AT_LEAST, 5), True),
        ((Condition.ANY_AT_LEAST, 6), False),
        ((Condition.ANY_AT_MOST, 2), False),
    ],
)
def test_a_monster_is_stronger_against_somebody_on_the_other_side(when, holds):
    """help.shared-vulnerability: a fighter of Level 3 who has nothing, helped by an Elf of Level 5 with a big hat."""
    cards = {
        "ogre": card(Kind.MONSTER, row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=when), level=9),
        "hat": item(slot=Slot.HEAD, big=1),
        "elf": card(Kind.RACE, identity=ELF),
    }
    at = Position(cards, seats=3, big_limit=0).levels(3, 5, 1).carry(1, "elf").wear(1, "hat").fight(0, "ogre", helper=1)
    assert at.strength() == (8, 13 if holds else 9)
    assert Position(cards, seats=3).levels(3, 5, 1).fight(0, "ogre").strength()[1] == 9 + 4 * (
        when[0] == Condition.ANY_LACKS
    )
