"""House rules in the language of cards: when they act, what they count, and that they stay where they lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.board.deck_building import build_decks
from engine.board.levels import gain, lose
from engine.board.setup import clear, new_game
from engine.board.tokens import change_tokens
from engine.board.zones import discard
from engine.records.agenda import Step
from engine.records.amounts import Within
from engine.records.card_kinds import HAPPENS, Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause, Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Zone
from engine.steps.offers.flight_escape import settle
from engine.steps.offers.playable import any_time_options
from tests.effects.build import Position, card, cultist, item, row

CARDS = {
    "rat": card(Kind.MONSTER, level=1, treasures=0, levels=1),
    "wolf": card(Kind.MONSTER, level=1, treasures=1, levels=1),
    "chant": card(Kind.CURSE, row(Op.CHANGE_SEX, on=Trigger.CURSED)),
    "cap": item(bonus=1, gold=1000),
    "chest": item(big=1),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(7)},
    **{f"gift {i}": item() for i in range(4)},
}


def with_rule(*program: tuple[int, ...], seats: int = 3, seat: int = 0) -> Position:
    """A table at which one house rule lies before one player."""
    return Position({"rule": card(Kind.RULE, *program), **CARDS}, seats).levels(4, 4, 4).carry(seat, "rule")


def drawing(on: Trigger, seat: int = 0, when: object = (0, 0)) -> Position:
    """The rule draws a Treasure."""
    return with_rule(row(Op.DRAW, 1, 1, on=on, when=when), seat=seat)


def acts(p: Position) -> list[int]:
    """Whose rules have acted."""
    log = p.book.work.log[: int(p.g.log_n)]
    return [int(e["actor"]) for e in log if e["kind"] == Ev.ACTS]


def fight_won(p: Position) -> Position:
    return p.fight(0, "rat", helper=1).step(Step.REWARD, 1)


def fled(p: Position) -> Position:
    return p.fight(0, "rat", helper=1).step(Step.CLEAN, Result.FLED)


def caught(p: Position) -> Position:
    p.fight(0, "rat")
    settle(p.g, p.book, 0, 0, 0, 1)
    return p.advance()


def ran(p: Position, die: int = 3) -> Position:
    return p.fight(0, "rat").dice(die).step(Step.ROLL, 0, 0, 0)


def died(p: Position) -> Position:
    return p.step(Step.DIE, 0, -1)


def reborn(p: Position) -> Position:
    p.g.redraw[0] = 1
    return p.step(Step.REDRAW, 0)


def risen(p: Position) -> Position:
    gain(p.g, p.book, 0, 2, Cause.CARD, -1, 0)
    return p.advance()


def fallen(p: Position) -> Position:
    lose(p.g, p.book, 0, 1, Cause.CURSE, -1)
    return p.advance()


def given(p: Position, tokens: int) -> Position:
    change_tokens(p.g, p.book, 0, tokens, -1)
    return p.advance()


def kept_too_many(p: Position) -> Position:
    return p.hand(0, *[f"card {i}" for i in range(6)]).levels(1, 4, 4).step(Step.CHARITY)


MOMENTS: dict[Trigger, tuple[Callable[[Position], Position], int]] = {
    Trigger.LOST: (fled, 0),
    Trigger.COMBAT_OVER: (fled, 0),
    Trigger.KILLED: (fight_won, 0),
    Trigger.HELPED: (fight_won, 1),
    Trigger.CAUGHT: (caught, 0),
    Trigger.RAN: (ran, 0),
    Trigger.REBORN: (reborn, 0),
    Trigger.LEVEL_GAINED: (risen, 0),
    Trigger.LEVEL_LOST: (fallen, 0),
    Trigger.TURN_END: (lambda p: p.step(Step.END), 0),
    Trigger.LOOTED: (lambda p: p.step(Step.LOOT_ROOM), 0),
    Trigger.CHARITY: (kept_too_many, 0),
    Trigger.STRUCK: (lambda p: p.step(Step.STRIKE, p["chant"], 0, 0, -1), 0),
    Trigger.TOKENS_TAKEN: (lambda p: given(p, 1), 0),
    Trigger.TOKENS_LOST: (lambda p: given(given(p, 2), -1), 0),
}
"""How each moment comes about, and whose it is."""


@pytest.mark.parametrize("trigger", MOMENTS, ids=lambda t: t.name.lower())
def test_a_rule_acts_at_its_moment_for_whose_moment_it_is(trigger):
    cause, seat = MOMENTS[trigger]
    assert acts(cause(drawing(trigger, seat))) == [seat]
    assert acts(cause(drawing(trigger, 2))) == []


@pytest.mark.parametrize(("cond", "dice"), [
    (Condition.ROLL_AT_LEAST, [5, 6]), (Condition.ROLL_AT_MOST, [1, 2, 3, 4, 5]),
])  # fmt: skip
def test_a_rule_may_ask_what_the_die_to_run_away_shows(cond, dice):
    shown = [die for die in range(1, 7) if acts(ran(drawing(Trigger.RAN, when=(cond, 5)), die))]
    assert shown == dice


def test_death_is_told_before_the_body_is_looted_and_the_dead_draw_nothing():
    p = with_rule(row(Op.LOSE_LEVELS, 1, on=Trigger.DIED), row(Op.DRAW, 1, 1, on=Trigger.DIED))
    assert (int(died(p).g.level[0]), p.hand_of(0)) == (3, [])


def test_a_round_begins_for_everybody_in_the_order_of_turns():
    rules = {f"rule {i}": card(Kind.RULE, row(Op.DRAW, 1, 1, on=Trigger.ROUND_START)) for i in range(3)}
    p = Position({**rules, **CARDS}, 3)
    for seat in range(3):
        p.carry(seat, f"rule {seat}")
    p.g.first, p.g.active, p.g.turn = 1, 0, 3
    p.step(Step.TURN)
    assert (int(p.g.rounds), acts(p)) == (1, [1, 2, 0])


def test_a_sale_is_told_to_whoever_sold():
    p = drawing(Trigger.SOLD).hand(0, "cap")
    p.g.marked[p["cap"]] = 1
    p.step(Step.SELL, 0)  # with nothing left to add it is closed
    assert acts(p) == [0]


@pytest.mark.parametrize(("trigger", "op"), [
    (Trigger.LEVEL_GAINED, Op.GAIN_LEVELS), (Trigger.LEVEL_LOST, Op.LOSE_LEVELS),
])  # fmt: skip
def test_a_rule_does_not_set_itself_off(trigger, op):
    p = with_rule(row(op, 1, on=trigger))
    (risen if op == Op.GAIN_LEVELS else fallen)(p)
    assert int(p.g.level[0]) == (7 if op == Op.GAIN_LEVELS else 2)


@pytest.mark.parametrize(("within", "times"), [
    (Within.TURN, (1, 1, 2)), (Within.COMBAT, (1, 2, 2)), (Within.GAME, (1, 1, 1)),
])  # fmt: skip
def test_once_in_a_turn_a_combat_or_the_game(within, times):
    """How often it has acted after a second occasion: at once, in the next combat, in the next turn and combat."""
    found = []
    for turns, combats in ((0, 0), (0, 1), (1, 1)):
        p = risen(drawing(Trigger.LEVEL_GAINED, when=(Condition.FIRST, within)))
        p.g.turn += turns
        p.g.fight_serial += combats
        found.append(len(acts(risen(p))))
    assert tuple(found) == times


def test_what_lasts_in_a_fight_stands_on_every_monster_of_whoever_has_the_rule():
    p = with_rule(row(Op.STRENGTH, 3, on=Trigger.IN_FIGHT), row(Op.EXTRA_LEVEL, 1, on=Trigger.IN_FIGHT))
    assert p.fight(0, "rat", "wolf").strength() == (4, 2 + 6)
    assert int(p.step(Step.REWARD, 1).g.level[0]) == 4 + 2 * 2
    other = with_rule(row(Op.STRENGTH, 3, on=Trigger.IN_FIGHT), seat=1)
    assert other.fight(0, "rat", "wolf").strength() == (4, 2)


@pytest.mark.parametrize(("amount", "foes", "helper", "level"), [
    (1, ("rat", "wolf"), -1, 4 + 2 + 1), (1, ("rat",), -1, 4 + 1 + 1), (-1, ("rat", "wolf"), -1, 4 + 2 - 1),
    (-1, ("rat",), -1, 4), (-3, ("rat", "wolf"), -1, 4),
])  # fmt: skip
def test_a_combat_may_give_more_or_fewer_levels_however_many_monsters_it_had(amount, foes, helper, level):
    """Level 4 and one for each kill, and so many more or fewer for all of them together, but never less than none."""
    p = with_rule(row(Op.COMBAT_LEVEL, amount, on=Trigger.IN_PLAY)).fight(0, *foes)
    assert int(p.step(Step.REWARD, 1).g.level[0]) == level
    other = with_rule(row(Op.COMBAT_LEVEL, amount, on=Trigger.IN_PLAY), seat=1).fight(0, *foes)
    assert int(other.step(Step.REWARD, 1).g.level[0]) == 4 + len(foes)


@pytest.mark.parametrize(("helper", "levels"), [((), 1), ((1,), 0)])
def test_a_combat_won_with_a_helper_may_give_one_level_less(helper, levels):
    p = with_rule(row(Op.COMBAT_LEVEL, -1, on=Trigger.IN_PLAY, when=(Condition.HELPED, 0)))
    assert (
        int(p.fight(0, "rat", **({"helper": helper[0]} if helper else {})).step(Step.REWARD, 1).g.level[0])
        == 4 + levels
    )


def test_a_rule_lies_before_everybody_from_the_start_and_for_the_whole_game():
    p = Position({"rule": card(Kind.RULE, row(Op.DRAW, 1, 1, on=Trigger.WON)), **CARDS})
    clear(p.g, p.book, 1, 1, 3)
    build_decks(p.g, p.book)
    assert p.where("rule") == (Zone.TABLE, 0)
    p.levels(4, 4, 4)
    died(p).advance()
    assert p.where("rule") == (Zone.TABLE, 0)
    discard(p.g, p.book, p["rule"], Ev.DISCARD)
    assert p.where("rule")[0] == Zone.OUT


def test_every_moment_has_a_test():
    others = (Trigger.DIED, Trigger.ROUND_START, Trigger.SOLD, Trigger.BEGUN, Trigger.RUN_OUT, Trigger.THEFT_FAILED)
    assert set(HAPPENS) == {*MOMENTS, *others}


def test_a_truce_leaves_bystanders_only_to_offer_help():
    p = with_rule(row(Op.TRUCE, on=Trigger.IN_PLAY)).hand(1, "chant").fight(0, "wolf")
    p.g.side, p.g.foes = 1, 9
    any_time_options(p.g, p.book, 1, p["chant"])
    assert {target for _, _, target, _ in p.options()} == {1, 2}  # a Curse may be played on the others


@pytest.mark.parametrize(("when", "dead"), [((0, 0), False), ((Condition.LEVEL_AT_LEAST, 9), True)])
def test_something_else_may_happen_in_the_place_of_a_death(when, dead):
    p = died(with_rule(row(Op.LOSE_LEVELS, 2, on=Trigger.DIES, when=when)))
    assert (bool(p.g.dead[0]), int(p.g.level[0])) == (dead, 4 if dead else 2)


def test_a_first_identity_comes_from_the_deck():
    cards = {"bard": card(Kind.CLASS, identity=16, axis=Axis.CLASS), "mad": cultist(), **CARDS}
    p = Position({"rule": card(Kind.RULE, row(Op.TAKE_IDENTITY, a=Axis.CLASS, on=Trigger.BEGUN)), **cards})
    p.carry(0, "rule").run("rule", Trigger.BEGUN)
    assert p.table_of(0) == ["bard", "rule"]
    assert p.run("rule", Trigger.BEGUN).table_of(0) == ["bard", "rule"]  # there is room for one


def test_a_rule_may_be_that_of_some_places_only():
    copies = {f"rule {i}": card(Kind.RULE, row(Op.DRAW, 1, 1, on=Trigger.WON), copy=i, only=0b101) for i in range(3)}
    p = Position({**copies, **CARDS})
    clear(p.g, p.book, 1, 1, 3)
    build_decks(p.g, p.book)
    assert [p.where(f"rule {i}") for i in range(3)] == [(Zone.TABLE, 0), (Zone.OUT, -1), (Zone.TABLE, 2)]


def test_the_game_begins_with_what_rules_give_before_anything_is_played():
    cards = {"rule": card(Kind.RULE, row(Op.DRAW, 2, 1, on=Trigger.BEGUN)), **CARDS}
    p = Position(cards, setup_deal_door=0, setup_deal_treasure=0)
    new_game(p.g, p.book, 1, 1, 3)
    p.advance()
    assert len(p.hand_of(0)) == 2 and p.asked()[1] == Question.INITIAL
