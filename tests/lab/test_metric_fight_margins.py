"""Margins of combats, planted by hand."""

import pytest

from engine.records.events import Result
from lab.tables.metric import compute
from tests.lab.stories import ev, fight, tables, told

STORY = [
    *fight(0, Result.KILLED, told(0, 5, 8), told(0, 12, 8, helper=1), helper=1),  # from -3 to 4
    *fight(0, Result.FLED, told(0, 8, 8)),  # 0, and 0 is lost
    *fight(1, Result.DIED, told(1, 9, 8), told(1, 9, 30)),  # from 1 to -21
    *fight(1, Result.REMOVED, told(1, 3, 6), told(1, 3, 0)),  # from -3; the monster has left
]
OTHER = [*fight(2, Result.CAUGHT, told(2, 2, 6)), ev("fight", 0, other=0), told(0, 4, 1)]  # -4; one is not finished


def test_combats_by_the_first_and_the_last_strengths(tiny_store):
    found = compute(tiny_store(**tables([STORY, OTHER, [ev("turn", 0)], None])), ["fight_margins"])["fight_margins"]
    rows = {(row["told"], row["bin"]): row for row in found.to_dicts()}
    assert [key for key in rows if key[0] == "start"] == [
        ("start", "\u22124 to \u22121"),
        ("start", "0"),
        ("start", "1 to 4"),
    ]
    low, even, high = (rows["start", name] for name in ("\u22124 to \u22121", "0", "1 to 4"))
    # First strengths: -3, 0, 1, -3 in the first game and -4 in the second.
    assert (low["n"], low["games"], even["n"], high["n"]) == (3, 2, 1, 1)
    assert (low["share"], even["share"]) == (pytest.approx(3 / 5), pytest.approx(1 / 5))
    assert (low["won"], low["caught"], low["gone"], low["fled"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3, 0))
    assert (even["fled"], high["died"], low["helped"]) == (1, 1, pytest.approx(1 / 3))
    # Last strengths: 4, 0, -21, -3 and -4.
    assert {key[1]: row["n"] for key, row in rows.items() if key[0] == "end"} == {
        "\u221210 or less": 1, "\u22124 to \u22121": 2, "0": 1, "1 to 4": 1,
    }  # fmt: skip
    assert rows["end", "1 to 4"]["won"] == 1 and rows["end", "1 to 4"]["won_low"] < 0.5
