"""The witness of strange play counts what was planted."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.records.card_kinds import Kind
from engine.records.events import Cause, Ending, Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import PickOrder
from engine.records.state import Zone
from lab.conduct.event_reader import Row
from lab.conduct.persona_checks import (
    _judged,
)
from lab.conduct.persona_checks_file import Habit
from lab.conduct.strange_play import Notary, share

CURSE, POTION, JEWEL, RING, THIEF, RISE = range(6)
GHOUL = 6  # a monster against which only Levels count
DESIGNS = SimpleNamespace(
    kind=dict(enumerate((Kind.CURSE, Kind.ONE_SHOT, Kind.ITEM, Kind.ITEM, Kind.CLASS, Kind.GO_UP_A_LEVEL))),
    bonus={CURSE: 0, POTION: 5, JEWEL: 0, RING: 0, THIEF: 0, RISE: 0},
    gold={CURSE: 0, POTION: 100, JEWEL: 1000, RING: 200, THIEF: 0, RISE: 0},
    locked=dict.fromkeys(range(6), 0), doubles=set(), converts={CURSE}, level_only={GHOUL}, goal=10, start=1,
    price=1000, copies=dict.fromkeys(range(6), 2),
)  # fmt: skip


def row(
    kind: Ev, actor: int = -1, target: int = -1, card: int = -1, other: int = -1, before: int = 0, after: int = 0
) -> Row:
    return Row(0, 1, int(kind), actor, target, card, 0, int(other), int(before), int(after))


def level(seat: int, to: int, cause: Cause = Cause.KILL, before: int = 1, card: int = -1) -> Row:
    return row(Ev.LEVEL, target=seat, card=card, other=cause, before=before, after=to)


def seen(*rows: Row):
    notary = Notary(DESIGNS, 3)
    for one in rows:
        notary.read(one)
    return notary.count


def gone(card: int) -> Row:
    return row(Ev.DISCARD, card=card, before=Zone.OPEN, after=Zone.DISCARD)


def strength(side: int, foes: int, fighter: int = 0) -> Row:
    return row(Ev.STRENGTH, fighter, -1, other=int(side > foes), before=side, after=foes)


@pytest.mark.parametrize(
    ("between", "idle"),
    [([], 1), ([level(1, 4, Cause.CURSE, 5)], 0), ([row(Ev.LOSE, 1, -1, JEWEL, before=Zone.TABLE)], 0)],
)
def test_a_curse_that_changes_nothing(between, idle):
    count = seen(row(Ev.CURSE, 0, 1, CURSE), *between, gone(CURSE))
    assert (count["curses"], count["curses.idle"]) == (1, idle)


def test_a_curse_that_stays_has_changed_something_and_one_that_was_drawn_is_nobodys():
    stays = row(Ev.PLAY, -1, 1, CURSE, before=Zone.OPEN, after=Zone.TABLE)
    assert seen(row(Ev.CURSE, 0, 1, CURSE), stays)["curses.idle"] == 0
    assert seen(row(Ev.CURSE, -1, 1, CURSE), gone(CURSE))["curses"] == 0


def test_a_sale_with_an_item_too_many():
    def sold(*cards: int):
        rows = [row(Ev.SELL, 0, -1, card, before=Zone.TABLE) for card in cards]
        return seen(*rows, level(0, 2, Cause.SALE))["sales.wasteful"]

    assert (sold(JEWEL), sold(JEWEL, RING)) == (0, 1)


def test_bonuses_that_turn_nothing():
    enhance = row(Ev.BONUS, 1, -1, POTION, before=0, after=5)
    fight = row(Ev.FIGHT, 0)
    end = row(Ev.FIGHT_END, 0, other=Result.KILLED)
    assert seen(fight, strength(12, 4), enhance, strength(12, 9), end)["burnt"] == 1
    assert seen(fight, strength(12, 9), enhance, strength(12, 14), end)["burnt"] == 0
    two = seen(fight, strength(12, 4), enhance, strength(12, 9), enhance, strength(12, 14), end)
    assert (two["bonuses"], two["burnt"], two["hostile"]) == (2, 0, 2)
    last = seen(level(0, 9), fight, strength(12, 4), enhance, strength(12, 9), end)
    assert (last["bonuses"], last["burnt"], last["bonuses.last"], last["burnt.last"]) == (0, 0, 1, 1)


def test_last_fights_that_were_stopped_or_missed():
    potion = row(Ev.DRAW, -1, 0, POTION, before=Zone.DECK, after=Zone.HAND)
    fight = level(0, 9), row(Ev.FIGHT, 0)
    removed = row(Ev.FIGHT_END, 0, other=Result.REMOVED)
    fled = row(Ev.FIGHT_END, 0, other=Result.FLED)
    count = seen(*fight, strength(12, 4), removed)
    assert (count["last_fights"], count["last_fights.winning"], count["last_fights.stopped"]) == (1, 1, 1)
    assert seen(*fight, strength(4, 6), fled)["last_fights.stopped"] == 0
    assert seen(potion, *fight, strength(4, 6), fled)["last_fights.missed"] == 1
    assert seen(potion, *fight, strength(4, 12), fled)["last_fights.missed"] == 0
    thrown = row(Ev.THROW, 0)
    assert seen(potion, *fight, strength(4, 6), thrown, fled)["last_fights.missed"] == 1
    assert seen(*fight, strength(4, 6), thrown, potion, fled)["last_fights.missed"] == 0  # drawn after the flight
    levels_only = row(Ev.JOIN, 0, 0, GHOUL)
    assert seen(potion, *fight, levels_only, strength(4, 6), fled)["last_fights.missed"] == 0  # of no use


def test_what_was_refused_and_is_asked_again():
    ask = row(Ev.ASK, 0, 1, before=1, after=PickOrder.HELPER)
    more = row(Ev.ASK, 0, 1, before=2, after=PickOrder.HELPER)
    fight = row(Ev.FIGHT, 0)
    assert seen(fight, ask, more, fight, ask)["requests.again"] == 0
    assert seen(fight, ask, ask)["requests.again"] == 1
    trade = row(Ev.PROPOSE, 0, 1, JEWEL, RING)
    other = row(Ev.PROPOSE, 0, 2, JEWEL, RING)
    declined = row(Ev.DECLINE, 1, 0, JEWEL, RING)
    assert seen(trade, declined, other, declined)["proposals.again"] == 0
    assert seen(trade, declined, trade)["proposals.again"] == 1


def test_sprees_flips_and_levels_of_the_hand():
    theft, flip, turn = row(Ev.ABILITY, 0, card=THIEF, other=Op.STEAL), row(Ev.EQUIP, 0, 0, JEWEL), row(Ev.TURN, 0)
    assert seen(theft, theft, turn)["sprees"] == 0
    assert seen(theft, theft, theft, turn)["sprees"] == 1
    assert seen(flip, flip, turn, flip, turn)["flips"] == 0
    assert seen(flip, flip, flip, turn)["flips"] == 1
    laid, off = row(Ev.ABILITY, 0, card=POTION, other=Op.BEAR), row(Ev.UNEQUIP, 0, 0, JEWEL)
    assert seen(flip, laid, off, row(Ev.EQUIP, 0, 0, RING), flip, turn)["flips"] == 0
    assert seen(flip, laid, flip, off, turn)["flips"] == 1
    rises = [level(0, n + 1, Cause.CARD, n, RISE) for n in (1, 3, 4, 5, 6, 8)]
    count = seen(*rises)
    assert (count["gual"], count["gual.early"], count["gual.late"]) == (6, 2, 2)


def test_games_that_were_ended_for_somebody_else():
    def end(ending: Ending, winners: int):
        return seen(row(Ev.TURN, 1), row(Ev.OVER, other=ending, before=winners))

    assert end(Ending.BOSS, 0b001)["boss_ends.given"] == 1
    assert end(Ending.BOSS, 0b010)["boss_ends.given"] == 0
    assert end(Ending.KILL, 0b001)["boss_ends.given"] == 0
    over = row(Ev.OVER, other=Ending.ALL_CULTISTS, before=0b001)
    played = row(Ev.PLAY, 1, 1, CURSE, before=Zone.HAND)
    assert seen(row(Ev.TURN, 1), played, over)["cultist_ends.given"] == 1
    thrown_meanwhile = row(Ev.PLAY, 0, 1, POTION, before=Zone.HAND)
    assert seen(row(Ev.TURN, 1), played, thrown_meanwhile, over)["cultist_ends.given"] == 1
    assert seen(row(Ev.TURN, 1), thrown_meanwhile._replace(actor=1), over)["cultist_ends.given"] == 0
    assert seen(row(Ev.TURN, 1), played, row(Ev.CAUGHT, 2), over)["cultist_ends.given"] == 0


def test_the_winners_own_hand_in_the_fall_of_the_last_boss():
    """It falls in the turn of 1, and 0 wins."""
    begin = row(Ev.TURN, 1), row(Ev.FIGHT, 1), row(Ev.STRENGTH, 1, before=16, after=14, other=1)
    killed = row(Ev.FIGHT_END, 1, other=Result.KILLED), row(Ev.BOSS, 1, before=2, after=3)
    over = row(Ev.OVER, other=Ending.BOSS, before=0b001)

    def given(*between: Row) -> tuple[int, int]:
        count = seen(*begin, *between, over)
        return count["boss_ends.given"], count["boss_ends.elsewhere"]

    def potion(by: int, points: int) -> tuple[Row, ...]:
        to = row(Ev.STRENGTH, 1, before=16 + points, after=14, other=1)
        return row(Ev.PLAY, by, card=POTION), row(Ev.BONUS, by, 1, POTION, before=points), to

    assert given(*killed) == (1, 1)
    assert given(row(Ev.PLAY, 0, card=POTION), row(Ev.BOSS, 1, before=2, after=3)) == (0, 1)  # the winner sends it away
    assert given(row(Ev.PLAY, 2, card=POTION), row(Ev.BOSS, 1, before=2, after=3)) == (1, 1)  # somebody else does
    stopped = row(Ev.BONUS, 2, -1, after=3), row(Ev.STRENGTH, 1, before=16, after=17, other=0)
    saved = row(Ev.BONUS, 0, 1, POTION, before=5), row(Ev.STRENGTH, 1, before=21, after=17, other=1)
    assert given(*stopped, *saved, *killed) == (0, 1)  # without the winner's five points it were lost
    assert given(*potion(0, 1), *killed) == (1, 1)  # without the winner's one point it were won as well
    assert given(*potion(2, 5), *killed) == (1, 1)


def test_a_share_of_nothing_is_unknown_and_no_fault():
    count = seen(row(Ev.TURN, 0))
    assert math.isnan(share(count, "sales.wasteful", "sales"))
    assert _judged(Habit(name="x", part="a", whole="b", reason="why", most=0.1), "balanced", math.nan).good
