"""Which monsters of the hand are looked for, and what is called back from the discards, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.agenda import PickOrder, Question, Verb
from engine.cards import Kind, Slot, Trigger
from engine.opcodes import Op
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, taken


def looked_for(monster: dict[str, Any], level: int = 4) -> Verb:
    """Whether somebody in a crown of 5 points looks for trouble with a monster of Level 6."""
    p = Position(CARDS | {"beast": monster}).levels(level, 4, 4).wear(0, "crown").hand(0, "beast")
    return taken(p, 0, Question.ROOM, (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "beast", -1, 0))[0]


@pytest.mark.parametrize(
    ("effects", "level", "verb"),
    [
        ((), 4, Verb.TROUBLE),  # 9 against 6
        ((row(Op.LEVEL_USELESS, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 5 against 6
        ((row(Op.LEVEL_ONLY, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.ITEMS_USELESS, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.SLOT_USELESS, a=Slot.HEAD, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.SLOT_USELESS, a=Slot.FEET, on=Trigger.IN_FIGHT),), 4, Verb.TROUBLE),  # 9 against 6
        ((row(Op.LEVEL_ONLY, on=Trigger.IN_FIGHT),), 8, Verb.TROUBLE),  # 8 against 6
    ],
)
def test_what_does_not_count_against_a_monster_is_not_counted_before(effects, level, verb):
    assert looked_for(card(Kind.MONSTER, *effects, level=6, treasures=2), level) == verb


def test_a_treasure_is_not_called_back_for_the_helper():
    """The topmost discard is worth more than a Treasure unseen; but whoever helped for one picks first."""

    def called(treasures: int) -> Verb:
        p = Position(CARDS | {"cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY))}).levels(4, 4)
        p.wear(0, "cleric").discards("crown").hand(0, "card 1")
        p.g.deal_treasures, p.g.deal_pick = treasures, PickOrder.HELPER
        use = (Verb.USE, "card 1", p["crown"], int(p.book.card[p["cleric"]].first))
        return taken(p, 0, Question.DRAW_UP, use, PASS)[0]

    assert (called(0), called(1)) == (Verb.USE, Verb.PASS)


@pytest.mark.parametrize(("level", "verb"), [(4, Verb.USE), (1, Verb.PASS)])
def test_a_monster_is_called_back_only_if_it_is_beaten_without_a_potion(level, verb):
    """A goblin of Level 4: Level 4 and a crown of 5 beat it; Level 1 and two potions are too dear."""
    p = Position(CARDS | {"cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY))}).levels(level, 4)
    p.wear(0, "cleric", *(["crown"] if level > 1 else [])).discards("goblin").hand(0, "card 1", "potion", "draught")
    use = (Verb.USE, "card 1", p["goblin"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS)[0] == verb
