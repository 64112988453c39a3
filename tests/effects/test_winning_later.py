"""House rules by which the winning Level wins later: when the round is over, or once it has been held for a round."""

from __future__ import annotations

import pytest

from engine.board.final_tally import check_victory
from engine.board.levels import drop, gain
from engine.policies.endgame import winners as would_win_by
from engine.policies.monster_choice import prospect
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind
from engine.records.events import Cause, Ending
from engine.records.step_values import Tally
from engine.records.switch_values import WinsWhen
from engine.steps.step_dispatch import run_step
from tests.effects.build import Position, card, item

CARDS = {"axe": item(bonus=4), "cap": item(gold=1000), **{f"card {i}": card(Kind.SPECIAL) for i in range(3)}}


def table(when: WinsWhen, turn: int, by: Tally = Tally.LEVEL) -> Position:
    """Three players at Level 9, of whom the first began; it is turn `turn`, and the turns go round."""
    p = Position(CARDS, victory_when=int(when), time_limit_by=int(by)).levels(9, 9, 9)
    p.g.first, p.g.turn, p.g.active, p.g.rounds = 0, turn, (turn - 1) % 3, 1 + (turn - 1) // 3
    return p


def arrives(p: Position, seat: int) -> Position:
    """A player kills their way to Level 10."""
    gain(p.g, p.book, seat, 1, Cause.KILL, -1, 1)
    check_victory(p.g, p.book)
    return p


def next_turn(p: Position) -> Position:
    """The next turn begins, and nothing happens in it."""
    p.g.agenda_n, p.g.asked, p.g.options = 0, -1, 0
    if not p.g.over:
        push(p.g, Step.TURN, *[0] * 5)
        run_step(int(Step.TURN), p.g, p.book)
    return p


def winners(p: Position) -> list[int]:
    return [s for s in range(3) if (int(p.g.winners) >> s) & 1]


def test_without_the_rule_the_level_wins_at_once():
    assert winners(arrives(table(WinsWhen.AT_ONCE, 4), 0)) == [0]


def test_the_round_is_finished_and_who_comes_there_too_shares_the_win():
    p = arrives(table(WinsWhen.ROUND_OVER, 4), 0)
    assert p.g.over == 0
    assert arrives(next_turn(p), 1).g.over == 0
    assert next_turn(p).g.over == 0  # the third player's turn
    assert next_turn(p).g.over == Ending.KILL and winners(p) == [0, 1]


@pytest.mark.parametrize(("by", "who"), [
    (Tally.LEVEL, [0, 1]), (Tally.SCORE, [0]), (Tally.GOLD, [1]), (Tally.TOKENS, [1]),
])  # fmt: skip
def test_what_the_round_limit_counts_decides_between_them(by, who):
    """The third player has most of all, but not the Level."""
    p = table(WinsWhen.ROUND_OVER, 6, by).wear(0, "axe").carry(1, "cap")
    p.g.tokens[1], p.g.tokens[2] = 2, 9
    arrives(arrives(p, 0), 1)
    assert winners(next_turn(p)) == who


def test_whoever_falls_again_before_the_round_is_over_does_not_win():
    p = arrives(table(WinsWhen.ROUND_OVER, 5), 1)
    drop(p.g, p.book, 1, 1, Cause.CURSE, -1)
    next_turn(next_turn(p))
    assert p.g.over == 0 and int(p.g.arrived[1]) == 0


def test_the_level_is_held_until_ones_own_turn_comes_again():
    """There in turn 5: the turns 6 and 7 of the others pass, and turn 8 would be the next one."""
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, Ending.KILL] and winners(p) == [1]


def test_a_level_lost_and_won_again_is_held_from_then_on():
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    next_turn(p)
    drop(p.g, p.book, 1, 1, Cause.CURSE, -1)
    arrives(p, 1)  # in turn 6
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, Ending.KILL]


def test_the_dead_do_not_hold_it():
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    p.g.dead[1] = 1
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, 0]


SCORED = {"axe": item(bonus=4), "crown": item(bonus=7), "cap": item(bonus=1), "coin": item(gold=900),
          "rat": card(Kind.MONSTER, level=1, levels=1)}  # fmt: skip


def scored(by: Tally, points: int) -> Position:
    """Seat 0, Level 9 with 4 points in play, can get to Level 10; seat 1 has 8 + 7, seat 2 9 + 1 and 900 Gold."""
    p = Position(SCORED, victory_by=int(by), victory_points=points).levels(9, 8, 9)
    return p.wear(0, "axe").wear(1, "crown").wear(2, "cap").carry(2, "coin")


@pytest.mark.parametrize(("by", "points", "who"), [
    (0, 9, [0]), (Tally.SCORE, 0, [1]), (Tally.SCORE, 1, [0, 1]), (Tally.SCORE, 5, [0]),
    (Tally.BONUS, 2, [1]), (Tally.BONUS, 3, [0, 1]), (Tally.BONUS, 4, [0]), (Tally.GOLD, 99, [2]),
])  # fmt: skip
def test_whoever_has_most_may_win_with_points_for_who_got_there(by, points, who):
    """Level 10 and 4 are 14, the other has 15; of bonuses alone 4 and 7."""
    p = arrives(scored(by, points), 0)
    assert winners(p) == who
    assert p.g.over == (Ending.KILL if who == [0] else Ending.TIME_LIMIT)


@pytest.mark.parametrize(("points", "who"), [(0, [1]), (1, [0, 1]), (2, [0])])
def test_players_see_who_would_win_by_a_combat(points, who):
    """The rat's Level counts before the combat is won, as it will: 9 + 1 + 4 against 15."""
    p = scored(Tally.SCORE, points).fight(0, "rat")
    assert int(would_win_by(p.g, p.book)) == sum(1 << s for s in who)


@pytest.mark.parametrize(("points", "sight"), [(0, -1), (1, 1), (2, 1)])
def test_nobody_looks_for_the_last_monster_for_somebody_else(points, sight):
    """The rat of the hand would bring Level 10: 14 points, and what is on top, against 15."""
    p = scored(Tally.SCORE, points).hand(0, "rat")
    assert int(prospect(p.g, p.book, 0, p["rat"])) == sight
