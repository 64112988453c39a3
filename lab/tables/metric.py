"""Metrics find themselves: one file, one function, registered by decorator.

A metric takes LazyFrames of the tables it needs and returns one LazyFrame; its name is that of
the function and of the file. Command line, CSV, pages and reports all read this register.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

from lab.errors import BadInput, did_you_mean
from lab.store.store_views import LONG
from lab.tables.column import KEY, Column, within
from lab.tables.run_frames import Frames
from lab.tables.shelf import SOURCES, Shelf, Source, source_of
from lab.tables.table_pace import Pace, pace

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

    @property
    def asks(self) -> str:
        """The question that it answers, the first line of its file."""
        return (sys.modules[self.compute.__module__].__doc__ or "").split("\n")[0]

    def of(self, tables: Iterable[pl.LazyFrame], said: Pace | None = None) -> pl.DataFrame:
        """Its table, given the tables it needs; no interval leaves the range of what it is about.

        The columns are those that it describes, in their order, each with its bounds; all where it describes none.
        Estimated minutes are of the pace that is `said`, or else of the declared one.
        """
        is_paced = "said" in inspect.signature(self.compute).parameters
        found = self.compute(*tables, said) if is_paced else self.compute(*tables)
        if self.columns != ARM:
            there = set(found.collect_schema())
            sides = {name: [f"{name}_{side}" for side in ("low", "high")] for name in self.columns}
            found = found.select(n for name in self.columns for n in (name, *(s for s in sides[name] if s in there)))
        return within(finish(found), self.columns)


_KNOWN: dict[str, Metric] = {}


def metric(
    needs: tuple[str, ...], unit: str, interval: str, columns: Mapping[str, Column] | None = None
) -> Callable[[Compute], Compute]:
    """Register a metric under the name of its function; `columns` says how the columns beside `KEYS` are read."""

    def wrap(compute: Compute) -> Compute:
        name = compute.__name__
        source = source_of(Path(compute.__code__.co_filename))
        _KNOWN[name] = Metric(name, needs, unit, interval, compute, source, ARM | dict(columns or {}))
        is_long = bool({*LONG} & {*needs})
        SOURCES[name] = Source(name, partial(_measured, name), needs, source, by_arm=is_long)
        return compute

    return wrap


def _measured(name: str, shelf: Shelf) -> pl.DataFrame:
    metric = _KNOWN[name]
    frames = shelf.frames_of_arms if SOURCES[name].by_arm else shelf.frames
    return metric.of(frames.of(metric.needs), pace(shelf.store.path))


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
        meant = did_you_mean(missing[0], known)
        raise BadInput(f"no metric named {', '.join(missing)}; {meant}known: {', '.join(known)}")
    return [known[n] for n in wanted]


def compute(store: Store, names: Iterable[str] = (), run: str | None = None) -> dict[str, pl.DataFrame]:
    """The named metrics (all if none is named) of a store, or of one run of it; finished runs are measured once."""
    metrics = pick(names)
    runs = store.run_ids() if run is None else [run]
    if not runs:
        return _of_run(metrics, store, None)
    found = [_of_run(metrics, store, r) for r in runs]
    return {m.name: joined([one[m.name] for one in found]) for m in metrics}


def joined(frames: list[pl.DataFrame]) -> pl.DataFrame:
    """Results of several runs, one below the other; what has no row has no say in the types."""
    return pl.concat([frame for frame in frames if frame.height] or frames[:1])


def _of_run(metrics: Iterable[Metric], store: Store, run: str | None) -> dict[str, pl.DataFrame]:
    """The metrics of one run, or of a store without any; all of them are given the same frames."""
    if run is None:
        frames = Frames(store, run)
        return {metric.name: metric.of(frames.of(metric.needs)) for metric in metrics}
    shelf = Shelf(store, run)
    return {metric.name: shelf.frame(SOURCES[metric.name]) for metric in metrics}


def by_number(*frames: pl.LazyFrame) -> list[pl.LazyFrame]:
    """The same tables with `KEYS` as categories: rows are grouped and joined by numbers, not letter by letter."""
    return [frame.with_columns(pl.col(KEYS).cast(pl.Categorical)) for frame in frames]


def finish(frame: pl.LazyFrame) -> pl.DataFrame:
    """Collect a metric; categories are words again, and a number that does not exist is null, never NaN."""
    return frame.with_columns(cs.float().fill_nan(None), cs.categorical().cast(pl.String)).collect()
