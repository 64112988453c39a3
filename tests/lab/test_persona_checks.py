"""The checks of players judge what they are shown, and play on where that leaves them in doubt."""

from __future__ import annotations

import numpy as np
import pytest

from engine.records.card_kinds import Kind
from lab.agents.personas import mixes, persona_names
from lab.conduct.changed_tables import CARDS, Table, book_of, play, seating_of
from lab.conduct.persona_checks import (
    EVERY_CHECK,
    Asked,
    _judged,
    check_all,
    check_direction,
    check_habits,
    checked,
    directions,
    everybody,
    habits,
    left_out,
)
from lab.conduct.persona_checks_file import Direction, Habit
from lab.conduct.play_measures import MEASURES, ON_EVENTS
from lab.errors import BadInput
from lab.store.given_up_games import GivenUp
from tests.engine.positions import COMPILED


@pytest.mark.parametrize(("least", "most", "found", "good"), [(0, 0.1, 0.1, 1), (0, 0.1, 0.2, 0), (0.3, 1, 0.2, 0)])
def test_a_habit_is_judged_by_its_limits(least, most, found, good):
    assert _judged(
        Habit(name="x", part="a", whole="b", reason="why", least=least, most=most), "balanced", found
    ).good == bool(good)


@pytest.mark.parametrize(("truly", "good"), [(0.46, True), (0.44, False)])
def test_a_habit_beyond_its_limit_is_watched_in_more_games(monkeypatch, truly: float, good: bool):
    played = []  # 44 of 100 in the first games, 50 of 100 of another habit that needs no more

    def watched(asked, agents, games, seed, workers):
        played.append((games, [habit.name for habit in asked]))
        shares = {"stopped": 0.44 if games == 100 else truly, "helped": 0.5}
        return [_judged(habit, agents, shares[habit.name]) for habit in asked]

    monkeypatch.setattr("lab.conduct.persona_checks._watched", watched)
    asked = [Habit(name=name, part="a", whole="b", reason="why", least=0.45) for name in ("stopped", "helped")]
    rows = check_habits(asked, "balanced", 100)
    assert played == [(100, ["stopped", "helped"]), (500, ["stopped"])]
    assert [(row.name, row.good) for row in rows] == [("stopped", good), ("helped", True)]


def test_the_file_of_checks_names_what_there_is():
    names = [d.name for d in directions()] + [(h.name, h.table) for h in habits()]
    assert len(set(names)) == len(names) and all(one.reason for one in (*directions(), *habits()))
    assert {d.measure for d in directions()} <= set(MEASURES) and set(ON_EVENTS) <= set(MEASURES)
    assert all(len(d.values) >= 3 or d.change == "help.max" for d in directions())
    for d in directions():
        book_of(Table().changed(d.change, d.values[-1]))
    with pytest.raises(BadInput, match="'nothing' is unknown"):
        book_of(Table().changed("nothing", 1))


def test_everybody_who_decides_by_weights_is_checked():
    assert set(checked()) == (set(persona_names()) | set(mixes())) - {"random", "expert", "lookahead"}


def test_who_is_left_out_is_named_with_the_reason():
    names = {d.name for d in directions()} | {h.name for h in habits()} | {EVERY_CHECK}
    assert all(one.agents in everybody() and one.check in names and one.reason for one in left_out())
    rows = list(check_all(["random", "hoarder"], Asked(("Dearer levels",), games=20, workers=1)))
    assert [(r.agents, r.kind, r.good) for r in rows] == [("random", "left out", True), ("hoarder", "left out", True)]
    assert all(r.found for r in rows)


def test_a_mix_goes_round_the_table():
    seats = seating_of(["a", "b", "c"], 4, 0, 12)
    assert [np.bincount(seats[:, s]).tolist() for s in range(4)] == [[4, 4, 4]] * 4


def test_changed_cards():
    plain = book_of(Table())
    for name, column, kind, by in (
        ("monsters.level", "level", Kind.MONSTER, 3),
        ("monsters.treasures", "treasures", Kind.MONSTER, 1),
    ):
        changed = book_of(Table().changed(name, by))
        rows = plain.card["kind"] == kind
        assert (changed.card[column][rows] - plain.card[column][rows] == by).all()
    fewer = book_of(Table().changed("one_shots.one_in", 2))
    thrown = (plain.card["kind"] == Kind.ONE_SHOT) & (plain.card["bonus"] != 0)
    left = (fewer.card["kind"] == Kind.ONE_SHOT) & (fewer.card["bonus"] != 0)
    assert left.sum() == -(-thrown.sum() // 2) and set(CARDS) >= {"one_shots.one_in"}


SHORT = [d for d in directions() if d.name in ("A higher goal takes longer", "Stronger monsters: more combats lost")]
EACH_ONE = [(SHORT[i % 2], agents) for i, agents in enumerate(checked())]
"""One of two directions for each who decides by weights; `lab agents check` asks every question of everybody."""


@pytest.mark.parametrize(("truly", "good"), [(1.0, True), (0.0, False)])
def test_a_step_in_doubt_is_played_again_with_more_games(monkeypatch, truly: float, good: bool):
    # Ten a value, but one step of 0.5 +- 0.9 in the first hundred games, and of `truly` in all five hundred.
    def measured(table, agents, games, events, seed, workers):
        value = dict(table.changes).get("victory.level", 10)
        flat = 10.0 * value - (9.5 if value > 7 else 0)
        noise = np.random.default_rng(value).normal(0, 6.5, games)
        noise -= noise.mean()
        if games > 100:
            return {"turns": (truly if value == 8 else 0) + noise}, GivenUp()
        return {"turns": flat + noise}, GivenUp()

    monkeypatch.setattr("lab.conduct.persona_checks._measured", measured)
    one = SHORT[0].model_copy(update={"values": (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 20), "mirror": ()})
    found = check_direction(one, "balanced", 100)
    assert ("from 7 to 8" in found.found, found.good) == (True, good), found


@pytest.mark.parametrize(("step", "played"), [(3.0, [100]), (0.1, [100, 800])])
def test_a_direction_that_is_clear_is_not_played_on(monkeypatch, step: float, played: list[int]):
    asked = []  # noise of 6.5 a game: a step of 3 is 4.6 standard errors in a hundred games, one of 0.1 is none

    def measured(table, agents, games, events, seed, workers):
        asked.append(games)
        noise = np.random.default_rng(games).normal(0, 6.5, games)
        return {one.measure: dict(table.changes).get(one.change, 0) * (step + noise - noise.mean())}, GivenUp()

    one = next(row for row in directions() if not row.every_step and row.shape == "rising")
    monkeypatch.setattr("lab.conduct.persona_checks._measured", measured)
    check_direction(one, "balanced", 800)
    assert list(dict.fromkeys(asked)) == played


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize(("one", "agents"), EACH_ONE, ids=[f"{agents}-{one.change}" for one, agents in EACH_ONE])
def test_games_go_the_way_they_must(one: Direction, agents: str):
    # So few games tell the way, not each of its steps.
    found = check_direction(one.model_copy(update={"every_step": False, "mirror": ()}), agents, 300, workers=2)
    assert found.good, found


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_the_number_of_threads_changes_nothing():
    one, two = (play(Table(), ["table"], 230, events=40, workers=n) for n in (1, 3))
    assert all((a == b).all() for a, b in zip(one, two))
