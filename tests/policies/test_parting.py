"""Which card is lost, given away or taken, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.decide import choose
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option
from lab.agents.personas import persona_names
from tests.effects.build import Position, card, item, row
from tests.engine.positions import sit
from tests.policies.test_habits import taken

CARDS: dict[str, dict[str, Any]] = {
    "wanderer": card(Kind.WANDERING),
    "humbled": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "wizard": card(Kind.CLASS, identity=16),
    "wizard again": card(Kind.CLASS, identity=16),
    "warrior": card(Kind.CLASS, identity=32),
    "potion": card(Kind.ONE_SHOT, bonus=4, is_item=1),
    "rise": card(Kind.GO_UP_A_LEVEL),
    "armor": item(bonus=2, gold=600, slot=Slot.BODY),
    "ancient": card(Kind.ENHANCER, bonus=10),
    "imp": card(Kind.MONSTER, level=4, treasures=1),
    "cap": item(bonus=1, gold=700, slot=Slot.HEAD),
    "crown": item(bonus=4, slot=Slot.HEAD),
    "giant": card(Kind.MONSTER, level=14, treasures=4),
}


HELD = ("wanderer", "giant")


@pytest.mark.parametrize(
    ("question", "verb", "expected"),
    [
        (Question.GIVE, Verb.DISCARD, "giant"),
        (Question.LOSE, Verb.CHOOSE_CARD, "giant"),
        (Question.TAKE, Verb.TAKE, "wanderer"),
    ],
)
@pytest.mark.parametrize("noise", [25, 60])
def test_even_the_hasty_look_at_the_cards_they_part_with(question, verb, expected, noise):
    """The monster costs its 4, the Wandering Monster 8 and 10: an eighth of the haste is less than the 14 between."""
    for ordinal in range(30):
        p = Position(CARDS).hand(0, *HELD)
        p.g.ordinal[0] = ordinal
        assert taken(p, 0, question, *((verb, name, -1, 0) for name in HELD), noise=noise)[1] == expected


def given(p: Position, *names: str, **weights: int) -> str:
    """The one of some hand cards that seat 0 gives to seat 1."""
    return taken(p, 0, Question.GIVE, *((Verb.GIVE, name, 1, 0) for name in names), **weights)[1]


@pytest.mark.parametrize(("level", "expected"), [(5, "imp"), (3, "humbled")])
def test_no_curse_is_given_to_whoever_would_throw_it_back(level, expected):
    """The monster is worth 4 + 4; a Curse of no price costs the giver who leads a level, 20, and any other 20 // 3."""
    p = Position(CARDS).hand(0, "humbled", "imp").levels(level, 1, 4)
    assert given(p, "humbled", "imp", curse=0) == expected


@pytest.mark.parametrize(("his", "expected"), [((), "imp"), (("wizard",), "wizard again")])
def test_a_class_is_not_given_to_whoever_may_lay_it(his, expected):
    """Beside one's own the Class is worth 1, and to a receiver without one 24 // 3 = 8: 9 against 8 for the monster."""
    p = Position(CARDS).wear(0, "warrior").hand(0, "wizard again", "imp").levels(4, 1, 4).wear(1, *his)
    assert given(p, "wizard again", "imp", identity=24) == expected


@pytest.mark.parametrize(("level", "expected"), [(4, "ancient"), (9, "crown")])
def test_who_is_next_to_the_win_arms_nobody_against_it(level, expected):
    """The enhancer is worth 4 + 10 * 5, and 10 in their hand; next to the win 10 * 200 / 40 = 50 more: 64, or 114.

    The crown is worth 4 * 16 + 1, and 4 * 16 // 3 to its receiver: 86.
    """
    p = Position(CARDS).hand(0, "ancient", "crown").levels(level, 1, 4)
    assert given(p, "ancient", "crown", one_shot=5) == expected


@pytest.mark.parametrize(("victim", "lost"), [(0, "cap"), (1, "crown")])
@pytest.mark.parametrize("order", [("cap", "crown"), ("crown", "cap")])
def test_a_rival_loses_what_he_needs_most_and_oneself_what_is_needed_least(victim, lost, order):
    """The crown gives 4 points of 16. The cap, worth 700 gold, gives nothing beside it, and costs a Level's 14 + 1."""
    p = Position(CARDS).levels(3, 3, 3).wear(victim, "crown").carry(victim, "cap")
    options = ((Verb.CHOOSE_CARD, name, victim, 0) for name in order)
    assert taken(p, 0, Question.LOSE, *options)[1] == lost


@pytest.mark.parametrize(("his", "lost"), [((), "wizard"), (("wizard again",), "imp")])
def test_of_a_hand_that_was_shown_the_most_useful_card_goes(his, lost):
    """A Class that they may lay is worth 20, else 1; the monster 4 + 4."""
    p = Position(CARDS).levels(3, 3, 3).hand(1, "wizard", "imp").wear(1, *his)
    assert taken(p, 0, Question.LOSE, *((Verb.CHOOSE_CARD, name, 1, 0) for name in ("imp", "wizard")))[1] == lost


@pytest.mark.parametrize("persona", [name for name in persona_names() if name not in ("random", "expert", "lookahead")])
@pytest.mark.parametrize(("level", "expected"), [(1, "rise"), (5, "rise"), (8, "rise"), (9, "armor")])
def test_a_whole_level_is_taken_before_an_item_of_two_points(persona, level, expected):
    """The greedy: 40 for the Level and 16 besides, against 32, 600 gold of 40 for 2000, and 1, that is 45."""
    p = Position(CARDS).levels(level, 4, 4).discards("rise", "armor")
    sit(p.book, 0, persona)
    ask(p.g, 0, Question.TAKE, -1)
    for name in ("armor", "rise"):
        option(p.g, p.book, Verb.TAKE, p[name], -1, 0)
    assert p.options()[int(choose(p.g, p.book, 2))][1] == expected
