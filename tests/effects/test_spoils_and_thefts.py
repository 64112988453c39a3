"""What becomes of the Treasures of a won combat, what a failed theft costs, and numbers that are called."""

from __future__ import annotations

import pytest

from engine.policies.moments import failed_theft
from engine.policies.trades import stealing
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Zone
from engine.records.step_values import Chooser, Price
from tests.effects.build import Position, card, item, row

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
