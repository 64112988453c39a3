"""Kingmaking: planted combats, and the same once more in SQL."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from engine.records.events import Result
from lab.tables.metric import compute
from tests.lab.game_frames import POSITIONS, ask, made_up, same
from tests.lab.level_frames import written_down

pytestmark = pytest.mark.deep

KILLED, REMOVED, FLED = int(Result.KILLED), int(Result.REMOVED), int(Result.FLED)
RULE = {"run_id": "r", "switch": "victory.level", "value": "10"}
STOPPED = [("strength", 0, 1), ("play", 1, -1), ("strength", 0, 0), ("fight_end", 0, FLED)]
"""What happens in a combat of seat 0: kind, actor, other. Seat 1 turns it from being won to being lost."""
TAKEN_AWAY = [("strength", 0, 1), ("play", 1, -1), ("remove", -1, -1), ("strength", 0, 1), ("fight_end", 0, REMOVED)]
WINS = ("fight_end", 0, KILLED)
LOSES = ("fight_end", 0, FLED)


def helped_by(seat):
    return [("strength", 0, 0), ("accept", 0, seat), ("strength", 0, 1), WINS]


CASES = {  # winner, Level of seat 0 when its turn in round 2 begins, what happens in its combat
    0: (2, 9, STOPPED),  # seat 1 has no hope, and stops seat 0: seat 2 wins
    1: (0, 9, STOPPED),  # seat 0 wins all the same
    2: (2, 9, [("strength", 0, 1), ("play", 2, -1), ("strength", 0, 0), LOSES]),  # the winner stopped another
    3: (0, 9, helped_by(1)),  # seat 1 makes seat 0 win
    4: (2, 9, TAKEN_AWAY),  # seat 1 stops seat 0 by taking the monster away
    5: (2, 9, [("strength", 0, 1), ("play", 0, -1), ("strength", 0, 0), LOSES]),  # its own doing
    6: (2, 5, STOPPED),  # not for the last Level
    7: (None, 9, STOPPED),  # nobody wins
    8: (0, 9, helped_by(2)),  # seat 2 had hope
    9: (0, 9, [*STOPPED[:3], ("ability", 0, -1), ("strength", 0, 1), WINS]),  # seat 0 turns it back
    10: (2, 9, [("strength", 0, 0), LOSES, ("play", 1, -1), ("strength", 0, 1), ("play", 1, -1), ("strength", 0, 0)]),
    11: (2, 9, [("strength", 0, 0), *TAKEN_AWAY[1:3], ("fight_end", 0, REMOVED)]),  # it was not being won
    12: (2, 9, [("strength", 0, 1), ("play", 3, -1), ("strength", 0, 0), LOSES]),  # seat 3 had hope
    13: (2, 9, [("strength", 0, 1), ("play", 1, -1), ("strength", 0, 1), ("level", 0, -1), ("strength", 0, 0), LOSES]),
}
"""In 10 all but the loss comes after the combat; in 13 what seat 1 played turned nothing, and nobody did what did."""


def turn(number, seat, level, combat, at_round=2, first=1):
    """The events of a turn with one combat."""
    rows = [("turn", seat, -1, level), ("fight", seat, 0, 0), *((kind, a, o, 0) for kind, a, o in combat)]
    return [
        {"run_id": "r", "arm": "a", "game": number, "seq": first + i, "turn": 4 * at_round, "round": at_round,
         "kind": kind, "actor": actor, "target": 3, "other": other, "before": before, "after": 0}
        for i, (kind, actor, other, before) in enumerate(rows)
    ]  # fmt: skip


def planted(cases):
    """Forty-four games of four players; when round 2 begins, seat 1 lacks 9 Levels, 2 and 3 lack 5, the leader one."""
    winners = {number: cases[number][0] if number in cases else (0, 2, 3)[number % 3] for number in range(44)}
    levels = [[9, 1, 5, 5], [10, 1, 5, 5]]
    frames = written_down({n: (levels, [] if winner is None else [winner]) for n, winner in winners.items()})
    start = [turn(number, 0, 1, [])[0] | {"seq": 0, "round": 1, "turn": 1} for number in range(44)]
    events = [row for number, (_, level, combat) in cases.items() for row in turn(number, 0, level, combat)]
    return frames | {"rule": pl.DataFrame([RULE | {"arm": "a"}])}, start, events


def counts_of(store):
    found = compute(store, ["kingmaking"])["kingmaking"]
    assert found["games"].n_unique() == 1
    return {(row["deed"], row["by"]): row["count"] for row in found.to_dicts()}, found.item(0, "games")


def test_a_deed_counts_that_changes_who_wins(tiny_store):
    frames, start, events = planted(CASES)
    counts, games = counts_of(tiny_store(**frames, event=pl.DataFrame(start + events)))
    assert games == 43  # one had no winner
    assert counts == {
        ("help", "hopeless"): 1, ("help", "losers"): 2,  # 3; and 8
        ("stop", "hopeless"): 2, ("stop", "losers"): 3,  # 0 and 4; and 12
        ("either", "hopeless"): 3, ("either", "losers"): 5,
    }  # fmt: skip


def test_a_game_counts_once_and_only_if_its_events_were_kept(tiny_store):
    frames, start, _ = planted(CASES)
    twice = turn(0, 0, 9, STOPPED) + turn(0, 0, 9, STOPPED, first=50)
    counts, games = counts_of(tiny_store(**frames, event=pl.DataFrame(start[:10] + twice)))
    assert games == 9 and counts["stop", "hopeless"] == counts["either", "hopeless"] == 1


def test_a_level_gained_before_the_combat_makes_it_one_for_the_last(tiny_store):
    frames, start, _ = planted({0: CASES[0]})
    rows = turn(0, 0, 8, STOPPED, first=10)
    gained = rows[0] | {"seq": 11, "kind": "level", "target": 0, "before": 8, "after": 9}
    lost = gained | {"seq": 12, "before": 9, "after": 8}
    later = [row | {"seq": row["seq"] + 5} for row in rows[1:]]
    for between, count in (([gained], 1), ([gained, lost], 0), ([gained | {"target": 1}], 0)):
        counts, _ = counts_of(tiny_store(**frames, event=pl.DataFrame([*start, rows[0], *between, *later])))
        assert counts["stop", "hopeless"] == count


@pytest.mark.parametrize(("goal", "count"), [("10", 1), ("11", 0), ("20", 0)])
def test_the_last_level_is_that_of_the_rules(goal, count, tiny_store):
    frames, start, events = planted({0: CASES[0]})
    frames["rule"] = pl.DataFrame([RULE | {"arm": "a", "value": goal}])
    counts, _ = counts_of(tiny_store(**frames, event=pl.DataFrame(start + events)))
    assert counts["stop", "losers"] == count


def test_without_its_rules_nothing_is_said_of_an_arm(tiny_store):
    frames, start, events = planted(CASES)
    frames["rule"] = frames["rule"].clear()
    assert compute(tiny_store(**frames, event=pl.DataFrame(start + events)), ["kingmaking"])["kingmaking"].is_empty()


def test_nobody_is_hopeless_before_a_round_has_ended(tiny_store):
    frames, start, _ = planted({0: CASES[0]})
    counts, _ = counts_of(tiny_store(**frames, event=pl.DataFrame(start + turn(0, 0, 9, STOPPED, at_round=1))))
    assert (counts["stop", "hopeless"], counts["stop", "losers"]) == (0, 1)


def by_lot(seed=9):
    """Made-up games, and a few turns with combats in each of them, in no order."""
    frames, rng, events = made_up(games=300), np.random.default_rng(seed), []
    for row in frames["game"].to_dicts():
        players = frames["seat"].filter(arm=row["arm"], game=row["game"]).height
        keep = rng.random() < 0.9
        for number in range(20 if keep else 0):
            kinds = rng.choice(["strength", "play", "ability", "accept", "remove", "level"], int(rng.integers(1, 9)))
            combat = [(str(k), int(rng.integers(0, players)), int(rng.integers(0, 2))) for k in kinds]
            combat.append(("fight_end", 0, int(rng.choice([KILLED, REMOVED, FLED]))))
            at = int(rng.integers(1, row["rounds"] + 1))
            seat, level = int(rng.integers(0, players)), int(rng.integers(8, 10))
            rows = turn(row["game"], seat, level, combat, at, 40 * number)
            for event in rows:
                after = int(rng.integers(7, 10)) if event["kind"] == "level" else 0
                target = int(rng.integers(0, players))
                events.append(event | {"arm": row["arm"], "turn": 10 * number + 1, "target": target, "after": after})
    rule = pl.DataFrame([RULE | {"arm": arm} for arm in frames["game"]["arm"].unique()])
    return frames | {"event": pl.DataFrame(events).sample(fraction=1, shuffle=True, seed=seed), "rule": rule}


SQL = f"""{POSITIONS},
    lost AS (SELECT p.arm, p.game, p.round + 1 AS round, p.seat FROM position p
             JOIN rule r ON r.arm = p.arm AND r.switch = 'victory.level'
             WHERE CAST(r.value AS INT) - p.level >= 6 * greatest(CAST(r.value AS INT) - p.level - p.behind, 1)),
    fights AS (SELECT f.arm, f.game, f.turn, f.round, f.actor AS fighter, f.seq AS start,
                 (SELECT min(seq) FROM event e WHERE e.arm = f.arm AND e.game = f.game AND e.turn = f.turn
                    AND e.kind = 'fight_end' AND e.seq > f.seq) AS stop,
                 coalesce((SELECT arg_max(after, seq) FROM event e WHERE e.arm = f.arm AND e.game = f.game
                             AND e.turn = f.turn AND e.kind = 'level' AND e.target = f.actor AND e.seq < f.seq),
                          (SELECT max(before) FROM event e WHERE e.arm = f.arm AND e.game = f.game AND e.turn = f.turn
                             AND e.kind = 'turn')) AS at_level
               FROM event f WHERE f.kind = 'fight'),
    rows AS (SELECT f.arm, f.game, f.round, f.fighter, f.start, e.seq, e.kind, e.actor, e.other
             FROM fights f JOIN rule r ON r.arm = f.arm AND r.switch = 'victory.level'
               AND f.at_level + 1 >= CAST(r.value AS INT)
             JOIN event e ON e.arm = f.arm AND e.game = f.game AND e.turn = f.turn
               AND e.seq BETWEEN f.start AND f.stop),
    seen AS (SELECT x.arm, x.game, x.round, x.fighter, x.start, x.seq, x.kind, x.other,
               max(p.seq) FILTER (p.kind = 'strength') AS since,
               arg_max(p.other, p.seq) FILTER (p.kind = 'strength') AS was
             FROM rows x LEFT JOIN rows p ON p.arm = x.arm AND p.game = x.game AND p.start = x.start AND p.seq < x.seq
             WHERE x.kind IN ('strength', 'remove') GROUP BY ALL),
    turned AS (SELECT s.*, CASE WHEN kind = 'remove' THEN 'gone' WHEN other = 1 THEN 'help' ELSE 'stop' END AS deed
               FROM seen s WHERE (kind = 'remove' AND was = 1) OR (kind = 'strength' AND other != was)),
    last_one AS (SELECT arm, game, start, max(seq) AS seq FROM turned GROUP BY ALL),
    deeds AS (SELECT t.arm, t.game, t.round, t.fighter, t.deed, e.other AS result,
                (SELECT arg_max(CASE d.kind WHEN 'accept' THEN d.other ELSE d.actor END, d.seq) FROM rows d
                 WHERE d.arm = t.arm AND d.game = t.game AND d.start = t.start AND d.seq < t.seq AND d.seq > t.since
                   AND d.kind IN ('play', 'ability', 'accept')) AS doer
              FROM turned t JOIN last_one USING (arm, game, start, seq)
              JOIN rows e ON e.arm = t.arm AND e.game = t.game AND e.start = t.start AND e.kind = 'fight_end'),
    counted AS (SELECT d.arm, d.game, CASE d.deed WHEN 'help' THEN 'help' ELSE 'stop' END AS deed,
                  l.seat IS NOT NULL AS without
                FROM deeds d JOIN seat f ON f.arm = d.arm AND f.game = d.game AND f.seat = d.fighter
                JOIN seat o ON o.arm = d.arm AND o.game = d.game AND o.seat = d.doer AND o.credit = 0
                JOIN game g ON g.arm = d.arm AND g.game = d.game AND g.n_winners > 0
                LEFT JOIN lost l ON l.arm = d.arm AND l.game = d.game AND l.round = d.round AND l.seat = d.doer
                WHERE d.doer != d.fighter
                  AND ((d.deed = 'help' AND result = {KILLED} AND f.credit > 0)
                    OR (d.deed = 'stop' AND result IN (3, 4, 5) AND f.credit = 0)
                    OR (d.deed = 'gone' AND result = {REMOVED} AND f.credit = 0))),
    whole AS (SELECT arm, count(*) AS games FROM game g WHERE n_winners > 0 AND EXISTS
                (SELECT 1 FROM event e WHERE e.arm = g.arm AND e.game = g.game) GROUP BY arm),
    asked AS (SELECT * FROM (VALUES ('help'), ('stop'), ('either')) a(deed), (VALUES ('hopeless'), ('losers')) b("by"))
    SELECT w.arm, a.deed, a."by", w.games, count(DISTINCT c.game) AS count,
      count(DISTINCT c.game) / any_value(w.games) AS share
    FROM whole w CROSS JOIN asked a LEFT JOIN counted c ON c.arm = w.arm AND a.deed IN (c.deed, 'either')
      AND (a."by" = 'losers' OR c.without) GROUP BY ALL"""


def test_the_deeds_in_sql(tiny_store):
    frames = by_lot()
    answer = ask(SQL, **frames)
    assert (answer["count"] > 0).sum() >= 10
    same(compute(tiny_store(**frames), ["kingmaking"])["kingmaking"], answer, "arm", "deed", "by")
