"""Export: every report table as CSV, with a provenance file beside them.

What an export says of its runs so that somebody else can play them again: `lab verify` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from engine.inputs.toml import read_toml
from lab.errors import BadInput, why_not
from lab.export.report_tables import Wanted, exact, report_tables, spreadsheet
from lab.export.spreadsheet import dictionary, harmless, write_workbook
from lab.store.atomic_files import placed_folder
from lab.tables.metric import load_metrics
from lab.tables.table_pace import cited

if TYPE_CHECKING:
    from lab.store.store_folder import Store

COLUMNS, PROVENANCE, WORKBOOK = "columns", "provenance.toml", "tables.xlsx"
"""Files of an export beside its tables: the dictionary of all columns, where they come from, all in one workbook."""


@dataclass(frozen=True)
class Form:
    """How tables are written: as a spreadsheet wants them or `exact` for machines, with a workbook or without."""

    exact: bool = False
    xlsx: bool = False


ALL, SHEETS = Wanted(), Form()


def export_tables(store: Store, to: Path, command: str, wanted: Wanted = ALL, form: Form = SHEETS) -> list[Path]:
    """Write the wanted tables to a folder, whole or not at all, and return the files, the provenance last.

    What an earlier export left in that folder is replaced; a folder that holds anything else is refused.
    """
    check_place(to)
    tables = report_tables(store, wanted)
    sheets, entries = {}, {}
    for name, frame in tables.items():
        sheets[name], entries[name] = (frame, exact(name, frame)) if form.exact else spreadsheet(name, frame)
    sheets[COLUMNS] = dictionary(entries)
    note = _note(store, tables, command, wanted, form)
    files = [*(f"{name}.csv" for name in sheets), *([WORKBOOK] if form.xlsx else []), PROVENANCE]

    def write(folder: Path) -> None:
        folder.mkdir()
        for name, frame in sheets.items():
            write_csv(frame if form.exact else harmless(flat(frame)), folder / f"{name}.csv")
        if form.xlsx:
            write_workbook({name: flat(frame) for name, frame in sheets.items()}, folder / WORKBOOK)
        (folder / PROVENANCE).write_text(note, encoding="utf-8")

    place_export(to, write)
    return [to / name for name in files]


def place_export(to: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make and fill the folder of an export, which takes the place of an earlier one in one moment."""
    check_place(to)
    try:
        placed_folder(to, write)
    except OSError as error:
        raise BadInput(f"{to}: cannot be written ({why_not(error)}); allowed: a place of yours") from None


def check_place(to: Path) -> None:
    """Refuse to replace what is no export, and a place where no folder can be made."""
    if not to.exists():
        above = next(folder for folder in to.absolute().parents if folder.exists())
        if not above.is_dir() or not os.access(above, os.W_OK):
            why = "may not be written" if above.is_dir() else "is no folder"
            raise BadInput(f"{to}: cannot be written ({above} {why}); allowed: a place of yours")
        return
    inside = {path.name for path in to.iterdir()} if to.is_dir() else {to.name}
    others = sorted(inside - _exported(to / PROVENANCE))
    if others:
        raise BadInput(
            f"{to}: holds {others[0]}, which is no part of an export; allowed: a new folder, an empty one, "
            "or that of an earlier export, which is replaced"
        )


def _exported(note: Path) -> set[str]:
    """The files of the export that a provenance file speaks of: nobody else's CSV file is replaced."""
    try:
        tables = read_toml(note, BadInput).get("table", [])
        return {*(table["file"] for table in tables), f"{COLUMNS}.csv", PROVENANCE, WORKBOOK}
    except (BadInput, TypeError, KeyError):
        return set()


def write_csv(frame: pl.DataFrame, path: Path) -> None:
    """Write RFC 4180: UTF-8, header, CRLF, quotes where needed; a list becomes its items with spaces between."""
    flat(frame).write_csv(path, line_terminator="\r\n")


def csv_text(frame: pl.DataFrame) -> str:
    """The same for a pipe, with the line ends that other tools of a terminal expect, and no text a formula."""
    return harmless(flat(frame)).write_csv()


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """A table of plain values: lists as their items with spaces between; what else is no plain value as its text."""
    lists = [n for n, kind in frame.schema.items() if isinstance(kind, pl.List) and not kind.inner.is_nested()]
    flat = frame.with_columns(pl.col(lists).cast(pl.List(pl.String)).list.join(" ")) if lists else frame
    odd = [n for n, kind in flat.schema.items() if kind.is_nested() or kind in (pl.Binary, pl.Duration, pl.Object)]
    texts = [pl.Series(n, [None if v is None else str(v) for v in flat[n].to_list()], pl.String) for n in odd]
    return flat.with_columns(texts)


def _note(store: Store, tables: Mapping[str, pl.DataFrame], command: str, wanted: Wanted, form: Form) -> str:
    """The provenance of an export: `lab verify` plays its runs again and asks for the same."""
    runs = store.table("run", wanted.run).collect().to_dicts()
    asked = {"exact": form.exact, "arms": wanted.arms}
    return provenance_text([row | facts_of_run(store, row["run_id"]) for row in runs], tables, command, asked)


def provenance_text(
    runs: Sequence[dict[str, Any]], tables: Mapping[str, pl.DataFrame], command: str, asked: Mapping[str, Any]
) -> str:
    """Where tables come from: command, versions, what was asked for, the runs; and what each table holds."""
    lines = [f"{key} = {quoted(value)}" for key, value in ({"command": command} | versions()).items()]
    lines += ["", "[export]", *(f"{key} = {quoted(value)}" for key, value in asked.items()), ""]
    lines += toml_lines("run", runs)
    known = load_metrics()
    for name, frame in tables.items():
        row: dict[str, Any] = {"file": f"{name}.csv", "rows": frame.height}
        if name in known:
            row |= {"says": known[name].says, "unit": known[name].unit, "interval": known[name].interval}
        lines += toml_lines("table", [row])
    return "\n".join(lines)


def versions() -> dict[str, str]:
    """Versions of everything that can move a number."""
    import platform
    from importlib.metadata import version

    from engine.records.switches import RULES_VERSION

    packages = {name: version(name) for name in ("numpy", "numba", "polars", "duckdb", "scipy")}
    return {"rules_version": str(RULES_VERSION), "python": platform.python_version(), **packages}


OF_ARM = ("arm", "rules_hash", "deck_hash", "arm_hash", "games")
"""Columns of the table `arm` that say what was played."""


def facts_of_run(store: Store, run: str) -> dict[str, Any]:
    """Digest and spec of a run, and its arms with their fingerprints and how many games of each were there."""
    counted = store.table("game", run).group_by(pl.col("arm").cast(pl.String)).len().collect()
    stored = dict(counted.iter_rows())
    arms = store.table("arm", run).collect().to_dicts()
    told = [{key: str(row.get(key) or "") for key in OF_ARM[:-1]} | {"games": row.get("games")} for row in arms]
    return {
        "digest": cited(store, run) or None,
        "spec": store.spec_text(run),
        "arm": [one | {"stored": stored.get(one["arm"], 0)} for one in told],
    }


def toml_lines(table: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Rows as an array of tables; what is a list of rows in a row becomes one below it."""
    for row in rows:
        yield f"[[{table}]]"
        yield from (f"{k} = {quoted(v)}" for k, v in row.items() if v is not None and not isinstance(v, list))
        yield ""
        for key, value in row.items():
            if isinstance(value, list):
                yield from toml_lines(f"{table}.{key}", value)


def quoted(value: Any) -> str:
    """A number, a truth value, a list of texts or a text as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(quoted, value))}]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + "".join(c if c.isprintable() else " " for c in text) + '"'
