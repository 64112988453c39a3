"""What an exported table claims: its cells, and the runs that the provenance beside it names.

A digest that somebody cites is that of a run of the store, and of what lies there now, or it is said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from engine.inputs.quote import quoted
from engine.inputs.toml import read_toml
from lab.comparison.arm_comparison import KEPT as COMPARISON
from lab.errors import BadInput, StoreDamaged
from lab.export.csv_export import PROVENANCE
from lab.runs.run_spec import RunSpec, parse_spec
from lab.store.stored_tables import TABLES
from lab.tables.metric import load_metrics
from lab.tables.table_pace import CITED, FILE, cited, cited_pace, pace, said_pace

if TYPE_CHECKING:
    from lab.store.store_folder import Store

SHOWN = 60
"""Letters of a foreign value that a sentence repeats."""


@dataclass(frozen=True)
class ClaimedRun:
    """A run as its export tells it: its row of `run`, its spec, and each arm with its fingerprints and games."""

    row: Mapping[str, Any]
    spec: RunSpec
    arms: Mapping[str, Mapping[str, Any]]

    @property
    def run_id(self) -> str:
        """Its name in the store that was exported."""
        return str(self.row["run_id"])

    @property
    def is_whole(self) -> bool:
        """Whether all its games were there."""
        return all(arm["stored"] == arm["games"] for arm in self.arms.values())


@dataclass(frozen=True)
class Claim:
    """An exported table: every cell as it is written; `arms` are those that were asked for, none for all."""

    path: Path
    table: str
    cells: pl.DataFrame
    runs: tuple[ClaimedRun, ...]
    exact: bool
    arms: tuple[str, ...]


def read_claim(path: Path) -> Claim:
    """Read a table that `lab export` wrote, with the provenance beside it."""
    note = _note(path)
    table = path.stem
    if table not in (*TABLES, COMPARISON, *load_metrics()) or path.suffix != ".csv":
        raise BadInput(f"{path}: is no table that can be computed again; allowed: a table of `lab export`")
    if path.name not in [_get(one, "file", path) for one in note.get("table", [])]:
        raise BadInput(f"{path}: {PROVENANCE} beside it does not name it; allowed: a table of that export")
    asked = note["export"] if isinstance(note.get("export"), dict) else {}
    runs = tuple(_run(row, path) for row in note.get("run", []))
    arms = tuple(map(str, asked.get("arms", ())))
    return Claim(path, table, read_cells(path), runs, bool(asked.get("exact", False)), arms)


def _note(path: Path) -> dict[str, Any]:
    note = path.with_name(PROVENANCE)
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; allowed: a CSV file that `lab export` wrote")
    if not note.is_file():
        raise BadInput(
            f"{path}: there is no {PROVENANCE} beside it; allowed: a table in a folder that `lab export` wrote"
        )
    return read_toml(note, BadInput)


def _run(row: Any, path: Path) -> ClaimedRun:
    where = f"{path.with_name(PROVENANCE)}: run {str(_get(row, 'run_id', path))[:SHOWN]}"
    if "spec" not in row or not row.get("arm"):
        raise BadInput(f"{where} has no spec, so it was exported by an older lab; allowed: exports of this version")
    arms = {str(_get(arm, "arm", path)): arm for arm in row["arm"]}
    for arm in arms.values():
        for key in ("rules_hash", "deck_hash", "arm_hash", "games", "stored"):
            _get(arm, key, path)
    return ClaimedRun(row, parse_spec(str(row["spec"]), where), arms)


def _get(row: Any, key: str, path: Path) -> Any:
    if not isinstance(row, dict) or key not in row:
        raise BadInput(f"{path.with_name(PROVENANCE)}: missing key '{key}'; allowed: as `lab export` wrote it")
    return row[key]


def read_cells(path: Path) -> pl.DataFrame:
    """A CSV file with every cell as the text that it is; nothing and an empty text are the same, as in spreadsheets."""
    try:
        return pl.read_csv(path, infer_schema=False).with_columns(pl.all().fill_null(""))
    except pl.exceptions.NoDataError:
        return pl.DataFrame()
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = " ".join(str(error).split())[:SHOWN]
        raise BadInput(f"{path}: cannot be read as CSV ({reason}); allowed: as `lab export` wrote it") from None


DIGEST = re.compile(r"[0-9a-f]{4,64}-([0-9a-f]{0,64})(-pace(-[0-9.e+]+){3})?")
DIGITS = 32
"""Hex digits of a digest behind the run's id."""


@dataclass(frozen=True)
class Cited:
    """What a store knows of a digest; `wrong` says why it does not hold, nothing if it does."""

    digest: str
    run: str
    name: str
    games: int
    planned: int
    now: str
    wrong: tuple[str, ...]


def digest_of(text: str) -> str:
    """The digest of a run that a text is, however it was copied; nothing if it is none.

    Raises BadInput where a part of one is missing.
    """
    found = DIGEST.fullmatch(text.strip().lower())
    if found and len(found[1]) != DIGITS:
        raise BadInput(
            f"the digest {quoted(text)} has {len(found[1])} digits behind its -; allowed: {DIGITS}, all that was cited"
        )
    return found[0] if found else ""


def look_up(store: Store, digest: str) -> Cited:
    """Look for the run of a digest in a store, and compare every file of it with its checksum."""
    run = digest.partition("-")[0]
    if run not in store.run_ids():
        known = ", ".join(store.run_ids()) or "none"
        return Cited(digest, "", "", 0, 0, "", (f"no run of this store has this digest; its runs are: {known}",))
    name = str((store.row(run) or {}).get("name") or "")
    wrong = [f"{damage.place} {damage.what}" for damage in store.damages(run)]
    try:
        now, (games, planned) = cited(store, run), store.stored(run)
    except StoreDamaged:
        return Cited(digest, run, name, 0, 0, "", tuple(wrong))
    if not now:
        wrong.append("an older version made it, which kept no checksums: it has no digest")
    elif now.partition(CITED)[0] != digest.partition(CITED)[0]:
        far = "" if games >= planned else f" (it has {games:,} of {planned:,} games and may have had others then)"
        wrong.append(f"its digest is {now} now{far}")
    elif now != digest:
        was, here = (cited_pace(one) or pace() for one in (digest, now))
        wrong.append(
            f"its games are what was cited, its minutes are not: they are estimated with {said_pace(here)} seconds in "
            f"this store, and were with {said_pace(was)} ({FILE.name} in the store says it)"
        )
    return Cited(digest, run, name, games, planned, now, tuple(wrong))
