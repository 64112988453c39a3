"""What is told of a combat that is over, levels and fights that a power takes, and a helper who fights alone."""

from __future__ import annotations

import pytest

from engine.board.combat_rewards import treasures_won
from engine.board.counted_amounts import count
from engine.board.foe_counts import forget_foes
from engine.board.monster_changes import throw_at
from engine.board.strength import compare
from engine.next_question import answer
from engine.policies.stand_ins import giving_place, lead_in_place, standing_in
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Kind, Trigger
from engine.records.combat_steps import push_clean
from engine.records.conditions import Condition
from engine.records.events import Result
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb
from engine.records.state import FightFlag, Zone
from engine.records.step_values import Removal
from engine.steps.combat.help_steps import ask_options
from engine.steps.combat.help_terms import room_for
from engine.steps.offers.actions import enhance
from tests.effects.build import Position, card, item, row
from tests.effects.test_counted_amounts import FOES


def lost(rule, helpers, monsters=("ogre",)):
    """A combat that has been lost, and a rule of whoever fought it that waits for this."""
    cards = {"rule": card(Kind.RULE, rule), **{name: card(Kind.MONSTER, level=20) for name in ("ogre", "troll")}}
    at = Position(cards, seats=4).levels(5, 5, 5, 5).place(Zone.TABLE, 0, "rule").fight(0, *monsters, helper=helpers)
    push_clean(at.g, int(Result.FLED))
    at.advance()
    assert at.g.fighting == 0
    return int(at.g.level[0])


@pytest.mark.parametrize(
    ("when", "alone", "helped"),
    [
        ((Condition.ALONE, 0), 6, 5),
        ((Condition.HELPED, 0), 5, 6),
        ((Condition.HELPERS_AT_LEAST, 2), 5, 6),
        ((Condition.HELPERS_AT_MOST, 1), 6, 5),
        ((Condition.FIGHTER, 0), 6, 6),
        ((Condition.HELPER, 0), 5, 5),
        ((Condition.SINGLE_MONSTER, 0), 6, 6),
    ],
)
def test_whoever_has_lost_is_asked_who_fought(when, alone, helped):
    """help.one-only: the helpers have gone when it is told that the combat is lost; two of them helped."""
    rule = row(Op.GAIN_LEVELS, 1, on=Trigger.LOST, when=when)
    assert (lost(rule, ()), lost(rule, (1, 2))) == (alone, helped)


def test_helpers_and_monsters_of_the_lost_combat_are_counted():
    """Two helpers against two monsters: two levels each way, from Level 5."""
    for what in (Count.HELPERS, Count.MONSTERS):
        rule = row(Op.LOSE_LEVELS, counted(what), on=Trigger.LOST)
        assert lost(rule, (1, 2), ("ogre", "troll")) == 3


def test_whoever_helped_in_the_combat_just_over_is_known():
    """Seat 1 helped, seat 0 fought: of both only seat 1 gains the level."""
    rule = row(Op.GAIN_LEVELS, 1, on=Trigger.COMBAT_OVER, when=(Condition.HELPER, 0))
    cards = {"mine": card(Kind.RULE, rule), "theirs": card(Kind.RULE, rule), "ogre": card(Kind.MONSTER, level=20)}
    at = Position(cards, seats=3).levels(4, 4, 4).place(Zone.TABLE, 0, "mine").place(Zone.TABLE, 1, "theirs")
    at.fight(0, "ogre", helper=1)
    push_clean(at.g, int(Result.FLED))
    at.advance()
    assert at.g.level[:3].tolist() == [4, 5, 4]


def test_a_level_that_a_power_takes_is_taken_from_whom_its_owner_chooses():
    """level.gain-ways: of seats 1 and 2 seat 0 chooses the second, who falls from 6 to 4; the taker rises as much."""
    at = Position({"power": card(Kind.RACE, row(Op.STEAL_LEVEL, 2, on=Trigger.USED))}, seats=3).levels(3, 5, 6)
    at.carry(0, "power").run("power", on=Trigger.USED, who=0, by=0)
    assert at.asked() == (0, Question.SEAT)
    assert at.options() == [(Verb.CHOOSE_SEAT, "", 1, 0), (Verb.CHOOSE_SEAT, "", 2, 0)]
    assert at.choose(target=2).level_list() == [5, 5, 4]


def test_whoever_fights_may_hand_the_fight_over_by_a_power():
    """help.one-only: seat 0 fights with seat 1's help and chooses seat 2: they fight on, alone."""
    cards = {"power": card(Kind.RACE, row(Op.TAKE_OVER, on=Trigger.USED)), "ogre": card(Kind.MONSTER, level=9)}
    at = Position(cards, seats=3).levels(3, 5, 6).carry(0, "power").fight(0, "ogre", helper=1)
    at.run("power", on=Trigger.USED, who=0, by=0).choose(target=2)
    assert (int(at.g.fighter), int(at.g.helper), int(at.g.fighting)) == (2, -1, 1)


def left_by(who, helpers=(1, 2), monsters=("ogre", "troll")):
    """A combat of seat 0 with helpers from which somebody and a monster go by a card of seat 3."""
    cards = {
        "flame": card(Kind.SPECIAL, row(Op.WITHDRAW, 0, Removal.NO_TREASURE)),
        "ogre": card(Kind.MONSTER, level=9, treasures=2),
        "troll": card(Kind.MONSTER, level=7, treasures=2),
    }
    at = Position(cards, seats=4).levels(3, 4, 5, 6).fight(0, *monsters, helper=helpers)
    return at.run("flame", who=who, by=3)


def test_a_helper_and_a_monster_leave_the_combat():
    """help.one-only: seat 1 goes, and the monster that seat 3 chooses: 3 and 5 fight on against 7, who pay no more."""
    at = left_by(1)
    assert at.asked() == (3, Question.MONSTER)
    at.choose("ogre")
    assert at.strength() == (8, 7) and (int(at.g.fighter), int(at.g.helper), int(at.g.owed)) == (0, 2, 0)


def test_after_the_fighter_whoever_joined_first_fights_on():
    """combat.last-removed-ends: seat 1 fights with seat 2's help, 4 and 5 against the one monster that is left."""
    at = left_by(0).choose("troll")
    assert (int(at.g.fighter), int(at.g.helper)) == (1, 2) and at.strength() == (9, 9)


def test_where_nobody_is_left_no_monster_stays():
    """combat.last-removed-ends: seat 0 fought alone against two."""
    at = left_by(0, helpers=())
    assert int(at.g.foe_n) == 0 and int(at.g.owed) == 0


def test_what_enhancers_add_is_counted_and_nothing_that_was_thrown():
    """A Treasure for every ten points of enhancers: one for 15 on the ogre (3 + 2 + 1), none for 7 thrown at the imp.

    Of one that takes five and one that adds ten five are left, of one that takes them none.
    """
    rule = card(Kind.RULE, row(Op.TREASURE, counted(Count.ENHANCED, 1, 10), on=Trigger.IN_FIGHT))
    p = Position({**FOES, "rule": rule, "weak": card(Kind.ENHANCER, bonus=-5)}).carry(0, "rule")
    p.hand(1, "huge", "angry", "weak").fight(0, "ogre", "imp")
    enhance(p.g, p.book, 1, p["huge"], 0)
    enhance(p.g, p.book, 1, p["angry"], 0)
    throw_at(p.g, 1, 7)
    assert int(treasures_won(p.g, p.book)) == 3 + 2 + 1 + 1
    enhance(p.g, p.book, 1, p["weak"], 1)
    assert int(count(p.g, p.book, 0, Count.ENHANCED)) == 15
    q = Position({**FOES, "weak": card(Kind.ENHANCER, bonus=-5)}).hand(1, "huge", "weak").fight(0, "ogre")
    enhance(q.g, q.book, 1, q["huge"], 0)
    enhance(q.g, q.book, 1, q["weak"], 0)
    assert int(count(q.g, q.book, 0, Count.ENHANCED)) == 5
    q.step(Step.CLEAN, Result.FLED)
    assert int(count(q.g, q.book, 0, Count.ENHANCED)) == 5
    forget_foes(q.g)
    assert int(count(q.g, q.book, 0, Count.ENHANCED)) == 0


CARDS = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.BAD_STUFF), level=6, treasures=2),
    "hat": item(gold=300),
    "sword": item(bonus=2, gold=100),
    "gem": item(gold=400),
    "ring": item(gold=500),
}  # fmt: skip


def table(*levels: int) -> Position:
    """Seat 0 fights the ogre of Level 6; a helper stands in."""
    p = Position(CARDS, len(levels), help_replaces=1).levels(*levels).carry(0, "hat").wear(1, "sword")
    return p.fight(0, "ogre")


@pytest.mark.rule("help.one-only", "help.levels")
def test_whoever_helps_fights_alone_takes_all_and_gains_no_level():
    p = table(3, 7, 9)
    assert p.strength() == (3, 6)
    p.step(Step.ANSWER_HELP, 1, 0, PickOrder.FIGHTER, -1, 0)
    answer(p.g, p.book, 0)
    compare(p.g, p.book)
    assert (int(p.g.fighter), int(p.g.helper)) == (1, -1) and p.strength() == (9, 6)  # 7 and the sword of 2
    assert int(p.g.fight_flags) & FightFlag.STANDS_IN and room_for(p.g, p.book) == 0
    assert p.step(Step.JUDGE).level_list() == [3, 7, 9]
    assert [int(p.g.hand_n[s]) for s in range(3)] == [0, 2, 0]


def test_the_fighter_asks_for_nothing_else_and_promises_nothing():
    p = table(3, 7, 9)
    ask_options(p.g, p.book, 0, 0)
    assert [(card, target, n) for _, card, target, n in p.options()] == [("", 1, 0), ("", 2, 0)]


def test_who_would_win_alone_is_known_and_nothing_is_moved():
    p = table(3, 4, 9)
    before = p.strength()
    assert [lead_in_place(p.g, p.book, s) for s in (1, 2)] == [4 + 2 - 6, 9 - 6]
    assert p.strength() == before and int(p.g.fighter) == 0


def test_players_stand_in_only_where_they_win_and_give_their_place_only_then():
    """Two Treasures are worth ten each to them."""
    p = table(3, 4, 9)
    p.book.work.weights[:, Weight.TREASURE] = 10
    assert standing_in(p.g, p.book, 1) < 0 and standing_in(p.g, p.book, 2) == 20
    assert giving_place(p.g, p.book, 0, 1) < giving_place(p.g, p.book, 0, 2)
