"""Powers that are made of a moment, a price and steps: who may use them when, what is paid, what follows."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from decks.program_steps import Step as CardStep
from engine.policies.decide import outlook, utility
from engine.policies.paid_power_worth import paid_power
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount, Within
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Price, Removal
from tests.effects.build import Position, card, item, row

CARDS = {
    "rat": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=9, treasures=1, levels=1),
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
    (Price.TREASURES, {"cap", "hat"}, 4), (Price.DOORS, {"card 0", "card 1"}, 4),
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
    (Op.PAY_BESIDE, 0, False, True, True), (Op.PAY_IN_TURN, 0, True, True, False),
])  # fmt: skip
def test_each_has_its_moment(op, fighter, turn, own, beside):
    assert offered(on_turn(table(op, Price.NOTHING))) == turn
    for seat, may in ((0, own), (1, beside)):
        p = table(op, Price.NOTHING)
        p.fight(seat, "rat").step(Step.REACT, 0)
        found = p.g.asked == 0 and p.asked()[1] == Question.REACT and offered(p)
        assert found == may


def test_a_power_of_the_own_turn_is_not_offered_to_a_helper():
    p = table(Op.PAY_IN_TURN, Price.NOTHING).fight(1, "rat", helper=0)
    p.g.active = 1
    p.step(Step.REACT, 0)
    assert not (p.g.asked == 0 and offered(p))


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
    """Five points against nine, once in a combat: a boost of four leaves it lost."""
    once = (Condition.FIRST, Within.COMBAT)
    p = table(Op.PAY_IN_FIGHT, Price.HAND, 1, row(Op.BOOST, boost, on=Trigger.USED), when=once).fight(0, "rat")
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


@pytest.mark.parametrize(("price", "mine", "paying"), [
    (Price.RACE, ("elf", "gnome"), {"elf", "gnome"}), (Price.MONSTERS, ("wolf", "boar"), {"wolf", "boar"}),
    (Price.DOORS, ("wolf", "boar"), {"wolf", "boar", "card 0", "card 1"}),
])  # fmt: skip
def test_cards_of_a_kind_pay(price, mine, paying):
    """Races lie in play, monsters are held in the hand."""
    power = card(Kind.RULE, row(Op.PAY_ON_TURN, 1, price, on=Trigger.ABILITY), GIFT)
    more = {name: card(Kind.RACE, identity=32) for name in ("elf", "gnome")}
    more |= {name: card(Kind.MONSTER, level=1) for name in ("wolf", "boar")}
    p = Position({"rule": power, **CARDS, **more}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    p.place(Zone.TABLE if price == Price.RACE else Zone.HAND, 0, *mine).wear(0, "cap")
    use(on_turn(p))
    assert {name for _, name, _, _ in p.options()} == paying


def priced(gold: int) -> Position:
    """A power for Gold Pieces, and Items worth 300 and 500."""
    power = card(Kind.RULE, row(Op.PAY_ON_TURN, gold, Price.GOLD, on=Trigger.ABILITY), GIFT)
    p = Position({"rule": power, **CARDS, "axe": item(gold=300), "mail": item(gold=500), "toy": item()})
    return p.levels(4, 4, 4).carry(0, "rule", "axe", "mail", "toy")


@pytest.mark.parametrize(("gold", "may"), [(800, True), (801, False)])
def test_gold_is_paid_in_items(gold, may):
    assert offered(on_turn(priced(gold))) == may


@pytest.mark.parametrize(("gold", "first", "lost"), [
    (300, "axe", {"axe"}), (300, "mail", {"mail"}), (600, "axe", {"axe", "mail"}),
])  # fmt: skip
def test_items_are_discarded_until_they_are_worth_the_price(gold, first, lost):
    p = use(on_turn(priced(gold)))
    assert set(p.cards_offered()) == {"axe", "mail"}  # what is worth nothing pays nothing
    p.choose(first)
    assert {name for name in ("axe", "mail", "toy") if p.lost(name)} == lost
    assert [name for name in p.hand_of(0) if name.startswith("gift")]


def rolled(steps: tuple[int, ...], die: int, amount: int = 1) -> Position:
    """Seat 0 rolls against the rat, which needs a 5; one card of two buys what the steps say."""
    p = table(Op.PAY_AFTER_ROLL, Price.HAND, amount, steps).dice(die, 6).fight(0, "rat")
    return p.step(Step.ROLL, 0, 0)


def test_after_a_failed_roll_an_escape_is_bought():
    p = rolled(row(Op.ESCAPE, 1, on=Trigger.USED), 2)
    assert p.asked() == (0, Question.ROLLED) and offered(p)
    use(p).choose("card 0")
    assert p.count(Ev.ESCAPE) == 1 and p.hand_of(0) == ["card 1"]


def test_after_a_failed_roll_another_one_is_bought():
    p = rolled(row(Op.REROLL, on=Trigger.USED), 2)
    use(p).choose("card 0")
    assert (p.count(Ev.THROW), p.count(Ev.ESCAPE)) == (2, 1)


def test_after_a_roll_that_succeeds_nobody_is_asked():
    p = rolled(row(Op.REROLL, on=Trigger.USED), 5)
    assert p.asked()[0] == -1 and p.count(Ev.ESCAPE) == 1


@pytest.mark.parametrize(("steps", "level", "pays"), [
    (row(Op.ESCAPE, 1, on=Trigger.USED), 4, True), (row(Op.ESCAPE, 1, on=Trigger.USED), 1, False),
])  # fmt: skip
def test_players_buy_an_escape_from_what_hurts(steps, level, pays):
    """Three levels lost are 30 points at a danger of 10 for ten, more than a card of 4; at Level 1 they are none."""
    p = rolled(steps, 2).levels(level, 4, 4)
    p.book.work.weights[0, Weight.CARD], p.book.work.weights[0, Weight.DANGER] = 4, 10
    use_it = next(i for i, (verb, _, _, _) in enumerate(p.options()) if verb == Verb.USE)
    assert (utility(p.g, p.book, 0, use_it) > 0) == pays


def judged(steps: tuple[int, ...], op: Op = Op.PAY_WHEN_LOSING, level: int = 4, amount: int = 1) -> Position:
    """The combat of seat 0 against the rat, of Level 9, is judged."""
    p = table(op, Price.HAND, amount, steps).levels(level, 4, 4).fight(0, "rat")
    return p.step(Step.JUDGE)


def test_a_combat_that_would_be_lost_is_bought_off():
    p = judged(row(Op.REMOVE_MONSTER, Amount.ALL, Removal.NO_TREASURE, on=Trigger.USED))
    assert p.asked() == (0, Question.DEFEAT) and offered(p)
    use(p).choose("card 0")
    assert (int(p.g.foe_n), p.count(Ev.THROW), int(p.g.level[0])) == (0, 0, 4)


def test_strength_that_is_bought_may_win_it():
    p = judged(row(Op.BOOST, 5, on=Trigger.USED))
    use(p).choose("card 0")
    assert (int(p.g.level[0]), p.count(Ev.THROW)) == (5, 0)


def test_whoever_leaves_it_flees():
    p = judged(row(Op.BOOST, 5, on=Trigger.USED)).choose("")
    assert p.asked() == (0, Question.FLEE) or p.count(Ev.THROW) == 1


def test_who_wins_is_not_asked():
    assert judged(row(Op.BOOST, 5, on=Trigger.USED), level=9).asked()[1] != Question.DEFEAT


def test_the_helper_may_pay_as_well():
    p = table(Op.PAY_WHEN_LOSING, Price.HAND, 1, row(Op.BOOST, 9, on=Trigger.USED)).levels(1, 1, 4)
    p.fight(1, "rat", helper=0).step(Step.JUDGE)
    assert p.asked() == (0, Question.DEFEAT)
    assert int(use(p).choose("card 0").g.level[1]) == 2


@pytest.mark.parametrize(("boost", "pays"), [(4, False), (5, True)])
def test_players_pay_for_what_turns_a_combat_that_is_lost(boost, pays):
    """Level 4 and a cap of 1 against 9, for two cards, which are all: five points more win it."""
    p = judged(row(Op.BOOST, boost, on=Trigger.USED), amount=2)
    p.book.work.weights[0, Weight.CARD], p.book.work.weights[0, Weight.LEVEL] = 1, 60
    outlook(p.g, p.book, 0)
    use_it = next(i for i, (verb, _, _, _) in enumerate(p.options()) if verb == Verb.USE)
    assert (utility(p.g, p.book, 0, use_it) > 0) == pays


def test_a_power_of_any_time_is_used_on_the_turns_of_others():
    p = table(Op.PAY_ANY_TIME, Price.HAND)
    p.g.active = 1
    p.step(Step.WINDOW, 0, 0, 0, 1)
    assert p.asked() == (0, Question.WINDOW) and offered(p)
    p = table(Op.PAY_ANY_TIME, Price.HAND).fight(0, "rat").step(Step.REACT, 0)
    assert not offered(p)


@pytest.mark.parametrize(
    ("cost", "amount", "wrong"), [("gold", 1500, False), ("hand", 100, True), ("levels", 99, False)]
)
def test_only_gold_is_paid_by_the_hundred(cost, amount, wrong):
    step = {"op": "pay_on_turn", "cost": cost, "amount": amount}
    if wrong:
        with pytest.raises(ValidationError, match="out of range; allowed: up to 99"):
            CardStep.model_validate(step)
    else:
        assert CardStep.model_validate(step).params["amount"] == amount
