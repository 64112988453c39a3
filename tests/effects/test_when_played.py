"""What a card does when it is played comes from every kind of card, whatever else it is."""

import pytest

from engine.policies.card_alternatives import played_move
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim
from engine.records.state import Zone
from engine.steps.offers.actions import carry_out, carry_out_with
from tests.effects.build import Position, card, item, row

LAID = {
    "item": item(),
    "class": card(Kind.CLASS),
    "friend": card(Kind.COMRADE, bonus=1),
    "guest": card(Kind.GUEST_STAR, bonus=1),
    "cheat": card(Kind.CHEAT),
    "gem": card(Kind.ITEM_ENHANCER, bonus=1),
}


def with_prize(facts):
    """The same card, which also draws a Treasure when it is played."""
    return {**facts, "program": [*facts["program"], row(Op.DRAW, 1, Pile.TREASURE)]}


def table(**cards):
    prizes = {f"prize {i}": card(Kind.SPECIAL, pile=Pile.TREASURE) for i in range(3)}
    return Position({"club": item(bonus=2), **prizes, **cards}).wear(0, "club")


@pytest.mark.rule("precedence.card-over-rule")
@pytest.mark.parametrize("kind", LAID)
def test_what_is_laid_down_does_what_it_does_when_it_is_played(kind):
    p = table(c=with_prize(LAID[kind])).hand(0, "c")
    on_item = kind in ("cheat", "gem")
    carry_out(p.g, p.book, 0, p["c"], p["club"] if on_item else 0, Aim.ITEM if on_item else Aim.NOTHING)
    p.advance()
    assert p.where("c")[0] == Zone.TABLE and len(p.hand_of(0)) == 1


@pytest.mark.parametrize("kind", ["item", "class", "friend", "cheat"])
def test_players_know_what_a_card_brings_beside_when_it_is_laid_down(kind):
    worth = []
    for facts in (LAID[kind], with_prize(LAID[kind])):
        p = table(c=facts).hand(0, "c")
        p.book.work.weights[:, Weight.TREASURE] = 30
        worth.append(playing(p.g, p.book, 0, p["c"], p["club"] if kind == "cheat" else -1))
    assert worth[1] - worth[0] == 30


def wandering(*program):
    rat, ogre = (card(Kind.MONSTER, level=n) for n in (1, 8))
    return Position({"rat": rat, "ogre": ogre, "call": card(Kind.WANDERING, *program)})


@pytest.mark.rule("combat.add-monster")
def test_a_wandering_monster_does_what_stands_on_it_beside():
    p = wandering(row(Op.STRENGTHEN_ALL, 2)).fight(0, "ogre").hand(1, "call", "rat")
    assert played_move(p.g, p.book, 1, p["call"], -1) == -2
    carry_out_with(p.g, p.book, 1, p["call"], p["rat"])
    assert p.advance().strength() == (1, 8 + 1 + 2 + 2)


@pytest.mark.rule("combat.add-monster")
def test_what_is_about_a_monster_is_about_the_one_that_comes():
    p = wandering(row(Op.GROW, 3)).fight(0, "ogre").hand(1, "call", "rat")
    carry_out_with(p.g, p.book, 1, p["call"], p["rat"])
    p.advance()
    assert [int(n) for n in p.g.foe["bonus"][:2]] == [0, 3]


@pytest.mark.rule("enhancer.def")
def test_of_several_monsters_the_one_met_first_is_meant_where_none_is_named():
    p = wandering(row(Op.ROLL), row(Op.GROW, 5, on=Trigger.ROLLED)).dice(4).fight(0, "ogre", "rat").run("call")
    assert [int(n) for n in p.g.foe["bonus"][:2]] == [5, 0]


@pytest.mark.parametrize(("least", "move"), [(1, -6), (4, -3), (5, -2)])
def test_a_die_moves_a_fight_as_far_as_it_is_likely(least, move):
    """+6 for the only monster on `least` and more of a die."""
    p = wandering(row(Op.ROLL), row(Op.STRENGTHEN_ALL, 6, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, least)))
    assert played_move(p.fight(0, "ogre").g, p.book, 1, p["call"], -1) == move
