"""The leader's gap, planted by hand."""

import pytest

from lab.tables.metric import compute
from tests.lab.stories import tables

LEVELS = [
    (0, 1, 0, 4), (0, 1, 1, 2), (0, 1, 2, 1),  # two Levels ahead, three before the last
    (1, 1, 0, 3), (1, 1, 1, 1), (1, 1, 2, 3),  # two lead: no gap
    (0, 2, 0, 1), (0, 2, 1, 6), (0, 2, 2, 2),  # only the first game has a second round
]  # fmt: skip


def test_the_gap_is_that_between_the_first_and_the_second(tiny_store):
    found = compute(tiny_store(**tables([None, None], levels=LEVELS)), ["lead_gap"])["lead_gap"]
    first, second = found.sort("round").to_dicts()
    assert (first["games"], first["gap"], first["tied"], first["spread"]) == (2, 1.0, 0.5, 2.5)
    # Gaps 2 and 0: mean 1, error 1, and t of one degree.
    assert first["gap_high"] == pytest.approx(1 + 12.7062047364)
    assert (second["games"], second["gap"], second["tied"]) == (1, 4.0, 0.0)
    assert second["gap_high"] is None and second["tied_high"] > 0.5
