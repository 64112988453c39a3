"""Monsters that are beaten and kept: what they cost, what they give, and what becomes of them."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Zone
from engine.records.step_values import Price
from tests.effects.build import Position, card, item, row

AS_MANY = counted(Count.TREASURES)


def rule(part: int = 1, amount: int = AS_MANY, price: Price = Price.HAND):
    keeps = row(Op.BEFRIEND, 0, part, on=Trigger.USED)
    return card(Kind.RULE, row(Op.PAY_WHEN_WON, amount, price, on=Trigger.ABILITY), keeps)


def table(*monsters: str, part: int = 1, level: int = 9, amount: int = AS_MANY) -> Position:
    """Seat 0, with three cards in hand, has beaten some monsters; the judgement is to come."""
    cards = {
        "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.ESCAPED), level=5, treasures=2, levels=1),
        "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
        "wolf": card(Kind.MONSTER, level=8, treasures=4, levels=1),
        "rule": rule(part, amount),
        "fat": card(Kind.ENHANCER, bonus=1),
        **{f"card {i}": card(Kind.SPECIAL) for i in range(3)},
        **{f"gift {i}": item() for i in range(8)},
    }
    p = Position(cards).levels(level, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1", "card 2")
    return p.fight(0, *monsters)


def judged(p: Position) -> Position:
    return p.step(Step.JUDGE, 0)


@pytest.mark.rule("combat.nonlethal", "precedence.card-over-rule")
@pytest.mark.parametrize(("part", "adds"), [(1, 5), (2, 2), (3, 1)])
def test_a_beaten_monster_is_kept_for_as_many_cards_as_it_has_treasures(part, adds):
    """Of Level 5 one whole is 5, half of it 2, a third 1. The ogre brings neither its Level nor its 2 Treasures."""
    p = judged(table("ogre", part=part))
    assert p.asked() == (0, Question.VICTORY)
    p.choose("rule", target=0).choose("card 0").choose("card 1")
    assert p.where("ogre") == (Zone.TABLE, 0) and int(p.g.foe_n) == 0
    assert int(p.g.level[0]) == 9 and p.hand_of(0) == ["card 2"]
    assert p.fight(0, "rat").strength() == (9 + adds, 1)


@pytest.mark.rule("combat.nonlethal")
def test_whoever_passes_has_the_reward():
    p = judged(table("ogre", level=7))
    p.choose("")
    assert int(p.g.level[0]) == 8 and p.where("ogre")[0] == Zone.DISCARD and int(p.g.hand_n[0]) == 5


@pytest.mark.rule("multi.eliminate-one")
def test_each_monster_has_its_own_price_and_the_rest_is_killed():
    """The rat costs a card; three cannot pay for the 4 Treasures of the wolf, which is killed for its Level."""
    p = judged(table("rat", "wolf", level=12))
    assert [t for _, name, t, _ in p.options() if name == "rule"] == [0]
    p.choose("rule", target=0).choose("card 0")
    p.choose("") if p.options() else None
    assert p.where("rat") == (Zone.TABLE, 0) and p.where("wolf")[0] == Zone.DISCARD


@pytest.mark.rule("combat.compare")
def test_what_pays_does_not_turn_the_fight_that_was_won():
    """Level 5 and an Item of 4 beat 8; whoever discards the Item has won all the same."""
    p = table("wolf", level=5, amount=1)
    p.book.effect[int(p.book.card[p["rule"]]["first"])]["a"] = Price.ITEMS
    p.book.card[p["gift 0"]]["bonus"] = 4
    p.wear(0, "gift 0").wear(0, "gift 1")
    judged(p).choose("rule", target=0).choose("gift 0")
    assert p.where("wolf") == (Zone.TABLE, 0) and int(p.g.fighting) == 0


def test_nobody_is_asked_who_has_lost_or_cannot_pay():
    p = judged(table("wolf", level=7))  # four Treasures, three cards; and 7 against 8
    assert p.where("wolf")[0] == Zone.DISCARD and int(p.g.level[0]) == 7
    assert judged(table("wolf", level=12)).where("wolf")[0] == Zone.DISCARD


@pytest.mark.rule("death.loot-layout", "death.lose-stuff")
def test_a_companion_is_lost_with_its_owner_and_looted_as_a_card():
    p = judged(table("ogre")).choose("rule", target=0).choose("card 0").choose("card 1")
    p.step(Step.DIE, 0, -1)
    while p.options():
        p.choose(p.cards_offered()[-1])
    assert p.where("ogre")[0] in (Zone.HAND, Zone.DISCARD) and int(p.g.host[p["ogre"]]) == -1 or p.where("ogre")[1] != 0


def test_a_companion_does_nothing_of_what_it_does_as_a_monster():
    """The ogre takes a Level from whoever gets away from it, and none from its owner who gets away from another."""
    p = judged(table("ogre")).choose("rule", target=0).choose("card 0").choose("card 1")
    p.fight(0, "wolf").dice(6)
    before = int(p.g.level[0])
    p.step(Step.FLEE, 0)
    assert int(p.g.fled[0]) == 1
    assert int(p.g.level[0]) == before


@pytest.mark.parametrize(("monster", "bonus", "kept"), [("ogre", 20, True), ("ogre", 5, False), ("rat", 20, False)])
def test_players_keep_what_is_worth_more_than_its_reward(monster, bonus, kept):
    """Points: the ogre 5 * 20 or 5 * 5; it costs a Level of 40, 2 Treasures of 5, and two cards. The rat gives 20."""
    p = judged(table(monster))
    w = p.book.work.weights
    w[:] = 0
    for weight, worth in ((Weight.LEVEL, 40), (Weight.BONUS, bonus), (Weight.TREASURE, 5), (Weight.CARD, 2)):
        w[:, weight] = worth
    p.g.level[0] = 6
    taken = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
    assert (taken[1] == "rule") == kept


def test_the_winning_kill_is_not_given_away():
    p = judged(table("ogre"))
    p.book.work.weights[:] = 0
    p.book.work.weights[:, Weight.BONUS] = 90
    assert p.options()[int(choose(p.g, p.book, int(p.g.options)))][1] != "rule"


def test_a_one_shot_may_keep_a_monster_too():
    cards = {
        "leash": card(Kind.ONE_SHOT, row(Op.BEFRIEND, 0, 2), is_item=1),
        "ogre": card(Kind.MONSTER, level=5, treasures=2, levels=1),
        "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
    }
    p = Position(cards).levels(3).hand(0, "leash").fight(0, "ogre", "rat").run("leash")
    assert p.asked() == (0, Question.MONSTER)
    p.choose("ogre")
    assert p.where("ogre") == (Zone.TABLE, 0) and p.strength() == (3 + 2, 1)
    assert p.book.card[p["ogre"]]["pile"] == Pile.DOOR
