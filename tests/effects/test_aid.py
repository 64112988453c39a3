"""What is given to a side of a combat by whoever pays for it, and an Item that pays with its own bonus."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.policies.decide import outlook, utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.step_values import Party, Price
from tests.effects.build import Position, card, item, row

CARDS = {
    "rat": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=9, treasures=1, levels=1),
    "bear": card(Kind.MONSTER, level=10), "wolf": card(Kind.MONSTER, level=1),
    "cap": item(bonus=1), "hat": item(bonus=3), "gift 0": item(),
    "halberd": item(bonus=5, big=1),
    "rule": card(Kind.RULE, row(Op.PAY_BESIDE, 1, Price.ITEMS, on=Trigger.ABILITY), row(Op.EITHER, on=Trigger.USED),
                 *(row(Op.AID, counted(Count.PAID), party, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, n))
                   for n, party in enumerate(Party, 1))),
}  # fmt: skip


@pytest.mark.parametrize(("thrown", "points"), [("hat", 3), ("halberd", 5), ("gift 0", 2)])
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("who", [0, 1])
def test_an_item_is_thrown_with_its_bonus_or_two_at_either_side(thrown, points, side, who):
    """Level 4 with a cap of 1 against ten and one; whoever throws, the monsters get it once."""
    p = Position(CARDS).levels(4, 4, 4).wear(0, "cap").carry(who, "rule", thrown).fight(0, "bear", "wolf")
    p.step(Step.REACT, who)
    p.choose("rule")
    if len(p.options()) > 1 and p.asked()[1] == Question.LOSE:
        p.choose(thrown)
    p.choose("rule", number=side)
    assert p.strength() == ((5 + points, 11) if side == 1 else (5, 11 + points))
    assert p.lost(thrown)


def value(p: Position, who: int, name: str = "rule", number: int | None = None) -> int:
    """What the option with a card, or its number, is worth to somebody who values Levels and strength."""
    w = p.book.work.weights[who]
    w[Weight.LEVEL], w[Weight.CARD], w[Weight.BONUS], w[Weight.STOP_WIN], w[Weight.DANGER] = 60, 2, 4, 200, 10
    outlook(p.g, p.book, who)
    (i,) = [i for i, o in enumerate(p.options()) if o[1] == name and number in (None, o[3])]
    return int(utility(p.g, p.book, who, i))


@pytest.mark.parametrize(("worn", "carried", "used"), [
    ("cap", "halberd", True), ("cap", "hat", False), ("hat", "halberd", True), ("hat", "cap", False),
])  # fmt: skip
def test_a_fighter_throws_an_item_that_turns_the_fight_and_not_one_that_counts_already(worn, carried, used):
    """Level 4 against nine: a halberd at hand does it, a hat or a cap does not; what is worn adds nothing that way."""
    p = Position(CARDS).levels(4, 4, 4).wear(0, worn).carry(0, "rule", carried).fight(0, "rat")
    p.book.card[p["halberd"]]["only"] = 16  # nobody may put it on
    p.step(Step.REACT, 0)
    assert (value(p, 0) > 0) == used
    if used:
        p.choose("rule")
        assert value(p, 0, "halberd") > value(p, 0, worn)
        p.choose("halberd")
        assert value(p, 0, number=1) > value(p, 0, number=2)


@pytest.mark.parametrize(("level", "given", "used"), [(9, "halberd", True), (9, "cap", False), (1, "halberd", False)])
def test_a_bystander_throws_what_stops_a_win(level, given, used):
    """The fighter, who would win, leads with nine and three by three points over a rat of nine, or loses."""
    p = Position(CARDS).levels(level, 4, 4).wear(0, "hat").carry(1, "rule", given, "gift 0").fight(0, "rat")
    p.step(Step.REACT, 1)
    assert (value(p, 1) > 0) == used
    if used:
        p.choose("rule")
        assert value(p, 1, given) > value(p, 1, "gift 0")
        p.choose(given)
        assert value(p, 1, number=2) > value(p, 1, number=1)


@pytest.mark.parametrize(("cost", "fine"), [("items", True), ("levels", False)])
def test_a_bonus_that_no_item_pays_is_found(cost, fine):
    power = {"op": "pay_beside", "cost": cost, "amount": 1}
    given = {"on": "used", "op": "aid", "party": "monsters", "amount": {"count": "paid"}}
    found = parse_card({"id": "x", "name": "X", "pile": "door", "kind": "race", "effects": [power, given]}, "f")
    assert any("Item that paid" in text for text in lint_card(found)) != fine
