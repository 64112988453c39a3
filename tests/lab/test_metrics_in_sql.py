"""Metrics of how games are played, recomputed in plain SQL: equal far beyond the last digit shown."""

from __future__ import annotations

from importlib import import_module

import pytest

from lab.measure.registry import compute
from tests.lab.in_sql import connected, interval, recomputed, told
from tests.lab.random_games import random_tables

BY = {
    "combat_course": ["axis", "position"],
    "curses": ["card"],
    "economy": ["group"],
    "fight_margins": ["told", "bin"],
    "gold_curve": ["group", "round"],
    "helping": [],
    "hostility": [],
    "last_fights": [],
    "lead_gap": ["round"],
    "level_time": ["group", "level"],
    "monsters": ["card"],
    "reshuffles": [],
}
"""Columns that name a row of each metric, beside its keys and the measure."""


@pytest.fixture(scope="module")
def tables():
    """Games made up by lot."""
    return random_tables()


@pytest.fixture(scope="module")
def database(tables):
    """The same in a database."""
    return connected(tables)


@pytest.mark.parametrize("name", BY)
def test_a_metric_is_what_sql_makes_of_the_same_games(name, tables, database, tiny_store):
    measures = getattr(import_module(f"lab.metrics.{name}"), "MEASURES", {})  # the means of economy are no ratios
    shares = {m: ratio.is_share for m, ratio in measures.items()}
    found = told(compute(tiny_store(**tables), [name])[name], BY[name], shares)
    wanted = recomputed(database, name, BY[name])
    assert set(found) == set(wanted)
    assert len({key[1] for key in found}) == 3  # every arm
    for key, row in wanted.items():
        value = row["value"] if row["n"] else None
        low, high = interval(row, shares.get(key[-1], False))
        known = [x for x in (value, low, high) if x is not None]
        assert [x for x in found[key] if x is not None] == pytest.approx(known, rel=1e-9, abs=1e-12), key
