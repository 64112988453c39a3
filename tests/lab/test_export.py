"""Export: readable by any CSV reader, with its provenance beside it."""

from __future__ import annotations

import csv
import tomllib

import polars as pl
import pytest

from engine.records.events import Result
from lab.measure.export import Form, export_tables, write_csv


@pytest.fixture
def store(tiny_store, rows):
    game, seat = rows
    arms = ("cthulhu", "cthulhu+faster")
    games = [game(a, g, turns=50 + g) for a in arms for g in range(4)]
    seats = [
        seat(a, g, s, won=int(s == g % 3), credit=float(s == g % 3)) for a in arms for g in range(4) for s in range(3)
    ]
    keys = [(a, g) for a in arms for g in range(4)]
    level = [{"run_id": "r", "arm": a, "game": g, "round": 1, "seat": s, "level": 2} for a, g in keys for s in range(3)]
    exposure = [
        {"run_id": "r", "arm": a, "game": g, "seat": g % 3, "card": 0, "opening": 1, "played": 1} for a, g in keys
    ]
    end = {"run_id": "r", "kind": "fight_end", "seq": 0, "turn": 1, "actor": 0, "target": -1, "before": 0, "after": 0}
    event = [{**end, "arm": a, "game": g, "other": int(Result.KILLED)} for a, g in keys]
    card = {
        "deck_hash": "d",
        "card": 0,
        "id": "boots",
        "name": 'Boots of "Haste", worn',
        "pile": "treasure",
        "kind": "item",
        "copies": 1,
        "unmodelled": "",
    }
    run = {"run_id": "r", "command": 'lab run --variant "cthulhu"', "seed": 7, "spec_hash": "abc", "rules_version": 1}
    return tiny_store(
        game=pl.DataFrame(games), seat=pl.DataFrame(seats), level=pl.DataFrame(level), exposure=pl.DataFrame(exposure),
        event=pl.DataFrame(event), card=pl.DataFrame([card]), run=pl.DataFrame([run]),
        arm=pl.DataFrame([{"run_id": "r", "arm": a, "deck_hash": "d", "agents": ["balanced", "random"]} for a in arms]),
    )  # fmt: skip


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_every_table_is_written_with_its_header(store, tmp_path):
    files = export_tables(store, tmp_path / "out", "lab export")
    names = {f.stem for f in files}
    assert {"run", "arm", "card", "game_length", "endings", "card_table", "comparison"} <= names
    for file in files[:-1]:
        assert read(file), file
        assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")


def test_texts_survive_quotes_commas_and_lists(store, tmp_path):
    export_tables(store, tmp_path / "out", "lab export")
    assert read(tmp_path / "out" / "card.csv")[0]["name"] == 'Boots of "Haste", worn'
    assert read(tmp_path / "out" / "arm.csv")[0]["agents"] == "balanced random"


def test_letters_beyond_ascii_are_utf_8(tmp_path):
    write_csv(pl.DataFrame({"name": ["Größe", "line\nbreak"], "n": [[1, 2], []]}), tmp_path / "x.csv")
    assert [r["name"] for r in read(tmp_path / "x.csv")] == ["Größe", "line\nbreak"]
    assert read(tmp_path / "x.csv")[0]["n"] == "1 2"


def test_provenance_names_runs_versions_and_tables(store, tmp_path):
    files = export_tables(store, tmp_path / "out", 'lab export --to "out"')
    note = tomllib.loads(files[-1].read_text(encoding="utf-8"))
    assert files[-1].name == "provenance.toml"
    assert note["command"] == 'lab export --to "out"'
    assert note["run"][0]["spec_hash"] == "abc"
    assert {"rules_version", "python", "polars", "numba"} <= set(note)
    tables = {t["file"]: t for t in note["table"]}
    assert tables["endings.csv"]["interval"].startswith("Wilson")
    assert tables["endings.csv"]["rows"] == len(read(tmp_path / "out" / "endings.csv"))


def test_numbers_of_an_exact_export_are_those_of_the_games(store, tmp_path):
    export_tables(store, tmp_path / "out", "lab export", form=Form(exact=True))
    turns = [r for r in read(tmp_path / "out" / "game_length.csv") if r["measure"] == "turns"]
    assert [float(r["mean"]) for r in turns] == [51.5, 51.5]
    comparison = [r for r in read(tmp_path / "out" / "comparison.csv") if r["metric"] == "turns"]
    assert (float(comparison[0]["difference"]), comparison[0]["n"]) == (0.0, "4")
