"""What is in a store, read as Polars frames: tables, runs, and whether they are what was committed."""

from __future__ import annotations

import copy
import hashlib
import io
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Self

import polars as pl

from lab.errors import BadInput, StoreDamaged
from lab.store.checksums import fault_of
from lab.store.damage_report import damages, uncommitted
from lab.store.parquet_files import UNREADABLE, UnreadableError, plain
from lab.store.run_folder import FINISHED, SPEC, Damage, RunFolder, run_names, run_row
from lab.store.shard_bytes import games_of
from lab.store.shard_markers import Mark, Part
from lab.store.store_locks import true_status
from lab.store.store_views import RUNS, sample
from lab.store.stored_tables import FACTS, TABLES, VOLATILE, empty_frame


class StoredRuns:
    """The runs of a store, as they are read; nothing is changed."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute() if str(path).startswith("~") else path  # Polars takes it for somebody's home
        self.damaged: Mapping[str, str] = {}  # runs that are left out, and what is wrong with each

    def table(self, name: str, run: str | None = None) -> pl.LazyFrame:
        """One table, or its rows of one run, as shards hold it: flags are 0 or 1, and -1 is nobody or no card.

        Raises StoreDamaged where a file is missing, or has other bytes than were committed.
        """
        if name not in TABLES:
            raise BadInput(f"no table named '{name}'; allowed: {', '.join(TABLES)}")
        parts = [rows for r in self._wanted(run) if (rows := self._run(r).rows(name)) is not None]
        frame = pl.concat(parts) if parts else empty_frame(name).lazy()
        if name == "run":
            frame = frame.with_columns(true_status(self.path, pl.col("status")))
        return frame.unique(maintain_order=True) if name == "card" else frame

    def runs(self, run: str | None = None) -> pl.DataFrame:
        """All runs, oldest first; or one."""
        return self.table("run", run).sort("created_at", "run_id").collect()

    def arms(self, run: str | None = None) -> pl.DataFrame:
        """All arms, in the order of their runs' specs."""
        return self.table("arm", run).collect()

    def digest(self, table: str, run: str) -> str:
        """Fingerprint of a table of a run; of `run` itself without when and how it was made."""
        digest = hashlib.sha256()
        if table == "run":
            digest.update(self.table(table, run).drop(VOLATILE).collect().write_json().encode())
        for path in self._run(run).files(table) if table != "run" else []:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def run_ids(self) -> list[str]:
        """Names of all runs, but those that are left out."""
        return [name for name in run_names(self.path) if name not in self.damaged]

    def readable(self, *tables: str) -> Self:
        """The same store without the runs of which one of these tables is damaged; `damaged` says what is wrong."""
        found, wrong = copy.copy(self), {}
        for run in map(self._run, self.run_ids()):
            try:
                run.check()
                for name in tables:
                    run.files(name)
            except StoreDamaged as error:
                wrong[run.name] = str(error)
        found.damaged = {**self.damaged, **wrong}
        return found

    def spec_text(self, run: str) -> str:
        """The spec of a run as TOML."""
        self._wanted(run)
        return (self.path / RUNS / run / SPEC).read_text(encoding="utf-8")

    def committed(self, run: str) -> set[str]:
        """Names of the shards of a run that are complete."""
        return set(self._run(run).shards())

    def is_committed(self, run: str, shard: str) -> bool:
        """Whether one shard of a run is complete."""
        return self._run(run).has_mark(shard)

    def rows_of(self, run: str, shard: str) -> dict[str, int] | None:
        """How many rows a committed shard has in each table; None if it is not there, or its marker is damaged."""
        mark = self._mark_of(run, shard)
        return None if mark is None else {name: part.rows for name, part in mark.parts.items()}

    def stored(self, run: str) -> tuple[int, int]:
        """Games of a run that are there, those that were given up among them, and games that it is to have."""
        return games_of(self._run(run).marks()), self._run(run).planned()

    def unfinished(self, run: str | None = None) -> str:
        """What is said where numbers stand of runs that lack games, one run or all; nothing if none does."""
        far = {name: self.stored(name) for name in (self.run_ids() if run is None else [run])}
        told = [f"{done:,} of {of:,} games of run {name}" for name, (done, of) in far.items() if done < of]
        return f"{', '.join(told)} are stored" if told else ""

    def frames_of(self, run: str, shard: str, rows: Mapping[str, int]) -> dict[str, pl.DataFrame] | None:
        """The tables of a committed shard as they were written; None if they are not what its marker says."""
        mark, folder = self._mark_of(run, shard), self.path / RUNS / run
        parts = mark.parts if mark else {}
        paths = {name: folder / name / f"{shard}.parquet" for name, n in rows.items() if n}
        if any(fault_of(path, parts.get(name, Part(rows[name]))) for name, path in paths.items()):
            return None
        try:
            data = {name: pl.read_parquet(io.BytesIO(path.read_bytes())) for name, path in paths.items()}
        except UNREADABLE:
            return None
        frames = {name: data.get(name, empty_frame(name)) for name in rows}
        return frames if all(frame.height == rows[name] for name, frame in frames.items()) else None

    def row(self, run: str) -> dict[str, Any] | None:
        """The row of a run, from its copy if the table is damaged; None if there is no such run, or both are."""
        return run_row(self.path / RUNS / run)

    def about(self, run: str) -> Mark | None:
        """What was said of a run when it was begun, None by older versions; StoreDamaged if that is damaged."""
        return self._run(run).about()

    def cited(self, run: str) -> str:
        """The digest that a run is cited by, empty of older versions; StoreDamaged if what it is made of is damaged."""
        return self._run(run).digest()

    def damages(self, run: str) -> list[Damage]:
        """What is wrong with a run; every file of it is read whole."""
        return damages(self._run(run))

    def uncommitted(self, run: str) -> list[Path]:
        """Files of a run that belong to no shard and to nobody who plays it; StoreDamaged if a marker is damaged."""
        return uncommitted(self._run(run), self._run(run).marks())

    def is_finished(self, run: str) -> bool:
        """Whether a run can gain no games."""
        return self.table("run", run).select("status").collect()["status"].to_list() == [FINISHED]

    def folder_of(self, run: str) -> Path:
        """Where everything of a run lies."""
        return self.path / RUNS / run

    def made_of(self, name: str, run: str) -> str:
        """Fingerprint of a table of a run: its small file, or the names and sizes of its shards, all of them whole."""
        digest = hashlib.sha256()
        for path in self._run(run).files(name):
            size = path.stat().st_size
            digest.update(f"{path.name} {size}\n".encode() if name in FACTS else path.read_bytes())
        return digest.hexdigest()

    def _run(self, run: str) -> RunFolder:
        return RunFolder(self.path, run)

    def _mark_of(self, run: str, shard: str) -> Mark | None:
        try:
            return self._run(run).mark(shard)
        except StoreDamaged:
            return None

    def _wanted(self, run: str | None) -> list[str]:
        known = self.run_ids()
        if run is not None and run not in known:
            raise BadInput(
                f"store {self.path}: no run '{run}'; allowed: {', '.join(known) or 'none, the store is empty'}"
            )
        wanted = known if run is None else [run]
        for name in wanted:
            self._run(name).check()
        return wanted

    def all_files(
        self, root: Path | None = None, read: Collection[str] = tuple(TABLES), run: str | None = None
    ) -> dict[str, list[Path]]:
        """Files of all tables, of all shards that are committed now, and the empty ones that have every column.

        Of all runs or of one.
        `root` is what the store's folder is called in their names: its own full name, if nothing else is said; `read`
        are the tables that somebody reads: what belongs to the others has to be there and as long as it was.
        """
        root = root or self.path.resolve()
        files = {name: [root / sample(name)] if _is_table(self.path / sample(name)) else [] for name in TABLES}
        for one in map(self._run, self._wanted(run)):
            marks = one.marks()
            for name in TABLES:
                folder = root / RUNS / one.name / name
                files[name] += [folder / file.name for file in one.files(name, marks, name in read)]
        return files

    def refuse_damaged(self) -> None:
        """Raise StoreDamaged for the first thing that is damaged, if anything is."""
        for run in map(self._run, self.run_ids()):
            for found in damages(run):
                raise run.damaged(found)


def _is_table(place: Path) -> bool:
    """Whether there is a file that DuckDB can read."""
    try:
        plain("run", [place])
    except UnreadableError:
        return False
    return True
