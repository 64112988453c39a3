"""The top of the discards: which card of a combat is laid there, and what calling one back is weighed against."""

from __future__ import annotations

import pytest

from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, taken

RECALL = row(Op.RESURRECTION, on=Trigger.ABILITY)
ALL = CARDS | {"cleric": card(Kind.CLASS, RECALL), "rat": card(Kind.MONSTER, level=1, treasures=1)}


@pytest.mark.parametrize(
    ("holder", "top"),
    [
        (1, "mean"),  # who plays next would beat the rat
        (2, "mean"),  # so would the one after, if nothing else came to lie there
        (0, "rat"),  # only one's own turn is left, and nobody else looks
    ],
)
def test_the_weak_monster_is_buried_unless_it_serves_oneself(holder, top):
    """The rat brings a level and a Treasure, the enhancer is worth less to anybody than a door unseen."""
    p = Position(ALL).levels(5, 5, 5).wear(holder, "cleric").discards("mean", "rat")
    options = (Verb.CHOOSE_CARD, "rat", -1, 0), (Verb.CHOOSE_CARD, "mean", -1, 0)
    assert taken(p, 0, Question.ON_TOP, *options, closing=0)[1] == top


def test_a_monster_too_strong_for_them_is_left_to_those_who_call_back():
    """An ogre of Level 8 is nothing for a Level of 2; a rat is."""
    p = Position(ALL).levels(5, 2, 2).wear(1, "cleric").discards("ogre", "rat")
    options = (Verb.CHOOSE_CARD, "rat", -1, 0), (Verb.CHOOSE_CARD, "ogre", -1, 0)
    assert taken(p, 0, Question.ON_TOP, *options)[1] == "ogre"


@pytest.mark.parametrize(("others", "verb"), [(Kind.MONSTER, Verb.PASS), (Kind.CURSE, Verb.USE)])
def test_a_door_unseen_is_what_calling_back_costs(others, verb):
    """Level 9 beats a rat and each of twenty that bring three Treasures; among twenty Curses a door brings a card."""
    box = {f"door {i}": card(others, level=1, treasures=3) for i in range(20)}
    p = Position(ALL | box).levels(5, 5).wear(0, "cleric", "crown").discards("rat").hand(0, "card 1")
    use = (Verb.USE, "card 1", p["rat"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS)[0] == verb


@pytest.mark.parametrize(("levels", "verb"), [((5, 5), Verb.PASS), ((5, 9), Verb.USE)])
def test_a_card_that_pays_early_might_pay_for_something_better(levels, verb):
    """Early each card is worth `saving` more for every ninth that the leader is short of; next to the win nothing."""
    box = {f"door {i}": card(Kind.CURSE) for i in range(20)}
    p = Position(ALL | box).levels(*levels).wear(0, "cleric", "crown").discards("rat").hand(0, "card 1")
    use = (Verb.USE, "card 1", p["rat"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS, saving=30)[0] == verb
