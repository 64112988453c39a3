"""Computed once: what was measured on a finished run is kept with it and found again.

A result is found under a fingerprint of everything that it is made of: the tables it reads, the sources that make it,
the packages that could move a digit, its parameters. Whatever changes, the next one who asks computes it anew, and
nobody has to be told. Metrics may import from the rooms of `ROOMS` and nowhere else; a test looks after that.

Of a run that may gain games nothing is kept, unless somebody measures it ahead (`ahead`): then what is known so far is
kept beside the number of shards that it is made of, and gives way to what is made of more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lab.provenance import fingerprint
from lab.store.result_files import Results

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("lab/stats", "lab/tables", "lab/comparison", "lab/cards", "lab/chances", "lab/store", "engine/records")
"""Folders whose code stands behind every number."""
SOURCES = (".py", ".toml")
"""Endings of their files that do."""
PACKAGES = ("numpy", "polars", "scipy")
SO_FAR = "so-far-"
"""What the name of a result of a run begins with that may gain games."""


def source_of(*files: Path) -> str:
    """Fingerprint of some source files."""
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def room_files() -> list[Path]:
    """The files of the rooms that make numbers: code, and what it is told."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*")) if path.suffix in SOURCES]


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


@dataclass
class Terms:
    """On what terms results are asked for; `behind` gets the names of those that are of fewer games than there are."""

    computes: bool = True
    keeps_so_far: bool = False
    behind: list[str] = field(default_factory=list)


_terms: ContextVar[Terms] = ContextVar("terms")


@contextmanager
def terms(computes: bool = True, keeps_so_far: bool = False) -> Iterator[Terms]:
    """Ask on other terms: of what is there only, or so that what is known of a growing run is kept as well."""
    token = _terms.set(Terms(computes, keeps_so_far))
    try:
        yield _terms.get()
    finally:
        _terms.reset(token)


def kept(
    store: Store, run: str, name: str, tables: Iterable[str], source: str, make: Callable[[], pl.DataFrame]
) -> pl.DataFrame:
    """The result of a run that has this name: as it was kept, or else made now and kept, if the run is finished.

    `name` says the parameters too; `source` is the fingerprint of the code beyond `ROOMS` that makes the result.
    Raises `NotMeasured` on `terms` that compute nothing.
    """
    now = _terms.get(None) or Terms()
    found = find(store, run, name, tables, source)
    if found is not None:
        return found
    if not now.computes:
        return _SoFar(store, run, name, source).find(now)
    if store.results(run) is None:
        return _SoFar(store, run, name, source).made(make) if now.keeps_so_far else make()
    made_of = _made_of(store, run, name, tables, source)
    found = make()
    results = store.results(run)  # it may have been taken away meanwhile
    if results is not None:
        results.keep(name, made_of, found)
        results.forget(f"{SO_FAR}{name}")
    return found


def keep(store: Store, run: str, name: str, tables: Iterable[str], source: str, found: pl.DataFrame) -> None:  # noqa: PLR0913
    """Keep a result of this name in the place of the one before, if the run is finished."""
    results = store.results(run)
    if results is not None:
        results.keep(name, _made_of(store, run, name, tables, source), found)


def find(store: Store, run: str, name: str, tables: Iterable[str], source: str) -> pl.DataFrame | None:
    """The result of a finished run that has this name, if it was kept."""
    results = store.results(run)
    return None if results is None else results.find(name, _made_of(store, run, name, tables, source))


def _made_of(store: Store, run: str, name: str, tables: Iterable[str], source: str) -> str:
    """Fingerprint of everything that a result is made of."""
    return fingerprint([run, name, source, ROOMS_SOURCE, *_packages(), *(store.made_of(t, run) for t in tables)])


class _SoFar:
    """What was measured of a run before it had all its games: the newest of each name that the present code made."""

    def __init__(self, store: Store, run: str, name: str, source: str) -> None:
        self.results = Results(store.folder_of(run))
        self.name, self.shards = name, len(store.committed(run))
        self.code = made_by(source)[:8]

    def find(self, now: Terms) -> pl.DataFrame:
        """The newest; if it is not of all games, `now` is told."""
        found = self.results.find(self._called, self._made_of(self.shards))
        if found is None:
            found = self.results.find(self._called, self.code)
            if found is None:
                raise NotMeasured(self.name)
            now.behind.append(self.name)
        return found

    def made(self, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        """The one of the games that there are, computed if need be."""
        found = self.results.find(self._called, self._made_of(self.shards))
        if found is None:
            found = make()
            self.results.keep(self._called, self._made_of(self.shards), found)
        return found

    @property
    def _called(self) -> str:
        return f"{SO_FAR}{self.name}"

    def _made_of(self, shards: int) -> str:
        """Half a fingerprint of the code, and of how many shards: a run only ever gains them."""
        return f"{self.code}{shards:08x}"
