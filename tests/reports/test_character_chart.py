"""Distributions in characters: where the blocks stand, and that no line is wider than there is room."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.demo_page import BLOCKS, distributions


def test_columns_are_units_and_heights_are_counts():
    axis, low, high = distributions({"low": [0, 0, 0, 0, 9], "high": [19] * 7 + [1]}, 26)
    assert axis == "      0         10"
    assert low == "low   █        ▂" and high == "high   ▂" + " " * 17 + "█"


def test_the_last_column_holds_what_is_longer():
    _, row = distributions({"a": [5] * 99 + [700]}, 13)
    assert row == "a       █   ▁"


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(st.tuples(*2 * [st.lists(st.integers(0, 5000), max_size=20)]), st.integers(30, 120))
def test_no_line_is_too_wide_and_whoever_is_there_is_seen(values, room):
    rows = dict(zip(("base", "base+faster"), values))
    axis, *lines = distributions(rows, room)
    assert len(lines) == len(rows) and all(len(line) <= room for line in (axis, *lines))
    for name, line in zip(rows, lines):
        blocks = line[len(name) :].strip()
        assert set(blocks) <= set(BLOCKS) and bool(blocks) == bool(rows[name])
        assert not rows[name] or max(blocks) == BLOCKS[-1]
