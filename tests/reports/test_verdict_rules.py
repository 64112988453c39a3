"""The rules that a verdict is about: how they were before."""

from __future__ import annotations

import pytest

from reports.verdict_rules import number_of
from variants.variant_schema import SWITCHES


@pytest.mark.parametrize(
    ("switch", "value", "says"),
    [
        ("time_limit.rounds", "0", "no limit"), ("time_limit.minutes", "0", "no limit"),
        ("big.limit", "0", "no limit"), ("level.most_a_turn", "0", "as many as they like"),
        ("time_limit.rounds", "10", "10"), ("catch_up.treasure", "0", "none"),
    ],
)  # fmt: skip
def test_a_number_that_stands_for_none_is_said_so(switch, value, says):
    assert number_of(SWITCHES[switch], value) == says
