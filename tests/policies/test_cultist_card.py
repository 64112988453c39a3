"""A persona poses as a Cultist where that makes it stronger, and thickens the Ichor that its own side threw."""

from __future__ import annotations

import pytest

from engine.agenda import Aim, Verb
from engine.cards import Kind, Tag, Trigger
from engine.opcodes import Op
from engine.policies.errands import own_turn
from engine.policies.features import Weight
from engine.policies.moves import effect_of
from engine.steps.actions import throw
from tests.effects.build import Position, card, cultist, item, row

CULTIST = 8


@pytest.mark.rule("cultist.everyone", "cultist.six")
@pytest.mark.parametrize(("fellows", "counted", "wants"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_it_poses_where_there_is_a_cultist_and_is_never_counted_as_one(fellows, counted, wants):
    power = item(row(Op.POSE, 0, CULTIST, counted, on=Trigger.ABILITY))
    p = Position({"card": power, "mad": cultist()}).carry(0, "card")
    if fellows:
        p.carry(1, "mad")
    p.book.weights[0, Weight.BONUS] = 4
    p.book.option[0] = (int(Verb.USE), p["card"], -1, int(p.book.card[p["card"]].first))
    assert (own_turn(p.g, p.book, 0, 0, 0) > 0) == wants


@pytest.mark.rule("oneshot.definition", "precedence.card-over-rule")
@pytest.mark.parametrize(("aim", "moves"), [(Aim.SIDE, 3), (Aim.MONSTER, -3)])
def test_doubling_an_ichor_moves_the_lead_to_the_side_where_it_lies(aim, moves):
    goo = card(Kind.ONE_SHOT, bonus=3, tags=Tag.ICHOR)
    thick = card(Kind.ONE_SHOT, row(Op.COUNT_TWICE, 0, Tag.ICHOR), tags=Tag.ICHOR)
    p = Position({"goo": goo, "thick": thick, "ogre": card(Kind.MONSTER, level=5, treasures=1)})
    p.hand(0, "goo", "thick").fight(0, "ogre")
    throw(p.g, p.book, 0, p["goo"], 0, aim)
    assert effect_of(p.g, p.book, p["thick"], p["goo"], Aim.ITEM, 0) == moves
