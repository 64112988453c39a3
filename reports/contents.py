"""The pages there are, in order, and the data each of them draws."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lab.measure.registry import compute
from reports.elements import Data, Element

if TYPE_CHECKING:
    from lab.store.folder import Store

FOLDER = Path(__file__).resolve().parent / "pages"
ABOUT = ("run", "arm", "card")
"""Small tables that every page gets beside its metrics."""


@dataclass(frozen=True)
class Page:
    """One page of the dashboard and of the report."""

    name: str
    title: str
    question: str
    order: int
    metrics: tuple[str, ...]
    draw: Callable[[Data], Iterator[Element]]


def load_pages() -> list[Page]:
    """Import every file of `reports/pages`, in the order they ask for."""
    names = [p.stem for p in sorted(FOLDER.glob("*.py")) if not p.stem.startswith("_")]
    return sorted((_load(name) for name in names), key=lambda page: (page.order, page.name))


def _load(name: str) -> Page:
    module = importlib.import_module(f"reports.pages.{name}")
    question = " ".join((inspect.getdoc(module) or "").split())
    return Page(name, module.TITLE, question, module.ORDER, tuple(module.METRICS), module.draw)


def metrics_of(pages: Iterable[Page]) -> list[str]:
    """Every metric the pages need, once."""
    return sorted({name for page in pages for name in page.metrics})


def page_data(store: Store, run: str, metrics: Iterable[str]) -> dict[str, pl.DataFrame]:
    """The named metrics of a run, with its tables `run`, `arm` (each with its place in the run) and `card`."""
    names = list(metrics)
    data = {name: store.table(name, run).collect() for name in ABOUT}
    data["arm"] = data["arm"].with_row_index("position")
    return data | (compute(store, names, run) if names else {})


def only_arms(data: Data, arms: Iterable[str]) -> dict[str, pl.DataFrame]:
    """The same data for some of the arms; their places in the run stay, and with them their colours."""
    wanted = list(arms)
    return {
        name: frame.filter(pl.col("arm").cast(pl.String).is_in(wanted)) if "arm" in frame.columns else frame
        for name, frame in data.items()
    }
