"""Requests, offers and helps, planted by hand."""

import pytest

from engine.records.events import Result
from lab.tables.metric import compute
from tests.lab.stories import HAT, ev, fight, level, tables, told, values

ASK = ev("ask", 0, 1, before=1)
STORY = [
    level(2, 1, 4),  # seat 2 leads
    *fight(
        0, Result.KILLED, told(0, 3, 8), ASK, ev("refuse", 1, 0, before=1), ev("ask", 0, 2, before=2),
        ev("ask", 0, 2, other=1, card=HAT),  # one more Item in the same request
        ev("accept", 2, 0, other=2, before=2, card=HAT), told(0, 9, 8, helper=2), helper=2,
    ),
    *fight(0, Result.FLED, told(0, 3, 8), ev("offer", 1, 0, before=3), ev("refuse", 0, 1, before=3)),
    *fight(2, Result.CAUGHT, told(2, 3, 8), ev("offer", 1, 2), ev("accept", 2, 1, other=1), told(2, 5, 8, helper=1),
           ev("leave", 2, 1), ev("offer", 0, 2), ev("accept", 2, 0, other=0, before=1), helper=0),
]  # fmt: skip


def test_requests_offers_and_prices(tiny_store):
    found = values(compute(tiny_store(**tables([STORY, [ev("turn", 0)], None])), ["helping"])["helping"])
    # Two games with events. Two requests, one agreed to; three offers, two taken: three helps.
    assert (found["asked"], found["agreed"], found["offered"], found["helps"]) == (1, 0.5, 1.5, 1.5)
    assert found["taken"] == pytest.approx(2 / 3)
    # Prices 2 (with the Hat), nothing at all, and 1.
    assert (found["price"], found["with_card"], found["free"]) == pytest.approx((1, 1 / 3, 1 / 3))
    # Three combats: seat 0 with help and without, and the leader, seat 2, with help. One was won, with help.
    assert (found["helped"], found["helped_leader"], found["helped_other"]) == pytest.approx((2 / 3, 1, 1 / 2))
    assert (found["won_helped"], found["won_alone"]) == (0.5, 0)
