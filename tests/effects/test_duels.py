"""Player against player, as they stand: who is the stronger one, what both get, and who begins it against whom."""

from __future__ import annotations

import pytest

from engine.policies.decide import outlook, utility
from engine.policies.weights import Weight
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Status
from engine.records.step_values import Opponent, Price, Until
from engine.steps.step_dispatch import run_step
from tests.effects.build import Position, card, item, row

DUEL = (row(Op.PAY_ON_TURN, 1, Price.NOTHING, on=Trigger.ABILITY), row(Op.DUEL, a=Opponent.CHOSEN, on=Trigger.USED))
CARDS = {
    "rule": card(Kind.RULE, *DUEL, row(Op.DRAW, 1, 1, on=Trigger.DUEL_WON),
                 row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST)),
    "curse": card(Kind.CURSE, row(Op.DUEL, a=Opponent.LEFT, on=Trigger.CURSED),
                  row(Op.LOSE_LEVELS, 2, on=Trigger.DUEL_LOST)),
    "sword": item(bonus=3), "stick": item(bonus=1), **{f"gift {i}": item() for i in range(3)},
}  # fmt: skip


def table(mine: int, *others: int) -> Position:
    """Seat 0 has the rule; seat 1 uses a sword of 3, which counts."""
    p = Position(CARDS).levels(mine, *others).carry(0, "rule").wear(1, "sword")
    p.book.work.weights[0, Weight.LEVEL], p.book.work.weights[0, Weight.TREASURE] = 60, 20
    p.book.work.weights[0, Weight.HINDER] = 40
    return p.step(Step.ARRANGE)


@pytest.mark.parametrize(("other", "drawn"), [
    (1, [0, 1, 0]),
    (2, [0, 0, 1]),
])  # fmt: skip
def test_the_weaker_one_loses_a_level_and_the_stronger_one_draws(other, drawn):
    """Level 5, 3 + 3 and 6: seat 0 loses against both of the others."""
    p = table(5, 3, 6)
    p.choose("rule").choose(target=other)
    assert p.level_list() == [4, 3, 6]
    assert [len([n for n in p.hand_of(s) if n.startswith("gift")]) for s in range(3)] == drawn
    assert p.count(Ev.DUEL) == 1


def test_both_are_concerned_however_a_duel_ends():
    """Two of Level 6 throw away a Level each; of 6 against 4 the weaker one loses two."""
    both = row(Op.LOSE_LEVELS, 1, on=Trigger.DUELLED)
    rule = card(Kind.RULE, *DUEL, both, row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST))
    for other, left in ((1, [5, 5, 4]), (2, [5, 6, 2])):
        p = Position({**CARDS, "rule": rule}).levels(6, 6, 4).carry(0, "rule").step(Step.ARRANGE)
        p.choose("rule").choose(target=other)
        assert p.level_list() == left


def test_nothing_happens_to_equals():
    p = table(6, 3, 6)
    p.choose("rule").choose(target=1)
    assert p.level_list() == [6, 3, 6] and not any(p.hand_of(s) for s in range(3))


def test_a_card_may_name_whom_one_fights():
    """Level 4 against 5 on the left: two Levels lost."""
    p = Position(CARDS).levels(4, 5, 1).run("curse", on=Trigger.CURSED)
    assert p.level_list() == [2, 5, 1]


@pytest.mark.parametrize(("levels", "begins", "whom"), [
    ((8, 3, 2), True, 1), ((4, 6, 3), True, 2), ((3, 6, 5), False, None), ((6, 3, 6), False, None),
])  # fmt: skip
def test_one_fights_whom_one_beats(levels, begins, whom):
    """3 + 3 and 2 lose against eight, and the first of them lies nearer to the win; 9 and 5 beat three."""
    p = table(*levels)
    outlook(p.g, p.book, 0)
    (i,) = [i for i, o in enumerate(p.options()) if o[1] == "rule"]
    assert (utility(p.g, p.book, 0, i) > 0) == begins
    if begins:
        p.choose("rule")
        worth = {o[2]: int(utility(p.g, p.book, 0, i)) for i, o in enumerate(p.options())}
        assert max(worth, key=lambda s: worth[s]) == whom


def test_whoever_is_sheltered_is_challenged_by_nobody_until_their_turn_begins():
    """Both duellists are sheltered afterwards; of three only the third may be met then, and soon nobody."""
    shelter = row(Op.SET_STATUS, a=Status.SHELTERED, b=Until.NEXT_TURN, on=Trigger.DUELLED)
    rule = card(Kind.RULE, *DUEL, shelter, row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST))
    p = Position({**CARDS, "rule": rule}).levels(5, 3, 6).carry(0, "rule")
    p.step(Step.ARRANGE).choose("rule").choose(target=1)
    assert [int(p.g.status[s]) & Status.SHELTERED != 0 for s in range(3)] == [True, True, False]
    p.step(Step.ARRANGE).choose("rule")
    assert p.count(Ev.DUEL) == 2 and int(p.g.status[2]) & Status.SHELTERED != 0
    p.step(Step.ARRANGE).choose("rule")
    assert p.count(Ev.DUEL) == 2
    p.run("curse", on=Trigger.CURSED)
    assert p.count(Ev.DUEL) == 2 and p.level_list() == [4, 2, 6]
    p.g.agenda_n, p.g.asked, p.g.options = 0, -1, 0
    push(p.g, Step.TURN, *[0] * 5)
    run_step(int(Step.TURN), p.g, p.book)
    assert [int(p.g.status[s]) & Status.SHELTERED != 0 for s in range(3)] == [True, False, True]
