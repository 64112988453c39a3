"""Either a sale or a card given, once a turn: what is given to whom one chooses, and how much a sale may bring."""

from __future__ import annotations

import pytest

from decks.rule_texts import in_words, read_rule
from engine.next_question import answer
from engine.policies.card_alternatives import named_number
from engine.policies.weights import Weight
from engine.records.amounts import Within
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.step_values import Deed, What
from engine.steps.bargains.bundle import levels_bought
from tests.effects.build import Position, card, item, row
from tests.effects.test_forbidden import left

A_TURN, ACTED = (Condition.FIRST, Within.TURN), (Condition.ACTED, Within.TURN)
CARDS = {
    "gift": card(Kind.SPECIAL, row(Op.GIVE_ONE, a=What.CARD)), "mine": item(gold=200), "spell": card(Kind.SPECIAL),
    "elf": card(Kind.RACE, identity=64),
}  # fmt: skip


def choose(p: Position, name: str = "", target: int = -1) -> None:
    """The asked one takes the option with that card or player."""
    found = [i for i, (_, c, t, _) in enumerate(p.options()) if c == name and (target < 0 or t == target)]
    answer(p.g, p.book, found[0])
    p.advance()


def test_a_card_of_hand_or_table_goes_to_whom_one_chooses():
    p = Position(CARDS, 3).carry(0, "mine", "elf").hand(0, "spell").run("gift")
    assert p.asked() == (0, Question.SEAT) and [t for _, _, t, _ in p.options()] == [1, 2]
    choose(p, target=2)
    assert p.asked() == (0, Question.GIVE) and p.cards_offered() == ["mine", "spell"]
    choose(p, "mine")
    assert p.table_of(2) == ["mine"] and p.hand_of(0) == ["spell"]


def test_the_dead_are_given_nothing():
    p = Position(CARDS, 3).hand(0, "spell")
    p.g.dead[1] = 1
    p.run("gift")
    assert p.hand_of(2) == ["spell"]


@pytest.mark.rule("sell.rule")
@pytest.mark.parametrize(("most", "gold", "levels"), [
    (1, 999, 0), (1, 1000, 1), (1, 3500, 1), (2, 3500, 2), (2, 1900, 1), (0, 3500, 3),
])  # fmt: skip
def test_a_sale_brings_no_more_levels_than_the_rule_allows(most, gold, levels):
    rule = card(Kind.RULE, row(Op.SALE_LIMIT, most, on=Trigger.IN_PLAY)) if most else card(Kind.RULE)
    assert levels_bought(*_of(Position({"rule": rule}, 2).carry(0, "rule")), 0, gold) == levels


def _of(p: Position):
    return p.g, p.book


def test_who_has_sold_may_not_do_the_other_and_the_other_way_round():
    power = row(Op.PAY_ON_TURN, 1, 0, on=Trigger.ABILITY, when=A_TURN)
    rules = (row(Op.NOTHING, on=Trigger.SOLD, when=A_TURN), row(Op.FORBID, a=Deed.SELL, on=Trigger.IN_PLAY, when=ACTED))
    p = Position({"rule": card(Kind.RULE, power, row(Op.GIVE_ONE, a=What.CARD, on=Trigger.USED), *rules), **CARDS}, 3)
    p.carry(0, "rule", "mine")
    sells = (Verb.SELL, "mine", -1, 0)
    assert left(p, sells, question=Question.ARRANGE) == ["SELL mine"]
    p.g.asked = -1
    p.run("rule", Trigger.SOLD)
    assert left(p, sells, question=Question.ARRANGE) == []
    p.g.turn += 1
    assert left(p, sells, question=Question.ARRANGE) == ["SELL mine"]


SOLD = (
    "When the owner has sold Items for a Level or several: nothing happens, "
    "if this is the first time for them in this turn."
)


@pytest.mark.parametrize("text", [
    "When the owner has won a combat as the fighter: the player gives an Item to another player of their choice.",
    "In play: the owner gains at most 3 Levels by one sale.",
    f"{SOLD} In play: it is not for the owner to sell Items for Levels, if this has acted before in this turn.",
])  # fmt: skip
def test_it_is_read_as_it_is_written(text):
    reading = read_rule(text)
    assert reading.understood and in_words(reading.program, reading.orders) == text


@pytest.mark.parametrize(("text", "most"), [
    ("Once a turn, a player may either sell Items for no more than two Levels or give an Item to another player.", 2),
    ("Once per turn you may either sell Items or give one card to one other player.", 0),
])  # fmt: skip
def test_one_of_two_is_a_power_that_a_sale_uses_up(text, most):
    program = read_rule(text).program
    assert [step.op for _, step in program] == [
        "pay_on_turn",
        "give_one",
        "nothing",
        "forbid",
        *["sale_limit"] * (most > 0),
    ]
    assert not most or program[-1][1].params["amount"] == most


@pytest.mark.parametrize("text", [
    "Once per game a player may either sell Items or draw a Treasure.",
    "Once per turn a player may neither sell Items nor give a card to another player.",
    "Once per turn a player may either sell Items or give a card to another player and discard it.",
    "Nobody may give a card to another player.",
])  # fmt: skip
def test_what_is_not_one_of_two_is_not_read(text):
    assert not read_rule(text).understood


def test_cards_of_either_deck_are_drawn_one_by_one():
    piles = {"door": card(Kind.SPECIAL), "door too": card(Kind.SPECIAL), "gem": item(), "cup": item()}
    p = Position({"call": card(Kind.SPECIAL, row(Op.DRAW_ANY, 3)), **piles}, 2).hand(0, "call")
    p.run("call")
    for deck in (2, 1, 2):
        assert p.asked() == (0, Question.NUMBER) and [n for _, _, _, n in p.options()] == [1, 2]
        answer(p.g, p.book, deck - 1)
        p.advance()
    held = set(p.hand_of(0)) - {"call"}
    assert len(held) == 3 and {"gem", "cup"} < held


def test_players_take_the_deck_that_is_worth_more_to_them():
    p = Position({"call": card(Kind.SPECIAL, row(Op.DRAW_ANY, 1)), "door": card(Kind.SPECIAL), "gem": item()}, 2)
    p.book.work.weights[:, Weight.TREASURE], p.book.work.weights[:, Weight.CARD] = 10, 3
    p.run("call")
    assert [named_number(p.g, p.book, 0, p["call"], n) for n in (1, 2)] == [2 * 3, 10]


@pytest.mark.parametrize(("text", "op"), [
    ("When you win a combat, draw two face-down cards.", "draw_any"), ("When you win a combat, draw a card.", ""),
    ("When you win a combat, draw two face-down Treasures.", "draw"),
])  # fmt: skip
def test_face_down_cards_are_of_either_deck_unless_it_is_said_of_which(text, op):
    assert [step.op for _, step in read_rule(text).program] == ([op] if op else [])
