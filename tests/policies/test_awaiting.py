"""What moments are worth that a house rule waits for: a fight won or lost, help given."""

from __future__ import annotations

import pytest

from engine.policies.joint_help import bid
from engine.policies.moments import awaiting
from engine.policies.monster_choice import stake
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from tests.effects.build import Position, card, row

RAT = card(Kind.MONSTER, level=9, treasures=3, levels=1)


def table(*program: tuple[int, ...], seat: int = 0) -> Position:
    """Seat 0 fights; a rule lies before one player; a Treasure is worth ten, a Level forty."""
    p = Position({"rule": card(Kind.RULE, *program), "rat": RAT}).levels(4, 4, 4).carry(seat, "rule").fight(0, "rat")
    p.book.work.weights[:, Weight.TREASURE], p.book.work.weights[:, Weight.LEVEL] = 10, 40
    p.strength()
    return p


def draws(on: Trigger, n: int = 1) -> tuple[int, ...]:
    return row(Op.DRAW, n, 1, on=on)


@pytest.mark.parametrize(("program", "worth"), [
    ((draws(Trigger.LOST),), 10), ((draws(Trigger.LOST, 3),), 30), ((draws(Trigger.KILLED),), 0),
    ((row(Op.LOSE_LEVELS, 1, on=Trigger.LOST),), -40),
    ((draws(Trigger.LOST), row(Op.LOSE_LEVELS, 1, on=Trigger.LOST)), -30),
    ((row(Op.DRAW, 1, 1, on=Trigger.LOST, when=(Condition.LEVEL_AT_LEAST, 9)),), 0),
    ((row(Op.ROLL, on=Trigger.LOST), row(Op.DRAW, 3, 1, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 5))), 10),
])  # fmt: skip
def test_what_follows_a_moment_is_worth_what_it_brings_less_what_it_takes(program, worth):
    p = table(*program)
    assert int(awaiting(p.g, p.book, 0, Trigger.LOST)) == worth


@pytest.mark.parametrize(("on", "more"), [(Trigger.KILLED, 20), (Trigger.LOST, -20), (Trigger.HELPED, 0)])
def test_a_fight_is_worth_more_by_what_its_win_brings_and_less_by_what_its_loss_brings(on, more):
    with_rule, without = table(draws(on, 2)), table(draws(Trigger.SOLD))
    assert int(stake(with_rule.g, with_rule.book, 0)) - int(stake(without.g, without.book, 0)) == more


@pytest.mark.parametrize(("treasures", "named"), [(0, 3), (1, 2), (2, 1), (5, 0)])
def test_whoever_is_paid_by_a_rule_helps_for_less(treasures, named):
    """A helper who wants more than 25 points takes three Treasures of ten, or fewer beside what a rule brings them."""
    p = table(draws(Trigger.HELPED, treasures) if treasures else draws(Trigger.SOLD), seat=1)
    p.book.work.weights[:, Weight.HELP] = -25
    assert int(bid(p.g, p.book, 0, 1)) == named
