"""What metrics of events and of Levels are made of, on games in which every event and Level is written down."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from engine.records.events import Cause, Result
from engine.records.state import Zone
from lab.comparison.game_numbers import with_decided
from lab.metrics import style
from lab.tables import event_frames, round_frames
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
from lab.tables.metric import compute, load_metrics
from lab.tables.round_frames import judged, standings
from tests.lab.random_games import ARMS, random_tables

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


GAMES = {  # Levels of four seats at the end of each round, and who won
    0: ([[8, 1, 4, 2], [10, 2, 4, 2]], [0]),
    1: ([[8, 1, 4, 2], [9, 6, 6, 6], [10, 6, 10, 6]], [0, 2]),
    2: ([[8, 1, 4, 2], [8, 1, 4, 2]], []),
    3: ([[10, 1, 1, 1]], [0]),
}
"""One winner; a shared victory; a game that was capped; one that took a round, from whose end nothing begins."""


def written_down():
    """Tables `level` and `seat` of these games."""
    level, seat = [], []
    for number, (rounds, winners) in GAMES.items():
        key = {"run_id": "r", "arm": "a", "game": number}
        seat += [key | {"seat": s, "credit": 1 / len(winners) if s in winners else 0.0} for s in range(4)]
        level += [key | {"round": r, "seat": s, "level": of[s]} for r, of in enumerate(rounds, 1) for s in range(4)]
    return pl.LazyFrame(level), pl.LazyFrame(seat)


def test_a_round_begins_from_the_end_of_the_one_before():
    found = standings(*written_down()).sort("game", "round", "seat").collect()
    assert found.select("game", "round", "rounds").unique(maintain_order=True).rows() == [
        (0, 1, 2), (1, 1, 3), (1, 2, 3), (2, 1, 2)
    ]  # fmt: skip
    assert found.filter(game=0)["behind"].to_list() == [0, 7, 4, 6]
    assert found.filter(game=1, round=2).select("level", "leader", "behind", "credit").rows() == [
        (9, 9, 0, 0.5), (6, 9, 3, 0.0), (6, 9, 3, 0.5), (6, 9, 3, 0.0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "hopeless"),
    [
        # To 10 the leader lacks 2, the others 9, 6 and 8: seat 1 is 4.5 times as far, seat 2 just 3, seat 3 just 4.
        (10, [(1, 2, 3), (1, 3), ()]),
        (None, [(1, 2, 3), (1, 3), ()]),
        (9, [(1, 2, 3), (1, 2, 3), (1, 3)]),  # 1 against 8, 5 and 7; but 5 is less than 6 times 1
        (12, [(), (), ()]),  # 4 against 11, 8 and 10
        # A leader on the winning Level or beyond lacks one all the same: 7, 4 and 6 of one; 5, 2 and 4.
        (8, [(1, 2, 3), (1, 2, 3), (1, 3)]),
        (6, [(1, 3), (1, 3), ()]),
    ],
)
def test_who_is_several_times_as_far_as_the_leader_is_hopeless(goal, hopeless):
    rows = [{"run_id": "r", "arm": "a", "switch": "victory.level", "value": str(goal)}] if goal else []
    rule = pl.LazyFrame(rows, schema=["run_id", "arm", "switch", "value"], orient="row").cast(pl.String)
    found = judged(*written_down(), rule).sort("seat").collect()
    at = found.filter(game=0)
    assert [tuple(at.filter(f"hopeless_{i}")["seat"]) for i in range(3)] == hopeless
    assert dict(found.group_by("game").agg(pl.col("is_won").any()).iter_rows()) == {0: True, 1: True, 2: False}


NAMES = (
    "level_curve", "level_groups", "level_race", "lead_gap", "level_time", "comebacks", "economy", "decided_at",
    "drama", "hopeless_time", "level_difference",
)  # fmt: skip


@pytest.fixture(scope="module")
def tables():
    """Random games whose second arm stands for pairs with the first one, as if it had as many players."""
    found = {name: frame.lazy() for name, frame in random_tables(seed=5, games=40).items()}
    who = pl.when((pl.col("game") + pl.col("seat")) % 3 == 0).then(pl.lit("shy")).otherwise(pl.lit("bold"))
    return found | {
        "game": found["game"].with_columns(first_seat=pl.col("game") % 3, n_winners=pl.col("winners").list.len()),
        "seat": found["seat"].with_columns(agent=who),
        "arm": found["arm"].with_columns(seats=pl.when(pl.col("arm") == "three").then(4).otherwise("seats")),
    }


@pytest.mark.deep
@pytest.mark.parametrize("games", [1, 7, 2 * 16])
@pytest.mark.parametrize("name", NAMES)
def test_blocks_change_no_number(name, games, tables, monkeypatch):
    one = load_metrics()[name]
    known = [tables[need] for need in one.needs]
    whole = one.of(known)
    monkeypatch.setattr(round_frames, "GAMES_AT_ONCE", games)
    if name == "level_difference":
        assert set(whole.select("arm", "paired").iter_rows()) == {("three", True), ("six", False)}
    else:
        assert set(whole["arm"]) == set(ARMS)
    assert_frame_equal(one.of(known), whole, rel_tol=1e-12, abs_tol=1e-12)


def test_means_of_blocks_are_those_of_all():
    """1, 2, 6 and 3, 7: mean 3.8, squares beyond it 7.84 + 3.24 + 4.84 + .64 + 10.24 = 26.8, over 4: 6.7."""
    parts = [
        pl.DataFrame({"k": [1], "m": [3.0], "m_sd": [7**0.5], "m_n": [3]}),  # (4 + 1 + 9) / 2
        pl.DataFrame({"k": [1, 2], "m": [5.0, 4.0], "m_sd": [8**0.5, None], "m_n": [2, 1]}),
    ]
    one, other = round_frames.merged_means(parts, ["k"], "m").sort("k").collect().rows()
    assert one == (1, pytest.approx(3.8), pytest.approx(6.7**0.5), 5)
    assert other == (2, 4.0, None, 1)


class Levels:
    """Games of two, four rounds long, by the Levels of both after each round that is not the last, and who won."""

    GAMES = [("21 32 42", 0), ("12 23 43", 0), ("11 32 42", 0), ("21 32 42", None)]

    def table(self, name, run):
        keys = {"run_id": "r", "arm": "a"}
        rows = []
        for game, (levels, winner) in enumerate(self.GAMES):
            own = keys | {"game": game}
            if name == "game":
                rows.append(own | {"rounds": 4})
            for seat in (0, 1):
                if name == "seat":
                    rows.append(own | {"seat": seat, "credit": float(seat == winner)})
                if name == "level":
                    after = [*levels.split(), levels[-2:]]
                    rows += [own | {"seat": seat, "round": r + 1, "level": int(x[seat])} for r, x in enumerate(after)]
        return pl.LazyFrame(rows)


def test_a_game_is_decided_early_if_whoever_wins_leads_from_half_of_the_rounds_on():
    # after round 1 of 4, 3 of 4 and 2 of 4; nobody won the last one
    numbers = with_decided(pl.DataFrame({"arm": ["a"] * 4, "game": range(4)}), Levels(), "r")
    assert numbers["decided_early"].to_list() == [1.0, 0.0, 1.0, 0.0]
