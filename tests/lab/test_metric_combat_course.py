"""How combats end by Level and round, planted by hand."""

import pytest

from engine.records.events import Result
from lab.tables.metric import compute
from tests.lab.stories import ev, fight, level, tables, told


def late(events):
    return [row | {"round": 2} for row in events]


STORY = [
    *fight(0, Result.KILLED, told(0, 9, 8)),
    level(0, 1, 2),
    *fight(0, Result.FLED, told(0, 3, 8, helper=1), level(0, 2, 1), helper=1),  # begun at 2, lost at 1
    *late([*fight(1, Result.CAUGHT, told(1, 3, 8)), *fight(0, Result.REMOVED, told(0, 3, 8)), ev("fight", 2, other=0)]),
]
OTHER = fight(2, Result.DIED, told(2, 3, 8))


def test_lost_and_got_away_by_level_and_round(tiny_store):
    found = compute(tiny_store(**tables([STORY, OTHER, None])), ["combat_course"])["combat_course"]
    rows = {(r["axis"], r["position"]): r for r in found.to_dicts()}
    assert set(rows) == {("level", 1), ("level", 2), ("round", 1), ("round", 2)}
    one, two = rows["level", 1], rows["level", 2]
    # At Level 1: killed, caught and removed in the first game, died in the second.
    assert (one["n"], one["games"], one["lost"], one["fled"], one["won"]) == (4, 2, 0.5, 0, 0.25)
    assert (two["n"], two["lost"], two["fled"], two["helped"]) == (1, 1, 1, 1)
    assert (rows["round", 1]["n"], rows["round", 1]["lost"]) == (3, pytest.approx(2 / 3))
    assert (rows["round", 2]["n"], rows["round", 2]["lost"]) == (2, 0.5)
