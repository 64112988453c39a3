"""A stock DuckDB 1.x reads stores and packed files: the same questions, the same answers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lab.store.store_folder import Store
from lab.store.store_views import BESIDE
from lab.store.stored_tables import TABLES
from tests.lab.planted import plant
from tests.lab.test_store_questions import QUESTIONS, rounded

CLIENT = """
import datetime, duckdb, json, sys
con = duckdb.connect(sys.argv[1], read_only=True)
for sql in json.loads(sys.stdin.read()):
    try:
        print(json.dumps(con.execute(sql).fetchall(), default=datetime.datetime.isoformat))
    except duckdb.Error as error:
        print(json.dumps(str(error)))
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A Python that has DuckDB 1.x and nothing of ours."""
    home = tmp_path_factory.mktemp("duckdb-1")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "duckdb==1.*"]
    if subprocess.run(pip, capture_output=True).returncode:
        pytest.skip("DuckDB 1.x cannot be had here: pip found no package")
    return python


def asked(client, door, questions):
    """Answers of the old client, which runs in a folder of its own."""
    command = [client, "-I", "-c", CLIENT, door]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, cwd="/", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(rows):
    return json.loads(json.dumps([rounded(row) for row in rows], default=lambda value: value.isoformat()))


def test_duckdb_1_gives_the_same_answers(client, tmp_path):
    plant(tmp_path / "store")
    store = Store.open(tmp_path / "store")
    store.pack(tmp_path / "packed.duckdb")
    names = (*TABLES, *BESIDE)
    for door in (tmp_path / "store" / "lab.duckdb", tmp_path / "packed.duckdb"):
        assert asked(client, door, ["SELECT version() LIKE 'v1.%'"]) == [[[True]]]
        answers = asked(client, door, [sql for sql, _ in QUESTIONS.values()])
        assert [told(rows) for rows in answers] == [told(rows) for _, rows in QUESTIONS.values()]
        counts = asked(client, door, [f"SELECT count(*) FROM {name}" for name in names])
        assert counts == [[[store.query(f"SELECT count(*) FROM {name}").item()]] for name in names]
        (uncommented,) = asked(
            client,
            door,
            ["SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL"],
        )
        assert uncommented == []


def test_duckdb_1_is_told_that_a_store_was_moved(client, tmp_path):
    plant(tmp_path / "store")
    moved = (tmp_path / "store").rename(tmp_path / "moved")
    questions = [f"SELECT count(*) FROM {name}" for name in (*TABLES, "game_full", "exposure_named", "event_named")]
    assert all("the store was moved or copied" in said for said in asked(client, moved / "lab.duckdb", questions))
    plant(tmp_path / "store")  # another one takes its place
    assert all("the store was moved or copied" in said for said in asked(client, moved / "lab.duckdb", questions))
    Store.open(moved)
    assert asked(client, moved / "lab.duckdb", ["SELECT count(*) FROM game"]) == [[[12]]]
