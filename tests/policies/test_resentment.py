"""Who harmed whom is remembered for some rounds, paid back, and feared by whoever would be the first."""

from __future__ import annotations

import pytest

from engine.board.monsters import oppose
from engine.policies.help_worth import gladness
from engine.policies.weights import Weight
from engine.policies.worth import feud, harm, resentment
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.opcodes import Op
from tests.effects.build import Position, card, item, row

CARDS = {
    "imp": card(Kind.MONSTER, level=1, treasures=2),
    "curse": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "sword": item(bonus=3, slot=Slot.HAND),
}


def table(resent: int = 100) -> Position:
    """Four players of whom the first weighs nothing but harm."""
    p = Position(CARDS, 4)
    p.book.work.weights[:] = 0
    p.book.work.weights[0, Weight.RESENT] = resent
    return p


def harmed(p: Position) -> set[tuple[int, int]]:
    """Who was harmed by whom."""
    return {(a, b) for a in range(4) for b in range(4) if p.g.harmed[a, b] > 0}


def test_strength_thrown_from_outside_harms_all_who_fight_and_a_helper_s_own_nobody():
    p = table().fight(1, "imp", helper=2)
    oppose(p.g, 2)
    assert harmed(p) == set()
    oppose(p.g, 0)
    assert harmed(p) == {(1, 0), (2, 0)}


@pytest.mark.parametrize(("by", "found"), [(0, {(1, 0)}), (1, set()), (-1, set())])
def test_a_curse_harms_by_whoever_threw_it_and_one_behind_the_door_by_nobody(by, found):
    p = table().levels(1, 3)
    p.step(Step.STRIKE, p["curse"], 1, 0, by).advance()
    assert int(p.g.level[1]) == 2 and harmed(p) == found


@pytest.mark.parametrize("die", [1, 6])
def test_a_theft_harms_whether_it_succeeds_or_not(die):
    p = table().levels(2, 2).wear(0, "thief").wear(1, "sword")
    p.dice(die).step(Step.THEFT, 0, int(p.book.card[p["thief"]]["first"]), p["thief"], p["sword"])
    assert harmed(p) == {(1, 0)}


def test_harm_is_forgotten_evenly_within_four_rounds():
    """Four players: sixteen turns."""
    p = table()
    p.g.turn = 20
    p.g.harmed[0, 1] = 1 + 20
    found = []
    for later in (0, 4, 8, 16, 30):
        p.g.turn = 20 + later
        found.append(int(resentment(p.g, 0, 1)))
    assert found == [100, 75, 50, 0, 0]


@pytest.mark.parametrize(("resent", "worth"), [(0, 0), (10, 5), (20, 10), (40, 20), (80, 40)])
def test_it_is_paid_back_and_not_helped_in_equal_measure(resent, worth):
    """Half of it is left after two rounds; nothing else is weighed, so a helper gains what they do without."""
    p = table(resent).levels(1, 1).fight(1, "imp")
    p.g.turn, p.g.harmed[0, 1] = 8, 1
    assert int(harm(p.g, p.book, 0, 1)) == worth
    assert int(gladness(p.g, p.book, 0, 0, 2)) == -worth


def test_whoever_would_be_the_first_fears_the_rest_of_the_game():
    """At Level 1 the whole way is left to pay it back, at Level 9 of 10 nothing."""
    p = table().levels(1, 1, 9)
    assert [int(feud(p.g, p.book, 0, s)) for s in (1, 2)] == [100, 0]
    p.g.turn, p.g.harmed[0, 1] = 0, 1  # they began
    assert int(feud(p.g, p.book, 0, 1)) == 0
    p.g.harmed[0, 1], p.g.harmed[1, 0] = 0, 1  # it has begun
    assert int(feud(p.g, p.book, 0, 1)) == 0


def test_who_is_who_changes_nothing():
    p = table().levels(1, 4, 4, 4)
    p.book.work.weights[:, Weight.RESENT] = 40
    p.g.harmed[0, 1] = p.g.harmed[2, 3] = 1
    assert int(resentment(p.g, 0, 1)) == int(resentment(p.g, 2, 3)) == 100 - 100 * int(p.g.turn) // 16
    assert int(feud(p.g, p.book, 1, 2)) == int(feud(p.g, p.book, 3, 1))
