"""Choices that make a whole table ask why, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.agenda import Aim, Question, Verb
from engine.cards import Kind, Tag, Trigger
from engine.opcodes import Op
from engine.policies.bargain import own_reserve
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, taken

MOODS = range(30)


def unseen(p: Position, mood: int) -> Position:
    """The sides are not told yet: what the record says of them is left over from another combat."""
    p.g.side, p.g.foes, p.g.ordinal[0] = 1, 6, mood
    return p


@pytest.mark.parametrize(("level", "named"), [(9, 1), (4, 1), (2, 3), (1, 4)])
def test_an_item_is_risked_for_no_more_than_wins(level, named):
    """Against a goblin of Level 4 the wearer needs 5; a haste of 25 points is no reason to risk more."""
    rows = (row(Op.DECLARE, 6, on=Trigger.JOINED), row(Op.RISK_ITEM, on=Trigger.CHOSEN))
    for mood in MOODS:
        p = unseen(Position(CARDS | {"pack": item(*rows)}).levels(level).wear(0, "pack").fight(0, "goblin"), mood)
        numbers = [(Verb.CHOOSE_NUMBER, "pack", -1, n) for n in range(1, 7)]
        assert taken(p, 0, Question.NUMBER, *numbers, noise=25)[3] == named


@pytest.mark.parametrize(("level", "verb"), [(9, Verb.PLAY), (6, Verb.PASS)])
def test_a_goth_joins_ones_own_fight_only_if_both_are_beaten(level, verb):
    """A goblin of Level 4 and a goth of Level 3: Level 9 beats both, Level 6 only the goblin."""
    goth = card(Kind.MONSTER, level=3, treasures=1, tags=int(Tag.GOTH))
    p = Position(CARDS | {"goth": goth}).levels(level).hand(0, "goth").fight(0, "goblin")
    assert taken(unseen(p, 0), 0, Question.GOTH, PASS, (Verb.PLAY, "goth", -1, 0))[0] == verb


@pytest.mark.parametrize(("immune", "verb"), [(0, Verb.PLAY), (128, Verb.PASS)])
def test_no_one_shot_is_thrown_that_does_nothing_against_this_monster(immune, verb):
    """An Ichor of 5 turns 4 against 6; it does nothing where the slug is immune to Ichor, and is no reserve either."""
    slug = card(Kind.MONSTER, row(Op.IMMUNE_TO, a=immune, on=Trigger.IN_FIGHT), level=6, treasures=2)
    p = beating(Position(CARDS | {"slug": slug}).levels(4, 4).hand(0, "ichor"), 0, 4, 6, "slug")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "ichor", -1, Aim.SIDE))[0] == verb
    assert own_reserve(p.g, p.book, 0) == (0 if immune else 5)
