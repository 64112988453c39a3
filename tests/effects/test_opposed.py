"""The table sees who works against a fight from outside: later that is not who is asked for help."""

from build import Position, card, row

from engine.board.monsters import add_monster, open_fight
from engine.records.card_kinds import Kind
from engine.records.opcodes import Op
from engine.records.questions import Aim
from engine.steps.offers.actions import enhance, throw
from engine.steps.offers.fight_powers import change_strength

CARDS = {
    "ogre": card(Kind.MONSTER, level=5),
    "goblin": card(Kind.MONSTER, level=1),
    "angry": card(Kind.ENHANCER, bonus=5),
    "baby": card(Kind.ENHANCER, bonus=-5),
    "acid": card(Kind.ONE_SHOT, bonus=3),
    "ink": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, 2)),
    "twist": card(Kind.SPECIAL, row(Op.TURN_OVER)),
    "thick": card(Kind.SPECIAL, row(Op.COUNT_TWICE)),
}


def fight(seat: int, name: str) -> Position:
    return Position(CARDS, 4).hand(seat, name).fight(0, "ogre", helper=1)


def enhanced(seat: int, name: str) -> int:
    p = fight(seat, name)
    enhance(p.g, p.book, seat, p[name], 0)
    return int(p.g.opposed)


def thrown(seat: int, aim: Aim) -> int:
    p = fight(seat, "acid")
    throw(p.g, p.book, seat, p["acid"], 0, aim)
    return int(p.g.opposed)


def test_whoever_strengthens_the_monsters_from_outside():
    assert (enhanced(2, "angry"), enhanced(3, "angry"), enhanced(2, "baby")) == (0b0100, 0b1000, 0)
    assert (thrown(2, Aim.MONSTER), thrown(2, Aim.SIDE)) == (0b0100, 0)


def test_those_who_fight_do_not_oppose_themselves():
    assert enhanced(0, "angry") == enhanced(1, "angry") == thrown(1, Aim.MONSTER) == 0


def test_monsters_that_are_sent_and_strength_that_is_taken():
    p = fight(3, "goblin")
    add_monster(p.g, p.book, p["goblin"], 3, 0)
    change_strength(p.g, p.book, 2, 0, -2, -1)
    assert p.g.opposed == 0b1100
    change_strength(p.g, p.book, 1, 0, 2, -1)
    add_monster(p.g, p.book, p["goblin"], -1, 0)
    assert p.g.opposed == 0b1100
    open_fight(p.g, p.book, 2, 0)
    assert p.g.opposed == 0


def test_a_special_that_strengthens_all():
    p = fight(2, "ink")
    p.run("ink", who=2, by=2)
    assert p.g.opposed == 0b0100


def test_a_one_shot_that_is_turned_against_the_munchkins_or_counted_twice_for_the_monsters():
    p = fight(0, "acid")
    throw(p.g, p.book, 0, p["acid"], 0, Aim.SIDE)
    assert p.run("thick", who=2, by=2, other=p["acid"]).g.opposed == 0
    assert p.run("twist", who=2, by=2, other=p["acid"]).g.opposed == 0b0100
    assert p.run("thick", who=3, by=3, other=p["acid"]).g.opposed == 0b1100
