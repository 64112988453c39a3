"""Items out of use, by house rule: put to use in a combat, lost with their owner, and Big ones without a limit."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose, outlook
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from tests.effects.build import Position, card, item, row

CARDS = {
    "wraith": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=7, treasures=1, levels=1, tags=1),
    "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
    "sword": item(bonus=2, slot=Slot.HAND),
    "bane": item(row(Op.STRENGTH, 6, on=Trigger.IN_PLAY, when=(Condition.MONSTER_TAG, 1)), slot=Slot.HAND),
    "axe": item(bonus=1, slot=Slot.HAND),
    "pole": item(bonus=3, slot=Slot.HAND, big=1),
    "cart": item(bonus=3, big=1),
    "hat": item(bonus=1, slot=Slot.HEAD),
}


def fighting(**switches: int) -> Position:
    """Seat 0, Level 3, holds the sword and the axe and carries the bane of wraiths; 3 + 2 + 1 against 7."""
    p = Position(CARDS, help_max=0, **switches).levels(3, 4, 4).wear(0, "sword", "axe").carry(0, "bane")
    return p.fight(0, "wraith")


def dressed(p: Position) -> set[tuple[Verb, str]]:
    return {(verb, name) for verb, name, _, _ in p.options() if verb in (Verb.EQUIP, Verb.UNEQUIP)}


@pytest.mark.rule("timing.no-status-change-fleeing", "item.equip-limits")
def test_items_are_changed_in_a_combat_where_the_rule_says_so():
    assert not dressed(fighting().step(Step.REACT, 0))
    p = fighting(equip_in_combat=1).step(Step.REACT, 0)
    assert p.asked() == (0, Question.REACT)
    assert dressed(p) == {(Verb.UNEQUIP, "sword"), (Verb.UNEQUIP, "axe")}  # both hands are full
    p.choose("axe").choose("bane")
    assert p.strength() == (3 + 2 + 6, 7)


@pytest.mark.rule("timing.no-status-change-fleeing")
def test_nothing_is_changed_in_flight():
    p = fighting(equip_in_combat=1)
    p.g.phase = 5
    assert not dressed(p.step(Step.REACT, 0))


@pytest.mark.parametrize(("monster", "changes"), [("wraith", ["axe", "bane"]), ("rat", [])])
def test_players_change_what_turns_the_fight_and_nothing_in_a_fight_that_is_won(monster, changes):
    """For 6 more against wraiths the weaker weapon goes: 3 + 2 + 6 against 7. The rat is beaten anyway."""
    p = Position(CARDS, help_max=0, equip_in_combat=1).levels(3, 4, 4).wear(0, "sword", "axe").carry(0, "bane")
    p.fight(0, monster)
    p.book.work.weights[:] = 0
    for weight, worth in ((Weight.LEVEL, 40), (Weight.BONUS, 10), (Weight.DANGER, 15), (Weight.TREASURE, 10)):
        p.book.work.weights[:, weight] = worth
    p.step(Step.REACT, 0)
    done = []
    while p.options() and p.g.question == Question.REACT:
        outlook(p.g, p.book, int(p.g.asked))
        verb, name, _, _ = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
        if verb == Verb.PASS:
            break
        done.append(name)
        p.choose(name)
    assert done == changes


@pytest.mark.rule("death.loot-layout")
@pytest.mark.parametrize("discarded", [0, 1])
def test_what_the_dead_did_not_use_is_discarded_or_looted(discarded):
    p = Position(CARDS, loot_body_carried=discarded).levels(5, 4, 3).wear(0, "hat").carry(0, "axe")
    p.step(Step.DIE, 0, -1)
    while p.options():
        p.choose(p.cards_offered()[0])
    looted = {name for seat in (1, 2) for name in p.hand_of(seat)}
    assert looted == ({"hat"} if discarded else {"hat", "axe"})
    assert (p.where("axe")[0] == Zone.DISCARD) == bool(discarded)


@pytest.mark.rule("item.one-big", "item.carried")
def test_big_items_out_of_use_do_not_count_where_the_rule_says_so():
    """With the pole in use the cart is only carried: it may lie there, and is not put to use beside it."""
    p = Position(CARDS, big_counts=1).levels(5).wear(0, "pole").hand(0, "cart")
    p.step(Step.ARRANGE)
    p.choose("cart")
    assert p.where("cart") == (Zone.TABLE, 0) and int(p.g.equipped[p["cart"]]) == 0
    assert (Verb.EQUIP, "cart") not in dressed(p)
    p.choose("pole")
    assert (Verb.EQUIP, "cart") in dressed(p)
    q = Position(CARDS).levels(5).wear(0, "pole").hand(0, "cart").step(Step.ARRANGE)
    assert "cart" not in q.cards_offered()
