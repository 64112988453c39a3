"""What amounts and conditions count: Items, cards, Levels, players, rounds, points on a monster."""

from __future__ import annotations

import pytest

from engine.board.combat_rewards import treasures_won
from engine.board.counted_amounts import count, resolved
from engine.board.foe_counts import forget_foes
from engine.board.levels import gain
from engine.board.strength import monster_strength
from engine.records.agenda import Step
from engine.records.amounts import COUNTED, Amount, Count, counted
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause, Result
from engine.records.opcodes import Op
from engine.steps.offers.actions import enhance
from tests.effects.build import Position, card, row
from tests.effects.test_rule_cards import CARDS, acts, drawing, fallen, risen, with_rule


@pytest.mark.parametrize(("count_of", "value"), [
    (Count.ITEMS, 2), (Count.HAND, 3), (Count.LEVEL, 2), (Count.BEHIND, 5), (Count.AHEAD, 0), (Count.PLAYERS, 4),
    (Count.HIGHER, 2), (Count.LOWER, 0), (Count.ROUND, 6), (Count.MONSTERS, 0), (Count.BIG, 0),
])  # fmt: skip
def test_what_an_amount_counts(count_of, value):
    """Seat 0, Level 2 beside 7, 3 and 2, two Items and three cards in round 6."""
    p = Position(CARDS, 4).levels(2, 7, 3, 2).carry(0, "gift 0", "cap").hand(0, "card 0", "card 1", "card 2")
    p.g.rounds = 6
    assert int(count(p.g, p.book, 0, count_of)) == value
    assert int(resolved(p.g, p.book, 0, counted(count_of, -1))) == -value


@pytest.mark.parametrize(("times", "per", "amount"), [
    (1, 1, 5), (2, 1, 10), (1, 2, 2), (2, 3, 2), (3, 2, 6), (1, 6, 0), (-1, 2, -2), (-2, 3, -2),
])  # fmt: skip
def test_so_many_are_for_each_full_number_of_what_is_counted(times, per, amount):
    """Five Levels: two for every three of them are two, not three; nor does a penalty round away from nothing."""
    p = Position(CARDS, 4).levels(5, 1, 1, 1)
    assert int(resolved(p.g, p.book, 0, counted(Count.LEVEL, times, per))) == amount


@pytest.mark.parametrize(("times", "per", "amount"), [(1, 2, 3), (1, 5, 1), (1, 6, 1), (2, 3, 4), (1, 1, 5)])
def test_a_part_of_what_is_counted_may_count_like_all_of_it(times, per, amount):
    """Half of five Levels, rounded up, is three; a sixth is one; two for each three begun are four."""
    p = Position(CARDS, 4).levels(5, 1, 1, 1)
    assert int(resolved(p.g, p.book, 0, counted(Count.LEVEL, times, per, up=True))) == amount


def test_numbers_are_no_counts():
    p = Position(CARDS)
    assert [int(resolved(p.g, p.book, 0, n)) for n in (-99, 0, 99, -100)] == [-99, 0, 99, -100]
    assert all(counted(c, t, q) <= COUNTED for c in Count for t in (-49, 49) for q in (1, 99))


LEVEL, SHARE = counted(Count.ITEMS), counted(Count.HAND, 1, 2)


@pytest.mark.parametrize(("amount", "strength"), [(LEVEL, 6), (SHARE, 5), (counted(Count.ITEMS, -2), 0)])
def test_a_lasting_bonus_counts_too(amount, strength):
    """Level 4, two Items without a bonus, three cards."""
    p = with_rule(row(Op.STRENGTH, amount, on=Trigger.IN_PLAY)).carry(0, "gift 0", "gift 1")
    p.hand(0, "card 0", "card 1", "card 2").fight(0, "rat")
    assert p.strength()[0] == strength


@pytest.mark.parametrize(("cond", "x", "holds"), [
    (Condition.ROUND_AT_LEAST, 3, (False, True, True)), (Condition.ROUND_AT_MOST, 3, (True, True, False)),
    (Condition.PLAYERS_AT_LEAST, 3, (True, True, True)), (Condition.PLAYERS_AT_MOST, 2, (False, False, False)),
])  # fmt: skip
def test_conditions_on_rounds_and_players(cond, x, holds):
    found = []
    for number in (2, 3, 4):
        p = drawing(Trigger.LEVEL_GAINED, when=(cond, x))
        p.g.rounds = number
        found.append(bool(acts(risen(p))))
    assert tuple(found) == holds


@pytest.mark.parametrize(("cond", "x", "holds"), [
    (Condition.BEHIND_AT_LEAST, 2, (True, False, False)), (Condition.AHEAD_AT_LEAST, 2, (False, False, True)),
])  # fmt: skip
def test_conditions_on_the_lag_to_the_others(cond, x, holds):
    """Level 3, 5, 8 beside 5 and 4."""
    found = []
    for level in (3, 5, 8):
        p = drawing(Trigger.LEVEL_LOST, when=(cond, x)).levels(level + 1, 5, 4)
        found.append(bool(acts(fallen(p))))
    assert tuple(found) == holds


@pytest.mark.parametrize(("levels", "x", "holds"), [
    ((3, 4, 5), 1, True), ((3, 3, 5), 1, False), ((3, 4, 5), 2, False), ((3, 5, 5), 2, True), ((4, 3, 5), 1, False),
])  # fmt: skip
def test_whoever_is_alone_in_last_place_trails_all_others(levels, x, holds):
    p = drawing(Trigger.LEVEL_LOST, when=(Condition.TRAILS_AT_LEAST, x)).levels(levels[0] + 1, *levels[1:])
    assert bool(acts(fallen(p))) == holds


@pytest.mark.parametrize("origin", [0, 1, 2])
def test_a_place_is_counted_from_whoever_was_dealt_first(origin):
    """Seat 0 of three loses a Level: it is in place 1 if places are counted from it, else behind those before it."""
    for x in (1, 2, 3):
        p = drawing(Trigger.LEVEL_LOST, when=(Condition.PLACE, x)).levels(3, 3, 3)
        p.g.origin = origin
        assert bool(acts(fallen(p))) == (x == {0: 1, 1: 3, 2: 2}[origin])


def test_the_dead_are_no_rivals_whom_somebody_trails():
    p = drawing(Trigger.LEVEL_LOST, when=(Condition.TRAILS_AT_LEAST, 1)).levels(4, 3, 5)
    p.g.dead[1] = 1
    assert acts(fallen(p)) == [0]


@pytest.mark.parametrize(("active", "met", "fought"), [(0, 1, True), (0, 0, False), (1, 1, False)])
def test_whoever_has_fought_in_a_turn_of_their_own(active, met, fought):
    for cond in (Condition.FOUGHT, Condition.NOT_FOUGHT):
        p = drawing(Trigger.LEVEL_LOST, when=(cond, 0))
        p.g.active, p.g.met_monster = active, met
        assert bool(acts(fallen(p))) == (fought == (cond == Condition.FOUGHT))


@pytest.mark.parametrize("active", [0, 1])
def test_whoever_is_not_on_their_turn(active):
    p = drawing(Trigger.LEVEL_LOST, when=(Condition.NOT_OWN_TURN, 0))
    p.g.active = active
    assert bool(acts(fallen(p))) == (active == 1)


@pytest.mark.parametrize(("cond", "holds"), [
    (Condition.ANYBODY_AT_LEAST, (False, True, True)), (Condition.ANYBODY_AT_MOST, (True, True, False)),
])  # fmt: skip
def test_to_which_level_anybody_has_come(cond, holds):
    """The highest of three is of Level 5, 6 or 7; asked for 6."""
    found = [bool(acts(fallen(drawing(Trigger.LEVEL_LOST, when=(cond, 6)).levels(3, 2, top)))) for top in (5, 6, 7)]
    assert tuple(found) == holds


@pytest.mark.parametrize(("cond", "holds"), [
    (Condition.HAS_BIG, (False, False, True, True)), (Condition.HAS_NO_BIG, (True, True, False, False)),
    (Condition.HAS_SMALL, (False, True, False, True)), (Condition.HAS_NO_SMALL, (True, False, True, False)),
])  # fmt: skip
def test_whoever_has_a_big_or_a_small_item(cond, holds):
    """Nothing, a Small Item, a Big one, both."""
    found = []
    for items in ((), ("cap",), ("chest",), ("cap", "chest")):
        p = drawing(Trigger.LEVEL_LOST, when=(cond, 0)).carry(0, *items)
        found.append(bool(acts(fallen(p))))
    assert tuple(found) == holds


@pytest.mark.parametrize(("level", "reached"), [(2, False), (3, True), (4, True), (5, False)])
def test_a_level_is_reached_once_by_whoever_rises_to_it_or_past_it(level, reached):
    """Two Levels gained at once, from below 5 to 5 or 6, or not."""
    p = drawing(Trigger.LEVEL_GAINED, when=(Condition.REACHED, 5)).levels(level, 1, 1)
    assert bool(acts(risen(p))) == reached


def test_levels_gained_before_they_are_told_are_risen_through_together():
    p = drawing(Trigger.LEVEL_GAINED, when=(Condition.REACHED, 5)).levels(4, 1, 1)
    gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0)
    assert acts(risen(p)) == [0]


@pytest.mark.parametrize(("cond", "holds"), [
    (Condition.HAND_AT_LEAST, (False, True, True)), (Condition.HAND_AT_MOST, (True, True, False)),
    (Condition.ITEMS_AT_LEAST, (False, True, True)), (Condition.ITEMS_AT_MOST, (True, True, False)),
])  # fmt: skip
def test_conditions_on_cards(cond, holds):
    """One, two and three of them, against two."""
    found = []
    for n in (1, 2, 3):
        p = drawing(Trigger.LEVEL_GAINED, when=(cond, 2))
        names = [f"gift {i}" for i in range(n)]
        p = p.hand(0, *names) if cond in (Condition.HAND_AT_LEAST, Condition.HAND_AT_MOST) else p.carry(0, *names)
        found.append(bool(acts(risen(p))))
    assert tuple(found) == holds


@pytest.mark.parametrize(("cond", "x", "strong"), [
    (Condition.ITS_LEVEL_AT_LEAST, 5, {"troll"}), (Condition.ITS_LEVEL_AT_MOST, 1, {"rat"}),
    (Condition.ITS_LEVEL_ABOVE, 2, {"troll"}), (Condition.ITS_LEVEL_BELOW, 2, {"rat"}),
])  # fmt: skip
def test_a_rule_on_every_monster_may_ask_for_the_level_of_each(cond, x, strong):
    """A Level 4 fights a rat of Level 1 and a troll of Level 6; who fits gets three points."""
    cards = {"rule": card(Kind.RULE, row(Op.STRENGTH, 3, on=Trigger.IN_FIGHT, when=(cond, x))), **CARDS}
    p = Position({**cards, "troll": card(Kind.MONSTER, level=6)}).levels(4, 4, 4).carry(0, "rule")
    p.fight(0, "rat", "troll")
    got = {name: int(monster_strength(p.g, p.book, m)) for m, name in enumerate(("rat", "troll"))}
    assert got == {name: level + 3 * (name in strong) for name, level in (("rat", 1), ("troll", 6))}


@pytest.mark.parametrize(("cond", "x", "acted"), [
    (Condition.ITS_LEVEL_AT_LEAST, 6, True), (Condition.ITS_LEVEL_AT_LEAST, 7, False),
    (Condition.ITS_LEVEL_AT_MOST, 1, True), (Condition.ITS_TAG, 1, True), (Condition.ITS_TAG, 2, False),
])  # fmt: skip
@pytest.mark.parametrize("trigger", [Trigger.KILLED, Trigger.WON])
def test_a_kill_may_ask_for_the_level_of_any_monster_that_was_killed(trigger, cond, x, acted):
    rule = card(Kind.RULE, row(Op.DRAW, 1, 1, on=trigger, when=(cond, x)))
    troll = card(Kind.MONSTER, level=6, levels=1, tags=1)
    p = Position({"rule": rule, **CARDS, "troll": troll}, 3).carry(0, "rule").fight(0, "rat", "troll")
    assert bool(acts(p.step(Step.REWARD, 1))) == acted


def test_what_cards_add_to_a_monster_may_be_counted():
    """A Treasure for each five points: ten on the wolf, none on the rat."""
    p = with_rule(row(Op.TREASURE, counted(Count.EXTRA, 1, 5), on=Trigger.IN_FIGHT)).fight(0, "rat", "wolf")
    p.g.foe[1].bonus += 10
    assert int(treasures_won(p.g, p.book)) == 0 + 1 + 2


def test_what_dice_add_to_a_monster_may_be_counted_apart():
    """A Treasure for each three points of dice: the die of 5 and one of 2 on the wolf, and ten by a card count not."""
    rolls = (row(Op.STRENGTHEN_ALL, Amount.DIE), row(Op.TREASURE, counted(Count.ROLLED, 1, 3), on=Trigger.IN_FIGHT))
    p = with_rule(*rolls).fight(0, "wolf")
    for die in (5, 2):
        p.g.die = die
        p.run("rule")
    p.g.foe[0].bonus += 10
    assert (int(p.g.foe[0].rolled), int(p.g.foe[0].bonus)) == (7, 17)
    assert int(treasures_won(p.g, p.book)) == int(p.book.card[p["wolf"]].treasures) + 7 // 3


FOES = {
    "rule": card(Kind.RULE), "ogre": card(Kind.MONSTER, level=11, treasures=3),
    "imp": card(Kind.MONSTER, level=2, treasures=1),
    "huge": card(Kind.ENHANCER, bonus=10, treasures=2), "angry": card(Kind.ENHANCER, bonus=5),
}  # fmt: skip


@pytest.mark.parametrize(("what", "all_of_them", "the_ogre"), [
    (Count.TREASURES, 3 + 2 + 1, 5), (Count.FOE_LEVELS, 13, 11), (Count.ENHANCERS, 2, 1),
    (Count.ENHANCED, 15, 10),
])  # fmt: skip
def test_monsters_are_counted_together_or_the_one_whose_rows_are_read(what, all_of_them, the_ogre):
    """An ogre of 11 and 3 Treasures, made huge for 2 more, beside an angry imp of 2 and 1."""
    p = Position(FOES).hand(1, "huge", "angry").fight(0, "ogre", "imp")
    enhance(p.g, p.book, 1, p["huge"], 0)
    enhance(p.g, p.book, 1, p["angry"], 1)
    assert int(count(p.g, p.book, 0, what)) == all_of_them
    p.g.about = 1
    assert int(count(p.g, p.book, 0, what)) == the_ogre
    p.g.fighting = p.g.about = 0
    assert int(count(p.g, p.book, 0, what)) == 0


def test_a_rule_on_monsters_counts_what_is_on_each_of_them():
    """A Treasure for each enhancer: two on the ogre (3 + 2 + 2), none on the imp; and the ogre 2 stronger for them."""
    rows = [row(op, counted(Count.ENHANCERS), on=Trigger.IN_FIGHT) for op in (Op.TREASURE, Op.STRENGTH)]
    p = (
        Position({**FOES, "rule": card(Kind.RULE, *rows)})
        .carry(0, "rule")
        .hand(1, "huge", "angry")
        .fight(0, "ogre", "imp")
    )
    enhance(p.g, p.book, 1, p["huge"], 0)
    enhance(p.g, p.book, 1, p["angry"], 0)
    assert int(treasures_won(p.g, p.book)) == 3 + 2 + 2 + 1
    assert [int(monster_strength(p.g, p.book, m)) for m in (0, 1)] == [11 + 15 + 2, 2]


@pytest.mark.parametrize(("cond", "fights"), [(Condition.SOMEBODY_FIGHTS, True), (Condition.NOBODY_FIGHTS, False)])
def test_whether_anybody_fights_is_asked_of_whoever_it_is(cond, fights):
    """Seat 0 loses a Level beside seat 1's combat, and when nobody fights."""
    p = drawing(Trigger.LEVEL_LOST, when=(cond, 0))
    assert bool(acts(fallen(p))) != fights
    q = drawing(Trigger.LEVEL_LOST, when=(cond, 0)).fight(1, "rat")
    assert bool(acts(fallen(q))) == fights


@pytest.mark.parametrize("on", [Trigger.WON, Trigger.KILLED, Trigger.LOST])
def test_monsters_are_counted_when_the_combat_is_told(on):
    """After a fight with a monster of 3 Treasures and one of 1 the rule draws for each of the four."""
    rule = card(Kind.RULE, row(Op.DRAW, counted(Count.TREASURES), Pile.DOOR, on=on))
    p = Position({**FOES, **{f"door {i}": card(Kind.SPECIAL) for i in range(9)}, "rule": rule}).carry(0, "rule")
    p.fight(0, "ogre", "imp")
    p.step(Step.CLEAN, Result.FLED) if on == Trigger.LOST else p.step(Step.REWARD, 1)
    assert len([name for name in p.hand_of(0) if name.startswith("door")]) == 4


def test_a_new_turn_has_no_monster_to_count():
    p = Position(FOES).fight(0, "ogre", "imp").step(Step.CLEAN, Result.FLED)
    assert int(count(p.g, p.book, 0, Count.FOE_LEVELS)) == 13
    forget_foes(p.g)
    assert int(count(p.g, p.book, 0, Count.FOE_LEVELS)) == 0
