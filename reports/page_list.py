"""The pages there are, in order, and the data each of them draws."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lab.store.given_up_games import given_up
from reports.display_names import labels_of
from reports.elements import Choice, Data, Element
from reports.page_sources import source

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FOLDER = Path(__file__).resolve().parent / "pages"
ABOUT = ("run", "arm", "card")
"""Small tables that every page gets beside its sources."""
ARMS = ("arm", "a", "b", "other", "reference")
"""Columns that name arms."""

One = Callable[["Store", str, str], pl.DataFrame]


@dataclass(frozen=True)
class Page:
    """One page of the dashboard and of the report."""

    name: str
    title: str
    question: str
    group: str
    order: int
    metrics: tuple[str, ...]  # none: it tells of no game, and stands once in a report
    choices: tuple[Choice, ...]
    draw: Callable[[Data], Iterator[Element]]


def load_pages() -> list[Page]:
    """Import every file of `reports/pages`, in the order they ask for."""
    names = [p.stem for p in sorted(FOLDER.glob("*.py")) if not p.stem.startswith("_")]
    return sorted((_load(name) for name in names), key=lambda page: (page.order, page.name))


def _load(name: str) -> Page:
    module = importlib.import_module(f"reports.pages.{name}")
    question = " ".join((inspect.getdoc(module) or "").split())
    return Page(
        name, module.TITLE, question, module.GROUP, module.ORDER, tuple(module.METRICS),
        tuple(getattr(module, "CHOICES", ())), module.draw,
    )  # fmt: skip


def metrics_of(pages: Iterable[Page]) -> list[str]:
    """Every source the pages need, once."""
    return sorted({name for page in pages for name in page.metrics})


def page_data(store: Store, runs: Sequence[str], names: Iterable[str], one: One = source) -> Data:
    """The named sources of some runs, with the tables `run`, `arm` (each with its place in all of them) and `card`.

    `given_up` has a row for each arm of which games are in no number, `stored` one for each run: its games, those that
    were given up among them, and those that it is to have. `run` says the digest of each, too.

    Arms are called as they are in their run; where two runs have arms of one name, the run's name stands behind it.
    """
    about = {name: pl.concat([store.table(name, run).collect() for run in runs]) for name in ABOUT}
    cited = pl.Series("digest", [store.cited(run) for run in about["run"]["run_id"]], pl.String)
    about["run"] = about["run"].with_columns(cited)
    called = labels_of(about["run"], about["arm"])
    frames = {
        name: pl.concat([_called(one(store, run, name), called[run]) for run in runs], how="diagonal_relaxed")
        for name in names
    }
    arm = pl.concat([_called(about["arm"].filter(run_id=run), called[run]) for run in runs])
    left_out = pl.concat([_called(given_up(store, run), called[run]) for run in runs])
    own = {
        "arm": arm.with_row_index("position"), "card": about["card"].unique(maintain_order=True), "given_up": left_out,
        "stored": pl.DataFrame(
            [(run, *store.stored(run)) for run in runs], schema=["run_id", "games", "planned"], orient="row"
        ),
    }  # fmt: skip
    return Data(about | frames | own)


def _called(frame: pl.DataFrame, called: Mapping[str, str]) -> pl.DataFrame:
    """A frame of one run whose arms are called as the page calls them; `own` is their name in the run."""
    columns = [c for c in ARMS if c in frame.columns]
    words = [pl.col(c).cast(pl.String).replace(called) for c in columns]
    own = [pl.col("arm").cast(pl.String).alias("own")] if "arm" in columns else []
    return frame.with_columns(*own, *words)


def only_arms(data: Data, arms: Iterable[str]) -> Data:
    """The same data for some of the arms; their places in the run stay, and with them their colours."""
    wanted = list(arms)

    def kept(frame: pl.DataFrame) -> pl.DataFrame:
        for column in ("arm", "a", "b"):
            if column in frame.columns:
                frame = frame.filter(pl.col(column).cast(pl.String).is_in(wanted))
        return frame

    return Data({name: kept(frame) for name, frame in data.items()}, data.chosen, of=data.of)


def chosen(page: Page, data: Data, wanted: Mapping[str, str]) -> Data:
    """The data with what the reader wants of each choice of a page; what is not there is the first option."""
    picks = {}
    for choice in page.choices:
        options = list(choice.options(data))
        if options:
            picks[choice.key] = wanted[choice.key] if wanted.get(choice.key) in options else options[0]
    whole = None if data.whole is data else Data(data.whole, picks, of=data.of)
    return Data(data, picks, whole, data.of)
