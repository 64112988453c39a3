"""Limits that must hold at once."""

import pytest
from build import Position, card, item, row

from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone

DWARF = 64


def hoard(seats=4, **switches):
    strong = card(Kind.RACE, row(Op.BIG_LIMIT, Amount.ALL, on=Trigger.IN_PLAY), identity=DWARF)
    cards = {
        "dwarf": strong,
        "c": card(Kind.CURSE, row(Op.LOSE_RACE, 1)),
        "chest": item(big=1, gold=600),
        "anvil": item(big=1, gold=500),
        "boat": item(big=1, gold=300),
        "tub": item(big=1, gold=100),
    }
    return Position(cards, seats, **switches).carry(0, "dwarf", "chest", "anvil", "boat")


@pytest.mark.rule("big.excess", "big.who-chooses", "race.dwarf-big", "item.one-big")
def test_excess_big_items_go_to_the_lowest_who_can_carry_them():
    p = hoard().levels(5, 2, 3, 3).carry(1, "tub")
    p.g.active = 2
    p.run("c")
    assert p.asked() == (0, Question.LOSE)
    assert p.cards_offered() == ["anvil", "boat", "chest"]
    p.choose("boat")
    assert p.asked() == (0, Question.SEAT)  # two are lowest among those with room: the giver chooses
    p.choose("boat", target=3).choose("anvil")
    assert p.where("boat") == (Zone.TABLE, 3) and p.where("anvil") == (Zone.TABLE, 2)
    assert p.table_of(0) == ["chest"]


@pytest.mark.rule("big.excess")
def test_what_nobody_can_carry_is_discarded():
    p = hoard(3)
    p.g.active = 1
    p.g.dead[1] = p.g.dead[2] = 1
    p.run("c").choose("boat").choose("anvil")
    assert p.lost("boat", "anvil")


@pytest.mark.rule("big.excess", "sell.rule")
def test_on_the_own_turn_out_of_combat_they_may_be_sold():
    p = hoard(3).run("c")
    assert Verb.SELL in {v for v, *_ in p.options()}
    q = hoard(3, sell_enabled=0).run("c")
    assert Verb.SELL not in {v for v, *_ in q.options()}


@pytest.mark.rule("big.excess")
def test_a_limit_of_none_lets_everything_be_carried():
    assert not hoard(big_limit=0).run("c").options()


@pytest.mark.rule("item.limit-exemption", "item.cheat", "item.equip-limits")
def test_losing_a_cheat_forces_something_off_even_in_combat():
    cards = {
        "c": card(Kind.CURSE, row(Op.LOSE_NAMED, a=3)),
        "axe": item(slot=Slot.HAND, hands=2, bonus=4),
        "spear": item(slot=Slot.HAND, hands=2, bonus=3),
        "cheat": card(Kind.CHEAT),
        "m": card(Kind.MONSTER, level=1),
    }
    p = Position(cards).wear(0, "spear", "axe").attach("cheat", "axe").fight(0, "m")
    assert p.strength()[0] == 1 + 4 + 3
    p.run("c")
    assert [v for v, *_ in p.options()] == [Verb.UNEQUIP, Verb.UNEQUIP]
    p.choose("axe")
    assert p.strength()[0] == 1 + 3 and p.where("axe") == (Zone.TABLE, 0)
    assert p.count(Ev.UNEQUIP) == 1


@pytest.mark.rule("guest.limit-exceptions", "item.equip-limits")
def test_losing_an_extra_hand_forces_an_item_off():
    cards = {
        "c": card(Kind.CURSE, row(Op.LOSE_NAMED, a=1)),
        "star": card(Kind.GUEST_STAR, row(Op.EXTRA_HANDS, 1, on=Trigger.IN_PLAY)),
        **{name: item(slot=Slot.HAND) for name in ("a", "b", "d")},
    }
    p = Position(cards).carry(0, "star").wear(0, "a", "b", "d")
    assert not p.options()
    p.run("c").choose("b")
    assert [int(p.g.equipped[p[n]]) for n in ("a", "b", "d")] == [1, 0, 1]


@pytest.mark.rule("class.item-restriction")
def test_an_item_one_may_no_longer_use_is_not_taken_off():
    p = hoard()
    p.wear(1, "tub")
    p.book.card[p["tub"]].only = 128
    p.g.unsettled = 2
    p.advance()
    assert p.g.equipped[p["tub"]] == 1
