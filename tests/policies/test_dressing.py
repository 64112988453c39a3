"""Dressing: what is put on and taken off, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.board.equipment import can_equip
from engine.policies.worth import item_use
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, unask
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import table, taken


def test_nobody_changes_clothes_for_nothing_or_without_end():
    def undress(worn: str, carried: str, changes: int = 0) -> Verb:
        p = table().wear(0, worn).carry(0, carried)
        p.g.changes[0] = changes
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.UNEQUIP, worn, -1, 0))[0]

    assert undress("cap", "crown") == Verb.UNEQUIP
    assert undress("crown", "cap") == Verb.KICK_OPEN
    assert undress("cap", "crown", changes=3) == Verb.KICK_OPEN


def test_room_is_made_for_an_item_of_two_hands_and_not_taken_again():
    """One hand is empty already, the dagger must go too; the other dagger waits."""
    cards = {
        "axe": item(bonus=5, slot=Slot.HAND, hands=2),
        "dagger": item(bonus=2, slot=Slot.HAND),
        "knife": item(bonus=1, slot=Slot.HAND),
    }
    p = Position(cards).wear(0, "knife").carry(0, "axe", "dagger")
    options = (Verb.UNEQUIP, "knife", -1, 0), (Verb.EQUIP, "dagger", -1, 0), (Verb.KICK_OPEN, "", -1, 0)
    assert taken(p, 0, Question.ARRANGE, *options)[0] == Verb.UNEQUIP


@pytest.mark.parametrize(
    ("sword", "buckler", "ends"), [(2, 2, {"sword", "buckler"}), (2, 1, {"rock"}), (4, 0, {"sword"})]
)
@pytest.mark.parametrize("worn", ["rock", ""])
def test_two_weapons_of_a_hand_each_take_the_place_of_one_of_two_hands(sword, buckler, ends, worn):
    """A rock of three points needs both hands; two and two are more, two and one are not."""
    cards = {
        "rock": item(bonus=3, slot=Slot.HAND, hands=2),
        "sword": item(bonus=sword, slot=Slot.HAND),
        "buckler": item(bonus=buckler, slot=Slot.HAND),
    }
    p = Position(cards).carry(0, *cards)
    if worn:
        p.g.equipped[p[worn]] = 1
    for _ in range(4):
        on = [(Verb.UNEQUIP, n, -1, 0) for n in cards if p.g.equipped[p[n]]]
        off = [(Verb.EQUIP, n, -1, 0) for n in cards if can_equip(p.g, p.book, 0, p[n]) and not p.g.equipped[p[n]]]
        verb, name, *_ = taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *on, *off)
        unask(p.g)
        if verb == Verb.KICK_OPEN:
            break
        p.g.equipped[p[name]] = int(verb == Verb.EQUIP)
        p.g.changes[0] += verb == Verb.UNEQUIP
    assert {name for name in cards if p.g.equipped[p[name]]} - {"buckler" if buckler == 0 else ""} == ends


@pytest.mark.parametrize("worn", [("axe", "knife"), ("axe", "dirk"), ("rock",), ("knife", "dirk"), ()])
def test_whatever_is_worn_the_best_load_is_worn_in_the_end_and_nothing_is_put_on_and_taken_off_again(worn):
    """A rock of five for two hands is more than two of the Items of two points for one each."""
    cards = {
        "rock": item(bonus=5, slot=Slot.HAND, hands=2),
        **{name: item(bonus=2, slot=Slot.HAND) for name in ("axe", "knife", "dirk")},
    }
    p = Position(cards).carry(0, *cards)
    for name in worn:
        p.g.equipped[p[name]] = 1
    changed = []
    while True:
        ways = [(Verb.UNEQUIP, n, -1, 0) for n in cards if p.g.equipped[p[n]]]
        ways += [(Verb.EQUIP, n, -1, 0) for n in cards if can_equip(p.g, p.book, 0, p[n]) and not p.g.equipped[p[n]]]
        verb, name, *_ = taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *ways)
        unask(p.g)
        if verb == Verb.KICK_OPEN:
            break
        assert name not in changed
        changed.append(name)
        p.g.equipped[p[name]] = int(verb == Verb.EQUIP)
        p.g.changes[0] += 1
    assert [name for name in cards if p.g.equipped[p[name]]] == ["rock"]


@pytest.mark.parametrize(
    ("beside", "verb"), [("", Verb.UNEQUIP), ("sabre", Verb.KICK_OPEN), ("toothpick", Verb.UNEQUIP)]
)
def test_two_hands_are_made_free_only_if_one_more_weapon_beside_the_worn_one_is_less(beside, verb):
    """The axe of four for the dirk of two gains two points, a sabre beside it three, a toothpick one."""
    cards = {
        "axe": item(bonus=4, slot=Slot.HAND, hands=2),
        "dirk": item(bonus=2, slot=Slot.HAND),
        "sabre": item(bonus=3, slot=Slot.HAND),
        "toothpick": item(bonus=1, slot=Slot.HAND),
    }
    p = Position(cards).wear(0, "dirk").carry(0, "axe", *([beside] if beside else []))
    assert taken(p, 0, Question.ARRANGE, (Verb.UNEQUIP, "dirk", -1, 0), (Verb.KICK_OPEN, "", -1, 0))[0] == verb


def test_what_makes_no_room_is_not_taken_off():
    """A second cap worn beside the first, a blade with a Cheat!, and one of two blades when two would have to go."""
    cards = {
        "veil": item(bonus=0, slot=Slot.HEAD, stacks=1),
        "cap": item(bonus=2, slot=Slot.HEAD),
        "crown": item(bonus=5, slot=Slot.HEAD),
        "axe": item(bonus=5, slot=Slot.HAND, hands=2),
        "dagger": item(bonus=2, slot=Slot.HAND),
        "knife": item(bonus=1, slot=Slot.HAND),
        "sabre": item(bonus=4, slot=Slot.HAND),
        "cheat": card(Kind.CHEAT),
    }

    def undress(worn: tuple[str, ...], carried: str, cheat: str = "") -> str:
        p = Position(cards).wear(0, *worn).carry(0, carried)
        if cheat:
            p.attach("cheat", cheat)
        options = [(Verb.UNEQUIP, name, -1, 0) for name in worn]
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *options)[1]

    assert undress(("veil", "cap"), "crown") == "cap"
    assert undress(("veil", "crown"), "cap") == ""
    assert undress(("knife", "dagger"), "axe") == "knife"
    assert undress(("knife", "sabre"), "axe") == ""  # 5 are not more than 1 and 4
    assert undress(("knife", "dagger"), "axe", cheat="knife") == "dagger"


def test_a_companion_waits_for_the_better_item_that_is_still_in_hand():
    cards = {
        "porter": item(row(Op.BEAR, on=Trigger.ABILITY), bonus=1),
        "sword": item(bonus=2, slot=Slot.HAND, hands=2),
        "spear": item(bonus=3, slot=Slot.HAND),
        "staff": item(bonus=5, slot=Slot.HAND),
    }

    def carry(held: str) -> Verb:
        p = Position(cards).wear(0, "porter", "sword").carry(0, "spear")
        if held:
            p.hand(0, held)
        r = int(p.book.card[p["porter"]]["first"])
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.USE, "porter", p["spear"], r))[0]

    assert (carry(""), carry("staff")) == (Verb.USE, Verb.KICK_OPEN)


def test_a_cheat_spares_the_item_that_would_have_to_make_room():
    """It goes on the better sabre before the knife is put away, but not on one for which a hand is free."""
    cards = {
        "sabre": item(bonus=4, slot=Slot.HAND),
        "knife": item(bonus=2, slot=Slot.HAND),
        "dirk": item(bonus=3, slot=Slot.HAND),
        "cheat": card(Kind.CHEAT),
    }

    def cheat(*worn: str) -> Verb:
        p = Position(cards).wear(0, *worn).carry(0, "sabre").hand(0, "cheat")
        ways = (Verb.UNEQUIP, worn[0], -1, 0), (Verb.PLAY, "cheat", p["sabre"], Aim.ITEM)
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *ways)[0]

    assert (cheat("knife", "dirk"), cheat("knife")) == (Verb.PLAY, Verb.KICK_OPEN)


ROBE = item(row(Op.STRENGTH, 2, on=Trigger.IN_PLAY, when=(Condition.IS, 8)), bonus=1, slot=Slot.BODY)
WARDROBE = {
    "robe": ROBE,  # 3 points for an oligarch, 1 for others
    "jacket": item(bonus=2, slot=Slot.BODY),
    "cap": item(bonus=2, slot=Slot.HEAD),
    "oligarch": card(Kind.CLASS, identity=8),
    "bane": item(row(Op.STRENGTH, 5, on=Trigger.IN_PLAY, when=(Condition.MONSTER_LEVEL_AT_LEAST, 15)), bonus=1),
    "wings": item(row(Op.RUN_AWAY, 1, on=Trigger.IN_PLAY, when=(Condition.IS, 8)), bonus=1),
}


@pytest.mark.parametrize(("worn", "others", "oligarchs"), [("robe", 1, 3), ("bane", 2, 2), ("wings", 1, 2)])
def test_a_bonus_under_a_condition_counts_for_whoever_fulfils_it(worn, others, oligarchs):
    """What only a monster can tell is a power, one point like an easier flight."""
    p = Position(WARDROBE).wear(1, "oligarch").hand(0, worn)
    assert (int(item_use(p.g, p.book, 0, p[worn])), int(item_use(p.g, p.book, 1, p[worn]))) == (others, oligarchs)


def test_a_better_item_is_put_on_in_place_of_one_whose_bonus_is_for_others():
    def undress(*identity: str) -> Verb:
        p = Position(WARDROBE).wear(0, "robe", *identity).carry(0, "jacket")
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.UNEQUIP, "robe", -1, 0))[0]

    assert (undress(), undress("oligarch")) == (Verb.UNEQUIP, Verb.KICK_OPEN)


def test_a_bonus_for_others_is_no_reason_to_trade():
    """A cap of two points for the robe: a point less for most, a point more for an oligarch."""

    def trade(*identity: str) -> Verb:
        p = Position(WARDROBE).wear(0, "cap", *identity).carry(1, "robe")
        options = (Verb.KICK_OPEN, "", -1, 0), (Verb.TRADE, "cap", 1, p["robe"])
        return taken(p, 0, Question.ARRANGE, *options, trade=250)[0]

    assert (trade(), trade("oligarch")) == (Verb.KICK_OPEN, Verb.TRADE)
