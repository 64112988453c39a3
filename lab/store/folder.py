"""The store: a folder of Parquet shards, with DuckDB as its door. The only file that talks to DuckDB.

How a shard becomes visible: its tables are written beside their places, renamed one by one, and then a marker
`runs/<run_id>/shard/<arm>-<first game>.json` appears by one atomic rename. Every view, here and in `lab.duckdb`,
keeps only rows of files whose marker exists, so a shard is seen as a whole or not at all, whenever a process dies.
The views look for files each time they are read: `lab.duckdb` never has to be written again while a run grows, only
after its store was moved or copied, or when another version of the lab knows other tables. Whoever opens the store
next does that, if they may write to it; `.schema/` holds an empty file of each table and what `lab.duckdb` was made of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from lab.errors import BadInput
from lab.store.drafts import discarded, placed, sweep
from lab.store.results import Results
from lab.store.tables import ABOUT, FACTS, TABLES, VOLATILE, empty_frame, spelled
from lab.store.views import DOOR, MARK, RUNS, SCHEMA, door_views, live_views, packed_file, sample

MADE_OF = "door"
"""Name of the file that says what `lab.duckdb` was made of."""
PORTABLE = "v1.0.0"
"""Storage version of DuckDB files: every DuckDB since 1.0 reads it."""
ROW_GROUP = 262_144
FINISHED = "done"
"""Status of a run that has all its games."""


class Store:
    """One store; reading never locks anything, and changes nothing but a `lab.duckdb` that has to be mended."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def open(cls, path: str | Path, create: bool = False) -> Store:
        """Open a store, or make one where nothing is yet."""
        store = cls(Path(path))
        if not create:
            store._check_present()
            with suppress(OSError, duckdb.Error):  # whoever may not write here reads without `lab.duckdb`
                store._furnish()
            return store
        store._check_place()
        try:
            (store.path / RUNS).mkdir(parents=True, exist_ok=True)
            store._furnish()
        except (OSError, duckdb.Error) as error:
            reason = getattr(error, "strerror", None) or " ".join(str(error).split())
            raise BadInput(f"store {path}: cannot be written ({reason}); allowed: a folder you may write to") from None
        return store

    def _check_place(self) -> None:
        """Refuse anything in the way that is not ours; nothing has been written yet."""
        try:
            if (self.path.exists() or self.path.is_symlink()) and not self.path.is_dir():
                raise BadInput(f"store {self.path}: there is a file of this name; allowed: a folder or a new name")
            if self.path.is_dir() and not self._is_ours() and any(self.path.iterdir()):
                raise BadInput(
                    f"store {self.path}: the folder holds other things; allowed: a store, an empty or a new folder"
                )
        except OSError as error:
            raise BadInput(
                f"store {self.path}: cannot be read ({error.strerror}); allowed: a folder of yours"
            ) from None

    def _check_present(self) -> None:
        self._check_place()
        if not self._is_ours():
            raise BadInput(
                f"store {self.path}: there is no store here; allowed: a folder that `lab run --store` has made"
            )

    def _is_ours(self) -> bool:
        return (self.path / DOOR).is_file() or (self.path / RUNS).is_dir()

    def _furnish(self) -> None:
        """Write `lab.duckdb` and what it needs, unless they are there as they should be."""
        made_of, statements = self.path / SCHEMA / MADE_OF, list(door_views(self.path.resolve()))
        wanted = hashlib.sha256("\n".join([*statements, str(TABLES)]).encode()).hexdigest()
        if (self.path / DOOR).is_file() and made_of.is_file() and made_of.read_text(encoding="utf-8") == wanted:
            return
        for name in TABLES:
            place = self.path / sample(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            placed(place, _parquet(empty_frame(name)))
        placed(self.path / DOOR, lambda draft: _write_database(draft, statements))
        placed(made_of, lambda draft: draft.write_text(wanted, encoding="utf-8"))

    # reading

    def query(self, sql: str) -> pl.DataFrame:
        """Answer a question in SQL; each table is a view of its name."""
        # Names are tables, never variables of whoever calls.
        with duckdb.connect(config={"python_enable_replacements": False}) as con:
            try:
                _run(con, live_views(self.path.resolve()))
                answer = con.sql(sql)
                rows: pl.DataFrame = pl.DataFrame() if answer is None else answer.pl()
            except (duckdb.Error, pl.exceptions.PolarsError) as error:
                raise BadInput(f"query: {' '.join(str(error).split())}") from None
            return rows

    def table(self, name: str, run: str | None = None) -> pl.LazyFrame:
        """One table, or its rows of one run, as shards hold it: flags are 0 or 1, and -1 is nobody or no card."""
        if name not in TABLES:
            raise BadInput(f"no table named '{name}'; allowed: {', '.join(TABLES)}")
        parts = [_plain(name, files) for r in self._wanted(run) if (files := self._files(name, r))]
        frame = pl.concat(parts) if parts else empty_frame(name).lazy()
        return frame.unique(maintain_order=True) if name == "card" else frame

    def runs(self) -> pl.DataFrame:
        """All runs, oldest first."""
        return self.table("run").sort("created_at", "run_id").collect()

    def arms(self, run: str | None = None) -> pl.DataFrame:
        """All arms, in the order of their runs' specs."""
        return self.table("arm", run).collect()

    def digest(self, table: str, run: str) -> str:
        """Fingerprint of a table of a run; of `run` itself without when and how it was made."""
        digest = hashlib.sha256()
        if table == "run":
            digest.update(self.table(table, run).drop(VOLATILE).collect().write_json().encode())
        for path in self._files(table, run) if table != "run" else []:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def run_ids(self) -> list[str]:
        """Names of all runs."""
        return sorted(p.parent.name for p in (self.path / RUNS).glob("*/spec.toml"))

    def spec_text(self, run: str) -> str:
        """The spec of a run as TOML."""
        self._wanted(run)
        return (self.path / RUNS / run / "spec.toml").read_text(encoding="utf-8")

    def committed(self, run: str) -> set[str]:
        """Names of the shards of a run that are complete."""
        return {p.stem for p in (self.path / RUNS / run / MARK).glob("*.json")}

    def rows_of(self, run: str, shard: str) -> dict[str, int] | None:
        """How many rows a committed shard has in each table; None if there is no such shard."""
        try:
            rows: dict[str, int] = json.loads((self.path / RUNS / run / MARK / f"{shard}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return rows

    def frames_of(self, run: str, shard: str, rows: Mapping[str, int]) -> dict[str, pl.DataFrame] | None:
        """The tables of a committed shard as they were written; None if they are not what its marker says."""
        folder = self.path / RUNS / run
        try:
            frames = {
                name: pl.read_parquet(folder / name / f"{shard}.parquet") if n else empty_frame(name)
                for name, n in rows.items()
            }
        except (OSError, pl.exceptions.PolarsError):
            return None
        whole = all(frame.height == rows[name] for name, frame in frames.items())
        return frames if whole else None

    def results(self, run: str) -> Results | None:
        """Where results of a run are kept; nowhere as long as it may gain games."""
        status = self.table("run", run).select("status").collect()["status"].to_list()
        return Results(self.path / RUNS / run) if status == [FINISHED] else None

    def made_of(self, name: str, run: str) -> str:
        """Fingerprint of a table of a run that reads no row: its small file, or the names and sizes of its shards."""
        digest = hashlib.sha256()
        for path in self._files(name, run):
            size = path.stat().st_size
            digest.update(f"{path.name} {size}\n".encode() if name in FACTS else path.read_bytes())
        return digest.hexdigest()

    def _wanted(self, run: str | None) -> list[str]:
        known = self.run_ids()
        if run is None:
            return known
        if run not in known:
            raise BadInput(
                f"store {self.path}: no run '{run}'; allowed: {', '.join(known) or 'none, the store is empty'}"
            )
        return [run]

    def _files(self, name: str, run: str, marked: set[str] | None = None) -> list[Path]:
        """Files of a table of a run: of facts those of the marked shards, or of all committed ones."""
        folder = self.path / RUNS / run / name
        found = {p.stem: p for p in folder.glob("*.parquet")}
        names = set(found)
        if name in FACTS:
            names &= self.committed(run) if marked is None else marked
        return [found[n] for n in sorted(names, key=_shard_order)]

    def _all_files(self) -> dict[str, list[Path]]:
        """Files of all tables, of all shards that are committed now, and the empty ones that have every column."""
        empty = {name: self.path.resolve() / sample(name) for name in TABLES}
        files = {name: [file] if file.is_file() else [] for name, file in empty.items()}
        for run in self.run_ids():
            marked = self.committed(run)
            for name in TABLES:
                files[name] += [file.resolve() for file in self._files(name, run, marked)]
        return files

    # writing

    def begin(self, run: str, spec: str, about: Mapping[str, pl.DataFrame]) -> None:
        """Make a run known: its spec, and its rows of the tables `run`, `arm` and `card`."""
        folder = self.path / RUNS / run
        for name, frame in about.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            placed(folder / name / f"{name}.parquet", _parquet(frame))
        (folder / MARK).mkdir(exist_ok=True)
        sweep(folder)
        placed(folder / "spec.toml", lambda draft: draft.write_text(spec, encoding="utf-8"))

    def note(self, run: str, row: Mapping[str, Any]) -> None:
        """Write the run's own row anew."""
        frame = pl.DataFrame([row], schema=ABOUT["run"])
        placed(self.path / RUNS / run / "run" / "run.parquet", _parquet(frame))

    def commit(self, run: str, shard: str, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write all tables of a shard; they become visible together."""
        folder = self.path / RUNS / run
        for name, frame in frames.items():
            if frame.height:
                (folder / name).mkdir(exist_ok=True)
                placed(folder / name / f"{shard}.parquet", _parquet(spelled(frame)))
        rows = json.dumps({name: frame.height for name, frame in frames.items()})
        placed(folder / MARK / f"{shard}.json", lambda draft: draft.write_text(rows + "\n", encoding="utf-8"))

    def remove(self, run: str) -> None:
        """Take a run out of the store: it is gone at once, its files soon after."""
        discarded(self.path / RUNS / run, self.path / f".{run}.gone")

    def pack(self, to: str | Path) -> None:
        """Copy all tables into one native DuckDB file."""
        target = Path(to)
        if target.is_dir() or not target.parent.is_dir():
            raise BadInput(f"{to}: cannot be written; allowed: a file name in a folder that exists")
        files = self._all_files()
        try:
            placed(target, lambda draft: _write_database(draft, packed_file(files, "packed")))
        except (OSError, duckdb.IOException) as error:
            reason = str(error).rpartition(": ")[2]
            raise BadInput(f"{to}: cannot be written ({reason}); allowed: a place of yours") from None


def _write_database(draft: Path, statements: Iterable[str]) -> None:
    with duckdb.connect() as con:
        place = str(draft.resolve()).replace("'", "''")
        con.execute(f"ATTACH '{place}' AS packed (STORAGE_VERSION '{PORTABLE}')")
        con.execute("USE packed")
        _run(con, statements)
        con.execute("USE memory")
        con.execute("DETACH packed")


def _run(con: duckdb.DuckDBPyConnection, statements: Iterable[str]) -> None:
    for statement in statements:
        con.execute(statement)


def _plain(name: str, files: list[Path]) -> pl.LazyFrame:
    """Rows of some files; what older ones lack is null."""
    parts = []
    # Words of older files are of a kind of their own, and a run that was begun then may have gone on now.
    for schema, alike in groupby(files, lambda file: pl.scan_parquet(file, glob=False).collect_schema()):
        rows = pl.scan_parquet(list(alike), glob=False)
        columns = TABLES[name].items()
        parts.append(rows.select((pl.col(c) if c in schema else pl.lit(None)).cast(t).alias(c) for c, t in columns))
    return pl.concat(parts)


def _shard_order(stem: str) -> tuple[str, int]:
    arm, _, first = stem.rpartition("-")
    return (arm, int(first)) if first.isdigit() else (stem, 0)


def _parquet(frame: pl.DataFrame) -> Callable[[Path], Any]:
    return lambda draft: frame.write_parquet(
        draft, compression="zstd", compression_level=1, row_group_size=ROW_GROUP, statistics=True
    )
