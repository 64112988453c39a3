"""Hostile acts, planted by hand."""

import pytest

from engine.records.events import Result
from lab.tables.metric import compute
from tests.lab.stories import FROGS, TROLL, ev, fight, level, tables, told, values

TURNS = [ev("turn", s) for s in (0, 1, 2)]
STORY = [
    *TURNS,
    level(0, 1, 9), level(1, 1, 4),  # seat 0 leads one Level below the winning one, seat 2 is last
    *fight(
        0, Result.FLED, told(0, 9, 8, helper=2), ev("bonus", 1, 0, after=5),
        ev("bonus", 2, 0, before=-2),  # the helper: clumsy, not hostile
        ev("bonus", 1, 0, before=3), ev("bonus", 0, 0, after=5), ev("join", 1, 0, card=TROLL), helper=2,
    ),
    *fight(1, Result.KILLED, ev("curse", 0, 1, card=FROGS)),  # hostile, in nobody's combat
    *fight(2, Result.KILLED, ev("bonus", 0, 2, before=-1)),
    *fight(2, Result.KILLED),
    ev("curse", 1, 0, card=FROGS), ev("curse", 1, 1, card=FROGS), ev("curse", -1, 0, card=FROGS),
    ev("fight", 0, other=0), ev("bonus", 1, 0, after=5),  # the game ends in the middle of it
]  # fmt: skip


def test_acts_by_whom_they_harm(tiny_store):
    found = values(compute(tiny_store(**tables([STORY, TURNS, None])), ["hostility"])["hostility"])
    # Six acts: against the leader a card, a monster, a Curse and a card; a Curse on the middle; a card on the last.
    assert (found["acts"], found["cards"], found["monsters"], found["curses"]) == (3, 1.5, 0.5, 1)
    assert (found["at_leader"], found["at_last"], found["curses_leader"]) == pytest.approx((4 / 6, 1 / 6, 1 / 2))
    # By lot seat 1 hits the leader in one of two cases, four times; seat 0, the only leader, cannot.
    assert found["by_lot"] == pytest.approx(4 * 0.5 / 6)
    # Four finished combats: two acts in that of the leader, for the last Level; 0 + 1 in those of the last.
    assert (found["leader_fight"], found["middle_fight"], found["last_fight"]) == (2, 0, 0.5)
    assert (found["for_win"], found["attacked"], found["attacked_final"]) == (2, 0.5, 1)


def test_who_leads_together_with_others_leads(tiny_store):
    story = [*TURNS, ev("curse", 1, 0, card=FROGS)]
    found = values(compute(tiny_store(**tables([story, TURNS])), ["hostility"])["hostility"])
    # All stand at Level 1: whoever is hit leads, by lot too, and nobody is last.
    assert (found["at_leader"], found["by_lot"], found["at_last"]) == (1, 1, 0)
