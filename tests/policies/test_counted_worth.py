"""Amounts that count, moments, also those that a house rule waits for, and prices: players weigh what is there."""

from __future__ import annotations

import pytest

from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.card_alternatives import row_move
from engine.policies.dice_answers import roll_gain
from engine.policies.gains import gains
from engine.policies.help_worth import adds, own_reserve
from engine.policies.lasting_worth import company, lasting, points
from engine.policies.moments import awaiting
from engine.policies.monster_choice import advantage, stake
from engine.policies.moves import effect_of
from engine.policies.paid_power_worth import paid_power
from engine.policies.power_choices import buying_free
from engine.policies.weights import Weight
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Axis, Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb
from engine.records.step_values import Price, Until, What
from tests.effects.build import Position, card, item, row
from tests.policies.test_help import told_bid
from tests.policies.test_weights import asked

PLAYERS = counted(Count.PLAYERS)  # three of them sit at a position
USED, IN_PLAY, CURSED = ({"on": one} for one in (Trigger.USED, Trigger.IN_PLAY, Trigger.CURSED))
CARDS = {
    "bear": card(Kind.MONSTER, level=9),
    "crowd": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, PLAYERS)),
    "calm": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, counted(Count.PLAYERS, -1)), timing=-1),
    "shout": card(Kind.SPECIAL, row(Op.BOOST, counted(Count.HAND)), timing=-1),
    "loan": card(Kind.ONE_SHOT, row(Op.BOOST, PLAYERS), bonus=2),
    "sprint": card(Kind.ONE_SHOT, row(Op.ROLL_BONUS, PLAYERS)),
    "sled": item(row(Op.STRENGTH, counted(Count.ITEMS, 2), **IN_PLAY)),
    "anchor": item(row(Op.STRENGTH, counted(Count.ITEMS, -2), **IN_PLAY)),
    "banner": item(row(Op.STRENGTH, counted(Count.HELPERS, 4), **IN_PLAY)),
    "chain": item(row(Op.STRENGTH, counted(Count.HELPERS, -4), **IN_PLAY)),
    "squire": card(Kind.COMRADE, row(Op.STRENGTH, PLAYERS, **IN_PLAY)),
    "weak": card(Kind.CURSE, row(Op.KEEP, a=Until.REMOVED, **CURSED),
                 row(Op.STRENGTH, counted(Count.PLAYERS, -2), **IN_PLAY)),
    "proud": card(Kind.CURSE, row(Op.LOSE_LEVELS, counted(Count.AHEAD), **CURSED)),
    "fined": card(Kind.CURSE, row(Op.LOSE_ITEM, counted(Count.ITEMS, 1, 3), **CURSED)),
    "collector": card(Kind.MONSTER, row(Op.STRENGTH, PLAYERS, on=Trigger.IN_FIGHT), level=4),
    "shy": card(Kind.MONSTER, row(Op.STRENGTH, counted(Count.HELPERS, -4), on=Trigger.IN_FIGHT), level=9),
    "card": card(Kind.SPECIAL),
    **{f"cap {i}": item(bonus=i) for i in (1, 2, 3)},
}  # fmt: skip


def first(p, name):
    return int(p.book.card[p[name]]["first"])


@pytest.mark.parametrize(
    ("name", "foes", "move"), [("crowd", 1, -3), ("crowd", 2, -6), ("calm", 1, 3), ("shout", 1, 1)]
)
def test_a_card_moves_the_lead_by_what_it_counts(name, foes, move):
    """Three players; of the two cards of the hand the one that is played counts no more."""
    p = Position(CARDS).levels(4, 4, 4).hand(0, name, "card").fight(0, *["bear", "collector"][:foes])
    assert int(row_move(p.g, p.book, 0, p[name], first(p, name), -1)) == move
    assert int(p.g.hand_n[0]) == 2


def test_a_boost_from_outside_the_combat_is_nothing():
    p = Position(CARDS).levels(4, 4, 4).hand(1, "shout", "card").fight(0, "bear")
    assert int(row_move(p.g, p.book, 1, p["shout"], first(p, "shout"), -1)) == 0


@pytest.mark.parametrize(("name", "points"), [("calm", 3), ("crowd", 0), ("shout", 1), ("loan", 2)])
def test_what_one_could_still_throw_is_counted(name, points):
    p = Position(CARDS).levels(4, 4, 4).hand(0, name).fight(0, "bear")
    assert int(own_reserve(p.g, p.book, 0)) == points


@pytest.mark.parametrize(("aim", "move"), [(Aim.SIDE, 5), (Aim.MONSTER, 1)])
def test_a_one_shot_gives_its_bonus_and_what_it_says(aim, move):
    """Two of bonus, three for three players: on the own side both, on the monster's what is left."""
    p = Position(CARDS).levels(4, 4, 4).hand(0, "loan").fight(0, "bear")
    p = asked(p, 0, p.asked()[1], (Verb.PLAY, "loan", 0, aim))
    assert int(effect_of(p.g, p.book, 0, 0)) == move


def test_a_better_roll_by_what_it_counts():
    p = Position(CARDS).hand(0, "sprint")
    assert int(roll_gain(p.g, p.book, 0, p["sprint"])) == 3


@pytest.mark.parametrize(("name", "worth"), [("sled", 4), ("anchor", -4), ("banner", 1), ("chain", 0)])
def test_an_item_is_worth_what_it_counts(name, worth):
    """Two Items in play; who helps in a combat only the combat tells: a power, or a drawback."""
    p = Position(CARDS).wear(0, name, "cap 1")
    assert int(points(p.g, p.book, 0, p[name])) == worth


def test_a_comrade_is_worth_what_it_counts():
    p = Position(CARDS).carry(0, "squire")
    assert int(company(p.g, p.book, 0, p["squire"])) == 3


def test_what_a_curse_takes_is_counted():
    p = Position(CARDS).levels(6, 4, 2).wear(0, "cap 1", "cap 2").carry(0, "cap 3")
    assert int(lasting(p.g, p.book, 0, p["weak"])) == 6
    took = bad_stuff  # two Levels ahead of all others; of three Items the one of one point: 4 points, and 3 for that
    costs = [int(took(p.g, p.book, s, p[name], Trigger.CURSED)) for name in ("proud", "fined") for s in (0, 1)]
    assert costs == [20, 0, 7, 0]


def test_a_monster_of_the_hand_is_as_strong_as_what_it_counts():
    """Twelve against four and three players: five more, times two."""
    p = Position(CARDS).levels(4, 4, 4).hand(0, "collector")
    assert int(advantage(p.g, p.book, 0, p["collector"], 12)) == 10


@pytest.mark.parametrize(("monster", "more"), [("bear", 0), ("shy", 4)])
def test_a_helper_adds_what_the_monster_loses_by_company(monster, more):
    p = Position(CARDS).levels(4, 3, 4).fight(0, monster)
    assert int(adds(p.g, p.book, 1)) == 3 + more and p.g.helper == -1


def test_a_banner_makes_a_helper_welcome():
    p = Position(CARDS).levels(4, 3, 4).wear(0, "banner").fight(0, "bear")
    assert int(adds(p.g, p.book, 1)) == 7


TAB = (row(Op.KEEP, a=Until.REMOVED, **CURSED), row(Op.CURE, a=1, on=Trigger.ABILITY))
TABS = {
    "tab": card(Kind.CURSE, *TAB, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.TURN_END)),
    "rare": card(Kind.CURSE, *TAB, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.LOST)),
    "short": card(Kind.CURSE, row(Op.KEEP, a=Until.NEXT_TURN, **CURSED), *TAB[1:],
                  row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.TURN_END)),
    "card": card(Kind.SPECIAL),
}  # fmt: skip


@pytest.mark.parametrize(("name", "leader", "cost"), [
    ("tab", 1, 30), ("tab", 7, 12), ("tab", 9, 6), ("rare", 7, 4), ("short", 1, 2),
])  # fmt: skip
@pytest.mark.parametrize("hand", [0, 1])
def test_a_curse_that_stays_costs_as_often_as_its_moment_comes(name, leader, cost, hand):
    """A card is two points, also one that is still to come: in one and a half rounds for a Level, and once more."""
    p = Position(TABS).levels(leader, 1, 1).hand(1, *["card"][:hand]).carry(1, name)
    assert int(bad_stuff(p.g, p.book, 1, p[name], Trigger.CURSED)) == cost


@pytest.mark.parametrize(("leader", "worthwhile"), [(3, True), (9, False)])
def test_levels_are_paid_to_be_rid_of_what_costs_more(leader, worthwhile):
    p = Position(TABS).levels(leader, 2, 1).hand(1, "card").carry(1, "tab")
    p.book.work.weights[1, Weight.LEVEL] = 50
    assert (int(buying_free(p.g, p.book, 1, p["tab"], 1)) > 0) == worthwhile


@pytest.mark.parametrize(("classes", "worth"), [(0, 24), (1, 0)])
def test_a_class_from_the_deck_needs_room_and_no_discards(classes, worth):
    p = Position(
        {"calling": card(Kind.SPECIAL, row(Op.TAKE_IDENTITY, a=Axis.CLASS)), "wizard": card(Kind.CLASS, identity=8)}
    )
    p.carry(0, *["wizard"][:classes]).hand(0, "calling")
    p.book.work.weights[0, Weight.IDENTITY] = 24
    assert int(gains(p.g, p.book, 0, p["calling"])) == worth


@pytest.mark.parametrize(("level", "worth"), [(2, 30), (4, 0)])
def test_a_gain_under_a_condition_counts_if_it_holds(level, worth):
    """Two Levels behind the leader or more."""
    when = (Condition.BEHIND_AT_LEAST, 2)
    p = Position({"catch up": card(Kind.SPECIAL, row(Op.DRAW, 1, Pile.TREASURE, when=when))}).levels(level, 5, 1)
    p.book.work.weights[0, Weight.TREASURE] = 30
    assert int(gains(p.g, p.book, 0, p["catch up"])) == worth


def test_a_price_of_several_cards_is_that_of_the_cheapest_ones():
    """Two Items of three: those of one and two points, at ten a point and one for the card."""
    pay = row(Op.PAY_ON_TURN, 2, Price.ITEMS, on=Trigger.ABILITY)
    p = Position(CARDS | {"rule": card(Kind.RULE, pay, row(Op.DRAW, 1, Pile.TREASURE, **USED))}).carry(0, "rule")
    p.wear(0, "cap 1", "cap 2", "cap 3")
    w = p.book.work.weights[0]
    w[Weight.BONUS], w[Weight.TREASURE] = 10, 100
    assert int(paid_power(p.g, p.book, 0, first(p, "rule"), p["rule"], 0)) == 100 - (11 + 21)


@pytest.mark.parametrize(("kind", "cost"), [(Kind.ITEM, 31), (Kind.RULE, 0)])
def test_a_card_that_pays_with_itself_costs_what_it_is_worth(kind, cost):
    """Three points at ten each, and one for the card; a house rule is no card that anybody could keep."""
    pay = row(Op.PAY_ON_TURN, 1, Price.ITSELF, on=Trigger.ABILITY)
    made = card(kind, pay, row(Op.DRAW, 1, Pile.TREASURE, **USED), bonus=2, is_item=int(kind == Kind.ITEM))
    p = Position({"boots": made}).wear(0, "boots")
    w = p.book.work.weights[0]
    w[Weight.BONUS], w[Weight.TREASURE] = 10, 100
    assert int(paid_power(p.g, p.book, 0, first(p, "boots"), p["boots"], 0)) == 100 - cost


RAT = card(Kind.MONSTER, level=9, treasures=3, levels=1)


def table(*program: tuple[int, ...], seat: int = 0) -> Position:
    """Seat 0 fights; a rule lies before one player; a Treasure is worth ten, a Level forty."""
    p = Position({"rule": card(Kind.RULE, *program), "rat": RAT}).levels(4, 4, 4).carry(seat, "rule").fight(0, "rat")
    p.book.work.weights[:, Weight.TREASURE], p.book.work.weights[:, Weight.LEVEL] = 10, 40
    p.strength()
    return p


def draws(on: Trigger, n: int = 1) -> tuple[int, ...]:
    return row(Op.DRAW, n, 1, on=on)


@pytest.mark.parametrize(("program", "worth"), [
    ((draws(Trigger.LOST),), 10), ((draws(Trigger.LOST, 3),), 30), ((draws(Trigger.KILLED),), 0),
    ((row(Op.LOSE_LEVELS, 1, on=Trigger.LOST),), -40),
    ((draws(Trigger.LOST), row(Op.LOSE_LEVELS, 1, on=Trigger.LOST)), -30),
    ((row(Op.DRAW, 1, 1, on=Trigger.LOST, when=(Condition.LEVEL_AT_LEAST, 9)),), 0),
    ((row(Op.ROLL, on=Trigger.LOST), row(Op.DRAW, 3, 1, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 5))), 10),
])  # fmt: skip
def test_what_follows_a_moment_is_worth_what_it_brings_less_what_it_takes(program, worth):
    p = table(*program)
    assert int(awaiting(p.g, p.book, 0, Trigger.LOST)) == worth


@pytest.mark.parametrize(("on", "more"), [(Trigger.KILLED, 20), (Trigger.LOST, -20), (Trigger.HELPED, 0)])
def test_a_fight_is_worth_more_by_what_its_win_brings_and_less_by_what_its_loss_brings(on, more):
    with_rule, without = table(draws(on, 2)), table(draws(Trigger.SOLD))
    assert int(stake(with_rule.g, with_rule.book, 0)) - int(stake(without.g, without.book, 0)) == more


@pytest.mark.parametrize(("treasures", "named"), [(0, 3), (1, 2), (2, 1), (5, 0)])
def test_whoever_is_paid_by_a_rule_helps_for_less(treasures, named):
    """A helper who wants more than 25 points takes three Treasures of ten, or fewer beside what a rule brings them."""
    p = table(draws(Trigger.HELPED, treasures) if treasures else draws(Trigger.SOLD), seat=1)
    p.book.work.weights[:, Weight.HELP] = -25
    assert told_bid(p, 0, 1) == named
