"""Downtime: planted truths under a declared pace, and the same once more in SQL."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.metrics import downtime as measured
from lab.stats import intervals
from lab.tables.metric import compute
from lab.tables.table_pace import Pace
from tests.lab.game_frames import ARMS, ask, same

PACE = Pace(turn=10, decision=3, combat=100)
EVENTS = [
    ("turn", 0), ("play", 0), ("draw", 0), ("turn_end", 0),
    ("turn", 1), ("fight", 1), ("play", 1), ("ability", 0), ("turn_end", 1),
    ("turn", 2), ("sell", 2), ("turn_end", 2),
    ("turn", 0), ("turn_end", 0), ("turn", 1), ("turn_end", 1),
]  # fmt: skip
"""Nine acts; with 18 decisions an act stands for two of them, 6 seconds."""


@pytest.fixture(autouse=True)
def paced(monkeypatch):
    """Whatever the pace is that is declared, here it is another one."""
    monkeypatch.setattr(measured, "pace", lambda: PACE)


def events(rows, arm="a", game=0):
    key = {"run_id": "r", "arm": arm, "game": game}
    return [key | {"seq": seq, "kind": kind, "actor": actor} for seq, (kind, actor) in enumerate(rows)]


def found_in(store):
    rows = compute(store, ["downtime"])["downtime"].to_dicts()
    return {(row["between"], row["measure"]): row for row in rows}


def test_waits_are_what_others_do_in_between(rows, tiny_store):
    game, _ = rows
    store = tiny_store(game=pl.DataFrame([game("a", 0, decisions=18)]), event=pl.DataFrame(events(EVENTS)))
    found = found_in(store)
    # Seat 0 waits from its turn's end to its next turn: 2 turns, 4 acts of others (its own ability is none), a fight:
    # 20 + 24 + 100 seconds. Seat 1 waits 2 turns and 3 acts, 20 + 18 seconds. Seat 2 has one turn only.
    assert {m: row["mean"] for (b, m), row in found.items() if b == "turns"} == pytest.approx(
        {"turns": 2, "acts": 3.5, "estimated_seconds": (144 + 38) / 2}
    )
    assert found["turns", "estimated_seconds"]["longest"] == pytest.approx(144)
    # Between acts: seat 0 from its play to its ability (1 turn, 2 acts, the fight: 122 seconds), and from there to its
    # turn (1 turn, 2 acts: 22); seat 1 from its play to its turn (2 turns, 4 acts: 44). Its own fight is no wait.
    assert {m: row["mean"] for (b, m), row in found.items() if b == "acts"} == pytest.approx(
        {"turns": 4 / 3, "acts": 8 / 3, "estimated_seconds": (122 + 22 + 44) / 3}
    )
    row = found["acts", "estimated_seconds"]
    assert (row["longest"], row["q50"], row["q90"], row["waits"]) == pytest.approx((122, 44, 122, 3 / 2))
    assert row["games"] == 1 and row["mean_low"] is None


def test_the_mean_is_over_waits_and_its_interval_over_games(rows, tiny_store):
    game, _ = rows
    short = [("turn", 0), ("turn_end", 0), ("turn", 1), ("turn_end", 1), ("turn", 0), ("turn_end", 0)]
    store = tiny_store(
        game=pl.DataFrame([game("a", 0, decisions=18), game("a", 1, decisions=3)]),
        event=pl.DataFrame(events(EVENTS) + events(short, game=1)),
    )
    row = found_in(store)["turns", "turns"]
    # Two waits of 2 turns in one game, one of 1 turn in the other: 5/3. Residuals 4 - 10/3 and 1 - 5/3: both 2/3, and
    # of two games one is free.
    assert (row["games"], row["mean"], row["longest"]) == pytest.approx((2, 5 / 3, 1.5))
    half = float(intervals.t_quantile(2)) * np.hypot(2 / 3, 2 / 3) * np.sqrt(2 / 1) / 3
    assert row["mean_high"] == pytest.approx(5 / 3 + half)
    assert row["mean_low"] == max(0, 5 / 3 - half) == 0


def test_without_events_there_is_nothing_to_say(rows, tiny_store):
    game, _ = rows
    none = pl.DataFrame(events(EVENTS)).clear()
    assert compute(tiny_store(game=pl.DataFrame([game("a", 0)]), event=none), ["downtime"])["downtime"].height == 0


def by_lot(games=30, seed=3):
    """Events of games of three to six players: turns in order, with acts of anybody in between; rows in no order."""
    rng = np.random.default_rng(seed)
    game, event = [], []
    for arm, seats in ARMS.items():
        for number in range(games):
            rows = []
            for turn in range(int(rng.integers(1, 5 * seats))):
                acts = rng.choice(["play", "refuse", "draw", "level"], int(rng.integers(0, 6)))
                rows += [("turn", turn % seats), *(("fight", turn % seats) for _ in range(int(rng.random() < 0.5)))]
                rows += [(str(kind), int(rng.integers(-1, seats))) for kind in acts] + [("turn_end", turn % seats)]
            event += events(rows, arm, number)
            key = {"run_id": "r", "arm": arm, "game": number}
            game.append(key | {"turns": turn + 1, "decisions": 10 * (turn + 1)})
    return {"game": pl.DataFrame(game), "event": pl.DataFrame(event).sample(fraction=1, shuffle=True, seed=seed)}


def test_the_waits_in_sql(tiny_store, monkeypatch):
    monkeypatch.setattr(measured, "BLOCK", 7)
    frames = by_lot()
    seen = "'" + "', '".join(measured.ACTS) + "'"
    answer = ask(
        f"""WITH e AS (SELECT *, kind IN ({seen}) AS act FROM event),
           worth AS (SELECT arm, game, {PACE.decision} * any_value(decisions) / count(*) FILTER (act) AS each
                     FROM e JOIN game USING (arm, game) GROUP BY ALL),
           own AS (SELECT arm, game, actor, seq, lag(seq) OVER (PARTITION BY arm, game, actor ORDER BY seq) AS since,
                     'acts' AS b, true AS good FROM e WHERE act AND actor >= 0
                   UNION ALL
                   SELECT arm, game, actor, seq, lag(seq) OVER w, 'turns',
                     kind = 'turn' AND lag(kind) OVER w = 'turn_end'
                   FROM e WHERE kind IN ('turn', 'turn_end') WINDOW w AS (PARTITION BY arm, game, actor ORDER BY seq)),
           gap AS (SELECT o.arm, o.game, o.actor, o.seq, o.b, count(e.seq) FILTER (e.kind = 'turn') AS turns,
                     count(e.seq) FILTER (e.act) AS acts, count(e.seq) FILTER (e.kind = 'fight') AS fights
                   FROM own o LEFT JOIN e ON e.arm = o.arm AND e.game = o.game AND e.actor != o.actor
                     AND e.seq > o.since AND e.seq < o.seq
                   WHERE o.good AND o.since IS NOT NULL GROUP BY ALL),
           wait AS (SELECT *, turns * {PACE.turn} + fights * {PACE.combat} + acts * each AS estimated_seconds
                    FROM gap JOIN worth USING (arm, game) WHERE b = 'turns' OR acts > 0),
           long AS (UNPIVOT (SELECT arm, game, b AS "between", CAST(turns AS DOUBLE) AS turns,
                               CAST(acts AS DOUBLE) AS acts, estimated_seconds FROM wait)
                    ON turns, acts, estimated_seconds INTO NAME measure VALUE n),
           most AS (SELECT arm, "between", measure, avg(m) AS longest, count(*) AS games
                    FROM (SELECT arm, game, "between", measure, max(n) AS m FROM long GROUP BY ALL) GROUP BY ALL)
           SELECT arm, "between", measure, games, avg(n) AS mean, any_value(longest) AS longest,
                  list_sort(list(n))[1 + CAST(round((count(*) - 1) * 0.9) AS INT)] AS q90
           FROM long JOIN most USING (arm, "between", measure) GROUP BY ALL""",
        **frames,
    )
    assert answer.height == 6 * frames["game"]["arm"].n_unique()
    same(compute(tiny_store(**frames), ["downtime"])["downtime"], answer, "arm", "between", "measure")
