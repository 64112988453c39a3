"""`lab query` reads: nothing that is asked writes a file, opens another database or changes a setting."""

from __future__ import annotations

import pytest

from lab import cli
from lab.errors import BadInput
from tests.lab.fixed_store import fixed_store


@pytest.fixture
def store(tmp_path):
    return fixed_store(tmp_path / "store")


@pytest.mark.deep(but=4)
@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("COPY (SELECT 1) TO '{to}'", "COPY"),
        ("SELECT 1; COPY game TO '{to}'", "COPY"),
        ("EXPLAIN ANALYZE COPY (SELECT 1) TO '{to}'", "COPY"),
        ("EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO '{to}'", "COPY"),
        ("/* harmless */ EXPLAIN ANALYZE COPY (SELECT 1) TO '{to}'", "COPY"),
        ("ATTACH '{to}' AS x; CREATE TABLE x.t AS SELECT 1 AS a; SELECT * FROM x.t", "ATTACH"),
        ("EXPORT DATABASE '{to}'", "EXPORT"),
        ("SET log_query_path = '{to}'; SELECT 1", "SET"),
        ("PRAGMA profiling_output = '{to}'; SELECT 1", "(SET|PRAGMA)"),
        ("PREPARE p AS COPY (SELECT 1) TO '{to}'; EXECUTE p", "(PREPARE|COPY)"),
        ("INSTALL httpfs", "(LOAD|INSTALL)"),
        ("CREATE TABLE t AS SELECT 1 AS a", "CREATE"),
    ],
)
def test_what_writes_is_refused_and_writes_nothing(sql, kind, store, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput, match=f"query: {kind} does more than read; allowed: SELECT, .*EXPLAIN"):
        store.query(sql.format(to=tmp_path / "out"))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.deep(but=4)
@pytest.mark.parametrize(
    "sql",
    [
        "FROM run", "WITH a AS (SELECT 1 AS x) SELECT * FROM a", "VALUES (1)", "DESCRIBE game", "SUMMARIZE run",
        "SHOW TABLES", "EXPLAIN SELECT * FROM game", "explain analyze select 1", "PIVOT run ON status USING count(*)",
        "SELECT 1; SELECT 2", "-- a remark\nSELECT 1", "EXPLAIN (FORMAT json) SELECT 1",
    ],
)  # fmt: skip
def test_what_reads_is_answered(sql, store):
    assert store.query(sql).height >= 1


def test_the_command_refuses_in_a_sentence(store, capsys):
    assert cli.main(["query", "COPY run TO 'x.csv'", "--store", str(store.path)]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith("lab: query: COPY does more than read; allowed: SELECT") and said.count("\n") == 1
