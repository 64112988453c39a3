"""Who is of one's own team is helped and not hindered; seats 0 and 2 are mates, 1 and 3 the others."""

from __future__ import annotations

import pytest

from engine.board.seat_lookup import is_mate, with_mates
from engine.policies.endgame import grudge, winners
from engine.policies.trades import spoils
from engine.policies.weights import Weight
from engine.policies.win_chance import CERTAIN, chance
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position
from tests.policies.test_habits import PASS, PERSON, beating, table, taken

MATE, RIVAL = 2, 1


def teams(**switches: int) -> Position:
    return table(4, team_count=2, **switches)


@pytest.mark.parametrize(("victim", "verb"), [(MATE, Verb.PASS), (RIVAL, Verb.PLAY)])
def test_no_curse_on_a_mate(victim, verb):
    p = teams().levels(1, 7, 7, 1).hand(0, "bareheaded").wear(victim, "crown")
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "bareheaded", victim, Aim.SEAT))[0] == verb


@pytest.mark.parametrize(("fighter", "verb"), [(MATE, Verb.PASS), (RIVAL, Verb.PLAY)])
def test_a_win_of_the_team_is_not_stopped(fighter, verb):
    """At Level 9 whoever fights wins the game; ten points would stop them."""
    p = beating(teams().levels(3, 9, 9, 3).hand(0, "ancient"), fighter, 6, 4)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))[0] == verb
    assert winners(p.g, p.book) == (0b0101 if fighter == MATE else 0b1010)


@pytest.mark.parametrize(("fighter", "verb"), [(MATE, Verb.PLAY), (RIVAL, Verb.PASS)])
def test_a_mate_is_saved_even_if_they_lead(fighter, verb):
    """Two points are missing, the potion has three, and a level is worth ten times as much as it."""
    p = beating(teams().levels(3, 5, 5, 3).hand(0, "potion"), fighter, 4, 6)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "potion", -1, Aim.SIDE))[0] == verb


def test_levels_of_a_mate_are_as_good_as_ones_own_and_their_items_are_left_to_them():
    p = teams().levels(3, 5, 5, 3).wear(MATE, "crown").wear(RIVAL, "cap")
    taken(p, 0, Question.WINDOW, PASS, envy=50)
    assert grudge(p.g, p.book, 0, MATE, 1) == -PERSON["level"] and grudge(p.g, p.book, 0, RIVAL, 1) > 0
    # The crown would give 5 points to whoever steals it, and takes them from the mate: 5 x 16 less 5 x 16 are left.
    assert spoils(p.g, p.book, 0, p["crown"]) == 0 and spoils(p.g, p.book, 0, p["cap"]) > 0


def test_nobody_has_won_who_waits_for_a_mate():
    p = beating(teams(team_all_reach=1).levels(3, 9, 9, 10), MATE, 6, 4)
    assert winners(p.g, p.book) == 0
    p.levels(10, 9, 9, 3)
    assert winners(p.g, p.book) == 0b0101


def test_the_chances_of_a_team_are_shared_by_it():
    """Without any weights all four are equal: two teams, a half each, shared by two."""
    p = teams()
    assert [chance(p.g, p.book, s) for s in range(4)] == [CERTAIN // 4] * 4
    p.levels(1, 1, 9, 1)
    for s in range(4):
        p.book.work.weights[s, Weight.WIN_LEVEL] = 256  # each Level doubles the chance
    # 256 to 1, 1 and 1: the team of the leader has 257 of 259 parts.
    assert chance(p.g, p.book, 0) == chance(p.g, p.book, 2) == pytest.approx(CERTAIN * 257 / 259 / 2, rel=0.001)


def test_all_but_one_are_mates_where_one_plays_against_all():
    p = table(4, team_lone=1, team_count=2)
    assert [[int(is_mate(p.g, p.book, s, t)) for t in range(4)] for s in range(4)] == [
        [0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0],
    ]  # fmt: skip
    p.g.origin = 3  # place 1 is that of seat 3
    assert with_mates(p.g, p.book, 0b0001) == 0b0111 and with_mates(p.g, p.book, 0b1000) == 0b1000
    assert with_mates(table(4).g, table(4).book, 0b0001) == 0b0001
