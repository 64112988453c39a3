"""One other bit in a table of facts: whatever reads the table refuses it in a sentence, what reads others answers."""

from __future__ import annotations

import json
import shutil

import pytest

from lab.store.store_locks import playing
from tests.lab.damaging import flip, is_told, lab, place, plant, put_back, watched
from tests.lab.fixed_store import ARMS, FINISHED, UNFINISHED


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A store in its place."""
    return plant(tmp_path_factory.mktemp("reads"))


@pytest.fixture
def store(planted):
    """It as it was made."""
    return put_back(planted)


# metrics, kept ones too, and what else reads tables


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_metric_is_refused_if_a_table_of_its_own_is_damaged_and_no_other(store, is_kept, capsys):
    ask = [["metrics", name, "--run", FINISHED, "--store", store] for name in ("downtime", "game_length")]
    of_events, of_games = (lab(capsys, *words) for words in ask)
    assert of_events[0] == of_games[0] == 0 and list(store.glob("runs/*/results/*"))
    if not is_kept:
        shutil.rmtree(store / "runs" / FINISHED / "results")
    flip(place(store, "event"))
    assert is_told(lab(capsys, *ask[0]), "event")
    assert lab(capsys, *ask[1]) == of_games
    shutil.copy(store.parent / "kept" / FINISHED / "event" / "base-0.parquet", place(store, "event"))
    assert lab(capsys, *ask[0]) == of_events


EVERY = ("--run", "all")
COMMANDS = {
    "cards": (["cards", "--no-blank", *EVERY], "exposure"), "games": (["games", "--longest", *EVERY], "game"),
    "export": (["export", "--table", "downtime", "--to", "out", *EVERY], "event"),
    "pack": (["pack", "--to", "out"], "level"),
    "report": (["report", "--to", "out", *EVERY], "event"), "compare": (["compare", "--run", FINISHED], "seat"),
    "health": (["metrics", "health", "--run", FINISHED], "level"), "chances": (["chances", *EVERY], "event"),
    "exported facts": (["export", "--table", "level", "--to", "out", *EVERY], "level"),
}  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("table", ["arm", "run"])
@pytest.mark.parametrize("command", [*COMMANDS, "replay"])
def test_every_command_names_what_is_damaged_of_the_run_itself(store, command, table, tmp_path, capsys, monkeypatch):
    words = COMMANDS[command][0] if command in COMMANDS else ["replay", "--run", FINISHED]
    place(store, table, table).write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    code, _, err = lab(capsys, *words, "--store", store)
    assert code == 2 and len(err.splitlines()) == 1 and f"runs/{FINISHED}/{table}/{table}.parquet " in err, err
    assert f"lab store mend --store {store}" in err and not list(tmp_path.iterdir())


@pytest.mark.deep(but=5)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("shard", [f"{arm}-0" for arm in ARMS])
def test_every_command_that_reads_a_table_names_the_file_that_has_other_bytes(
    store, command, shard, tmp_path, capsys, monkeypatch
):
    words, table = COMMANDS[command]
    flip(place(store, table, shard))
    monkeypatch.chdir(tmp_path)
    assert is_told(lab(capsys, *words, "--store", store), table, shard, "Run " * (command == "health"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("table", "shard"), [("game", "base-0"), ("arm", "arm"), ("run", "run")])
def test_a_damaged_run_is_listed_as_such_and_blocks_no_other(store, table, shard, capsys):
    ask = ["metrics", "game_length", "--store", store]
    of_other, *before = (
        lab(capsys, *ask, "--run", UNFINISHED),
        *json.loads(lab(capsys, "runs", "--store", store, "--json")[1]),
    )
    flip(place(store, table, shard))
    code, out, _ = lab(capsys, "runs", "--store", store, "--json")
    damaged, other = json.loads(out)
    assert code == 1 and other == before[1] and other["run_id"] == UNFINISHED
    assert {key: damaged[key] for key in ("run_id", "begun", "command")} == {
        key: before[0][key] for key in ("run_id", "begun", "command")
    }
    assert damaged["status"] == "damaged" and f"runs/{FINISHED}/{table}/{shard}.parquet " in damaged["answer"]
    assert f"lab store mend --store {store}" in damaged["answer"]
    assert lab(capsys, *ask, "--run", UNFINISHED) == of_other
    code, out, err = lab(capsys, *ask)
    assert table == "game" or (
        code == 0 and out == of_other[1] and f"damaged and left out: {FINISHED} (lab store mend" in err
    )


@pytest.mark.parametrize("command", [["runs"], *(COMMANDS[name][0] for name in ("cards", "games", "compare"))])
def test_what_reads_no_event_answers_though_all_events_are_damaged(store, command, capsys):
    words = [*command, "--store", store]
    before = lab(capsys, *words)
    for path in store.glob("runs/*/event/*.parquet"):
        flip(path)
    assert lab(capsys, *words) == before and before[0] == 0


def test_files_of_a_run_that_was_stopped_are_named_and_removed_unless_somebody_plays_it(store, capsys):
    games = sorted((store / "runs" / UNFINISHED / "game").iterdir())
    loose = shutil.copy(games[0], games[0].with_name("cthulhu-40.parquet"))
    ask = ["store", "check", "--run", UNFINISHED, "--store", store]
    with playing(store, UNFINISHED):
        assert "never committed" not in lab(capsys, *ask)[1]
    code, out, _ = lab(capsys, *ask)
    assert code == 0 and "  1 file of a run that was stopped, never committed" in out
    code, out, _ = lab(capsys, "store", "mend", "--store", store)
    assert code == 0 and f"run {UNFINISHED}: files that were never committed, removed: 1\n" in out
    assert not loose.exists() and sorted((store / "runs" / UNFINISHED / "game").iterdir()) == games


# questions in SQL


TOUCHED = [
    ("FROM event", "event"), ('SELECT kind FROM "Event" LIMIT 1', "event"), ("FROM memory.main.event", "event"),
    ("SELECT 1 WHERE EXISTS (FROM event)", "event"), ("SELECT (SELECT max(seq) FROM event)", "event"),
    ("WITH game AS (FROM event) SELECT count(*) FROM game", "event"),
    ("DESCRIBE event; SELECT count(*) FROM event", "event"),
    ("WITH event AS (FROM event) SELECT count(*) FROM event", "event"), ("EXPLAIN ANALYZE FROM event", "event"),
    ("SELECT kind, turns FROM game JOIN event USING (run_id, arm, game)", "event"),
    ("PIVOT event ON kind USING count(*)", "event"), ("SUMMARIZE event", "event"), ("TABLE event", "event"),
    ("FROM query_table('event')", "event"), ("FROM query_table('ev' || 'ent')", "event"),
    ("FROM query('FROM ev' || 'ent')", "event"), ("SELECT columns('ki.*') FROM event", "event"),
    ("SELECT count(*) FROM event_named", "event"), ("FROM Event_Named", "seat"), ("FROM game_full", "game"),
    ("SELECT sum(level) FROM level", "level"), ("SELECT avg(a.games) FROM arm a JOIN seat USING (run_id, arm)", "seat"),
]  # fmt: skip
NOT_TOUCHED = [
    ("SELECT count(*) FROM game", "event"), ("SELECT 'event' AS word FROM seat LIMIT 1", "event"),
    ("SELECT sum(card) FROM exposure", "level"), ("WITH event AS (FROM game) SELECT count(*) FROM event", "event"),
    ("SELECT count(*) FROM game JOIN arm USING (run_id, arm)", "event"), ("SHOW TABLES", "event"),
    ("SELECT count(*) FROM game_full", "seat"), ("FROM event_kind", "event"), ("SELECT 1", "game"),
    ("SELECT max(level) FROM card", "level"),
]  # fmt: skip


@pytest.mark.deep(but=4)
@pytest.mark.parametrize(("sql", "table"), TOUCHED)
def test_a_question_that_reads_a_damaged_table_is_refused(store, sql, table, capsys):
    assert lab(capsys, "query", sql, "--run", "all", "--store", store)[0] == 0
    flip(place(store, table), 0.01)
    assert is_told(lab(capsys, "query", sql, "--run", "all", "--store", store), table)


@pytest.mark.deep(but=3)
@pytest.mark.parametrize(("sql", "table"), NOT_TOUCHED)
def test_a_question_that_reads_other_tables_is_answered_as_before(store, sql, table, capsys, monkeypatch):
    read = watched(monkeypatch)
    flip(place(store, table), 0.01)
    code, out, err = lab(capsys, "query", sql, "--run", "all", "--csv", "--store", store)
    assert (code, err) == (0, "") and not [one for one in read if one.startswith(f"{table}/")]
    place(store, table).write_bytes((store.parent / "kept" / FINISHED / table / "base-0.parquet").read_bytes())
    assert lab(capsys, "query", sql, "--run", "all", "--csv", "--store", store) == (0, out, "")


@pytest.mark.deep(but=1)
@pytest.mark.parametrize(
    "rows", ["FROM event", "SELECT count(*) FROM event", "SELECT 1 FROM game, event", "FROM event_named"]
)
def test_a_table_that_nobody_has_compared_has_columns_and_gives_no_rows(store, rows, capsys, monkeypatch):
    """Whatever way of asking for a table is not foreseen: an error, never rows, and none of its files is opened."""
    shown = "SELECT table_name FROM information_schema.tables ORDER BY ALL"
    asked = [lab(capsys, "query", sql, "--run", "all", "--store", store) for sql in ("DESCRIBE event", shown)]
    monkeypatch.setattr("lab.store.store_folder.tables_read", lambda *_: {"game"})
    code, out, err = lab(capsys, "query", rows, "--run", "all", "--store", store)
    assert (
        (code, out) == (2, "") and len(err.splitlines()) == 1 and "is not named as a table here; allowed: FROM" in err
    )
    flip(place(store, "event"), 0.999)
    assert [lab(capsys, "query", sql, "--run", "all", "--store", store) for sql in ("DESCRIBE event", shown)] == asked
