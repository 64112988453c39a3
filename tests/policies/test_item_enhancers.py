"""What is attached to an Item counts with it, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.lasting_worth import net
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value
from engine.records.card_kinds import Kind, Slot
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, item
from tests.policies.test_habits import CARDS as HABITS
from tests.policies.test_habits import taken

DWARF, THIEF = 256, 512
CARDS = HABITS | {
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
    p = Position(CARDS).wear(0, "trophy", "shield").wear(1, "cloak")
    p.attach("flaming", "trophy").attach("bent", "trophy").attach("glued", "cloak")
    assert [int(net(p.g, p.book, 0, p[name])) for name in ("trophy", "shield", "cloak", "crown")] == [3, 2, -1, 5]
    assert [int(item_use(p.g, p.book, 1, p[name])) for name in ("trophy", "shield", "cloak")] == [3, 2, 0]


def test_nobody_gives_an_enhanced_item_for_a_weaker_one():
    """For the trophy of 1 a shield of 2 is taken; the trophy with a bonus of 3 attached to it is kept."""

    def swapped(*attached: str) -> Verb:
        p = Position(CARDS).levels(4, 4, 4).carry(0, "shield").carry(1, "trophy")
        for name in attached:
            p.attach(name, "trophy")
        options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "shield", 0, p["trophy"])
        return taken(p, 1, Question.TRADE, *options)[0]

    assert (swapped(), swapped("flaming")) == (Verb.ACCEPT, Verb.REFUSE)


def test_nobody_asks_for_an_item_that_is_spoilt():
    """A Dwarf cannot use the cloak of 2, so they are asked for it; glued on upside down it takes 1 instead."""

    def asked(*attached: str) -> Verb:
        p = Position(CARDS).levels(4, 4, 4).carry(0, "trinket 400").wear(1, "dwarf").carry(1, "cloak")
        for name in attached:
            p.attach(name, "cloak")
        trade = (Verb.TRADE, "trinket 400", 1, p["cloak"])
        return taken(p, 0, Question.ARRANGE, ON, trade, trade=100)[0]

    assert (asked(), asked("glued")) == (Verb.TRADE, Verb.KICK_OPEN)


def test_what_takes_more_than_it_gives_is_taken_off_and_not_put_on_again():
    """The cloak of 2 with -1 attached gives 1; with -3 it takes 1."""

    def choice(place: str, attached: str) -> Verb:
        p = getattr(Position(CARDS), place)(0, "cloak").attach(attached, "cloak")
        verb = Verb.UNEQUIP if place == "wear" else Verb.EQUIP
        return taken(p, 0, Question.ARRANGE, ON, (verb, "cloak", -1, 0))[0]

    assert (choice("wear", "bent"), choice("wear", "glued")) == (Verb.KICK_OPEN, Verb.UNEQUIP)
    assert (choice("carry", "bent"), choice("carry", "glued")) == (Verb.EQUIP, Verb.KICK_OPEN)


def test_of_two_items_the_enhanced_one_is_kept():
    """The trophy of 1 and 3 is 4 points, the shield 2."""
    p = Position(CARDS).wear(0, "trophy", "shield").attach("flaming", "trophy")
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
    p = Position(CARDS).levels(4, 4, 4).carry(0, carried).hand(0, enhancer)
    if worn:
        p.wear(0, worn)
    hosts = [name for name in (carried, worn) if name and p.book.card[p[name]].is_item]
    options = [(Verb.PLAY, enhancer, p[name], Aim.ITEM) for name in hosts]
    chosen = taken(p, 0, Question.ARRANGE, ON, *options)[2]
    assert (p.names[chosen] if chosen >= 0 else "") == on


def test_a_cheat_is_lost_with_its_item():
    """Whoever gets the crown of 5 must take their cap of 1 off; its owner loses two cards' worth with it, 2 times 4."""
    p = Position(CARDS).wear(0, "crown").wear(1, "cap")
    for seat in (0, 1):
        p.book.work.weights[seat, Weight.CARD] = 4
    before = int(keep_value(p.g, p.book, 0, p["crown"]))
    p.attach("cheat", "crown")
    assert int(item_use(p.g, p.book, 1, p["crown"])) == 4
    assert int(keep_value(p.g, p.book, 0, p["crown"])) - before == 8
