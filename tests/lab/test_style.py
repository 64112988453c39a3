"""Style is counted from events: every measure on a game written by hand."""

from __future__ import annotations

import polars as pl
import pytest

from engine.records.events import Cause, Result
from lab.metrics import style
from lab.metrics.style import MEASURES
from lab.tables import event_frames
from lab.tables.metric import compute

EVENT = {"turn": 1, "actor": -1, "target": -1, "other": -1, "before": 0, "after": 0}

# Three seats: 0 is `racer`, 1 is `saboteur`, 2 is `helper`.
STORY = [
    {"kind": "turn", "actor": 0},
    {"kind": "fight", "actor": 0, "other": 0},
    {"kind": "join", "actor": 0, "target": 0},
    {"kind": "ask", "actor": 0, "target": 1, "before": 1},
    {"kind": "ask", "actor": 0, "target": 1, "other": 1},  # a second Item in the same request
    {"kind": "refuse", "actor": 1, "target": 0},
    {"kind": "ask", "actor": 0, "target": 2, "before": 2},
    {"kind": "accept", "actor": 2, "target": 0, "other": 2, "before": 2},
    {"kind": "bonus", "actor": 2, "target": 0, "before": -2},  # the helper: clumsy, not hostile
    {"kind": "bonus", "actor": 1, "target": -1, "after": 5},  # hostile; all are at Level 1, so the fighter leads
    {"kind": "fight_end", "actor": 0, "target": 2, "other": int(Result.KILLED)},
    {"kind": "level", "actor": 0, "target": 0, "other": int(Cause.KILL), "before": 1, "after": 2},
    {"kind": "turn_end", "actor": 0, "after": 4},
    {"kind": "turn", "actor": 1, "turn": 2},
    {"kind": "fight", "actor": 1, "other": 1, "turn": 2},  # looked for
    {"kind": "join", "actor": 1, "target": 1, "turn": 2},
    {"kind": "join", "actor": 2, "target": 1, "turn": 2},  # a monster added by somebody else, to a fighter behind
    {"kind": "fight_end", "actor": 1, "other": int(Result.CAUGHT), "turn": 2},
    {"kind": "curse", "actor": 1, "target": 0, "turn": 2},  # the leader is cursed
    {"kind": "curse", "actor": 1, "target": 1, "turn": 2},  # their own door: no hostile act
    {"kind": "propose", "actor": 1, "target": 2, "turn": 2},
    {"kind": "decline", "actor": 2, "target": 1, "turn": 2},
    {"kind": "propose", "actor": 1, "target": 0, "turn": 2},
    {"kind": "propose", "actor": 1, "target": 0, "turn": 2, "before": 1},  # a second Item in the same proposal
    {"kind": "propose", "actor": 2, "target": 1, "turn": 2},
    {"kind": "decline", "actor": 2, "target": 1, "turn": 2},  # who proposed does not like what is offered in return
    {"kind": "sell", "actor": 1, "turn": 2},
    {"kind": "turn_end", "actor": 1, "after": 2, "turn": 2},
]
AGENTS = ("racer", "saboteur", "helper")


def told_twice(story):
    events = [
        {"run_id": "r", "arm": "a", "game": g, "seq": i, **EVENT, **e} for g in range(2) for i, e in enumerate(story)
    ]
    return pl.DataFrame(events)


@pytest.fixture
def measured(rows, tiny_store):
    """The metric over the story above, told twice, and over a game without events."""
    make_game, make_seat = rows
    event = told_twice(STORY)
    seats = [
        make_seat("a", g, s, agent=a, helps=int(s == 2), deaths=int(s == 1), levels_bought=0)
        for g in range(3) for s, a in enumerate(AGENTS)
    ]  # fmt: skip
    games = [make_game("a", g, turns=(50, 70, 999)[g]) for g in range(3)]
    store = tiny_store(event=event, seat=pl.DataFrame(seats), game=pl.DataFrame(games))
    return compute(store, ["style"])["style"]


@pytest.mark.parametrize(
    ("agent", "measure", "value"),
    [
        ("racer", "fights", 1), ("racer", "sought", 0), ("racer", "won", 1), ("racer", "lost", 0),
        ("racer", "asked", 2), ("racer", "hostile", 0), ("racer", "hand", 4), ("racer", "length", 60),
        ("saboteur", "sought", 1), ("saboteur", "won", 0), ("saboteur", "lost", 1), ("saboteur", "agreed", 0),
        ("saboteur", "hostile", 2), ("saboteur", "at_leader", 1), ("saboteur", "cursed", 1), ("saboteur", "sold", 1),
        ("saboteur", "traded", 1), ("saboteur", "died", 1), ("saboteur", "hand", 2),
        ("helper", "helped", 1), ("helper", "agreed", 1), ("helper", "price", 2), ("helper", "hostile", 1),
        ("helper", "at_leader", 0), ("helper", "traded", 0),
    ],
)  # fmt: skip
def test_a_story_written_by_hand(measured, agent, measure, value):
    row = measured.filter((pl.col("agent") == agent) & (pl.col("measure") == measure)).row(0, named=True)
    assert row["value"] == value
    assert row["games"] == 2


def test_a_leader_who_never_left_a_higher_starting_level_is_known(rows, tiny_store):
    # All begin at Level 3; seat 1 drops to 2, and seat 0, of whom nothing was told, leads with seat 2.
    make_game, make_seat = rows
    story = [
        {"kind": "level", "actor": 1, "target": 1, "before": 3, "after": 2},
        *({"kind": "curse", "actor": 2, "target": seat} for seat in (0, 0, 0, 1)),
    ]
    seats = [make_seat("a", g, s, agent=a) for g in range(2) for s, a in enumerate(AGENTS)]
    games = [make_game("a", g) for g in range(2)]
    store = tiny_store(event=told_twice(story), seat=pl.DataFrame(seats), game=pl.DataFrame(games))
    found = compute(store, ["style"])["style"].filter(
        (pl.col("agent") == "helper") & (pl.col("measure") == "at_leader")
    )
    assert found["value"].to_list() == [0.75]


FAR = 5_000
"""Number of a game that is not read together with the first ones."""


def test_nothing_is_carried_over_from_one_game_into_the_next(rows, tiny_store, monkeypatch):
    # Each game begins with a monster and a Curse from seat 0; it ends with a fight of seat 0 and a Level for seat 1.
    make_game, make_seat = rows
    story = [
        {"kind": "join", "actor": 0, "target": 1},  # hostile, unless the last fighter is remembered
        {"kind": "curse", "actor": 0, "target": 2},  # all lead at Level 1, unless that of seat 1 is remembered
        {"kind": "fight", "actor": 0, "other": 0},
        {"kind": "level", "actor": 1, "target": 1, "before": 1, "after": 2},
    ]
    places = [(a, g) for a in ("a", "b") for g in (0, 1, FAR - 1, FAR, 3 * FAR)]
    monkeypatch.setattr(event_frames, "BLOCK", len(story))
    event = [
        {"run_id": "r", "arm": a, "game": g, "seq": i, **EVENT, **e} for a, g in places for i, e in enumerate(story)
    ]
    seats = [make_seat(a, g, s, agent=name) for a, g in places for s, name in enumerate(AGENTS)]
    games = [make_game(a, g) for a, g in places]
    store = tiny_store(event=pl.DataFrame(event[::-1]), seat=pl.DataFrame(seats), game=pl.DataFrame(games))
    found = compute(store, ["style"])["style"].filter(agent="racer")
    for measure, value in (("hostile", 2), ("at_leader", 0.5)):
        rows = found.filter(measure=measure)
        assert (rows["value"].to_list(), rows["games"].to_list()) == ([value] * 2, [5, 5]), measure


def test_what_never_came_up_is_unknown(measured):
    price = measured.filter((pl.col("agent") == "racer") & (pl.col("measure") == "price"))
    assert price["value"].to_list() == [None] and price["value_high"].to_list() == [None]


def test_every_persona_has_every_measure_in_order(measured):
    assert measured.filter(pl.col("agent") == "helper")["measure"].to_list() == list(MEASURES)
    assert set(measured["agent"]) == set(AGENTS)


def test_without_events_there_is_no_style(rows, tiny_store):
    make_game, make_seat = rows
    event = pl.DataFrame([{"run_id": "r", "arm": "a", "game": 0, "seq": 0, "kind": "turn", **EVENT}]).clear()
    store = tiny_store(event=event, seat=pl.DataFrame([make_seat("a", 0, 0)]), game=pl.DataFrame([make_game("a", 0)]))
    assert compute(store, ["style"])["style"].is_empty()


def test_every_event_is_read_once_arm_by_arm(rows, tiny_store, monkeypatch):
    make_game, make_seat = rows
    places = [(a, g) for a in ("a", "b") for g in (0, 1, FAR)]
    told = [
        {"run_id": "r", "arm": a, "game": g, "seq": i, **EVENT, **e} for a, g in places for i, e in enumerate(STORY)
    ]
    seats = [make_seat(a, g, s, agent=name) for a, g in places for s, name in enumerate(AGENTS)]
    games = [make_game(a, g) for a, g in places]
    monkeypatch.setattr(event_frames, "BLOCK", 1.5 * len(STORY))  # of three games of an arm: two blocks
    read = []
    acts = style._acts
    monkeypatch.setattr(style, "_acts", lambda rows: read.append(rows) or acts(rows))
    store = tiny_store(event=pl.DataFrame(told), seat=pl.DataFrame(seats), game=pl.DataFrame(games))
    compute(store, ["style"])
    assert [rows["game"].unique().sort().to_list() for rows in read] == [[0, 1], [FAR]] * 2
    assert sum(rows.height for rows in read) == len(told)
    # Neither the words of its arm nor what no measure asks for is read with an event.
    assert not {"run_id", "arm", "turn", "phase", "round", "copy"} & set(read[0].columns)
