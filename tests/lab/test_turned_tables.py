"""Whose chair is whose is nothing to what a table does: seats dealt out anew leave what is counted as it was."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.store.event_codes import EVENT_KINDS
from lab.tables.metric import compute
from tests.lab.random_games import ARMS, random_tables
from tests.lab.rule_worlds import turned_fights

NEW = {"base": [2, 0, 3, 1], "three": [1, 2, 0], "four": [2, 0, 3, 1], "six": [5, 3, 0, 1, 2, 4]}
"""The chair that each old one becomes, arm by arm: no chair stays what it was."""
NAMES_A_SEAT = [kind.kind for kind in EVENT_KINDS if kind.other_is == "seat"]


def moved(column):
    """The new chair of whoever a column names; nobody stays nobody."""
    old, arm = pl.col(column), pl.col("arm")
    chairs = [pl.when((arm == a) & (old == s)).then(new) for a, order in NEW.items() for s, new in enumerate(order)]
    return pl.coalesce(*chairs, old).alias(column)


def moved_bits(column):
    """The new chairs of those whom the bits of a number name."""
    arm = pl.col("arm")
    return pl.sum_horizontal(
        pl.when((arm == a) & ((pl.col(column) // 2**s) % 2 == 1)).then(2**new).otherwise(0)
        for a, order in NEW.items()
        for s, new in enumerate(order)
    )


def turned(tables):
    """The same games with everybody in another chair."""
    new = dict(tables)
    for name in ("seat", "level"):
        new[name] = tables[name].with_columns(moved("seat"))
    if "winners" in tables["game"].columns:
        rows = [
            row | {"winners": sorted(NEW[row["arm"]][s] for s in row["winners"])} for row in tables["game"].to_dicts()
        ]
        new["game"] = pl.DataFrame(rows, schema=tables["game"].schema)
    kind = pl.col("kind")
    named = pl.when(kind.is_in(NAMES_A_SEAT)).then(moved("other")).otherwise("other").alias("other")
    won = pl.when(kind == "over").then(moved_bits("before")).otherwise("before").alias("before")
    new["event"] = tables["event"].with_columns(moved("actor"), moved("target"), named, won)
    return new


@pytest.fixture(scope="module")
def wild():
    """Games of all kinds of events, made up by lot."""
    tables = random_tables(seed=8)
    game = tables["game"].with_columns(
        pl.col("winners").list.len().alias("n_winners"), (3 * pl.col("turns") + pl.col("game") % 7).alias("decisions")
    )
    return tables | {"game": game}


@pytest.mark.parametrize("name", ["downtime", "helping", "hopeless_time", "hostility", "last_fights"])
def test_what_is_done_is_the_same_whatever_chairs_are_called(name, wild, tiny_store):
    found = compute(tiny_store(**wild), [name])[name]
    assert found["arm"].n_unique() == len(ARMS) and found.height > len(ARMS)
    assert_frame_equal(found, compute(tiny_store(**turned(wild)), [name])[name], rel_tol=1e-12)


@pytest.mark.deep
def test_who_makes_the_king_is_the_same_whatever_chairs_are_called(tiny_store):
    tables = turned_fights(100)
    found = compute(tiny_store(**tables), ["kingmaking"])["kingmaking"]
    assert (found["count"] > 0).sum() >= 9
    assert_frame_equal(found, compute(tiny_store(**turned(tables)), ["kingmaking"])["kingmaking"], rel_tol=1e-12)


def test_a_table_that_is_turned_is_another_one(wild):
    """The tests above would see nothing if nobody had moved."""
    new = turned(wild)
    for name, column in (("seat", "seat"), ("level", "seat"), ("event", "actor"), ("event", "target")):
        seated = wild[name][column] >= 0
        assert (wild[name][column] != new[name][column]).filter(seated).all(), (name, column)
    accepted = wild["event"]["kind"] == "accept"
    assert (wild["event"]["other"] != new["event"]["other"]).filter(accepted).all()
