"""Which Items go when a sum must be discarded, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Slot
from tests.effects.build import Position, item
from tests.policies.test_habits import PERSON

ITEMS = {f"trinket {gold}": item(gold=gold) for gold in (200, 300, 400, 500, 600, 900)}
CARDS = ITEMS | {"cap": item(bonus=1, gold=600, slot=Slot.HEAD)}


@pytest.mark.parametrize(
    ("need", "having", "lost"),
    [
        (500, "trinket 300, trinket 400, trinket 600", "trinket 600"),  # 13 rather than 7 and 9
        (500, "trinket 200, trinket 400, trinket 600", "trinket 600"),  # 13 rather than 5 and 9
        (500, "trinket 200, trinket 300, trinket 900", "trinket 200, trinket 300"),  # 5 and 7 rather than 19
        (500, "trinket 300, trinket 400, cap", "trinket 300, trinket 400"),  # 7 and 9 rather than 16 and 13
        (400, "trinket 600, trinket 900", "trinket 600"),
        (1000, "trinket 300, trinket 400, trinket 600", "trinket 400, trinket 600"),
    ],
)
def test_a_sum_is_discarded_with_what_is_missed_least_together(need, having, lost):
    """An Item costs one point and 40 for each 2000 Gold Pieces, the cap 16 for its bonus besides."""
    p = Position(CARDS).levels(4, 4, 4)
    for name in having.split(", "):
        (p.wear if name == "cap" else p.carry)(0, name)
    for name, value in PERSON.items():
        p.book.work.weights[0, Weight[name.upper()]] = value
    p.step(Step.DISCARD_GOLD, 0, need, -1)
    while p.g.options > 1:
        p.choose(p.options()[int(choose(p.g, p.book, int(p.g.options)))][1])
    assert sorted(n for n in having.split(", ") if p.lost(n)) == lost.split(", ")
