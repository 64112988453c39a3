"""The pages there are, in order, the data each of them draws, and what stands in the place of one that raises."""

from __future__ import annotations

import importlib
import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from decks.card_schema import DeckError
from lab.errors import BadInput, StoreDamaged
from lab.store.given_up_games import given_up
from lab.store.store_folder import damage_behind
from lab.tables.shelf import Pending, Shelf
from lab.tables.table_pace import cited, where_from
from reports.display_names import labels_of
from reports.elements import Choice, Data, Element
from reports.page_sources import NAMES as NAMES
from variants.variant_schema import VariantError

if TYPE_CHECKING:
    pass

FOLDER = Path(__file__).resolve().parent / "pages"
ABOUT = ("run", "arm", "card")
"""Small tables that every page gets beside its sources."""
ARMS = ("arm", "a", "b", "other", "reference")
"""Columns that name arms."""
ROOT = Path(__file__).resolve().parents[1]
LONGEST = 200
"""Letters of an error that are told."""


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


def page_data(shelves: Sequence[Shelf], names: Iterable[str]) -> Data:
    """The named sources of some runs, with the tables `run`, `arm` (each with its place in all of them) and `card`.

    A source that is pending of one of the runs is left out.

    `given_up` has a row for each arm of which games are in no number, `stored` one for each run: its games, those that
    were given up among them, and those that it is to have. `run` says the digest of each, too, and what its estimated
    minutes rest on (`pace`).

    Arms are called as they are in their run; where two runs have arms of one name, the run's name stands behind it.
    """
    store, runs = shelves[0].store, [shelf.run for shelf in shelves]
    about = {name: pl.concat([store.table(name, run).collect() for run in runs]) for name in ABOUT}
    digests = pl.Series("digest", [cited(store, run) for run in about["run"]["run_id"]], pl.String)
    about["run"] = about["run"].with_columns(digests, pace=pl.lit(where_from(store.path)))
    called = labels_of(about["run"], about["arm"])
    frames = {}
    for name in names:
        found = [(shelf.run, frame) for shelf in shelves if not isinstance(frame := shelf.get(name), Pending)]
        if len(found) == len(shelves):
            frames[name] = pl.concat([_called(frame, called[run]) for run, frame in found], how="diagonal_relaxed")
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


def page_fault(title: str, error: Exception) -> str:
    """Which page it is, and what it raised where; what is wrong with the input is told as it is."""
    if isinstance(error, (BadInput, DeckError, VariantError)):
        return f"{title} cannot be shown: {error}."
    said = " ".join(str(error).split())[:LONGEST]
    return f"{title} cannot be shown: {type(error).__name__}{_place(error)}{': ' if said else ''}{said}."


def refuse_damaged(error: Exception) -> None:
    """Raise StoreDamaged if that is behind an error: no page of a damaged store is to be believed."""
    damaged = error if isinstance(error, StoreDamaged) else damage_behind(error)
    if damaged is not None:
        raise damaged


def _place(error: Exception) -> str:
    """The last line of the lab that the error came through."""
    passed = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(ROOT)]
    return f" in {Path(passed[-1].filename).relative_to(ROOT)}, line {passed[-1].lineno}" if passed else ""
