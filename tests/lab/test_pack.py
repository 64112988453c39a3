"""A packed file holds what the store holds: the same rows of the documented types, of whole shards only."""

from __future__ import annotations

import duckdb
import polars as pl
import pytest

from lab.store.store_columns import columns_of
from lab.store.store_folder import Store
from lab.store.stored_tables import KEYS, TABLES
from tests.lab.fixed_store import fixed_store
from tests.lab.older import aged
from tests.lab.planted import plant
from tests.lab.test_store import played

pytestmark = pytest.mark.deep


def packed(store, to):
    """A connection that sees the store's own database as `door` and the packed file as `packed`."""
    Store.open(store).pack(to)
    con = duckdb.connect()
    for name, file in (("door", store / "lab.duckdb"), ("packed", to)):
        con.execute(f"ATTACH '{str(file).replace(chr(39), 2 * chr(39))}' AS {name} (READ_ONLY)")
    return con


def assert_same(con):
    for name in TABLES:
        for one, other in (("door", "packed"), ("packed", "door")):
            assert con.sql(f"FROM {one}.{name} EXCEPT ALL FROM {other}.{name}").fetchall() == [], name


def event_file(store, run="a" * 12):
    return sorted((store / "runs" / run / "event").glob("*.parquet"))[0]


@pytest.mark.parametrize("fill", [plant, fixed_store])
def test_all_rows_and_no_others_with_the_documented_types(fill, tmp_path):
    fill(tmp_path / "store")
    con = packed(tmp_path / "store", tmp_path / "packed.duckdb")
    assert_same(con)
    for name, columns in TABLES.items():
        kinds = dict(row[:2] for row in con.sql(f"DESCRIBE packed.{name}").fetchall())
        assert list(kinds) == list(columns)
        words = {c for c, kind in kinds.items() if kind.startswith("ENUM")}
        assert words <= {*KEYS, "ending", "agent", "phase", "kind", "how", "fault", "step"}
        known = columns_of(name)
        assert {c: known[c].type for c in columns if c not in words} == {c: kinds[c] for c in kinds if c not in words}
        assert all(known[c].type == "VARCHAR" for c in words)


def test_one_run_is_packed_alone(tmp_path):
    plant(tmp_path / "store")
    store = Store.open(tmp_path / "store")
    assert store.runs().height > 1
    one = store.run_ids()[0]
    store.pack(tmp_path / "one.duckdb", one)
    with duckdb.connect(str(tmp_path / "one.duckdb"), read_only=True) as con:
        found = {
            name: con.sql(f"SELECT DISTINCT run_id FROM {name}").fetchall() for name in ("run", "arm", "game", "event")
        }
    assert found == dict.fromkeys(found, [(one,)])


def test_a_shard_that_is_not_finished_is_left_out(tmp_path):
    run = played(tmp_path / "it's [odd] *")
    store = Store.open(tmp_path / "it's [odd] *")
    store.note(run, store.row(run) | {"status": "interrupted"})
    (store.path / "runs" / run / "shard" / "base-10.json").unlink()
    con = packed(tmp_path / "it's [odd] *", tmp_path / "packed.duckdb")
    games = con.sql(
        "SELECT arm, count(*), count(*) FILTER (game BETWEEN 10 AND 19) FROM packed.game GROUP BY 1 ORDER BY 1"
    )
    assert games.fetchall() == [("base", 20, 0), ("base+faster", 30, 10)]
    assert_same(con)


def test_a_column_that_older_files_lack_is_null(tmp_path):
    plant(tmp_path / "store")
    aged(tmp_path / "store")
    file = event_file(tmp_path / "store")
    rows = pl.read_parquet(file).drop("round", "phase")
    rows.write_parquet(file)
    con = packed(tmp_path / "store", tmp_path / "packed.duckdb")
    assert_same(con)
    lacking = con.sql("SELECT count(*) FROM packed.event WHERE round IS NULL AND phase IS NULL").fetchall()
    assert lacking == [(rows.height,)] and 0 < rows.height < con.sql("FROM packed.event").shape[0]


def test_a_word_that_no_enumeration_has_is_an_error_and_not_nothing(tmp_path):
    plant(tmp_path / "store")
    aged(tmp_path / "store")
    file = event_file(tmp_path / "store")
    pl.read_parquet(file).with_columns(arm=pl.lit("unheard-of")).write_parquet(file)
    with pytest.raises(duckdb.ConversionException, match="unheard-of"):
        Store.open(tmp_path / "store").pack(tmp_path / "packed.duckdb")
    assert not (tmp_path / "packed.duckdb").exists()
