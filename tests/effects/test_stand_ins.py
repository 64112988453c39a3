"""A helper who fights in the fighter's place: alone, for all the Treasures, and without a Level."""

from __future__ import annotations

import pytest

from engine.board.strength import compare
from engine.next_question import answer
from engine.policies.stand_ins import giving_place, lead_in_place, standing_in
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import PickOrder
from engine.records.state import FightFlag
from engine.steps.combat.help_steps import ask_options
from engine.steps.combat.help_terms import room_for
from tests.effects.build import Position, card, item, row

CARDS = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.BAD_STUFF), level=6, treasures=2),
    "hat": item(gold=300),
    "sword": item(bonus=2, gold=100),
    "gem": item(gold=400),
    "ring": item(gold=500),
}  # fmt: skip


def table(*levels: int) -> Position:
    """Seat 0 fights the ogre of Level 6; a helper stands in."""
    p = Position(CARDS, len(levels), help_replaces=1).levels(*levels).carry(0, "hat").wear(1, "sword")
    return p.fight(0, "ogre")


@pytest.mark.rule("help.one-only", "help.levels")
def test_whoever_helps_fights_alone_takes_all_and_gains_no_level():
    p = table(3, 7, 9)
    assert p.strength() == (3, 6)
    p.step(Step.ANSWER_HELP, 1, 0, PickOrder.FIGHTER, -1, 0)
    answer(p.g, p.book, 0)
    compare(p.g, p.book)
    assert (int(p.g.fighter), int(p.g.helper)) == (1, -1) and p.strength() == (9, 6)  # 7 and the sword of 2
    assert int(p.g.fight_flags) & FightFlag.STANDS_IN and room_for(p.g, p.book) == 0
    assert p.step(Step.JUDGE).level_list() == [3, 7, 9]
    assert [int(p.g.hand_n[s]) for s in range(3)] == [0, 2, 0]


def test_the_fighter_asks_for_nothing_else_and_promises_nothing():
    p = table(3, 7, 9)
    ask_options(p.g, p.book, 0, 0)
    assert [(card, target, n) for _, card, target, n in p.options()] == [("", 1, 0), ("", 2, 0)]


def test_who_would_win_alone_is_known_and_nothing_is_moved():
    p = table(3, 4, 9)
    before = p.strength()
    assert [lead_in_place(p.g, p.book, s) for s in (1, 2)] == [4 + 2 - 6, 9 - 6]
    assert p.strength() == before and int(p.g.fighter) == 0


def test_players_stand_in_only_where_they_win_and_give_their_place_only_then():
    """Two Treasures are worth ten each to them."""
    p = table(3, 4, 9)
    p.book.work.weights[:, Weight.TREASURE] = 10
    assert standing_in(p.g, p.book, 1) < 0 and standing_in(p.g, p.book, 2) == 20
    assert giving_place(p.g, p.book, 0, 1) < giving_place(p.g, p.book, 0, 2)
