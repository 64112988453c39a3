"""The Fighter's two powers: a hand card lost at random for two points, and the second card of a combat."""

import pytest
from build import Position, card, chosen, row

from engine.board.setup import clear_turn
from engine.board.strength import player_strength
from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask
from engine.steps.offers.abilities import ability_options, do_ability

HAND = ("a", "b", "c")


def fight(hand=HAND, fighter=0, active=0):
    """A Fighter in seat 0 with some hand cards, and a combat of some seat."""
    power = row(Op.RECKLESS, 2, on=Trigger.ABILITY)
    cards = {
        "power": card(Kind.ROLE, power, row(Op.FLURRY, 2, on=Trigger.IN_PLAY), identity=16),
        "ogre": card(Kind.MONSTER, level=9, treasures=3),
        **{name: card(Kind.ONE_SHOT, bonus=1) for name in HAND},
    }
    p = Position(cards).carry(0, "power").hand(0, *hand).fight(fighter, "ogre")
    p.g.active = active
    return p


def offered(p):
    p.g.agenda_n = p.g.options = 0
    ask(p.g, 0, Question.REACT, -1)
    ability_options(p.g, p.book, 0, Question.REACT)
    return [o for o in p.options() if o[0] == Verb.USE]


def use(p):
    verb, name, target, effect = offered(p)[0]
    p.g.asked, p.g.options = -1, 0
    do_ability(p.g, p.book, 0, chosen(verb, p[name], target, effect))


@pytest.mark.rule("role.fighter.reckless")
def test_a_random_hand_card_buys_the_bonus_once_in_the_turn():
    p = fight()
    use(p)
    assert int(p.g.player_bonus[0]) == 2
    assert int(p.g.hand_n[0]) == 2
    assert not offered(p)
    clear_turn(p.g, 0)
    assert offered(p)


@pytest.mark.rule("role.fighter.reckless")
@pytest.mark.parametrize("facts", [{"hand": ("a",)}, {"fighter": 1}, {"active": 1}])
def test_not_with_one_card_nor_for_another_nor_in_anothers_turn(facts):
    assert not offered(fight(**facts))


@pytest.mark.rule("role.fighter.reckless", "cards.hand-private")
def test_the_card_depends_on_the_games_key_and_not_on_a_choice():
    lost = set()
    for key in range(20):
        p = fight()
        p.g.key = key
        use(p)
        lost.add(next(n for n in HAND if p[n] not in p.g.hand[0, : int(p.g.hand_n[0])]))
    assert lost == set(HAND)


@pytest.mark.rule("role.fighter.flurry")
def test_the_bonus_comes_with_the_second_card_from_hand_and_only_in_the_combat():
    p = fight()
    assert player_strength(p.g, p.book, 0) == 1
    p.g.played_by[0] = 1
    assert player_strength(p.g, p.book, 0) == 1
    p.g.played_by[0] = 3
    assert player_strength(p.g, p.book, 0) == 3
    p.g.fighting = 0
    assert player_strength(p.g, p.book, 0) == 1
