"""Every measure of how far the game is holds for any winning Level: the same moment counts the same."""

from __future__ import annotations

import pytest

from engine.policies.endgame import NEAREST, banished, ends_against, grudge, lateness, nearness, standing, winners
from engine.policies.monster_choice import prospect
from engine.policies.weights import Weight
from engine.policies.worth import level_worth
from engine.records.card_kinds import Kind, Tag
from tests.effects.build import Position, card, item

CARDS = {"goblin": card(Kind.MONSTER, level=1), "boss": card(Kind.MONSTER, level=1, tags=int(Tag.BOSS))}


def table(goal: int, *levels: int, **switches: int) -> Position:
    return Position(CARDS, victory_level=goal, **switches).levels(*levels)


@pytest.mark.parametrize("goal", [2, 3, 5, 8, 10, 12, 20, 100])
def test_the_last_step_is_the_nearest_at_every_goal(goal):
    p = table(goal, goal - 1, 1, 1)
    assert int(nearness(p.g, p.book, 0)) == NEAREST
    assert int(lateness(p.g, p.book)) == 0
    assert goal < 5 or int(nearness(p.g, p.book, 1)) == 0


def test_ninths_of_the_way_are_levels_where_there_are_nine():
    """From Level 1 to Level 10: 6 is one past the middle, 9 is four; the leader at 3 is six short (in hundredths)."""
    for level, passed in ((1, 0), (5, 0), (6, 1), (7, 2), (8, 3), (9, 4)):
        p = table(10, level, 1, 1)
        assert int(nearness(p.g, p.book, 0)) == 100 * passed
        assert int(lateness(p.g, p.book)) == 100 * (9 - level)


@pytest.mark.parametrize(("goal", "middle"), [(5, 2), (9, 4), (17, 8)])
def test_below_the_middle_nobody_is_close(goal, middle):
    p = table(goal, middle, middle + 2, 1)
    assert int(nearness(p.g, p.book, 0)) == 0 < int(nearness(p.g, p.book, 1))


def test_a_late_level_is_worth_more_at_every_goal():
    for goal in (5, 10, 20):
        p = table(goal, goal - 1, 1, 1)
        p.book.work.weights[:, Weight.LEVEL], p.book.work.weights[:, Weight.FINISH] = 40, 10
        assert int(level_worth(p.g, p.book, 0, 1)) == 80
        assert int(level_worth(p.g, p.book, 1, 1)) == 40


def envy(goal: int, *levels: int) -> list[int]:
    """What the first seat grudges each for one more Level, if a Level is grudged by 6400 next to the win."""
    p = table(goal, *levels)
    p.book.work.weights[0, Weight.ENVY] = 6400
    return [int(grudge(p.g, p.book, 0, s, 1)) for s in range(len(levels))]


def test_envy_is_full_next_to_the_win_and_grows_without_a_step_on_the_way():
    """38 hundredths at the first Level; the rest grows with the square of the way that will be gone.

    Of eight Levels five, four and one are 25, 16 and 1 of 64 parts: .38 + .62 * .390625 of 6400 are 3982.
    """
    for goal in (5, 10, 20):
        assert envy(goal, goal - 2, 1, 1)[0] == 6400
    assert envy(10, 5, 4, 1) == [3982, 3424, 2494]
    assert envy(9, 5, 4, 1) == [4456, 3727, 2512]  # 25, 16 and 1 of 49 parts


def test_standing_is_between_last_and_leader():
    p = table(10, 7, 4, 1)
    assert [int(standing(p.g, p.book, s)) for s in range(3)] == [100, 50, 0]
    p.levels(3, 3, 3)
    assert [int(standing(p.g, p.book, s)) for s in range(3)] == [50, 50, 50]


def test_who_wins_by_a_combat():
    p = table(10, 9, 4, 1).fight(0, "goblin")
    assert int(winners(p.g, p.book)) == 1
    p = table(10, 8, 4, 1).fight(0, "goblin")
    assert int(winners(p.g, p.book)) == 0


def test_the_last_boss_wins_for_whoever_has_the_level():
    """Three Bosses must fall: the third, killed at Level 4, ends the game for the player at Level 10."""
    p = table(10, 4, 10, 1, boss_required=3).fight(0, "boss")
    p.g.bosses = 2
    assert int(winners(p.g, p.book)) == 2
    assert [int(ends_against(p.g, p.book, s)) for s in range(3)] == [1, 0, 1]
    p.g.bosses = 1
    assert int(winners(p.g, p.book)) == 0


def test_nobody_looks_for_the_boss_that_wins_for_another():
    p = table(10, 4, 10, 1, boss_required=3).hand(0, "boss", "goblin").hand(1, "boss")
    p.g.bosses = 2
    assert int(prospect(p.g, p.book, 0, p["boss"])) == -1
    assert int(prospect(p.g, p.book, 1, p["boss"])) == 1
    p.g.bosses = 0
    assert int(prospect(p.g, p.book, 1, p["goblin"])) == 0  # at the winning Level already, and no Boss has fallen


def test_of_those_at_the_winning_level_the_richest_wins_by_the_last_boss():
    cards = {**CARDS, "gem": item(gold=900), "glass": item(gold=100)}
    p = Position(cards, boss_required=3).levels(10, 10, 4).carry(0, "glass").carry(1, "gem").fight(0, "boss")
    p.g.bosses = 2
    p.g.log_on, told = 1, int(p.g.log_n)
    assert int(winners(p.g, p.book)) == 2
    assert int(banished(p.g, p.book, -1)) == 2  # a Boss that is sent away has fallen as well
    assert int(p.g.log_n) == told  # who thinks of it tells nobody what the Items are worth
    p.g.bosses = 1
    assert int(banished(p.g, p.book, -1)) == 0


def test_nobody_is_near_the_win_before_the_last_boss():
    p = table(10, 9, 1, 1, boss_required=3)
    near = []
    for fallen in range(3):
        p.g.bosses = fallen
        near.append(int(nearness(p.g, p.book, 0)))
    assert near == [133, 266, 400]
    p.fight(0, "goblin")
    assert int(lateness(p.g, p.book)) == 400
    p.fight(0, "boss")
    assert int(lateness(p.g, p.book)) == 0


@pytest.mark.parametrize(
    ("levels", "stands"),
    [
        ((1, 1, 1), (50, 50, 50)),
        ((2, 1, 1), (66, 33, 33)),  # of three Levels, a third of the way, one: 50 +- 50/3, downwards
        ((5, 1, 3), (100, 0, 50)),
        ((9, 8, 8), (66, 33, 33)),
    ],
)
def test_one_level_makes_nobody_the_leader(levels, stands):
    p = Position({}, 3).levels(*levels)
    assert tuple(int(standing(p.g, p.book, s)) for s in range(3)) == stands
