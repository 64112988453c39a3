"""Fights for the last Level, planted by hand."""

import pytest

from engine.records.events import Cause, Result
from engine.records.opcodes import Op
from lab.metrics.last_fights import OUTCOMES
from lab.tables.metric import compute
from tests.lab.stories import TROLL, ev, fight, level, tables, told, values

UP = ev("bonus", 1, 0, after=10)  # seat 1 strengthens the monster of seat 0
FIRST = [  # seat 0: stopped by others, then too weak and caught, then won; seat 1 fights at Level 1 in between
    level(0, 1, 9),
    *fight(0, Result.FLED, told(0, 12, 8), UP, told(0, 12, 18)),
    *fight(0, Result.CAUGHT, told(0, 5, 9)),
    *fight(1, Result.KILLED, told(1, 12, 8)),
    *fight(0, Result.KILLED, told(0, 20, 4)),
    level(0, 9, 10, Cause.KILL),
    ev("over", other=1, before=0b001),
]
GONE = ev("remove", card=TROLL, other=1)
SECOND = [  # seat 1: seat 2 takes the monster away; then too weak, and got away. Seat 2 wins by a card
    level(1, 1, 9),
    *fight(1, Result.REMOVED, told(1, 15, 3), ev("play", 2), GONE, told(1, 15, 0)),
    *fight(1, Result.FLED, told(1, 3, 9)),
    ev("over", other=6, before=0b100),
]
NO_ATTEMPT = [  # the monster is gone before any strength is told: nothing was tried
    level(2, 1, 9),
    *fight(2, Result.REMOVED, GONE, told(2, 9, 0)),
    ev("over", other=8, before=0),
]


def measured(tiny_store, *stories, **more):
    found = compute(tiny_store(**tables(stories, **more)), ["last_fights"])["last_fights"]
    return values(found)


def test_attempts_are_told_apart_by_what_became_of_them(tiny_store):
    found = measured(tiny_store, FIRST, SECOND, NO_ATTEMPT, None)
    # 3 + 2 + 0 attempts in three games with events; two games have one. The first ones were stopped and taken away.
    assert found["attempts"] == pytest.approx(5 / 3)
    assert found["with_attempt"] == pytest.approx(2 / 3)
    assert found["first_won"] == 0
    assert {o: found[o] for o in OUTCOMES} == pytest.approx(
        {"won": 0.2, "stopped": 0.2, "taken": 0.2, "turned": 0, "ran": 0.2, "caught": 0.2, "gone": 0}
    )
    assert found["stops"] == pytest.approx(2 / 3)
    assert (found["attacked"], found["helped"]) == (0.2, 0)
    # Two winners, in the first and the second game: seat 0 had failed twice, seat 2 never tried.
    assert found["before"] == 1


def test_what_turns_a_winning_fight_without_others_is_told_apart(tiny_store):
    own = ev("bonus", 0, 0, before=-9)
    story = [level(0, 1, 9), *fight(0, Result.DIED, told(0, 12, 8), own, told(0, 3, 8))]
    charmed = fight(0, Result.REMOVED, told(0, 3, 8), ev("ability", 0), GONE, told(0, 3, 0))
    found = measured(tiny_store, story + charmed)
    assert (found["turned"], found["gone"]) == (0.5, 0.5)


@pytest.mark.parametrize(("by", "outcome"), [(1, "taken"), (0, "gone")])
def test_a_combat_that_another_fights_to_its_end_is_no_win(tiny_store, by, outcome):
    story = [level(0, 1, 9), ev("fight", 0, other=0), told(0, 12, 8), ev("ability", by, 1, other=int(Op["TAKE_OVER"])),
             told(1, 12, 8), ev("fight_end", 1, other=int(Result.KILLED)), level(1, 1, 2, Cause.KILL)]  # fmt: skip
    found = measured(tiny_store, story)
    assert (found["attempts"], found[outcome]) == (1, 1)


def test_a_shared_victory_has_two_winners_and_the_winning_level_is_the_arms(tiny_store):
    import polars as pl

    rule = pl.DataFrame([{"run_id": "r", "arm": "a", "switch": "victory.level", "value": "5"}])
    lost = fight(0, Result.FLED, told(0, 3, 8))
    story = [level(0, 1, 4), level(1, 1, 5), *lost, *fight(0, Result.KILLED, told(0, 9, 8, helper=1), helper=1)]
    end = [level(0, 4, 5, Cause.KILL), ev("over", other=2, before=0b011)]
    found = measured(tiny_store, story + end, rule=rule)
    # One of two attempts won, with a helper; one failed attempt for two winners.
    assert (found["attempts"], found["won"], found["helped"], found["before"]) == (2, 0.5, 0.5, 0.5)


def test_without_events_there_is_nothing_to_count(tiny_store):
    frames = tables([[ev("turn", 0)]])
    frames["event"] = frames["event"].clear()
    assert compute(tiny_store(**frames), ["last_fights"])["last_fights"].is_empty()
