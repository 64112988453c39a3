"""What players earn, sell and give, planted by hand."""

import polars as pl
import pytest

from lab.tables.metric import compute
from tests.lab.stories import HAND, HAT, TABLE, ev, tables

STORY = [
    ev("sell", 0, card=HAT), ev("sell", 0, card=HAT), ev("give", 1, 0, card=HAT),
    ev("steal", 2, 0, card=HAT, before=TABLE), ev("steal", 1, 1, card=HAT),  # seat 0 takes one; nobody robs themselves
    ev("charity", 2, 1, card=HAT), ev("discard", 2, card=HAT, before=HAND, phase="charity"),
    ev("discard", 2, card=HAT, before=HAND, phase="door"), ev("discard", -1, card=HAT, before=HAND, phase="charity"),
]  # fmt: skip


def test_what_is_read_from_events_counts_only_where_they_were_kept(tiny_store):
    frames = tables([STORY, [ev("turn", 0)], None], winners=[[0], [], [1, 2]])
    facts = {"treasures": 6, "levels_bought": 0, "curses": 0, "gold_in_play": 0, "final_level": 1}
    frames["seat"] = frames["seat"].with_columns(pl.lit(v).alias(k) for k, v in facts.items())
    found = compute(tiny_store(**frames), ["economy"])["economy"]
    rows = {(r["measure"], r["group"]): (r["games"], r["mean"]) for r in found.to_dicts()}
    assert rows["treasures", "all"] == (3, 6)
    # Two games with events and three players: 2 cards sold by the winner of the first, the second was not won.
    assert rows["sold", "all"] == (2, pytest.approx(2 / 3 / 2)) and rows["sold", "winner"] == (1, 2)
    assert rows["sold", "other"] == (2, 0) and rows["stolen", "winner"] == (1, 1)
    # Of the others in the first game one of two was robbed, gave in Charity, threw away; in the second nobody did.
    assert all(rows[m, "other"] == (2, 0.25) for m in ("robbed", "charity", "thrown_away", "traded"))
    assert rows["robbed", "winner"] == (1, 0)
