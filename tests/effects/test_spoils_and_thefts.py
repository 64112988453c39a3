"""What becomes of the Treasures of a won combat, what a failed theft costs, and a sale or a card given once a turn."""

from __future__ import annotations

import pytest

from decks.rule_texts import in_words, read_rule
from engine.next_question import answer
from engine.policies.card_alternatives import named_number
from engine.policies.moments import failed_theft
from engine.policies.trades import stealing
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Within
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Chooser, Deed, Price, What
from engine.steps.bargains.bundle import levels_bought
from tests.effects.build import Position, card, item, row
from tests.effects.test_forbidden import left

AHEAD = ((Condition.AHEAD_AT_LEAST, 2), (Condition.ALONE, 0))


def spoils(part: int, treasures: int, to: Chooser = Chooser.LEFT, when: object = (0, 0)) -> Position:
    """Seat 0, Level 5, holds an old cap and beats a monster of so many Treasures; the rest are at Level 1."""
    cards = {
        "rat": card(Kind.MONSTER, level=1, treasures=treasures, levels=1),
        "rule": card(Kind.RULE, row(Op.SHARE_SPOILS, 0, to, part, on=Trigger.WON, when=when)),
        "old cap": item(bonus=1),
        **{f"gift {i}": item() for i in range(8)},
    }
    return Position(cards, seats=2 if to == Chooser.OTHER else 3).levels(5).carry(0, "rule").hand(0, "old cap")


def won(p: Position) -> Position:
    return p.fight(0, "rat").step(Step.REWARD, 1)


@pytest.mark.rule("combat.win-treasure", "precedence.card-over-rule")
@pytest.mark.parametrize(("part", "treasures", "given"), [(2, 4, 2), (2, 3, 1), (3, 4, 1), (2, 1, 0)])
def test_a_part_of_the_treasures_goes_to_somebody_else(part, treasures, given):
    """Half of 4 are 2, of 3 it is 1; a third of 4 is 1; of one Treasure nothing."""
    p = won(spoils(part, treasures))
    for _ in range(given):
        if p.options():
            assert p.asked() == (0, Question.GIVE) and "old cap" not in p.cards_offered()
            p.choose(p.cards_offered()[0])
    assert not p.options()
    assert len(p.hand_of(1)) == given
    assert len(p.hand_of(0)) == 1 + treasures - given and "old cap" in p.hand_of(0)


@pytest.mark.rule("combat.win-treasure")
def test_the_other_player_is_there_at_a_table_of_two_alone():
    p = won(spoils(2, 2, Chooser.OTHER))
    assert len(p.choose(p.cards_offered()[0]).hand_of(1)) == 1
    q = spoils(2, 2, Chooser.OTHER)
    q.g.seats = 3
    assert not won(q).options()


@pytest.mark.rule("combat.win-treasure")
@pytest.mark.parametrize(("levels", "shares"), [((5, 1, 1), True), ((5, 5, 1), False)])
def test_only_whoever_is_ahead_shares(levels, shares):
    """The kill makes it 6: five ahead of all others, or one."""
    p = spoils(2, 2, when=AHEAD).levels(*levels)
    assert bool(won(p).options()) == shares


def thief(level: int, *rows: tuple[int, ...]) -> Position:
    """Seat 0 may steal the sword of seat 1 on a 4 or more, for a card; a house rule says what a failure costs."""
    cards = {
        "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
        "rule": card(Kind.RULE, *rows),
        "sword": item(bonus=5),
        "card": card(Kind.SPECIAL),
    }
    return Position(cards).levels(level, 3, 3).wear(0, "thief").carry(0, "rule").hand(0, "card").wear(1, "sword")


STAKE = row(Op.LOSE_CLASS, 1, on=Trigger.THEFT_FAILS, when=(Condition.LEVEL_AT_MOST, 2))


@pytest.mark.rule("class.thief-no-steal-combat", "precedence.card-over-rule")
@pytest.mark.parametrize(("level", "die", "after", "lost"), [
    (2, 3, 2, True), (1, 3, 1, True), (3, 3, 2, False), (2, 4, 2, False),
])  # fmt: skip
def test_a_failed_theft_costs_what_comes_in_place_of_the_level(level, die, after, lost):
    """Up to Level 2 the Class goes and no Level; above it the Level; a theft that succeeds costs neither."""
    p = thief(level, STAKE).dice(die).step(Step.ARRANGE).choose("thief", target=2)
    assert int(p.g.level[0]) == after
    assert (p.where("thief")[0] == Zone.DISCARD) == lost
    assert (p.where("sword") == (Zone.TABLE, 0)) == (die >= 4)


@pytest.mark.rule("class.thief-no-steal-combat")
def test_what_a_failed_theft_costs_besides_is_added():
    also = row(Op.DRAW, 1, 0, on=Trigger.THEFT_FAILED)
    p = thief(3, also).dice(1)
    p.step(Step.ARRANGE).choose("thief", target=2)
    assert int(p.g.level[0]) == 2


def test_players_know_what_a_failed_theft_costs():
    """A Level is 40 to them; a Class lost is four points, and ten points are a Level: 4 * 40 / 10."""
    p = thief(3)
    q = thief(2, STAKE)
    for one in (p, q):
        one.book.work.weights[:, Weight.LEVEL] = 40
        one.book.work.weights[:, Weight.BONUS] = 20
        one.book.work.weights[:, Weight.STEAL] = 100
    assert int(failed_theft(p.g, p.book, 0)) == 40
    assert int(failed_theft(q.g, q.book, 0)) == 16
    q.g.level[0] = 1
    assert int(failed_theft(q.g, q.book, 0)) == 16  # at the lowest Level it costs the Class all the same
    assert int(stealing(p.g, p.book, 0, p["sword"], 4, p["thief"])) > 0


CALL = (
    row(Op.PAY_IN_FIGHT, 1, Price.NOTHING, on=Trigger.ABILITY),
    row(Op.DECLARE, 6, on=Trigger.USED),
    row(Op.ROLL, on=Trigger.CHOSEN),
    row(Op.BOOST, 4, on=Trigger.ROLLED, when=(Condition.CALLED, 0)),
    row(Op.BOOST, -3, on=Trigger.ROLLED, when=(Condition.NOT_CALLED, 0)),
)


@pytest.mark.rule("precedence.card-over-rule")
@pytest.mark.parametrize(("called", "die", "side"), [(1, 1, 9), (6, 6, 9), (1, 6, 2), (6, 5, 2)])
def test_a_number_that_is_called_and_comes_is_worth_something(called, die, side):
    """Level 5: 5 + 4 if the number comes, 5 - 3 if it does not."""
    cards = {"rule": card(Kind.RULE, *CALL), "ogre": card(Kind.MONSTER, level=8)}
    p = Position(cards).levels(5).carry(0, "rule").fight(0, "ogre").dice(die).step(Step.REACT, 0)
    p.choose("rule")
    assert [n for *_, n in p.options()] == [1, 2, 3, 4, 5, 6]
    assert p.choose("rule", number=called).strength()[0] == side


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
