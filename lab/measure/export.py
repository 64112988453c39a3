"""Export: every report table as CSV, with a provenance file beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.measure.compare import as_frame, compare_run
from lab.measure.registry import compute, load_metrics

if TYPE_CHECKING:
    from lab.store.folder import Store

FACTS = ("run", "arm", "card")
"""Small tables of the store that explain the others."""


def report_tables(store: Store, run: str | None = None) -> dict[str, pl.DataFrame]:
    """Every table of a report by name: facts about the runs, all metrics, comparisons of arms."""
    tables = {name: store.table(name, run).collect() for name in FACTS}
    tables |= compute(store, (), run)
    arms = tables["arm"].group_by("run_id", maintain_order=True).len()
    rows = []
    for run_id in arms.filter(pl.col("len") > 1)["run_id"]:
        rows.append(
            as_frame(compare_run(store, run_id, every_pair=True)).select(pl.lit(run_id).alias("run_id"), pl.all())
        )
    if rows:
        tables["comparison"] = pl.concat(rows, how="vertical_relaxed")
    return tables


def export_tables(store: Store, to: Path, command: str, run: str | None = None) -> list[Path]:
    """Write all report tables to a folder and return the files, the provenance last."""
    tables = report_tables(store, run)
    to.mkdir(parents=True, exist_ok=True)
    files = []
    for name, frame in tables.items():
        files.append(to / f"{name}.csv")
        write_csv(frame, files[-1])
    note = to / "provenance.toml"
    note.write_text(provenance_text(tables, command), encoding="utf-8")
    return [*files, note]


def write_csv(frame: pl.DataFrame, path: Path) -> None:
    """Write RFC 4180: UTF-8, header, CRLF, quotes where needed; a list becomes its items with spaces between."""
    draft = path.with_suffix(".part")
    _flat(frame).write_csv(draft, line_terminator="\r\n")
    draft.replace(path)


def csv_text(frame: pl.DataFrame) -> str:
    """The same for a pipe, with the line ends that other tools of a terminal expect."""
    return _flat(frame).write_csv()


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists as their items with spaces between; what else is no plain value as its text."""
    lists = [n for n, kind in frame.schema.items() if isinstance(kind, pl.List) and not kind.inner.is_nested()]
    flat = frame.with_columns(pl.col(lists).cast(pl.List(pl.String)).list.join(" ")) if lists else frame
    odd = [n for n, kind in flat.schema.items() if kind.is_nested() or kind in (pl.Binary, pl.Duration, pl.Object)]
    texts = [pl.Series(n, [None if v is None else str(v) for v in flat[n].to_list()], pl.String) for n in odd]
    return flat.with_columns(texts)


def provenance_text(tables: dict[str, pl.DataFrame], command: str) -> str:
    """Where the tables come from: command, versions, and for each run its hashes; what each table holds."""
    lines = [f"command = {_quoted(command)}", *(f"{k} = {_quoted(v)}" for k, v in versions().items()), ""]
    for row in tables["run"].to_dicts():
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
