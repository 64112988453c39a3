"""What cards are worth to whoever has them, with what is attached to them, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.decide import choose
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import net, points
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value, use_cost
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Pile, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Removal
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.offers.actions import carry_out
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS as HABITS
from tests.policies.test_habits import taken

CARDS: dict[str, dict[str, Any]] = {
    "theft": card(Kind.SPECIAL, row(Op.STEAL_LEVEL, 1)),
    "banishing": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), is_item=1),
    "named": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, when=(Condition.MONSTER_IS, 9)), bonus=2, is_item=1),
    "heap": card(Kind.SPECIAL, row(Op.DRAW, 3, Pile.TREASURE)),
    "doors": card(Kind.SPECIAL, row(Op.DRAW, 3, Pile.DOOR)),
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
    """What a card is worth to its holder, and the price of using it: 48 points a level, 20 a Treasure, 6 a card."""
    p = Position(CARDS, **switches).levels(level, 4, 4).hand(0, name)
    p.book.work.weights[:] = 0
    for weight, value in (("level", 48), ("card", 6), ("one_shot", 1), ("treasure", 20)):
        p.book.work.weights[0, Weight[weight.upper()]] = value
    return int(keep_value(p.g, p.book, 0, p[name])), int(use_cost(p.g, p.book, 0, p[name]))


@pytest.mark.parametrize(
    ("name", "kept", "used"),
    [
        ("theft", 12 + 48, 12),
        ("banishing", 6 + 16, 6),
        ("named", 2 + 6, 8),
        ("thaw", 12 + 16, 12),
        ("heap", 12 + 3 * 20, 12),
        ("doors", 12, 12),
        ("loaded", 6 + 16, 6),
        ("wanderer", 12 + 12, 12),
        ("trifle", 12, 12),
    ],
)
def test_a_card_is_kept_for_what_it_does_and_using_it_costs_no_more_for_that(name, kept, used):
    """A level, its Treasures, a third of a level for a way out of a fight, a quarter for a monster that wanders in."""
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


DWARF, THIEF = 256, 512
WORN = HABITS | {
    "trophy": item(bonus=1, gold=300),
    "shield": item(bonus=2, gold=300, slot=Slot.HAND),
    "cloak": item(bonus=2, gold=100, never=DWARF),
    "dwarf": card(Kind.RACE, identity=DWARF),
    "flaming": card(Kind.ITEM_ENHANCER, bonus=3),
    "glued": card(Kind.ITEM_ENHANCER, bonus=-3),
    "rings": item(bonus=2, slot=Slot.FEET, only=THIEF),
    "shoes": item(bonus=1, slot=Slot.FEET),
    "thief too": card(Kind.CLASS, identity=THIEF),
    "wheels": card(Kind.ITEM_ENHANCER, bonus=2, slot=Slot.FEET),
    "folded": card(Kind.ITEM_ENHANCER, bonus=1, slot=Slot.HAND, hands=-1),
    "axe": item(bonus=2, slot=Slot.HAND, hands=2),
    "cheat": card(Kind.CHEAT),
    "bent": card(Kind.ITEM_ENHANCER, bonus=-1),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


def test_an_item_is_worth_what_it_gives_with_its_enhancers():
    """1 and 3 and -1; the other Items have nothing attached; one that takes more than it gives is of no use."""
    p = Position(WORN).wear(0, "trophy", "shield").wear(1, "cloak")
    p.attach("flaming", "trophy").attach("bent", "trophy").attach("glued", "cloak")
    assert [int(net(p.g, p.book, 0, p[name])) for name in ("trophy", "shield", "cloak", "crown")] == [3, 2, -1, 5]
    assert [int(item_use(p.g, p.book, 1, p[name])) for name in ("trophy", "shield", "cloak")] == [3, 2, 0]


def test_nobody_gives_an_enhanced_item_for_a_weaker_one():
    """For the trophy of 1 a shield of 2 is taken; the trophy with a bonus of 3 attached to it is kept."""

    def swapped(*attached: str) -> Verb:
        p = Position(WORN).levels(4, 4, 4).carry(0, "shield").carry(1, "trophy")
        for name in attached:
            p.attach(name, "trophy")
        options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "shield", 0, p["trophy"])
        return taken(p, 1, Question.TRADE, *options)[0]

    assert (swapped(), swapped("flaming")) == (Verb.ACCEPT, Verb.REFUSE)


def test_nobody_asks_for_an_item_that_is_spoilt():
    """A Dwarf cannot use the cloak of 2, so they are asked for it; glued on upside down it takes 1 instead."""

    def asked(*attached: str) -> Verb:
        p = Position(WORN).levels(4, 4, 4).carry(0, "trinket 400").wear(1, "dwarf").carry(1, "cloak")
        for name in attached:
            p.attach(name, "cloak")
        trade = (Verb.TRADE, "trinket 400", 1, p["cloak"])
        return taken(p, 0, Question.ARRANGE, ON, trade, trade=100)[0]

    assert (asked(), asked("glued")) == (Verb.TRADE, Verb.KICK_OPEN)


def test_what_takes_more_than_it_gives_is_taken_off_and_not_put_on_again():
    """The cloak of 2 with -1 attached gives 1; with -3 it takes 1."""

    def choice(place: str, attached: str) -> Verb:
        p = getattr(Position(WORN), place)(0, "cloak").attach(attached, "cloak")
        verb = Verb.UNEQUIP if place == "wear" else Verb.EQUIP
        return taken(p, 0, Question.ARRANGE, ON, (verb, "cloak", -1, 0))[0]

    assert (choice("wear", "bent"), choice("wear", "glued")) == (Verb.KICK_OPEN, Verb.UNEQUIP)
    assert (choice("carry", "bent"), choice("carry", "glued")) == (Verb.EQUIP, Verb.KICK_OPEN)


def test_of_two_items_the_enhanced_one_is_kept():
    """The trophy of 1 and 3 is 4 points, the shield 2."""
    p = Position(WORN).wear(0, "trophy", "shield").attach("flaming", "trophy")
    lose = [(Verb.CHOOSE_CARD, name, 0, 0) for name in ("trophy", "shield")]
    assert taken(p, 0, Question.LOSE, *lose)[1] == "shield"


@pytest.mark.parametrize(
    ("worn", "carried", "enhancer", "on"),
    [
        ("", "rings", "wheels", ""),  # only a thief wears them
        ("thief too", "rings", "wheels", "rings"),
        ("shoes", "rings", "wheels", "shoes"),
        ("crown", "cap", "flaming", "crown"),  # a cap of 4 is still less than a crown of 5
        ("shield", "axe", "folded", "shield"),
        ("", "axe", "folded", "axe"),
        ("shield", "cap", "flaming", "shield"),  # 3 and 1 for what is in use, rather than 3
    ],
)
def test_an_enhancer_goes_where_it_counts(worn, carried, enhancer, on):
    p = Position(WORN).levels(4, 4, 4).carry(0, carried).hand(0, enhancer)
    if worn:
        p.wear(0, worn)
    hosts = [name for name in (carried, worn) if name and p.book.card[p[name]].is_item]
    options = [(Verb.PLAY, enhancer, p[name], Aim.ITEM) for name in hosts]
    chosen = taken(p, 0, Question.ARRANGE, ON, *options)[2]
    assert (p.names[chosen] if chosen >= 0 else "") == on


def test_a_cheat_is_lost_with_its_item():
    """Whoever gets the crown of 5 must take their cap of 1 off; its owner loses two cards' worth with it, 2 times 4."""
    p = Position(WORN).wear(0, "crown").wear(1, "cap")
    for seat in (0, 1):
        p.book.work.weights[seat, Weight.CARD] = 4
    before = int(keep_value(p.g, p.book, 0, p["crown"]))
    p.attach("cheat", "crown")
    assert int(item_use(p.g, p.book, 1, p["crown"])) == 4
    assert int(keep_value(p.g, p.book, 0, p["crown"])) - before == 8


@pytest.mark.parametrize(("bonus", "answer"), [(-5, Verb.PLAY), (-1, Verb.PASS)])
def test_a_spoiled_item_is_worth_a_ring_if_it_loses_enough(bonus, answer):
    cards = {
        "rot": card(Kind.ITEM_ENHANCER, bonus=bonus, tags=Tag.CURSED),
        "ring": card(Kind.SPECIAL, row(Op.CANCEL_CURSE), timing=Timing.CURSE),
        "sword": item(bonus=5, slot=Slot.HAND),
    }
    p = Position(cards).hand(1, "rot").hand(0, "ring").wear(0, "sword")
    p.book.rules[Rule.ITEM_ENHANCER_ENABLED] = 1
    p.book.work.weights[0, Weight.BONUS], p.book.work.weights[0, Weight.CARD] = 4, 6
    carry_out(p.g, p.book, 1, p["rot"], p["sword"], Aim.ITEM)
    p.advance()
    # the ring is kept for 2 * 6 points; five points of strength are 20, one is 4
    assert p.options()[int(choose(p.g, p.book, 2))][0] == answer


@pytest.mark.parametrize(
    ("worn", "carried", "answer"),
    [((), (), Verb.PASS), (("sword",), (), Verb.PLAY), (("sword",), ("hat",), Verb.PASS), ((), ("sword",), Verb.PASS)],
)
def test_nobody_wards_off_what_costs_him_nothing(worn, carried, answer):
    """A drawn Curse sticks to an Item that its victim names: without one, or with an idle one, it takes nothing.

    Five points of the sword are 20, the ring is kept for 12.
    """
    cards = {
        "rot": card(Kind.ITEM_ENHANCER, bonus=-5, tags=Tag.CURSED),
        "ring": card(Kind.SPECIAL, row(Op.CANCEL_CURSE), timing=Timing.CURSE),
        "sword": item(bonus=5, slot=Slot.HAND),
        "hat": item(bonus=1, slot=Slot.HEAD),
    }
    p = Position(cards).hand(0, "ring").wear(0, *worn).carry(0, *carried).place(Zone.OPEN, -1, "rot")
    p.book.rules[Rule.ITEM_ENHANCER_ENABLED] = 1
    p.book.work.weights[0, Weight.BONUS], p.book.work.weights[0, Weight.CARD] = 4, 6
    p.step(Step.CURSE, p["rot"], 0, -1, 0)
    assert p.options()[int(choose(p.g, p.book, 2))][0] == answer


@pytest.mark.parametrize(("level", "carried", "thrown"), [(5, (), True), (5, ("hat",), False), (1, (), False)])
def test_an_item_is_spoiled_of_a_leader_who_has_none_to_spare(level, carried, thrown):
    """Whoever is struck names the Item: an idle one takes nothing from them."""
    cards = {
        "rot": card(Kind.ITEM_ENHANCER, bonus=-5, tags=Tag.CURSED),
        "sword": item(bonus=5, slot=Slot.HAND),
        "hat": item(bonus=1, slot=Slot.HEAD),
    }
    p = Position(cards).levels(level, 2, 2).hand(1, "rot").wear(0, "sword").carry(0, *carried)
    p.book.work.weights[1, Weight.HOSTILITY], p.book.work.weights[1, Weight.BONUS] = 20, 4
    assert (playing(p.g, p.book, 1, p["rot"], 0) > NEVER) == thrown
