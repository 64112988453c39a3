"""`lab.duckdb` and packed files hold the rows of their store, from any working folder, or say that it was moved."""

from __future__ import annotations

import os
import shutil

import duckdb
import polars as pl
import pytest

from lab.errors import BadInput
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_columns import columns_of
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS, KEYS, PLAYED, TABLES
from tests.lab.damaging import aged
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import fixed_store
from tests.lab.planted import plant
from tests.lab.test_store import played

pytestmark = pytest.mark.deep

COUNT = "SELECT count(*) FROM game"


def played_here(path, **values):
    one = RunSpec(**{"arms": ["base", "base+faster"], "games": 6, "shard_games": 3, "seats": 3, **values})
    return run_spec(one, path, 1, arms=fake_arms(one)).run_id


def asked(door, sql=COUNT):
    """What a stock client answers."""
    with duckdb.connect(str(door), read_only=True) as con:
        return con.sql(sql).fetchall()


@pytest.fixture
def two(tmp_path):
    """Two stores, of 12 and of 10 games."""
    played_here(tmp_path / "a"), played_here(tmp_path / "b", arms=["base"], games=10)
    return tmp_path / "a", tmp_path / "b"


def test_the_working_folder_does_not_matter(two, tmp_path, monkeypatch):
    a, b = two
    for place in (tmp_path, a, b, b / "runs"):
        monkeypatch.chdir(place)
        assert asked(a / "lab.duckdb") == asked(os.path.relpath(a / "lab.duckdb")) == [(12,)]
        for name in TABLES:
            assert asked(a / "lab.duckdb", f"SELECT count(*) FROM {name}")[0][0] >= 0


def test_a_store_reached_by_another_name_is_the_same_store(two, tmp_path):
    (tmp_path / "link").symlink_to(two[0])
    assert asked(tmp_path / "link" / "lab.duckdb") == [(12,)]
    Store.open(tmp_path / "link")
    assert asked(two[0] / "lab.duckdb") == [(12,)]
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{two[0]}/lab.duckdb' AS one (READ_ONLY)")
        con.execute(f"ATTACH '{two[1]}/lab.duckdb' AS other (READ_ONLY)")
        assert con.sql("SELECT (SELECT count(*) FROM one.game), (SELECT count(*) FROM other.game)").fetchall() == [
            (12, 10)
        ]


@pytest.mark.parametrize("place", ["new", "it's [odd] *", "the other's old place"])
def test_a_moved_store_says_so_and_is_mended_when_it_is_opened(two, tmp_path, place):
    a, b = two
    if place == "the other's old place":
        b.rename(tmp_path / "away")
    moved = a.rename(b if place == "the other's old place" else tmp_path / place)
    for name in TABLES:
        with pytest.raises(duckdb.Error, match="the store was moved or copied - any lab command"):
            asked(moved / "lab.duckdb", f"SELECT count(*) FROM {name}")
    assert Store.open(moved).query(COUNT).item() == 12
    assert asked(moved / "lab.duckdb") == [(12,)]


def test_a_store_never_shows_the_rows_of_the_one_that_took_its_place(two, tmp_path):
    a, b = two
    gone = a.rename(tmp_path / "gone")
    b.rename(a)
    for door in (gone / "lab.duckdb", a / "lab.duckdb"):
        for name in TABLES:
            with pytest.raises(duckdb.Error, match="was moved or copied"):
                asked(door, f"SELECT count(*) FROM {name}")
    Store.open(a), Store.open(gone)
    assert (asked(a / "lab.duckdb"), asked(gone / "lab.duckdb")) == ([(10,)], [(12,)])


def test_a_copy_shows_its_own_rows_once_it_was_opened(two, tmp_path):
    copy = shutil.copytree(two[0], tmp_path / "copy")
    with pytest.raises(duckdb.Error, match=f"was written for {two[0]}"):
        asked(copy / "lab.duckdb")
    played_here(copy, seed=9)
    assert (asked(copy / "lab.duckdb"), asked(two[0] / "lab.duckdb")) == ([(24,)], [(12,)])


def test_opening_a_store_that_is_as_it_should_be_writes_nothing(two):
    before = {p: p.stat().st_mtime_ns for p in two[0].rglob("*")}
    Store.open(two[0]).query(COUNT)
    assert {p: p.stat().st_mtime_ns for p in two[0].rglob("*")} == before


def test_a_store_of_before_is_read_and_furnished_anew(two):
    """Words were enumerations of their run, and neither this database nor the empty files were there."""
    a = aged(two[0])
    for path in a.glob("runs/*/*/*.parquet"):
        rows = pl.read_parquet(path)
        words = [c for c in ("run_id", "arm", "agent", "ending", "phase", "kind") if c in rows.columns]
        if path.parent.name in FACTS:
            rows.with_columns(pl.col(c).cast(pl.Enum(rows[c].unique().sort())) for c in words).write_parquet(path)
    one = next(a.glob("runs/*/game/base-0.parquet"))
    pl.read_parquet(one).with_columns(pl.col(pl.Enum).cast(pl.String)).write_parquet(one)  # a run that went on
    shutil.rmtree(a / ".schema")
    (a / "lab.duckdb").unlink()
    store = Store.open(a)
    assert store.table("game").select("arm", "ending").collect().n_unique() == 2
    assert store.query(COUNT).item() == asked(a / "lab.duckdb")[0][0] == 12


def test_columns_and_tables_that_a_run_of_before_lacks_are_null_or_empty(two):
    a = aged(two[0])
    for path in a.glob("runs/*/arm/arm.parquet"):
        pl.read_parquet(path).drop("arm_hash", "changes").write_parquet(path)
    for folder in a.glob("runs/*/rule"):
        shutil.rmtree(folder)
    store = Store.open(a)
    assert store.arms()["arm_hash"].to_list() == [None, None]
    for ask in (store.query, lambda sql: duckdb.connect(str(a / "lab.duckdb"), read_only=True).sql(sql).pl()):
        assert ask("SELECT arm_hash FROM arm")["arm_hash"].to_list() == [None, None]
        assert ask("SELECT * FROM rule").height == 0


def test_a_store_that_may_not_be_written_to_is_read_all_the_same(two, tmp_path, monkeypatch):
    moved = two[0].rename(tmp_path / "moved")
    shutil.rmtree(moved / ".schema")
    monkeypatch.setattr("lab.store.store_folder.placed", lambda *_: (_ for _ in ()).throw(PermissionError(13, "no")))
    store = Store.open(moved)
    assert store.query(COUNT).item() == 12
    assert store.query("SELECT count(*) FROM event WHERE actor IS NULL").item() == 0
    assert not (moved / ".schema" / "door").exists()


def test_files_of_several_runs_are_read_together(two, tmp_path):
    played_here(two[0], seed=3, arms=["base+no-curses"], agents=["random", "greedy"])
    for name in PLAYED:
        rows = pl.read_parquet(f"{two[0]}/runs/*/{name}/*.parquet")
        assert rows["run_id"].n_unique() == 2 and rows["arm"].n_unique() == 3, name
        assert rows.height == Store.open(two[0]).query(f"SELECT count(*) FROM {name}").item()


def test_a_broken_file_is_a_sentence(two):
    next(two[0].glob("runs/*/run/run.parquet")).write_bytes(b"not parquet")
    with pytest.raises(BadInput, match="run/run.parquet is damaged; lab store mend"):
        Store.open(two[0]).query("SELECT * FROM run")


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
