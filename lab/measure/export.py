"""Export: every report table as CSV, with a provenance file beside them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.errors import BadInput
from lab.measure.registry import load_metrics
from lab.measure.sheet import dictionary, harmless
from lab.measure.tables import Wanted, exact, report_tables, spreadsheet
from lab.measure.workbook import write_workbook
from lab.store.drafts import placed_folder

if TYPE_CHECKING:
    from lab.store.folder import Store

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
    _check_place(to)
    tables = report_tables(store, wanted)
    sheets, entries = {}, {}
    for name, frame in tables.items():
        sheets[name], entries[name] = (frame, exact(name, frame)) if form.exact else spreadsheet(name, frame)
    sheets[COLUMNS] = dictionary(entries)
    note = provenance_text(store.table("run", wanted.run).collect(), tables, command)
    files = [*(f"{name}.csv" for name in sheets), *([WORKBOOK] if form.xlsx else []), PROVENANCE]

    def write(folder: Path) -> None:
        folder.mkdir()
        for name, frame in sheets.items():
            write_csv(frame if form.exact else harmless(flat(frame)), folder / f"{name}.csv")
        if form.xlsx:
            write_workbook({name: flat(frame) for name, frame in sheets.items()}, folder / WORKBOOK)
        (folder / PROVENANCE).write_text(note, encoding="utf-8")

    try:
        placed_folder(to, write)
    except OSError as error:
        raise BadInput(f"{to}: cannot be written ({error.strerror}); allowed: a place of yours") from None
    return [to / name for name in files]


def _check_place(to: Path) -> None:
    """Refuse to replace what is no export."""
    if not to.exists():
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
        tables = tomllib.loads(note.read_text(encoding="utf-8")).get("table", [])
        return {*(table["file"] for table in tables), f"{COLUMNS}.csv", PROVENANCE, WORKBOOK}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError, KeyError):
        return set()


def write_csv(frame: pl.DataFrame, path: Path) -> None:
    """Write RFC 4180: UTF-8, header, CRLF, quotes where needed; a list becomes its items with spaces between."""
    draft = path.with_suffix(".part")
    flat(frame).write_csv(draft, line_terminator="\r\n")
    draft.replace(path)


def csv_text(frame: pl.DataFrame) -> str:
    """The same for a pipe, with the line ends that other tools of a terminal expect."""
    return flat(frame).write_csv()


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """A table of plain values: lists as their items with spaces between; what else is no plain value as its text."""
    lists = [n for n, kind in frame.schema.items() if isinstance(kind, pl.List) and not kind.inner.is_nested()]
    flat = frame.with_columns(pl.col(lists).cast(pl.List(pl.String)).list.join(" ")) if lists else frame
    odd = [n for n, kind in flat.schema.items() if kind.is_nested() or kind in (pl.Binary, pl.Duration, pl.Object)]
    texts = [pl.Series(n, [None if v is None else str(v) for v in flat[n].to_list()], pl.String) for n in odd]
    return flat.with_columns(texts)


def provenance_text(runs: pl.DataFrame, tables: dict[str, pl.DataFrame], command: str) -> str:
    """Where the tables come from: command, versions, and for each run its hashes; what each table holds."""
    lines = [f"command = {_quoted(command)}", *(f"{k} = {_quoted(v)}" for k, v in versions().items()), ""]
    for row in runs.to_dicts():
        lines.append("[[run]]")
        lines += [f"{key} = {_quoted(value)}" for key, value in row.items() if value is not None]
        lines.append("")
    known = load_metrics()
    for name, frame in tables.items():
        lines += ["[[table]]", f"file = {_quoted(name + '.csv')}", f"rows = {frame.height}"]
        if name in known:
            m = known[name]
            lines += [f"says = {_quoted(m.says)}", f"unit = {_quoted(m.unit)}", f"interval = {_quoted(m.interval)}"]
        lines.append("")
    return "\n".join(lines)


def versions() -> dict[str, str]:
    """Versions of everything that can move a number."""
    import platform
    from importlib.metadata import version

    from engine.records.rules import RULES_VERSION

    packages = {name: version(name) for name in ("numpy", "numba", "polars", "duckdb", "scipy")}
    return {"rules_version": str(RULES_VERSION), "python": platform.python_version(), **packages}


def _quoted(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in text) + '"'
