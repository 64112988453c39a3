"""Export: readable by any CSV reader, with its provenance beside it."""

from __future__ import annotations

import csv
import io
import re
import tomllib
import zipfile
from xml.etree import ElementTree

import polars as pl
import pytest

from decks.sheets.xlsx_reader import read_workbook
from engine.records.events import Result
from lab import cli
from lab.errors import BadInput
from lab.export import csv_export
from lab.export.csv_export import Form, export_tables, write_csv
from lab.export.report_tables import Wanted
from lab.export.spreadsheet import as_sheet, harmless, write_workbook
from lab.tables.column import Column
from tests.lab.command_lines import refused
from tests.lab.fixed_store import fixed_store

BY_LOT = {"how": 1, "pass": 0, "by_lot": 1}
"""How a card came that was drawn face-down."""


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
        {"run_id": "r", "arm": a, "game": g, "seat": g % 3, "card": 0, "opening": 1, "held": 1, "played": 1} | BY_LOT
        for a, g in keys
    ]
    at = {"run_id": "r", "turn": 1, "phase": "combat", "round": 1, "actor": 0, "target": -1, "before": 0, "after": 0}
    kinds = {"turn": -1, "curse": 0, "fight": -1, "join": 0, "strength": -1, "fight_end": -1}  # kind: its card
    told = [
        {**at, "seq": n, "kind": kind, "card": c, "other": int(Result.KILLED), "after": n}
        for n, (kind, c) in enumerate(kinds.items())
    ]
    turns = [("turn_end", 0), ("turn", 1), ("turn_end", 1), ("turn", 0)]
    told += [{**told[0], "seq": n, "kind": kind, "actor": who} for n, (kind, who) in enumerate(turns, len(told))]
    event = [{**row, "arm": a, "game": g} for a, g in keys for row in told]
    card = {
        "deck_hash": "d",
        "card": 0,
        "id": "boots",
        "name": 'Boots of "Haste", worn',
        "pile": "treasure",
        "kind": "item",
        "copies": 1,
        "level": 0,
        "gold": 400,
        "unmodelled": "",
    }
    rule = {"run_id": "r", "switch": "victory.level", "value": "10"}
    about = {"run_id": "r", "deck_hash": "d", "seats": 3, "agents": ["balanced", "random"]}
    run = {"run_id": "r", "command": 'lab run --variant "cthulhu"', "seed": 7, "spec_hash": "abc", "rules_version": 1}
    return tiny_store(
        game=pl.DataFrame(games), seat=pl.DataFrame(seats), level=pl.DataFrame(level), exposure=pl.DataFrame(exposure),
        event=pl.DataFrame(event), card=pl.DataFrame([card]), run=pl.DataFrame([run]),
        arm=pl.DataFrame([{**about, "arm": a} for a in arms]), rule=pl.DataFrame([{**rule, "arm": a} for a in arms]),
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


@pytest.mark.deep
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


def sheet(folder, name):
    return read(folder / f"{name}.csv")


def test_a_sheet_holds_rounded_numbers_and_its_headings_the_units(store, tmp_path):
    export_tables(store, tmp_path / "out", "lab export")
    (kill,) = [r for r in sheet(tmp_path / "out", "endings") if r["ending"] == "kill" and r["arm"] == "cthulhu"]
    # 4 of 4 games: the interval is wide, and per cents have a decimal at least.
    assert kill["share (%)"] == "100.0" and kill["share, high (%)"] == "100.0"
    assert 0 < float(kill["share, low (%)"]) < 100 and len(kill["share, low (%)"].split(".")[1]) == 1
    turns = [r for r in sheet(tmp_path / "out", "game_length") if r["in"] == "turns"][0]
    # 50, 51, 52, 53 turns: mean 51.5, half an interval t(3) 3.182 * 1.291 / 2 = 2.05: no decimal is worth 2 units.
    assert (turns["mean (turns or rounds)"], turns["mean, low (turns or rounds)"]) == ("52.0", "49.0")


@pytest.mark.deep
def test_every_column_of_every_sheet_is_in_the_dictionary_and_means_something(store, tmp_path):
    for form in (Form(), Form(exact=True)):
        files = export_tables(store, tmp_path / "out", "lab export", form=form)
        told = sheet(tmp_path / "out", "columns")
        for file in files[:-1]:
            if file.stem == "columns":
                continue
            header = next(csv.reader(file.open(encoding="utf-8", newline="")))
            assert header == [r["heading"] for r in told if r["table"] == file.stem]
            assert len(set(header)) == len(header)
    assert all(r["meaning"].endswith(".") for r in told), [r for r in told if not r["meaning"].endswith(".")]


def test_rows_of_different_kinds_say_their_unit():
    kinds = {"value": Column("value", "number", kind_of=lambda row: "share" if row["what"] == "lost" else "number")}
    frame = pl.DataFrame({"what": ["lost", "won"], "value": [0.25, 2.5]})
    rows = as_sheet(frame, kinds, "per game")[0].to_dicts()
    assert rows[0] == {"what": "lost", "unit": "%", "value (see unit)": 25.0}
    assert rows[1] == {"what": "won", "unit": "per game", "value (see unit)": 2.5}


RUN = ("=1+1", "+cmd", "-x", "@SUM(A1)", "\tx", "\r=1", "=cmd|' /C calc'!A0", "-2+3")
QUIET = ("", "a=b", "-3", "+2.5", "'x", "1e5", "Größe")


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical])
def test_what_a_spreadsheet_would_run_is_neutralised(dtype):
    frame = pl.DataFrame({"text": pl.Series([*RUN, *QUIET, None], dtype=dtype), "number": [-1.5] * 16})
    shown = harmless(frame)
    assert shown["text"].to_list() == [*(f"'{text}" for text in RUN), *QUIET, None]
    assert shown["number"].to_list() == [-1.5] * 16


def test_one_table_of_one_arm(store, tmp_path):
    wanted = Wanted(tables=("endings", "comparison", "seat"), arms=("cthulhu+faster",))
    files = export_tables(store, tmp_path / "out", "lab export", wanted)
    assert [f.stem for f in files] == ["seat", "endings", "comparison", "columns", "provenance"]
    assert {r["arm"] for name in ("endings", "seat") for r in sheet(tmp_path / "out", name)} == {"cthulhu+faster"}
    assert {r["after"] for r in sheet(tmp_path / "out", "comparison")} == {"cthulhu+faster"}
    assert tomllib.loads(files[-1].read_text(encoding="utf-8"))["run"][0]["run_id"] == "r"


@pytest.mark.parametrize(
    "wanted, allowed", [(Wanted(tables=("sharks",)), "endings"), (Wanted(arms=("sharks",)), "cthulhu+faster")]
)
def test_an_unknown_name_is_one_sentence(store, tmp_path, wanted, allowed):
    with pytest.raises(BadInput, match=f"'sharks'.*{re.escape(allowed)}"):
        export_tables(store, tmp_path / "out", "lab export", wanted)
    assert not (tmp_path / "out").exists()


@pytest.mark.deep
def test_an_export_replaces_an_export_whole_and_nothing_else(store, tmp_path):
    out = tmp_path / "out"
    export_tables(store, out, "first")
    export_tables(store, out, "second", Wanted(tables=("endings",)))
    assert sorted(p.name for p in out.iterdir()) == ["columns.csv", "endings.csv", "provenance.toml"]
    for other in ("thesis.odt", "my-own.csv"):
        (out / other).write_text("mine")
        with pytest.raises(BadInput, match=other):
            export_tables(store, out, "third")
        (out / other).unlink()
    assert 'command = "second"' in (out / "provenance.toml").read_text()


@pytest.mark.deep
def test_an_export_that_fails_leaves_the_earlier_one_as_it_was(store, tmp_path, monkeypatch):
    out = tmp_path / "out"
    export_tables(store, out, "first")
    before = {p.name: p.read_bytes() for p in out.iterdir()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(csv_export, "write_workbook", full)
    with pytest.raises(BadInput, match="No space left"):
        export_tables(store, out, "second", form=Form(xlsx=True))
    assert {p.name: p.read_bytes() for p in out.iterdir()} == before
    assert [p.name for p in tmp_path.iterdir() if p.name.endswith((".part", ".old"))] == []


@pytest.mark.deep
def test_a_workbook_holds_the_same_tables_with_numbers_as_numbers(store, tmp_path):
    export_tables(store, tmp_path / "out", "lab export", form=Form(xlsx=True))
    data = (tmp_path / "out" / "tables.xlsx").read_bytes()
    book = read_workbook(data, "tables.xlsx")
    assert set(book) == {p.stem for p in (tmp_path / "out").glob("*.csv")}
    head, first = (cells for _, cells in book["endings"][:2])
    assert dict(zip(head, first))["share (%)"] == sheet(tmp_path / "out", "endings")[0]["share (%)"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            text = archive.read(name)
            ElementTree.fromstring(text)
            assert b"<f>" not in text
    number = list(book).index("endings") + 1
    cells = zipfile.ZipFile(io.BytesIO(data)).read(f"xl/worksheets/sheet{number}.xml").decode()
    assert re.search(r'<c r="[A-Z]+[0-9]+"><v>100\.0</v></c>', cells)


def test_texts_of_a_workbook_are_texts_whatever_they_hold(tmp_path):
    texts = ["=1+1", "<&>", "line\nbreak", "bell\x07", " spaces "]
    write_workbook({"x": pl.DataFrame({"text": texts})}, tmp_path / "x.xlsx")
    rows = read_workbook((tmp_path / "x.xlsx").read_bytes(), "x")["x"]
    assert [cells[0] for _, cells in rows] == ["text", "=1+1", "<&>", "line\nbreak", "bell ", " spaces "]


def test_a_workbook_says_all_digits_and_not_when_it_was_made(tmp_path):
    frame = pl.DataFrame({"n": [0.1 + 0.2, 1e-320, float("nan"), None], "yes": [True, False, None, True]})
    write_workbook({"x": frame}, tmp_path / "x.xlsx")
    rows = [cells for _, cells in read_workbook((tmp_path / "x.xlsx").read_bytes(), "x")["x"]]
    assert rows == [["n", "yes"], ["0.30000000000000004", "true"], ["1e-320", "false"], ["", "true"]]
    with zipfile.ZipFile(tmp_path / "x.xlsx") as archive:
        assert {part.date_time[0] for part in archive.infolist()} == {1980}
        assert re.findall(rb"(....)-..-..T", archive.read("docProps/core.xml")) == [b"1980", b"1980"]
    assert [p.name for p in tmp_path.iterdir()] == ["x.xlsx"]


def test_a_workbook_that_cannot_be_written_is_an_error_of_the_system(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_workbook({"x": pl.DataFrame({"n": [1]})}, tmp_path)


def test_the_command_writes_one_table_and_refuses_unknown_names(tmp_path, capsys):
    fixed_store(tmp_path / "store")
    line = ["export", "--store", str(tmp_path / "store"), "--to", str(tmp_path / "out"), "--table", "endings"]
    assert cli.main([*line, "--arm", "cthulhu", "--xlsx"]) == 0
    assert "wrote 1 table, columns.csv, tables.xlsx and provenance.toml" in capsys.readouterr().out
    assert {r["arm"] for r in sheet(tmp_path / "out", "endings")} == {"cthulhu"}
    for wrong in (["--arm", "sharks"], ["--table", "sharks"]):
        said = refused(capsys, [*line, *wrong]).strip()
        assert "'sharks'" in said and "allowed: " in said and len(said.splitlines()) == 1
