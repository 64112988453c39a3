"""The shelf of a run: whatever is known of it, asked for by name, computed once and found again.

A `Source` is what may be asked: a metric, a comparison, a source of a page. What is slow is kept with the run under a
fingerprint of everything that it is made of: the tables it reads, the code that makes it, the packages that could move
a digit, its parameters. Whatever changes, the next one who asks computes it anew, and nobody has to be told. Metrics
may import from the rooms of `ROOMS` and nowhere else; a test looks after that.

Of a run that may gain games nothing is kept, unless somebody measures it ahead (`keeps_so_far`): then what is known so
far is kept beside the number of shards that it is made of, and gives way to what is made of more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from lab.provenance import fingerprint
from lab.store.result_files import Results
from lab.tables.run_frames import Frames
from lab.tables.table_pace import own_pace

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("lab/stats", "lab/tables", "lab/comparison", "lab/cards", "lab/chances", "lab/store", "engine/records")
"""Folders whose code stands behind every number."""
ENDINGS = (".py", ".toml")
"""Endings of their files that do."""
PACKAGES = ("numpy", "polars", "scipy")
SO_FAR = "so-far-"
"""What the name of a result of a run begins with that may gain games."""
AT_ONCE = 1_000_000
"""Rows of a run that are measured while somebody waits: less than two seconds of work for the slowest page."""


def source_of(*files: Path) -> str:
    """Fingerprint of some source files."""
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def room_files() -> list[Path]:
    """The files of the rooms that make numbers: code, and what it is told."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*")) if path.suffix in ENDINGS]


ROOMS_SOURCE = source_of(*room_files())
"""Taken when the code is loaded: a dashboard that runs for days still says what it is running."""


@lru_cache(maxsize=1)
def _packages() -> tuple[str, ...]:
    return tuple(f"{name} {version(name)}" for name in PACKAGES)


def made_by(source: str) -> str:
    """Fingerprint of the code that makes a number: some source, the rooms behind every number, the packages."""
    return fingerprint([source, ROOMS_SOURCE, *_packages()])


class NotMeasured(Exception):
    """A result is not there, and nothing is to be computed now; its text is the name of the result."""


@dataclass(frozen=True)
class Source:
    """What may be asked of a run: its name, which says the parameters too, and how it is made.

    `needs` are the tables that it reads, and `source` the fingerprint of the code beyond `ROOMS` that makes it. One
    that is not slow is made of others each time that somebody asks, and kept nowhere.
    """

    name: str
    made: Callable[[Shelf], pl.DataFrame]
    needs: tuple[str, ...] = ()
    source: str = ""
    is_slow: bool = True
    by_arm: bool = False  # what it says of an arm hangs on no other than the one that it is compared with


SOURCES: dict[str, Source] = {}
"""What pages may name; whoever makes one registers it."""


def quick(made: Callable[[Shelf], pl.DataFrame]) -> Callable[[Shelf], pl.DataFrame]:
    """Register a source that is not slow under the name of its function."""
    SOURCES[made.__name__] = Source(made.__name__, made, is_slow=False)
    return made


@dataclass(frozen=True)
class Pending:
    """What is not there yet, and is not computed now."""

    name: str


class State(NamedTuple):
    """How far a run is, and all that is kept of it and of single cards: as long as it stays, so does every answer."""

    shards: int
    is_growing: bool
    kept: str = ""


class Shelf:
    """Everything that is known of a run.

    `computes`: whether what is not there is made; `keeps_so_far`: whether what is known of a growing run is kept too;
    `arms`: of which alone something is wanted, so that of two hundred arms all the others need not be measured.
    `behind` gets the names of results that are of fewer games than there are.
    """

    def __init__(
        self, store: Store, run: str, computes: bool = True, keeps_so_far: bool = False, arms: Sequence[str] = ()
    ) -> None:
        self.store, self.run, self.arms = store, run, tuple(arms)
        self.computes, self.keeps_so_far = computes, keeps_so_far
        self.behind: list[str] = []
        self._got: dict[str, pl.DataFrame | Pending] = {}
        self._tables: dict[str, str] = {}

    @cached_property
    def results(self) -> Results:
        """What is kept with the run."""
        return Results(self.store.folder_of(self.run))

    @cached_property
    def frames(self) -> Frames:
        """The tables of the run, read once for all that is made of them."""
        return Frames(self.store, self.run)

    @cached_property
    def frames_of_arms(self) -> Frames:
        """The same of the arms alone of which something is wanted."""
        return Frames(self.store, self.run, self.arms) if self.arms else self.frames

    @cached_property
    def state(self) -> State:
        """How far the run is when somebody asks first."""
        status = self.store.runs(self.run)["status"].to_list()
        kept = fingerprint([*self.results.names(), *Results.of_cards(self.store.path).names()])
        return State(len(self.store.committed(self.run)), status == ["running"], kept)

    def get(self, name: str) -> pl.DataFrame | Pending:
        """A source by its name, once for this shelf; pending where it is not there and nothing is computed."""
        if name not in self._got:
            try:
                self._got[name] = self.frame(SOURCES[name])
            except NotMeasured:
                self._got[name] = Pending(name)
        return self._got[name]

    def frame(self, source: Source) -> pl.DataFrame:
        """A source as it was kept, or else made now and kept, if the run is finished.

        Raises `NotMeasured` where it is not there, nor what it is made of, and nothing is computed.
        """
        if not source.is_slow:
            return source.made(self)
        found = self.find(source)
        if found is not None:
            return found
        if not self.computes:
            return self._newest(source)
        if not self.store.is_finished(self.run):
            return self._so_far(source) if self.keeps_so_far else source.made(self)
        if self.arms and source.by_arm:
            source = replace(source, name=f"{source.name}-of-{fingerprint(self.arms, 8)}")
            if (found := self.find(source)) is not None:
                return found
        made_of = self._made_of(source)
        found = source.made(self)
        if self.store.is_finished(self.run):  # it may have been taken away meanwhile
            self.results.keep(source.name, made_of, found)
            self.results.forget(f"{SO_FAR}{source.name}")
        return found

    def find(self, source: Source) -> pl.DataFrame | None:
        """What was kept of a finished run."""
        finished = self.store.is_finished(self.run)
        return self.results.find(source.name, self._made_of(source)) if finished else None

    def keep(self, source: Source, found: pl.DataFrame) -> None:
        """Keep a result in the place of the one before, if the run is finished."""
        if self.store.is_finished(self.run):
            self.results.keep(source.name, self._made_of(source), found)

    def _made_of(self, source: Source) -> str:
        """Fingerprint of everything that a result is made of."""
        for name in source.needs:
            self._tables[name] = self._tables.get(name) or self.store.made_of(name, self.run)
        tables = [self._tables[name] for name in source.needs]
        made_by = [source.source, ROOMS_SOURCE, *self._pace(), *_packages()]
        return fingerprint([self.run, source.name, *made_by, *tables])

    def _pace(self) -> list[str]:
        """What the store itself says of the pace of a table, among all that a kept result is made of."""
        own = own_pace(self.store.path)
        return [own.model_dump_json()] if own else []

    def _newest(self, source: Source) -> pl.DataFrame:
        """What was measured last, before the run had all its games, by the present code."""
        name, code = f"{SO_FAR}{source.name}", self._code(source)
        found = self.results.find(name, self._made_so_far(code))
        if found is None:
            found = self.results.find(name, code)
            if found is None:
                raise NotMeasured(source.name)
            self.behind.append(source.name)
        return found

    def _so_far(self, source: Source) -> pl.DataFrame:
        """The result of the games that there are, computed if need be."""
        name, made_of = f"{SO_FAR}{source.name}", self._made_so_far(self._code(source))
        found = self.results.find(name, made_of)
        if found is None:
            found = source.made(self)
            self.results.keep(name, made_of, found)
        return found

    def _made_so_far(self, code: str) -> str:
        """Half a fingerprint of the code, and of how many shards: a run only ever gains them."""
        return f"{code}{len(self.store.committed(self.run)):08x}"

    def _code(self, source: Source) -> str:
        return fingerprint([source.source, ROOMS_SOURCE, *self._pace(), *_packages()])[:8]


def is_small(store: Store, run: str) -> bool:
    """Whether a run has so few rows that whoever asks for its numbers may wait for them."""
    left = AT_ONCE
    for shard in store.committed(run):
        left -= sum((store.rows_of(run, shard) or {}).values())
        if left < 0:
            return False
    return True
