"""A table that has gained columns: what older versions stored is read with NULL there, beside what is stored now."""

from __future__ import annotations

import duckdb
import polars as pl
import pytest

from lab.store.store_folder import Store
from lab.tables.metric import compute
from tests.lab.older import aged
from tests.lab.planted import plant

NEW = ("how", "pass", "by_lot", "held")
"""Columns of `exposure` that the first versions did not have."""
ROWS = "SELECT run_id, how, pass, by_lot, held, count(*) FROM exposure GROUP BY ALL ORDER BY ALL"


@pytest.fixture
def grown(tmp_path):
    """A store whose first run, of the same games, was played by an older version."""
    old, _ = plant(tmp_path)
    aged(tmp_path)
    for path in tmp_path.glob(f"runs/{old}/exposure/*.parquet"):
        pl.read_parquet(path).drop(NEW).write_parquet(path)
    return Store.open(tmp_path)


@pytest.mark.deep
def test_older_rows_are_read_beside_new_ones(grown, tmp_path):
    # In each of the three games of two arms seat 0 was dealt a card; the others, two or five of them, were given one.
    expected = [
        ("a" * 12, None, None, None, None, 18),
        ("b" * 12, "dealt", 0, True, True, 6), ("b" * 12, "given", None, False, True, 30),
    ]  # fmt: skip
    assert grown.query(ROWS).rows() == expected
    grown.pack(tmp_path / "packed.duckdb")
    for file in ("lab.duckdb", "packed.duckdb"):
        with duckdb.connect(str(tmp_path / file), read_only=True) as con:
            assert con.sql(ROWS).fetchall() == expected, file
    rows = grown.table("exposure", "a" * 12).select(NEW).collect()
    assert rows.null_count().row(0) == (rows.height,) * len(NEW) and rows.height > 0


def test_the_card_table_of_an_older_run_is_what_it_was(grown):
    """All its rows were of cards that reached somebody."""
    facts = ("card", "arm", "oh_n", "gih_n", "randomised_oh_delta")
    found = compute(grown, ["card_table"])["card_table"].select("run_id", *facts).sort("arm", "card")
    old, new = (found.filter(pl.col("run_id") == run * 12).drop("run_id") for run in "ab")
    assert old["oh_n"].to_list() == new["oh_n"].to_list() == [3, 3]
    assert old["gih_n"].to_list() == [9, 9]  # three players of three games
    assert new["gih_n"].to_list() == [18, 18]
