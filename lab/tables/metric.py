"""Metrics find themselves: one file, one function, registered by decorator.

A metric takes LazyFrames of the tables it needs and returns one LazyFrame; its name is that of
the function and of the file. Command line, CSV, pages and reports all read this register.

The tables of a run as numbers are made of them: numbers of cards are about the games whose exposures were kept.

A run may keep the rows of `exposure` of a sample of its games only (`exposure` in its spec). Of a seat of another game
nobody knows which cards it saw; it is none that never saw a card. So whatever reads `exposure` is given the rows of
`seat`, `game` and `level` of those games alone. Of a run that keeps all of them every table is given as it is stored.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

from lab.errors import BadInput
from lab.tables.column import KEY, Column, within
from lab.tables.shelf import kept, source_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FOLDER = Path(__file__).resolve().parents[1] / "metrics"
KEYS = ["run_id", "arm"]
"""Every metric is computed per arm of a run: results are never mixed over runs."""

ARM = {
    "run_id": Column("run", rank=KEY, about="The run; results are never mixed over runs."),
    "arm": Column("arm", rank=KEY, about="The arm within its run: rules, cards, number of players and who plays."),
}
"""The columns of `KEYS`, which every metric has."""

Compute = Callable[..., pl.LazyFrame]


@dataclass(frozen=True)
class Metric:
    """A registered metric: the tables it needs, what one number is, how its interval is made."""

    name: str
    needs: tuple[str, ...]
    unit: str
    interval: str
    compute: Compute
    source: str  # fingerprint of its file
    columns: Mapping[str, Column] = field(default_factory=dict)  # how its table is read

    @property
    def says(self) -> str:
        """The one sentence that explains the metric."""
        return (inspect.getdoc(self.compute) or "").split("\n\n")[0].replace("\n", " ")

    def of(self, tables: Iterable[pl.LazyFrame]) -> pl.DataFrame:
        """Its table, given the tables it needs; no interval leaves the range of what it is about."""
        return within(finish(self.compute(*tables)), self.columns)


_KNOWN: dict[str, Metric] = {}


def metric(
    needs: tuple[str, ...], unit: str, interval: str, columns: Mapping[str, Column] | None = None
) -> Callable[[Compute], Compute]:
    """Register a metric under the name of its function; `columns` says how the columns beside `KEYS` are read."""

    def wrap(compute: Compute) -> Compute:
        name = compute.__name__
        source = source_of(Path(compute.__code__.co_filename))
        _KNOWN[name] = Metric(name, needs, unit, interval, compute, source, ARM | dict(columns or {}))
        return compute

    return wrap


def load_metrics() -> dict[str, Metric]:
    """Import every file of `lab/metrics` and return what they registered, by name."""
    for path in sorted(FOLDER.glob("*.py")):
        if not path.stem.startswith("_"):
            importlib.import_module(f"lab.metrics.{path.stem}")
    return dict(sorted(_KNOWN.items()))


def pick(names: Iterable[str]) -> list[Metric]:
    """The named metrics (all if none is named)."""
    known = load_metrics()
    wanted = list(names) or list(known)
    if missing := [n for n in wanted if n not in known]:
        raise BadInput(f"no metric named {', '.join(missing)}; known: {', '.join(known)}")
    return [known[n] for n in wanted]


def compute(store: Store, names: Iterable[str] = (), run: str | None = None) -> dict[str, pl.DataFrame]:
    """The named metrics (all if none is named) of a store, or of one run of it; finished runs are measured once."""
    metrics = pick(names)
    runs = store.run_ids() if run is None else [run]
    if not runs:
        return _of_run(metrics, store, None)
    found = [_of_run(metrics, store, r) for r in runs]
    return {m.name: joined([one[m.name] for one in found]) for m in metrics}


def compute_each(store: Store, names: Iterable[str], run: str) -> Iterator[str]:
    """Compute metrics of a run one by one, so that all are kept that can be, and say which is there."""
    frames = Frames(store, run)
    for metric in pick(names):
        _found(metric, store, run, frames)
        yield metric.name


def joined(frames: list[pl.DataFrame]) -> pl.DataFrame:
    """Results of several runs, one below the other; what has no row has no say in the types."""
    return pl.concat([frame for frame in frames if frame.height] or frames[:1])


def _of_run(metrics: Iterable[Metric], store: Store, run: str | None) -> dict[str, pl.DataFrame]:
    """The metrics of one run, or of a store without any; all of them are given the same frames."""
    frames = Frames(store, run)
    return {metric.name: _found(metric, store, run, frames) for metric in metrics}


def _found(metric: Metric, store: Store, run: str | None, frames: Frames) -> pl.DataFrame:
    """A metric of a run, as it was kept or computed."""

    def measured() -> pl.DataFrame:
        return metric.of(frames.of(metric.needs))

    return measured() if run is None else kept(store, run, metric.name, metric.needs, metric.source, measured)


def by_number(*frames: pl.LazyFrame) -> list[pl.LazyFrame]:
    """The same tables with `KEYS` as categories: rows are grouped and joined by numbers, not letter by letter."""
    return [frame.with_columns(pl.col(KEYS).cast(pl.Categorical)) for frame in frames]


def finish(frame: pl.LazyFrame) -> pl.DataFrame:
    """Collect a metric; categories are words again, and a number that does not exist is null, never NaN."""
    return frame.with_columns(cs.float().fill_nan(None), cs.categorical().cast(pl.String)).collect()


EXPOSURE = "exposure"
OF_GAMES = ("game", "seat", "level")
"""Tables that are restricted beside it; the others are about runs, arms and cards, or have policies of their own."""


class Frames:
    """The tables of one run, or of a store without any; each is read once, so equal questions get the same frames."""

    def __init__(self, store: Store, run: str | None) -> None:
        self.store, self.run = store, run
        self._read: dict[tuple[str, bool], pl.LazyFrame] = {}

    def of(self, needs: Iterable[str]) -> list[pl.LazyFrame]:
        """The tables of these names, for somebody who reads all of them."""
        wanted = tuple(needs)
        some = self.is_about_some(wanted)
        return [self._table(name, some and name in OF_GAMES) for name in wanted]

    def is_about_some(self, needs: Iterable[str]) -> bool:
        """Whether what is made of these tables is about some of the games only."""
        return EXPOSURE in needs and self.is_sampled

    @cached_property
    def is_sampled(self) -> bool:
        """Whether exposures were kept of some games only."""
        return self.run is not None and bool(sampled(self._table("arm").collect()))

    @cached_property
    def games(self) -> pl.Series:
        """Numbers of the games that have exposures, ascending: the same of all arms, as far as they are played."""
        return self._table(EXPOSURE).select("game").unique().collect()["game"].sort()

    def restricted(self, table: pl.LazyFrame) -> pl.LazyFrame:
        """The rows of the games whose exposures were kept."""
        return table.filter(pl.col("game").is_in(self.games.implode())) if self.is_sampled else table

    def _table(self, name: str, some: bool = False) -> pl.LazyFrame:
        key = (name, some)
        if key not in self._read:
            self._read[key] = self.restricted(self._table(name)) if some else self.store.table(name, self.run)
        return self._read[key]


def sampled(arms: pl.DataFrame) -> str:
    """Of how many games of an arm exposures were kept, in words, given rows of `arm`; nothing where of all of them."""
    if "exposure_games" not in arms.columns:
        return ""
    told = arms.select("exposure_games", "games").filter(pl.col("exposure_games") < pl.col("games"))
    return " or ".join(f"{few:,} of {games:,} games" for few, games in told.unique(maintain_order=True).iter_rows())
