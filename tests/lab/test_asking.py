"""`lab query` reads: nothing that is asked writes a file, opens another database or changes a setting."""

from __future__ import annotations

import duckdb
import pytest

from lab import cli
from lab.errors import BadInput
from tests.lab.fixed_store import fixed_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("asking") / "store")


def around(store, place):
    """Every file where a question might have written one."""
    return sorted([*place.rglob("*"), *store.path.parent.rglob("*")])


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
    before = around(store, tmp_path)
    with pytest.raises(BadInput, match=f"query: {kind} does more than read; allowed: SELECT, .*EXPLAIN"):
        store.query(sql.format(to=tmp_path / "out"))
    assert around(store, tmp_path) == before


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


FILE = "{place}/{name}"
OUTSIDE = [
    f"FROM '{FILE}.csv'", f"FROM '{FILE}.parquet'", f"FROM read_csv('{FILE}.csv')", f"FROM read_text('{FILE}.csv')",
    f"FROM read_blob('{FILE}.csv')", f"FROM read_json('{FILE}.json')", f"FROM sniff_csv('{FILE}.csv')",
    f"FROM parquet_metadata('{FILE}.parquet')", f"FROM parquet_schema('{FILE}.parquet')",
    f"FROM read_duckdb('{FILE}.duckdb')", f"FROM query('FROM read_text(''{FILE}.csv'')')",
    f"FROM json_execute_serialized_sql(json_serialize_sql('FROM read_text(''{FILE}.csv'')'))",
    f"SELECT (SELECT content FROM read_text('{FILE}.csv')) FROM run", "FROM '{store}/../../{place.name}/{name}.csv'",
    f"FROM run, read_csv('{FILE}.csv')", f"FROM glob('{FILE}*')", f"SELECT 1 WHERE EXISTS (FROM '{FILE}.csv')",
    f"EXPLAIN ANALYZE FROM '{FILE}.csv'", f"DESCRIBE FROM '{FILE}.csv'", f"SUMMARIZE FROM '{FILE}.csv'",
]  # fmt: skip


@pytest.mark.deep(but=6)
@pytest.mark.parametrize("sql", OUTSIDE)
def test_no_question_reads_outside_the_store_unless_it_may(sql, store, tmp_path):
    """A file that is there and one that is not are refused by the same sentence, each by its own name."""
    duckdb.sql("SELECT 'SECRET' AS a").write_csv(str(tmp_path / "here.csv"))
    duckdb.sql("SELECT 'SECRET' AS a").write_parquet(str(tmp_path / "here.parquet"))
    (tmp_path / "here.json").write_text('{"a": "SECRET"}')
    with duckdb.connect(str(tmp_path / "here.duckdb")) as con:
        con.execute("CREATE TABLE a AS SELECT 'SECRET' AS a")
    said = []
    for name in ("here", "gone"):
        with pytest.raises(
            BadInput, match="query: Permission Error: Cannot access .*; allowed: the tables of the"
        ) as told:
            store.query(sql.format(place=tmp_path, name=name, store=store.path))
        said.append(str(told.value).replace(name, "name"))
    assert said[0] == said[1] and "SECRET" not in said[0]
    assert store.query(sql.format(place=tmp_path, name="here", store=store.path), files=True).height >= 1


@pytest.mark.deep(but=8)
@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("FROM read_text('/etc/passwd')", "Permission"), ("FROM glob('/etc/*')", "Permission"),
        ("FROM read_text('/proc/self/environ')", "Permission"), ("FROM '{store}/lab.duckdb'", "Permission"),
        ("FROM read_text('{store}/runs/5ca1ab1e0001/spec.toml')", "Permission"),
        ("FROM run, '{store}/runs/5ca1ab1e0001/event/base-0.parquet'", "Permission"),  # nobody compared it
        ("FROM read_csv('https://example.org/x.csv')", "Permission"), ("FROM 's3://bucket/x.parquet'", "Permission"),
        ("SELECT getenv('HOME')", "does not exist"), ("FROM read_xlsx('{to}')", "read_xlsx"),
        ("FROM enable_logging(storage = 'file', storage_path = '{to}')", "locked"),
        ("FROM enable_profiling(format = 'json', save_location = '{to}')", "locked"),
        ("RESET lock_configuration", "does more than read"), ("LOAD httpfs", "does more than read"),
        ("PRAGMA enable_external_access", "PRAGMA|does more|Catalog"), ("CALL enable_logging()", "does more than read"),
        ("IMPORT DATABASE '{to}'", "does more than read|Permission"), ("DETACH memory", "does more than read"),
        ("SELECT 1; SET enable_external_access = true", "does more than read"),
        ("CREATE SECRET s (TYPE s3)", "does more than read"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("files", [False, True])
def test_every_way_out_is_shut(sql, why, files, store, tmp_path):
    """With `files` other files are read; settings, networks and whatever writes stay shut."""
    if files and why == "Permission" and "://" not in sql:
        return
    before = around(store, tmp_path)
    with pytest.raises(BadInput, match="httpfs" if files and "://" in sql else why):
        store.query(sql.format(to=tmp_path / "out", store=store.path), files=files)
    assert around(store, tmp_path) == before


def test_what_does_not_fit_into_memory_is_put_where_nobody_looks(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = around(store, tmp_path)
    (place,) = store.query("SELECT current_setting('temp_directory') AS place")["place"]
    assert not place.startswith((str(tmp_path), ".")) and around(store, tmp_path) == before


def test_the_command_reads_other_files_when_it_is_told_to(store, tmp_path, capsys):
    (tmp_path / "mine.csv").write_text("arm,known\nbase,1\n")
    line = [
        "query",
        f"SELECT known FROM '{tmp_path}/mine.csv' JOIN arm USING (arm)",
        "--store",
        str(store.path),
        "--csv",
        "--run",
        "5ca",
    ]
    assert cli.main(line) == cli.BAD_INPUT and "and with --files other files" in capsys.readouterr().err
    assert cli.main([*line, "--files"]) == 0 and capsys.readouterr().out.startswith("known\n1\n")
