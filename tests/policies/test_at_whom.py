"""Against whom a bystander uses their cards, and for whom not, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.questions import Aim, Question, Verb
from tests.policies.test_habits import PASS, beating, table, taken


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
