"""A Curse that is an Item Enhancer is worth an answer by the strength it would take."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose
from engine.policies.help_worth import NEVER
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Tag
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb
from engine.records.state import Zone
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.offers.actions import carry_out
from tests.effects.build import Position, card, item, row


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
