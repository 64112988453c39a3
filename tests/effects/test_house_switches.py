"""Switches of house rules: where the excess of a hand goes, how many Levels one turn may give, what the dead keep."""

from __future__ import annotations

import numpy as np
import pytest

from engine.board.levels import gain, lose
from engine.loop.game_ranges import make_book
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Cause
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.switch_values import CharityTo, DeathKeeps
from engine.records.switches import RULES
from engine.records.table_time import PACE
from engine.steps.turn.turn_start import is_late
from lab.tables.table_pace import pace
from tests.effects.build import Position, card, item, row

CARDS = {f"card {i}": card(Kind.SPECIAL) for i in range(7)}
LOWEST, ANYONE, LEFT, RIGHT, DISCARDS = CharityTo


def excess(to: int, *levels: int, dead: tuple[int, ...] = ()) -> Position:
    """Seat 0 ends its turn with a card too many; seats 1 to 3 sit on its left."""
    p = Position(CARDS, 4, charity_to=to).levels(*levels)
    for seat in dead:
        p.g.dead[seat] = 1
    return p.hand(0, *(f"card {i}" for i in range(6))).step(Step.CHARITY)


@pytest.mark.rule("charity.give-lowest", "charity.donor-lowest")
@pytest.mark.parametrize(("to", "levels", "dead", "receivers"), [
    (LOWEST, (4, 3, 2, 5), (), {2}), (LOWEST, (1, 3, 2, 5), (), set()), (ANYONE, (1, 3, 2, 5), (), {1, 2, 3}),
    (LEFT, (4, 3, 2, 5), (), {1}), (LEFT, (1, 3, 2, 5), (), {1}), (LEFT, (4, 3, 2, 5), (1,), {2}),
    (RIGHT, (4, 3, 2, 5), (), {3}), (RIGHT, (4, 3, 2, 5), (3,), {2}), (LEFT, (4, 3, 2, 5), (1, 2, 3), set()),
    (DISCARDS, (4, 3, 2, 5), (), set()),
])  # fmt: skip
def test_who_is_given_what_is_too_much(to, levels, dead, receivers):
    p = excess(to, *levels, dead=dead)
    assert p.asked() == (0, Question.GIVE)
    given = {target for verb, _, target, _ in p.options() if verb == Verb.GIVE}
    assert given == receivers
    assert given or {verb for verb, *_ in p.options()} == {Verb.DISCARD}


def test_a_neighbour_gets_one_card_after_the_other():
    p = Position(CARDS, 4, charity_to=LEFT).levels(4, 3, 2, 5).hand(0, *CARDS).step(Step.CHARITY)
    p.choose("card 0", target=1).choose("card 3", target=1)
    assert p.hand_of(1) == ["card 0", "card 3"]


@pytest.mark.rule("level.gain-ways")
@pytest.mark.parametrize(("most", "gained"), [(0, [3, 5, 6]), (1, [1, 1, 1]), (2, [2, 2, 2]), (4, [3, 4, 4])])
def test_so_many_levels_in_one_turn_and_no_more(most, gained):
    """Three Levels at once, then two, then one, all in one turn; what was lost between is no room for more."""
    p, found = Position(CARDS, 3, level_most_a_turn=most).levels(1, 1, 1), []
    for levels in (3, 2, 1):
        gain(p.g, p.book, 0, levels, Cause.CARD, -1, 0)
        found.append(int(p.g.level[0]) - 1)
    assert found == gained
    lose(p.g, p.book, 0, 1, Cause.CURSE, -1)
    assert (gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1) == (most == 0)
    p.g.turn += 1
    assert gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1
    assert gain(p.g, p.book, 1, 1, Cause.CARD, -1, 0) == 1


def dead(**switches: int) -> Position:
    """Seat 0 dies with a card in hand, a Class, and an Item in use; a pile to draw from is there."""
    cards = {"mage": card(Kind.CLASS, identity=1), "cap": item(), **CARDS, **{f"gift {i}": item() for i in range(5)}}
    p = Position(cards, 3, **switches).hand(0, "card 0").wear(0, "mage", "cap")
    return p.step(Step.DIE, 0, -1)


@pytest.mark.rule("death.lose-stuff", "death.loot-order")
@pytest.mark.parametrize(("keeps", "offered"), [
    (DeathKeeps.NOTHING, ["cap", "card 0"]), (DeathKeeps.HAND, ["cap"]), (DeathKeeps.ITEMS, ["card 0"]),
    (DeathKeeps.EVERYTHING, []),
])  # fmt: skip
def test_what_the_dead_keep_nobody_may_take(keeps, offered):
    p = dead(death_keeps=keeps)
    assert p.cards_offered() == offered or len(offered) == 1 and p.hand_of(1) + p.hand_of(2) == offered


@pytest.mark.rule("death.lose-stuff", "death.redraw")
@pytest.mark.parametrize(("keeps", "hand", "table", "drawn"), [
    (DeathKeeps.NOTHING, 0, ["mage"], 8), (DeathKeeps.HAND, 1, ["mage"], 0), (DeathKeeps.ITEMS, 0, ["cap", "mage"], 8),
    (DeathKeeps.EVERYTHING, 1, ["cap", "mage"], 0),
])  # fmt: skip
def test_whoever_keeps_the_hand_draws_no_other(keeps, hand, table, drawn):
    p = dead(death_keeps=keeps, loot_body_enabled=0)
    assert (len(p.hand_of(0)), p.table_of(0)) == (hand, table)
    p.g.dead[0] = 0
    p.step(Step.REDRAW, 0)
    assert len(p.hand_of(0)) == hand + drawn and p.g.redraw[0] == 0


@pytest.mark.rule("death.loot-order")
def test_a_body_that_is_not_looted_goes_to_the_discards():
    p = dead(loot_body_enabled=0)
    assert p.lost("cap", "card 0") and p.table_of(0) == ["mage"] and p.hand_of(1) == p.hand_of(2) == []


def test_items_that_are_kept_stay_in_use():
    assert dead(death_keeps=DeathKeeps.ITEMS).g.equipped[1] == 1


HEX = card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED))


@pytest.mark.rule("turn.kick-open.curse", "turn.kick-open.other")
def test_a_curse_behind_the_door_strikes_or_is_the_openers_to_keep_or_to_play():
    p = Position({"hex": HEX}).levels(3, 3, 3).step(Step.DOOR)
    assert p.level_list() == [2, 3, 3] and p.where("hex")[0] == Zone.DISCARD
    kept = Position({"hex": HEX}, curse_door=1).levels(3, 3, 3).step(Step.DOOR)
    assert kept.asked() == (0, Question.DOOR_CARD)
    assert {(verb, target) for verb, _, target, _ in kept.options()} == {
        (Verb.TAKE, -1),
        *((Verb.PLAY, s) for s in (0, 1, 2)),
    }
    assert kept.choose("hex", target=-1).hand_of(0) == ["hex"] and kept.level_list() == [3, 3, 3]
    played = Position({"hex": HEX}, curse_door=1).levels(3, 3, 3).step(Step.DOOR).choose("hex", target=1)
    assert played.level_list() == [3, 2, 3]


@pytest.mark.parametrize(("minutes", "turns", "decisions", "combats", "late"), [
    (0, 99, 999, 99, 0), (1, 1, 4, 1, 1), (1, 1, 3, 1, 0), (1, 3, 0, 0, 1), (2, 1, 0, 3, 0), (2, 2, 32, 0, 1),
])  # fmt: skip
def test_the_limit_of_minutes_counts_turns_decisions_and_combats(minutes, turns, decisions, combats, late):
    """A turn takes 20 seconds, a decision 2.5, a combat 30: 20 + 4 x 2.5 + 30 = 60."""
    p = Position({"rat": card(Kind.MONSTER, level=1)}, 3, time_limit_minutes=minutes)
    p.g.turn, p.g.decisions, p.g.fight_serial = turns, decisions, combats
    assert is_late(p.g, p.book) == late


def test_the_limit_goes_by_the_pace_that_a_table_says_for_itself_or_by_the_declared_one():
    """One turn of 20 s, four decisions of 2.5 and a combat of 30 are a minute; with decisions of 2.499 they are not."""
    assert pace().milliseconds == PACE
    p = Position({"rat": card(Kind.MONSTER, level=1)}, 3, time_limit_minutes=1)
    p.g.turn, p.g.decisions, p.g.fight_serial = 1, 4, 1
    rules = np.append(p.book.rules[: len(RULES)], [20_000, 2_499, 30_000])
    slow = make_book(rules, p.book.card[:0], p.book.effect[:0], np.zeros((3, 1), np.int64), np.zeros(1, np.int64))
    assert (is_late(p.g, p.book), is_late(p.g, slow)) == (1, 0)
