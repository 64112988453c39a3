"""Reshuffles, planted by hand."""

import polars as pl
import pytest

from lab.tables.metric import compute
from tests.lab.stories import values


def test_reshuffles(tiny_store):
    game = pl.DataFrame({"run_id": "r", "arm": "a", "game": [0, 1, 2], "reshuffles": [0, 2, 4], "rounds": [5, 10, 15]})
    found = values(compute(tiny_store(game=game), ["reshuffles"])["reshuffles"])
    # 6 in 3 games and in 30 rounds; one game without, one with three or more.
    assert found == pytest.approx({"reshuffles": 2, "per_10_rounds": 2, "never": 1 / 3, "often": 1 / 3})
