"""Switches of house rules: where the excess of a hand goes, and how many Levels one turn may give."""

from __future__ import annotations

import pytest

from engine.board.levels import gain, lose
from engine.records.agenda import Step
from engine.records.card_kinds import Kind
from engine.records.events import Cause
from engine.records.questions import Question, Verb
from tests.effects.build import Position, card

CARDS = {f"card {i}": card(Kind.SPECIAL) for i in range(7)}
LOWEST, ANYONE, LEFT, RIGHT, DISCARDS = range(5)


def excess(to: int, *levels: int, dead: tuple[int, ...] = ()) -> Position:
    """Seat 0 ends its turn with a card too many; seats 1 to 3 sit on its left."""
    p = Position(CARDS, 4, charity_to=to).levels(*levels)
    for seat in dead:
        p.g.dead[seat] = 1
    return p.hand(0, *(f"card {i}" for i in range(6))).step(Step.CHARITY)


@pytest.mark.rule("charity.give-lowest", "charity.donor-lowest")
@pytest.mark.parametrize(("to", "levels", "dead", "receivers"), [
    (LOWEST, (4, 3, 2, 5), (), {2}), (LOWEST, (1, 3, 2, 5), (), set()), (ANYONE, (1, 3, 2, 5), (), {1, 2, 3}),
    (LEFT, (4, 3, 2, 5), (), {1}), (LEFT, (1, 3, 2, 5), (), {1}), (LEFT, (4, 3, 2, 5), (1,), {2}),
    (RIGHT, (4, 3, 2, 5), (), {3}), (RIGHT, (4, 3, 2, 5), (3,), {2}), (LEFT, (4, 3, 2, 5), (1, 2, 3), set()),
    (DISCARDS, (4, 3, 2, 5), (), set()),
])  # fmt: skip
def test_who_is_given_what_is_too_much(to, levels, dead, receivers):
    p = excess(to, *levels, dead=dead)
    assert p.asked() == (0, Question.GIVE)
    given = {target for verb, _, target, _ in p.options() if verb == Verb.GIVE}
    assert given == receivers
    assert given or {verb for verb, *_ in p.options()} == {Verb.DISCARD}


def test_a_neighbour_gets_one_card_after_the_other():
    p = Position(CARDS, 4, charity_to=LEFT).levels(4, 3, 2, 5).hand(0, *CARDS).step(Step.CHARITY)
    p.choose("card 0", target=1).choose("card 3", target=1)
    assert p.hand_of(1) == ["card 0", "card 3"]


@pytest.mark.rule("level.gain-ways")
@pytest.mark.parametrize(("most", "gained"), [(0, [3, 5, 6]), (1, [1, 1, 1]), (2, [2, 2, 2]), (4, [3, 4, 4])])
def test_so_many_levels_in_one_turn_and_no_more(most, gained):
    """Three Levels at once, then two, then one, all in one turn; what was lost between is no room for more."""
    p, found = Position(CARDS, 3, level_most_a_turn=most).levels(1, 1, 1), []
    for levels in (3, 2, 1):
        gain(p.g, p.book, 0, levels, Cause.CARD, -1, 0)
        found.append(int(p.g.level[0]) - 1)
    assert found == gained
    lose(p.g, p.book, 0, 1, Cause.CURSE, -1)
    assert (gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1) == (most == 0)
    p.g.turn += 1
    assert gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1
    assert gain(p.g, p.book, 1, 1, Cause.CARD, -1, 0) == 1
