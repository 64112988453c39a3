"""One run in a store: which files it has by its markers, and what is wrong with them.

Every read looks whether the files it needs are there and of the bytes that were committed, each once (`checksums`).
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from engine.inputs.quote import bare
from lab.errors import StoreDamaged
from lab.store.checksums import faults_of
from lab.store.parquet_files import UNREADABLE, Stamp, UnreadableError, plain, plain_once, read_row, row_once, stamp
from lab.store.shard_bytes import games_of
from lab.store.shard_markers import ABOUT_FILE, HASH, ROW_FILE, Mark, Part, contradicts, read_mark, read_row_copy
from lab.store.store_views import MARK, RUNS
from lab.store.stored_tables import ABOUT, FACTS, NAMED_BY

SPEC = "spec.toml"
ALWAYS = ("run", "arm", "card")
"""Tables that every version has written for a run."""
FINISHED = "done"
"""Status of a run that has all its games."""
CITED = 32
"""Hex digits of a checksum that people copy."""


class Damage(NamedTuple):
    """Something that is not as it was committed."""

    run: str  # name of its folder
    shard: str  # empty where the whole run is meant
    place: Path  # within the store
    what: str


class RunFolder:
    """A run that lies in a store under this name."""

    def __init__(self, store: Path, name: str) -> None:
        self.store, self.name = store, name
        self.path = store / RUNS / name

    # what is committed

    def shards(self) -> list[str]:
        """Names of the shards that have a marker, whatever it says, in the order of arms and games."""
        try:
            names = [p.stem for p in (self.path / MARK).iterdir() if p.suffix == ".json" and p.name[0] != "."]
        except OSError:
            return []
        return sorted(names, key=_shard_order)

    def has_mark(self, shard: str) -> bool:
        """Whether a shard has a marker, whatever it says."""
        return (self.path / MARK / f"{shard}.json").exists()

    def mark(self, shard: str) -> Mark | None:
        """What the marker of a shard says; None if it has none, StoreDamaged if it is damaged."""
        if not self.has_mark(shard):
            return None
        about = self.about()
        return self._mark(shard, about.run if about else self.name)

    def seats(self) -> dict[str, int]:
        """Players of a game of each arm, as far as the table of arms can be read."""
        return {arm: seats for arm, (seats, _) in self._arms().items()}

    def planned(self) -> int:
        """Games that it is to have in all its arms, as far as the table of arms can be read."""
        return sum(games for _, games in self._arms().values())

    def _arms(self) -> dict[str, tuple[int, int]]:
        path = self.path / "arm" / "arm.parquet"
        try:
            return _arms_once(path, stamp(path))
        except UNREADABLE:
            return {}

    def is_finished(self) -> bool:
        """Whether its own row says that it has all its games."""
        files = tuple(self.path / "run" / name for name in ("run.parquet", ROW_FILE))
        return _is_finished_once(self.path, tuple(stamp(file) if file.is_file() else (0, 0, 0) for file in files))

    def marks(self) -> dict[str, Mark]:
        """What the markers of its shards say; StoreDamaged if one of them is damaged, or a finished run lacks some."""
        is_finished = self.is_finished()  # asked first: a run may gain its last games meanwhile
        about = self.about()
        if about is not None and not (self.path / MARK).is_dir():
            raise self.damaged(self._damage("", MARK, "is missing"))
        marks = {shard: self._mark(shard, about.run if about else self.name) for shard in self.shards()}
        if is_finished and (found := self.lacks(marks)):
            self.files("arm")  # which says how many there should be: raises if that is what is damaged
            raise self.damaged(found)
        return marks

    def lacks(self, marks: Mapping[str, Mark]) -> Damage | None:
        """That there are fewer games than planned, by the markers there are: somebody took some away with theirs."""
        games, planned = games_of(marks), self.planned()
        return self._damage("", MARK, f"has markers of {games:,} of {planned:,} games") if games < planned else None

    def about(self) -> Mark | None:
        """What is said of its own tables and its spec, None by older versions; StoreDamaged if that is damaged."""
        try:
            return read_mark(self.path / ABOUT_FILE)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            raise self.damaged(self._damage("", ABOUT_FILE, "is damaged")) from None

    def files(self, table: str, marks: Mapping[str, Mark] | None = None, whole: bool = True) -> list[Path]:
        """Files of a table: of facts those of all committed shards, or of those given; StoreDamaged if one is not.

        Without `whole` facts are not read: they have to be there and as long as they were.
        """
        parts = list(self._parts(table, self.marks() if marks is None and table in FACTS else marks or {}))
        faults = faults_of([(path, part) for _, path, part in parts], whole or table in ABOUT)
        for (shard, path, _), fault in zip(parts, faults, strict=True):
            if fault:
                raise self.damaged(self._damage(shard, path.relative_to(self.path), fault))
        if table == "run":
            self.row()
        return [path for _, path, _ in parts]

    def row(self) -> dict[str, Any]:
        """Its own row; StoreDamaged if it is not as it was written, or says other games than its copy."""
        place, about = Path("run", "run.parquet"), self.about()
        path = self.path / place
        try:
            row = row_once(path, about.run if about else "")
        except UnreadableError:
            raise self.damaged(self._damage("", place, "is damaged")) from None
        if about is not None and contradicts(row, about, self.path / "run" / ROW_FILE):
            raise self.damaged(self._damage("", place, "is not the one that was written"))
        return row

    def digest(self) -> str:
        """What it is cited by: its name, and one checksum over all that was committed of it; empty of older versions.

        When and how it was made is not in it: the same files have the same one wherever they lie.
        """
        about = self.about()
        if about is None:
            return ""
        row = self.row()
        parts = [(name, sorted(mark.parts.items())) for name, mark in {"": about, **self.marks()}.items()]
        text = json.dumps([about.run, about.spec, [row[key] for key in NAMED_BY], parts])
        return f"{about.run}-{hashlib.sha256(text.encode()).hexdigest()[:CITED]}"

    def rows(self, table: str) -> pl.LazyFrame | None:
        """Rows of a table; None if there is no file of it."""
        files = self.files(table)
        try:
            if table in ABOUT:  # small, and asked for with every view of the dashboard
                return pl.concat(plain_once(table, file) for file in files).lazy() if files else None
            return plain(table, files) if files else None
        except UnreadableError as error:
            shard = error.path.stem if table in FACTS else ""
            what = self._damage(shard, error.path.relative_to(self.path), "is damaged")
            raise self.damaged(what) from None

    def check(self) -> None:
        """Raise StoreDamaged unless it lies where it was made and has the spec that it was made by."""
        for found in self.own_damage():
            raise self.damaged(found)

    # what is wrong

    def damaged(self, found: Damage) -> StoreDamaged:
        """The error for what is wrong."""
        does = f"plays shard {found.shard} again" if found.shard else "puts it right"
        return StoreDamaged(
            f"store {self.store}: {found.place} {found.what}; lab store mend --store {shlex.quote(str(self.store))} "
            f"{does}"
        )

    def own_damage(self) -> Iterator[Damage]:
        """What is wrong with its name and its spec."""
        about = self.about()
        if about is None:
            yield from self._older_damage()
            return
        if about.run != self.name:
            yield self._damage("", "", f"is a copy of run {bare(about.run)}, or was renamed")
        try:
            spec = (self.path / SPEC).read_bytes()
        except OSError:
            yield self._damage("", SPEC, "is missing")
        else:
            if spec != about.spec.encode():
                yield self._damage("", SPEC, "is not the one that was played")

    def _older_damage(self) -> Iterator[Damage]:
        """What is wrong with a run that has no `about.json`: older versions wrote none."""
        if any(mark.run for mark in self.marks().values()):
            yield self._damage("", ABOUT_FILE, "is missing")
            return
        if not (self.path / SPEC).is_file():
            yield self._damage("", SPEC, "is missing")
            return
        try:
            row = read_row(self.path / "run" / "run.parquet").row(0, named=True)
        except (UnreadableError, *UNREADABLE):
            yield self._damage("", "run/run.parquet", "is missing or damaged")
            return
        if row["run_id"] != self.name:
            yield self._damage("", "", f"is a copy of run {bare(row['run_id'])}, or was renamed")
        said, spec = str(row.get("spec_hash")), (self.path / SPEC).read_bytes()
        if len(said) == HASH and hashlib.sha256(spec).hexdigest() != said:
            yield self._damage("", SPEC, "is not the one that was played")

    def _mark(self, shard: str, run: str) -> Mark:
        place = f"{MARK}/{shard}.json"
        try:
            mark = read_mark(self.path / place)
        except (OSError, ValueError, KeyError, TypeError):
            raise self.damaged(self._damage(shard, place, "is damaged")) from None
        if mark.run and (mark.run, mark.shard) != (run, shard):
            raise self.damaged(
                self._damage(shard, place, f"is the marker of shard {bare(mark.shard)} of run {bare(mark.run)}")
            )
        return mark

    def _parts(self, table: str, marks: Mapping[str, Mark]) -> Iterator[tuple[str, Path, Part]]:
        """Every file that a table has to have: its shard, its place, what was committed."""
        folder = self.path / table
        if table in FACTS:
            for shard, mark in marks.items():
                part = mark.parts.get(table)
                if part is not None and part.rows:
                    yield shard, folder / f"{shard}.parquet", part
            return
        about, path = self.about(), folder / f"{table}.parquet"
        part = about.parts.get(table) if about else None
        if part is not None or table in ALWAYS or (about is None and path.is_file()):
            yield "", path, part or Part(1)

    def _damage(self, shard: str, place: str | Path, what: str) -> Damage:
        return Damage(self.name, shard, Path(RUNS, self.name, place), what)


def run_row(path: Path) -> dict[str, Any] | None:
    """The run's own row, from its table or else from the copy beside it; None if both are damaged or missing."""
    found = []
    with_sum = any((path / name).exists() for name in (ABOUT_FILE, f"run/{ROW_FILE}"))  # older versions wrote neither
    with suppress(UnreadableError):
        found.append(read_row(path / "run" / "run.parquet", with_sum=with_sum).row(0, named=True))
    with suppress(OSError, ValueError):
        said, _ = read_row_copy(path / "run" / ROW_FILE)
        found.append({name: said.get(name) for name in ABOUT["run"]})
    # That of another run only if there is no other: the folder was renamed.
    return next((row for row in found if row["run_id"] == path.name), found[0] if found else None)


@lru_cache(maxsize=64)
def _arms_once(path: Path, _now: Stamp) -> dict[str, tuple[int, int]]:
    rows = pl.read_parquet(path, columns=["arm", "seats", "games"], glob=False).drop_nulls().iter_rows()
    return {arm: (seats, games) for arm, seats, games in rows}


@lru_cache(maxsize=256)
def _is_finished_once(path: Path, _now: tuple[Stamp, ...]) -> bool:
    row = run_row(path)
    return row is not None and row["status"] == FINISHED


def run_names(store: Path) -> list[str]:
    """Names of the runs in a store; what is only being begun is none yet."""
    try:
        folders = [p for p in (store / RUNS).iterdir() if p.name[0] != "." and p.is_dir()]
    except OSError:
        return []
    return sorted(p.name for p in folders if any((p / name).exists() for name in (SPEC, ABOUT_FILE)) or _played(p))


def _played(folder: Path) -> bool:
    """Whether there are shards though neither a spec nor anything else says whose."""
    return any((folder / MARK).glob("[!.]*.json"))


def _shard_order(stem: str) -> tuple[str, int]:
    arm, _, first = stem.rpartition("-")
    return (arm, int(first)) if first.isdigit() else (stem, 0)
