"""What metrics of events are made of, on stories written by hand; every metric itself is asked once more in SQL."""

from __future__ import annotations

import polars as pl
import pytest

from engine.records.events import Cause, Result
from engine.records.state import Zone
from lab.metrics import style
from lab.tables import event_frames
from lab.tables.event_frames import (
    cards_lost,
    counted,
    hostile,
    is_helping,
    level_of,
    with_cause,
    with_fights,
    with_levels,
)
from lab.tables.metric import compute

HAND, TABLE, PILE, OPEN = (int(z) for z in (Zone.HAND, Zone.TABLE, Zone.DISCARD, Zone.OPEN))
NOTHING = {"actor": -1, "target": -1, "card": -1, "other": -1, "before": 0, "after": 0}
COLUMNS = tuple(NOTHING)
TROLL, FROGS, HAT = range(3)


def ev(kind, actor=-1, target=-1, **rest):
    """One event, with everything that is not told set to nobody and nothing."""
    return NOTHING | {"kind": kind, "actor": actor, "target": target} | rest


def events(*stories, arm="a", first=0, step=1):
    """The events of an arm with one game for each story, the last one first."""
    key = {"run_id": "r", "arm": arm}
    rows = [
        key | {"game": first + g * step, "seq": n} | row for g, of in enumerate(stories) for n, row in enumerate(of)
    ]
    return pl.DataFrame(rows[::-1])


def seen(story, look):
    """What `look` makes of the events of a game that comes after another one, in their order."""
    found = []
    other = [ev("fight", 2), ev("level", 2, 2, before=1, after=9), ev("curse", 2, 2, card=FROGS)]
    rows = events(other, story)
    game = pl.DataFrame({"run_id": "r", "arm": "a", "game": [0, 1]}).lazy()
    kinds = rows["kind"].unique().to_list()

    def count(rows):
        found.append(look(rows).filter(game=1))
        return rows.select("game")

    counted(game, rows.lazy(), kinds, COLUMNS, count).collect()
    return found[0]


def test_levels_are_those_before_each_event_and_all_begin_alike():
    story = [ev("turn", 0), ev("level", 1, 1, before=3, after=2), ev("turn", 1), ev("level", 0, 0, before=3, after=5)]
    found = seen([*story, ev("turn", 0)], with_levels)
    # Seat 2 is never told of and begins as seat 1 did; each change shows in the event after it.
    assert found.select("level_0", "level_1", "level_2").rows() == [(3, 3, 3)] * 2 + [(3, 2, 3)] * 2 + [(5, 2, 3)]
    assert found.with_columns(own=level_of(pl.col("actor")))["own"].to_list() == [3, 3, 2, 3, 5]


COMBATS = [
    ev("turn", 0), ev("fight", 0, other=0), ev("accept", 2, 0, other=2), ev("leave", 0, 2), ev("accept", 0, 1, other=1),
    ev("strength", 0, 1), ev("fight_end", 0, 1, other=int(Result.KILLED)), ev("turn_end", 0),
    ev("fight", 1, other=0), ev("strength", 2, -1),  # seat 2 has taken it over
]  # fmt: skip


def test_combats_have_a_number_a_fighter_and_a_helper():
    found = seen(COMBATS, with_fights)
    assert found["fighting"].to_list() == [False] + [True] * 6 + [False] + [True] * 2
    assert found["fighter"].to_list() == [-1] + [0] * 7 + [1, 2]
    assert found["helpers"].to_list() == [0, 0, 0b100, 0, 0b010, 0b010, 0b010, 0b010, 0, 0]
    assert (found["bout"] - found["bout"][0]).to_list() == [0] + [1] * 7 + [2] * 2


def test_all_who_help_are_known_until_they_leave_or_somebody_takes_the_combat_over():
    joined = [ev("fight", 0, other=0), ev("accept", 2, 0, other=2), ev("strength", 0, 2), ev("accept", 0, 1, other=1)]
    left = [ev("leave", 0, 2), ev("accept", 3, 0, other=3), ev("strength", 4, -1), ev("accept", 2, 4, other=2)]
    found = seen([*joined, *left], lambda rows: with_fights(rows).with_columns(one=is_helping(pl.lit(1))))
    assert found["helpers"].to_list() == [0, 0b0100, 0b0100, 0b0110, 0b0010, 0b1010, 0, 0b0100]
    assert found["one"].to_list() == [False] * 3 + [True] * 3 + [False] * 2


@pytest.mark.parametrize(
    ("event", "is_hostile"),
    [
        (ev("bonus", 2, 0, after=5), True), (ev("bonus", 2, 0, before=-2), True), (ev("bonus", 2, 0, before=3), False),
        (ev("bonus", 1, 0, before=-2), False),  # the helper: clumsy
        (ev("bonus", 0, 0, after=5), False), (ev("join", 2, 0, card=TROLL), True), (ev("join", 0, 0), False),
        (ev("curse", 2, 1), True), (ev("curse", 1, 2), True), (ev("curse", 2, 2), False), (ev("curse", -1, 0), False),
        (ev("play", 2, 0), False), (ev("bonus", -1, 0, after=5), False),
    ],
)  # fmt: skip
def test_what_harms_somebody_elses_combat_is_hostile(event, is_hostile):
    found = seen([*COMBATS[:6], event], lambda rows: with_fights(rows).with_columns(hostile=hostile()))
    assert found["hostile"].to_list() == [False] * 6 + [is_hostile]


def test_losses_come_from_the_last_thing_that_takes_cards_unless_that_card_merely_acts():
    lost = ev("lose", 0, card=HAT, before=TABLE, after=PILE)
    story = [
        lost, ev("curse", -1, 0, card=FROGS), lost, ev("acts", 0, card=FROGS), ev("steal", 0, 2, before=HAND),
        ev("play", 0, card=HAT), lost, ev("caught", 0, card=TROLL), ev("lose", 0, card=HAT, before=OPEN, after=PILE),
        ev("lose", -1, before=HAND), ev("discard", 0, before=HAND), ev("turn_end", 0), lost,
    ]  # fmt: skip
    found = seen(story, lambda rows: with_cause(rows).with_columns(taken=cards_lost())).filter("taken")
    assert found.select("cause", "cause_card").rows() == [
        ("last_move", -1), ("curse", FROGS), ("curse", FROGS), ("play", HAT), ("turn_end", -1)
    ]  # fmt: skip


FAR = 5_000
"""Numbers of games that are not read together with the first ones."""


def styles(tiny_store, rows, story, places, monkeypatch, block):
    make_game, make_seat = rows
    monkeypatch.setattr(event_frames, "BLOCK", block)
    agents = ("racer", "saboteur", "helper")
    seats = [make_seat(a, g, s, agent=name) for a, g in places for s, name in enumerate(agents)]
    told = pl.concat([events(story, arm=a, first=g).with_columns(turn=1) for a, g in places])
    games = pl.DataFrame([make_game(a, g) for a, g in places])
    return compute(tiny_store(event=told, seat=pl.DataFrame(seats), game=games), ["style"])["style"]


def test_nothing_is_carried_over_from_one_game_into_the_next(rows, tiny_store, monkeypatch):
    # Each game begins with a monster and a Curse from seat 0; it ends with a fight of seat 0 and a Level for seat 1.
    story = [
        ev("join", 0, 1),  # hostile, unless the last fighter is remembered
        ev("curse", 0, 2),  # all lead at Level 1, unless that of seat 1 is remembered
        ev("fight", 0, other=0),
        ev("level", 1, 1, other=int(Cause.CARD), before=1, after=2),
    ]
    places = [(a, g) for a in ("a", "b") for g in (0, 1, FAR - 1, FAR, 3 * FAR)]
    found = styles(tiny_store, rows, story, places, monkeypatch, len(story)).filter(agent="racer")
    for measure, value in (("hostile", 2), ("at_leader", 0.5)):
        of = found.filter(measure=measure)
        assert (of["value"].to_list(), of["games"].to_list()) == ([value] * 2, [5, 5]), measure


def test_every_event_is_read_once_arm_by_arm(rows, tiny_store, monkeypatch):
    read, acts = [], style._acts
    monkeypatch.setattr(style, "_acts", lambda rows: read.append(rows) or acts(rows))
    places = [(a, g) for a in ("a", "b") for g in (0, 1, FAR)]
    styles(tiny_store, rows, COMBATS, places, monkeypatch, 1.5 * len(COMBATS))  # of three games of an arm: two blocks
    assert [rows["game"].unique().sort().to_list() for rows in read] == [[0, 1], [FAR]] * 2
    assert sum(rows.height for rows in read) == len(places) * len(COMBATS)
    # Neither the words of its arm nor what no measure asks for is read with an event.
    assert not {"run_id", "arm", "turn", "phase", "round", "copy"} & set(read[0].columns)


def test_without_events_there_is_nothing_to_count(rows, tiny_store):
    game, seat = rows
    none = events([ev("turn", 0)]).with_columns(turn=1, round=1, phase=pl.lit("door"), copy=0).clear()
    rule = pl.DataFrame([{"run_id": "r", "arm": "a", "switch": "victory.level", "value": "10"}])
    arm = pl.DataFrame([{"run_id": "r", "arm": "a", "seats": 3}])
    tables = {"event": none, "rule": rule, "arm": arm}
    tables |= {"game": pl.DataFrame([game("a", 0)]), "seat": pl.DataFrame([seat("a", 0, 0)])}
    for name in ("style", "last_fights", "hostility", "helping", "downtime"):
        assert compute(tiny_store(**tables), [name])[name].is_empty(), name
