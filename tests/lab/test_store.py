"""The store shows whole shards only, opens in a plain DuckDB client, refuses foreign folders; its tables may grow."""

from __future__ import annotations

import os
import subprocess
import sys

import duckdb
import polars as pl
import pytest

from lab.errors import BadInput
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED, TABLES
from lab.tables.metric import compute
from tests.lab.damaging import aged
from tests.lab.fakes import EVENTS_A_GAME, fake_arms
from tests.lab.planted import plant

CLIENT = """
import duckdb, sys
con = duckdb.connect("lab.duckdb", read_only=True)
print(con.sql(sys.argv[1]).fetchall())
"""


def played(path, **values):
    one = RunSpec(**{"arms": ["base", "base+faster"], "games": 30, "shard_games": 10, "seats": 3, **values})
    return run_spec(one, path, 2, arms=fake_arms(one)).run_id


def ask_plain_client(store, sql):
    done = subprocess.run([sys.executable, "-c", CLIENT, sql], cwd=store, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.deep
def test_a_plain_client_reads_every_table_from_the_folder(tmp_path):
    played(tmp_path / "s")
    assert ask_plain_client(tmp_path / "s", "SELECT count(*) FROM event") == f"[({2 * 30 * EVENTS_A_GAME},)]"
    assert ask_plain_client(tmp_path / "s", "SELECT DISTINCT phase, kind FROM event") == "[('combat', 'fight_end')]"
    sql = "SELECT arm, ending, winners FROM game WHERE game = 4 ORDER BY arm"
    assert ask_plain_client(tmp_path / "s", sql) == "[('base', 'kill', [1]), ('base+faster', 'kill', [1])]"


@pytest.mark.deep
def test_every_table_has_its_columns_in_sql_and_in_polars(tmp_path):
    store = Store.open(tmp_path / "s", create=True)
    played(tmp_path / "s")
    for name, columns in TABLES.items():
        assert store.query(f"SELECT * FROM {name} LIMIT 0").columns == list(columns)
        assert dict(store.table(name).collect_schema()) == columns


@pytest.mark.deep
def test_views_exist_before_and_without_any_shard(tmp_path):
    Store.open(tmp_path / "s", create=True)
    for name in TABLES:
        assert ask_plain_client(tmp_path / "s", f"SELECT count(*) FROM {name}") == "[(0,)]"
    played(tmp_path / "s", events="none")
    assert ask_plain_client(tmp_path / "s", "SELECT count(*) FROM event") == "[(0,)]"
    assert Store.open(tmp_path / "s").table("event").collect().height == 0
    assert ask_plain_client(tmp_path / "s", "SELECT count(*) FROM game") == "[(60,)]"


def test_a_half_renamed_shard_is_invisible(tmp_path):
    run = played(tmp_path / "s")
    store = Store.open(tmp_path / "s")
    store.note(run, store.row(run) | {"status": "interrupted"})
    (tmp_path / "s" / "runs" / run / "shard" / "base-10.json").unlink()
    for name in PLAYED:
        rows = store.query(f"SELECT game FROM {name} WHERE arm = 'base'")["game"]
        assert not rows.is_between(10, 19).any() and rows.max() == 29
        assert not store.table(name, run).filter(arm="base").collect()["game"].is_between(10, 19).any()
    assert ask_plain_client(tmp_path / "s", "SELECT count(*) FROM game WHERE arm = 'base'") == "[(20,)]"


@pytest.mark.deep
def test_two_runs_live_side_by_side_and_can_be_told_apart(tmp_path):
    one, other = played(tmp_path / "s"), played(tmp_path / "s", seed=5, agents=["random", "balanced"], arms=["base"])
    store = Store.open(tmp_path / "s")
    assert set(store.runs()["run_id"]) == {one, other}
    assert store.table("seat", other).select(pl.col("agent").unique().sort()).collect()["agent"].to_list() == [
        "balanced",
        "random",
    ]
    assert store.table("game").collect().height == 90
    assert store.arms(one)["arm"].to_list() == ["base", "base+faster"]
    assert store.table("card").collect().height == 1
    with pytest.raises(BadInput, match=f"no run 'zzz'; allowed: .*{one}"):
        store.table("game", "zzz")


@pytest.mark.deep
def test_reading_works_in_a_folder_whose_name_looks_like_a_pattern(tmp_path):
    played(tmp_path / "it's [odd] *")
    assert Store.open(tmp_path / "it's [odd] *").query("SELECT count(*) AS n FROM game")["n"].to_list() == [60]


@pytest.mark.deep
def test_pack_makes_one_native_file(tmp_path):
    played(tmp_path / "s")
    Store.open(tmp_path / "s").pack(tmp_path / "lab.duckdb")
    assert ask_plain_client(tmp_path, "SELECT count(*) FROM seat") == "[(180,)]"
    with pytest.raises(BadInput, match="cannot be written"):
        Store.open(tmp_path / "s").pack(tmp_path / "no" / "where.duckdb")


def test_a_question_that_is_no_sql_is_bad_input(tmp_path):
    store = Store.open(tmp_path / "s", create=True)
    with pytest.raises(BadInput, match="query: "):
        store.query("SELECT nothing FROM nowhere")
    with pytest.raises(BadInput, match="no table named 'games'; allowed: run, arm"):
        store.table("games")


def test_what_is_no_store_is_refused_and_left_alone(tmp_path):
    file, foreign, empty = tmp_path / "file", tmp_path / "foreign", tmp_path / "empty"
    file.write_text("x")
    foreign.mkdir()
    empty.mkdir()
    (foreign / "thesis.tex").write_text("x")
    for path, says in [(file, "there is a file"), (foreign, "holds other things"), (file / "in", "cannot be")]:
        with pytest.raises(BadInput, match=says):
            Store.open(path, create=True)
    for path, says in [(file, "there is a file"), (empty, "no store here"), (tmp_path / "new", "no store here")]:
        with pytest.raises(BadInput, match=says):
            Store.open(path)
    assert [p.name for p in foreign.iterdir()] == ["thesis.tex"]
    assert not (tmp_path / "new").exists() and not list(empty.iterdir())
    Store.open(empty, create=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(BadInput, match="cannot be written"):
        Store.open(tmp_path / "s", create=True)


def test_an_unwritable_place_is_refused():
    with pytest.raises(BadInput, match="cannot be written"):
        Store.open("/proc/lab-store", create=True)


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
