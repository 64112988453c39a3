"""What a card does to each of those whom it names: neighbours, rivals, those behind and those ahead."""

from __future__ import annotations

import pytest

from engine.policies.moments import of_named
from engine.policies.weights import Weight
from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.step_values import Chooser, What
from tests.effects.build import Position, card, item, row

CARDS = {"elf": card(Kind.RACE, identity=64, axis=Axis.RACE), **{f"card {i}": card(Kind.SPECIAL) for i in range(6)},
         **{f"gift {i}": item() for i in range(3)}}  # fmt: skip


def naming(to: Chooser, *steps: tuple[int, ...], seats: int = 4) -> Position:
    """Seat 0 plays a card that names some players; they are at Levels 4, 2, 6 and 2."""
    deal = card(Kind.SPECIAL, row(Op.NAMED_PLAYERS, a=to), *steps)
    return Position({"deal": deal, **CARDS}, seats).levels(*(4, 2, 6, 2)[:seats])


LOSE, GAIN = row(Op.LOSE_LEVELS, 1, on=Trigger.NAMED), row(Op.GAIN_LEVELS, 1, on=Trigger.NAMED)


@pytest.mark.parametrize(("to", "levels"), [
    (Chooser.LEFT, [4, 1, 6, 2]), (Chooser.RIGHT, [4, 2, 6, 1]), (Chooser.BOTH, [4, 1, 6, 1]),
    (Chooser.EACH_LEFT, [4, 1, 5, 1]), (Chooser.HIGHEST, [4, 2, 5, 2]), (Chooser.EACH_LOWEST, [4, 1, 6, 1]),
    (Chooser.LOWER, [4, 1, 6, 1]), (Chooser.HIGHER, [4, 2, 5, 2]), (Chooser.EVERYONE, [3, 1, 5, 1]),
])  # fmt: skip
def test_it_happens_to_those_who_are_named_and_to_nobody_else(to, levels):
    assert naming(to, LOSE).run("deal").level_list() == levels


def test_the_dead_are_not_named():
    p = naming(Chooser.EACH_LEFT, LOSE)
    p.g.dead[2] = 1
    assert p.run("deal").level_list() == [4, 1, 6, 1]


def test_who_is_named_is_told_before_anything_happens():
    """Seat 1 falls first and would then be the only one of the lowest Level."""
    assert naming(Chooser.EACH_LOWEST, LOSE).run("deal").level_list() == [4, 1, 6, 1]


def test_every_step_happens_to_each_under_conditions_of_their_own():
    step = row(Op.LOSE_LEVELS, 1, on=Trigger.NAMED, when=(Condition.IS, 64))
    p = naming(Chooser.EACH_LEFT, step, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.NAMED)).wear(2, "elf")
    p.hand(1, "card 1").hand(2, "card 2").hand(3, "card 3").run("deal")
    assert (p.level_list(), [p.hand_of(s) for s in range(4)]) == ([4, 2, 5, 2], [[], [], [], []])


@pytest.mark.parametrize(("to", "first"), [(Chooser.EACH_LEFT, 1), (Chooser.EACH_RIGHT, 3), (Chooser.EACH_HIGHEST, 2)])
def test_they_choose_in_order(to, first):
    p = naming(to, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.NAMED))
    for seat in (1, 2, 3):
        p.hand(seat, f"card {seat}", f"gift {seat - 1}")
    assert p.run("deal").asked()[0] == first


def worth_of(to: Chooser, step: tuple[int, ...]) -> int:
    """Points of what the card does, for whoever lies behind two rivals."""
    p = naming(to, step, seats=3).levels(6, 7, 8)
    p.book.work.weights[:, Weight.LEVEL] = 20
    p.book.work.weights[0, Weight.HOSTILITY] = p.book.work.weights[0, Weight.CLOSING] = 30
    return int(of_named(p.g, p.book, 0, p["deal"], to))


def test_players_like_what_sets_rivals_back_and_do_not_make_them_presents():
    assert worth_of(Chooser.EACH_LEFT, LOSE) > worth_of(Chooser.LEFT, LOSE) > 0 > worth_of(Chooser.EACH_LEFT, GAIN)
    assert worth_of(Chooser.EVERYONE, GAIN) == worth_of(Chooser.EACH_LEFT, GAIN) + 20
    assert worth_of(Chooser.EVERYONE, LOSE) == worth_of(Chooser.EACH_LEFT, LOSE) - 20
