"""Powers that are made of a moment, a price and steps: who may use them when, what is paid, what follows."""

from __future__ import annotations

import pytest

from engine.policies.power_choices import paid_power
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Within
from engine.records.card_kinds import Condition, Kind, Trigger
from engine.records.opcode_row import Price
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from tests.effects.build import Position, card, item, row

CARDS = {
    "rat": card(Kind.MONSTER, level=9, treasures=1, levels=1),
    "thief": card(Kind.CLASS, identity=16),
    "cap": item(bonus=1),
    "hat": item(bonus=3),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(3)},
    **{f"gift {i}": item() for i in range(3)},
}
GIFT = row(Op.DRAW, 1, 1, on=Trigger.USED)


def table(op: Op, price: Price, amount: int = 1, *steps: tuple[int, ...], when: object = (0, 0)) -> Position:
    """Seat 0, Level 4, has the power as a house rule, two Items and two cards."""
    power = card(Kind.RULE, row(op, amount, price, on=Trigger.ABILITY, when=when), *(steps or (GIFT,)))
    p = Position({"rule": power, **CARDS}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    return p.wear(0, "cap", "thief").carry(0, "hat")


def offered(p: Position) -> bool:
    """Whether the power is among the options."""
    return any(verb == Verb.USE and name == "rule" for verb, name, _, _ in p.options())


def on_turn(p: Position) -> Position:
    return p.step(Step.ARRANGE)


def use(p: Position) -> Position:
    return p.choose("rule")


@pytest.mark.parametrize(("price", "paying", "level"), [
    (Price.NOTHING, None, 4), (Price.HAND, {"card 0", "card 1"}, 4),
    (Price.CARDS, {"card 0", "card 1", "cap", "hat", "thief"}, 4), (Price.ITEMS, {"cap", "hat"}, 4),
    (Price.LEVELS, None, 3), (Price.ITSELF, None, 4), (Price.CLASS, set(), 4),
])  # fmt: skip
def test_the_price_is_paid_before_the_steps_follow(price, paying, level):
    p = use(on_turn(table(Op.PAY_ON_TURN, price)))
    if paying:
        assert {name for _, name, _, _ in p.options()} == paying
        p.choose(sorted(paying)[0])
    assert len([n for n in p.hand_of(0) if n.startswith("gift")]) == 1
    assert int(p.g.level[0]) == level
    assert (p.where("rule")[0] == Zone.OUT) == (price == Price.ITSELF)
    assert p.lost("thief") == (price == Price.CLASS)  # the only one there is


@pytest.mark.parametrize(("price", "amount", "may"), [
    (Price.HAND, 2, True), (Price.HAND, 3, False), (Price.ITEMS, 2, True), (Price.ITEMS, 3, False),
    (Price.LEVELS, 3, True), (Price.LEVELS, 4, False), (Price.CLASS, 2, False),
])  # fmt: skip
def test_it_is_offered_to_whoever_can_pay(price, amount, may):
    assert offered(on_turn(table(Op.PAY_ON_TURN, price, amount))) == may


@pytest.mark.parametrize(("op", "fighter", "turn", "own", "beside"), [
    (Op.PAY_ON_TURN, 0, True, False, False), (Op.PAY_IN_FIGHT, 0, False, True, False),
    (Op.PAY_BESIDE, 0, False, True, True),
])  # fmt: skip
def test_each_has_its_moment(op, fighter, turn, own, beside):
    assert offered(on_turn(table(op, Price.NOTHING))) == turn
    for seat, may in ((0, own), (1, beside)):
        p = table(op, Price.NOTHING)
        p.fight(seat, "rat").step(Step.REACT, 0)
        found = p.g.asked == 0 and p.asked()[1] == Question.REACT and offered(p)
        assert found == may


@pytest.mark.parametrize(("within", "again"), [(0, True), (Within.TURN, False), (Within.GAME, False)])
def test_once_in_a_turn_or_game(within, again):
    when = (Condition.FIRST, within) if within else (0, 0)
    p = use(on_turn(table(Op.PAY_ON_TURN, Price.NOTHING, when=when)))
    assert offered(p) == again


def test_the_limit_holds_for_every_power():
    """A Level for a hand card, once a game: the second card is kept."""
    study = row(Op.DISCARD_FOR_STRENGTH, 1, 3, on=Trigger.ABILITY, when=(Condition.FIRST, Within.GAME))
    p = Position({"rule": card(Kind.RULE, study), **CARDS}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    p.fight(0, "rat").step(Step.REACT, 0).choose("card 0")
    p.step(Step.REACT, 0)
    assert not any(verb == Verb.DISCARD_FOR for verb, _, _, _ in p.options()) and p.strength()[0] == 5


def test_a_boost_is_for_the_side_of_whoever_fights():
    p = table(Op.PAY_IN_FIGHT, Price.NOTHING, 1, row(Op.BOOST, 5, on=Trigger.USED)).fight(0, "rat")
    assert p.strength() == (5, 9)
    use(p.step(Step.REACT, 0))
    assert p.strength() == (10, 9)


@pytest.mark.parametrize(("boost", "worthwhile"), [(4, False), (5, True), (9, True)])
def test_players_pay_for_what_turns_the_fight(boost, worthwhile):
    """Five points against nine: a boost of four leaves it lost."""
    p = table(Op.PAY_IN_FIGHT, Price.HAND, 1, row(Op.BOOST, boost, on=Trigger.USED)).fight(0, "rat")
    p.strength()
    p.book.work.weights[0, Weight.CARD] = 4
    r = int(p.book.card[p["rule"]]["first"])
    assert (int(paid_power(p.g, p.book, 0, r, p["rule"], 100)) > 0) == worthwhile


@pytest.mark.parametrize(("treasure", "card_worth", "worthwhile"), [(30, 4, True), (10, 12, False)])
def test_players_pay_less_than_they_get(treasure, card_worth, worthwhile):
    p = table(Op.PAY_ON_TURN, Price.HAND, 2)
    p.book.work.weights[0, Weight.CARD], p.book.work.weights[0, Weight.TREASURE] = card_worth, treasure
    r = int(p.book.card[p["rule"]]["first"])
    assert (int(paid_power(p.g, p.book, 0, r, p["rule"], 0)) > 0) == worthwhile
