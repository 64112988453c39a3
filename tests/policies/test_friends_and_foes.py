"""Whom one helps and against whom one uses cards: one's own team, who did harm before, and bystanders."""

from __future__ import annotations

import pytest

from engine.board.monsters import oppose
from engine.board.seat_lookup import is_mate, with_mates
from engine.policies.endgame import grudge, winners
from engine.policies.help_worth import gladness
from engine.policies.trades import spoils
from engine.policies.weights import Weight
from engine.policies.win_chance import CERTAIN, chance
from engine.policies.worth import feud, harm, resentment
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb
from tests.effects.build import Position, card, item, row
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


CARDS = {
    "imp": card(Kind.MONSTER, level=1, treasures=2),
    "curse": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "sword": item(bonus=3, slot=Slot.HAND),
}


def wronged_table(resent: int = 100) -> Position:
    """Four players of whom the first weighs nothing but harm."""
    p = Position(CARDS, 4)
    p.book.work.weights[:] = 0
    p.book.work.weights[0, Weight.RESENT] = resent
    return p


def harmed(p: Position) -> set[tuple[int, int]]:
    """Who was harmed by whom."""
    return {(a, b) for a in range(4) for b in range(4) if p.g.harmed[a, b] > 0}


def test_strength_thrown_from_outside_harms_all_who_fight_and_a_helper_s_own_nobody():
    p = wronged_table().fight(1, "imp", helper=2)
    oppose(p.g, 2)
    assert harmed(p) == set()
    oppose(p.g, 0)
    assert harmed(p) == {(1, 0), (2, 0)}


@pytest.mark.parametrize(("by", "found"), [(0, {(1, 0)}), (1, set()), (-1, set())])
def test_a_curse_harms_by_whoever_threw_it_and_one_behind_the_door_by_nobody(by, found):
    p = wronged_table().levels(1, 3)
    p.step(Step.STRIKE, p["curse"], 1, 0, by).advance()
    assert int(p.g.level[1]) == 2 and harmed(p) == found


@pytest.mark.parametrize("die", [1, 6])
def test_a_theft_harms_whether_it_succeeds_or_not(die):
    p = wronged_table().levels(2, 2).wear(0, "thief").wear(1, "sword")
    p.dice(die).step(Step.THEFT, 0, int(p.book.card[p["thief"]]["first"]), p["thief"], p["sword"])
    assert harmed(p) == {(1, 0)}


def test_harm_is_forgotten_evenly_within_four_rounds():
    """Four players: sixteen turns."""
    p = wronged_table()
    p.g.turn = 20
    p.g.harmed[0, 1] = 1 + 20
    found = []
    for later in (0, 4, 8, 16, 30):
        p.g.turn = 20 + later
        found.append(int(resentment(p.g, 0, 1)))
    assert found == [100, 75, 50, 0, 0]


@pytest.mark.parametrize(("resent", "worth"), [(0, 0), (10, 5), (20, 10), (40, 20), (80, 40)])
def test_it_is_paid_back_and_not_helped_in_equal_measure(resent, worth):
    """Half of it is left after two rounds; nothing else is weighed, so a helper gains what they do without."""
    p = wronged_table(resent).levels(1, 1).fight(1, "imp")
    p.g.turn, p.g.harmed[0, 1] = 8, 1
    assert int(harm(p.g, p.book, 0, 1)) == worth
    assert int(gladness(p.g, p.book, 0, 0, 2)) == -worth


def test_whoever_would_be_the_first_fears_the_rest_of_the_game():
    """At Level 1 the whole way is left to pay it back, at Level 9 of 10 nothing."""
    p = wronged_table().levels(1, 1, 9)
    assert [int(feud(p.g, p.book, 0, s)) for s in (1, 2)] == [100, 0]
    p.g.turn, p.g.harmed[0, 1] = 0, 1  # they began
    assert int(feud(p.g, p.book, 0, 1)) == 0
    p.g.harmed[0, 1], p.g.harmed[1, 0] = 0, 1  # it has begun
    assert int(feud(p.g, p.book, 0, 1)) == 0


def test_who_is_who_changes_nothing():
    p = wronged_table().levels(1, 4, 4, 4)
    p.book.work.weights[:, Weight.RESENT] = 40
    p.g.harmed[0, 1] = p.g.harmed[2, 3] = 1
    assert int(resentment(p.g, 0, 1)) == int(resentment(p.g, 2, 3)) == 100 - 100 * int(p.g.turn) // 16
    assert int(feud(p.g, p.book, 1, 2)) == int(feud(p.g, p.book, 3, 1))


@pytest.mark.parametrize(("third", "verb"), [(7, Verb.PLAY), (9, Verb.PASS)])
def test_what_could_stop_a_winner_is_not_thrown_at_somebody_else(third, verb):
    """Seat 1, Level 5 of a table led by seat 2, wins by two points; ten points are thrown at that fight or kept.

    Beside a Level 9 they are worth ten fortieths of a win stopped, 50 of 200, more than they cost.
    """
    for ordinal in range(10):
        p = beating(table().levels(3, 5, third).hand(0, "ancient"), 1, 6, 4)
        p.g.ordinal[0] = ordinal
        throws = (Verb.PLAY, "ancient", 0, Aim.MONSTER)
        assert taken(p, 0, Question.REACT, PASS, throws, hostility=80, hinder=40, noise=5)[0] == verb


@pytest.mark.parametrize(("fighter", "verb"), [(5, Verb.PASS), (9, Verb.PLAY)])
def test_the_win_itself_is_stopped(fighter, verb):
    """At one who is about to win they are thrown, also while another stands next to the win; at a Level 5 not."""
    p = beating(table().levels(3, fighter, 9).hand(0, "ancient"), 1, 6, 4)
    throws = (Verb.PLAY, "ancient", 0, Aim.MONSTER)
    assert taken(p, 0, Question.REACT, PASS, throws, hostility=30, hinder=20)[0] == verb


@pytest.mark.parametrize(("opposed", "refused", "verb"), [(0, 0, Verb.PLAY), (1, 0, Verb.PASS), (0, 1, Verb.PASS)])
def test_nobody_saves_whom_he_has_just_worked_against_or_refused_to_help(opposed, refused, verb):
    """A potion of 2 points would save a Level 2, whom a kind Level 9 would save gladly: 40 for one of 12."""
    p = beating(table().levels(9, 2, 2).hand(0, "potion"), 1, 18, 18)
    p.g.opposed, p.g.spurned[1] = opposed, refused
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "potion", -1, Aim.SIDE), help=80, noise=25)[0] == verb


def test_no_more_help_is_bought_in_haste_where_more_could_give_it():
    """A potion of three points, or one of two Treasures to one of the others: in one mood for all of them."""

    def drinks(others: int, ordinal: int) -> bool:
        p = table(4).levels(4, 4, 4, 4).hand(0, "potion")
        p.g.ordinal[0] = ordinal
        beating(p, 0, 4, 4)
        asks = [(Verb.ASK, "", s, 1, PickOrder.HELPER) for s in range(1, 1 + others)]
        options = PASS, (Verb.PLAY, "potion", 0, Aim.SIDE), *asks
        return taken(p, 0, Question.REACT, *options, share=50, noise=60)[0] == Verb.PLAY

    alone = [drinks(1, ordinal) for ordinal in range(40)]
    assert alone == [drinks(3, ordinal) for ordinal in range(40)] and 0 < sum(alone) < 40
