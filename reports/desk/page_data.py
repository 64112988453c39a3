"""What pages draw, taken from the shelves of runs once for each state of a store.

A small run is measured while the page is opened. What nobody has measured of a large one yet is left to the background:
the page shows what is there and gains the rest by itself. Only where nothing can be kept, as in a store that may not be
written to, whoever looks has to wait. In the background there is one process for a store, `lab metrics all`, so a
terminal may do the same; its lock sees to it that nothing is measured twice.

Frames are handed out as they are, not copied for each view: nobody changes one, and those of many arms are large.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import polars as pl
import streamlit as st

from lab.errors import StoreDamaged
from lab.precompute import lock_of
from lab.store.store_folder import Store
from lab.store.store_locks import is_taken
from lab.store.stored_tables import empty_frame
from lab.tables.shelf import Pending, Shelf, State, is_small
from reports.desk import background_jobs
from reports.elements import Data, Element
from reports.page_header import SOME, seen_first
from reports.page_list import only_arms, page_data

GROWN = 1.5
"""How many times as many shards a growing run has when it is measured anew: all of it together costs thrice the end."""
COMPARISON = "comparison"

_GIVEN: dict[str, dict[str, State]] = {}
"""By store: the runs that were given to a process, as they were then; all sessions of the dashboard see them."""
_ONE = Lock()


@dataclass(frozen=True)
class Asked:
    """What a page is asked to show; `arms` are named as `reports.display_names.labels_of` names them.

    `are_surest`: whether they are those that moved surest, which are shown to a reader who has chosen none.
    """

    store: Store
    runs: tuple[str, ...]
    arms: tuple[str, ...]
    are_surest: bool = False

    def rows(self) -> pl.DataFrame:
        """Their runs as they are now; of a store of many all others cost more than a view."""
        rows = [self.store.table("run", run) for run in self.runs]
        return pl.concat([empty_frame("run").lazy(), *rows]).collect()


@dataclass(frozen=True)
class Measured:
    """What there is of the data of a page: sources that are not there yet, and those of fewer games than there are."""

    data: Data
    of: int = 0
    missing: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether everything is there, of all games."""
        return not self.missing and not self.behind

    def drawn(self, elements: Iterator[Element]) -> Iterator[Element]:
        """The elements of a page up to the first that needs what is not there."""
        try:
            yield from elements
        except KeyError as error:
            if error.args[0] not in self.missing:
                raise


class DeskShelf(Shelf):
    """The shelf of a run as it is now; what was taken from it all sessions share."""

    def __init__(self, store: Store, run: str) -> None:
        super().__init__(store, run)
        self.is_small = _is_small(str(store.path.resolve()), run, self.state.shards)
        self.computes = self.is_small

    def get(self, name: str) -> pl.DataFrame | Pending:
        """A source; of a large run only if it is there, as long as somebody measures it."""
        found, behind = _taken(str(self.store.path.resolve()), self.run, name, self.state, self.computes)
        self.behind += behind
        return found


def measured(asked: Asked, names: Sequence[str]) -> Measured:
    """The named sources for what is asked."""
    shelves = [DeskShelf(asked.store, run) for run in asked.runs]
    large = {shelf.run: shelf.state for shelf in shelves if not shelf.is_small}
    if large and not see_to(asked.store, large):
        for shelf in shelves:
            shelf.computes = True
    data = only_arms(page_data(shelves, names), asked.arms)
    behind = frozenset(name for shelf in shelves for name in shelf.behind)
    return Measured(data, len(names), frozenset(names) - set(data), behind)


@st.cache_resource(max_entries=512, show_spinner="Measuring …")
def _taken(store: str, run: str, name: str, state: State, computes: bool) -> tuple[pl.DataFrame | Pending, list[str]]:
    shelf = Shelf(Store.open(store), run, computes)
    return shelf.get(name), shelf.behind


@st.cache_data(max_entries=512, show_spinner=False)
def _is_small(store: str, run: str, shards: int) -> bool:
    return is_small(Store.open(store), run)


class FirstArms(NamedTuple):
    """Names of arms, and whether they are those that differ surest from what they are compared with."""

    names: list[str]
    are_surest: bool


def first_arms(store: Store, runs: tuple[str, ...], names: Sequence[str]) -> FirstArms:
    """The arms of some runs that are shown unless the reader chooses others: the same ones as in a report.

    The first ones as long as nobody has compared the arms of a large run.
    """
    if len(names) > SOME:
        try:
            data = page_data([DeskShelf(store, run) for run in runs], [COMPARISON])
            if COMPARISON in data:
                return FirstArms(seen_first(data), True)
        except StoreDamaged:  # the page says what is damaged
            pass
    return FirstArms(list(names[:SOME]), False)


def see_to(store: Store, runs: Mapping[str, State]) -> bool:
    """Have runs measured that nobody has measured as they are now; whether somebody is at it.

    If not, what is not there could not be measured, or could not be kept.
    """
    place = str(store.path.resolve())
    with _ONE:
        given = _GIVEN.setdefault(place, {})
        if background_jobs.is_going_on(place) or is_taken(lock_of(store)):
            return True
        for run, state in runs.items():
            if _is_due(state, given.get(run)):
                background_jobs.begin(place, ["metrics", "all", "--run", run, "--store", place], waits=True)
                given[run] = state
                return True
        return False


def _is_due(now: State, given: State | None) -> bool:
    if given is None or (given.is_growing and not now.is_growing):
        return True
    return now.shards >= given.shards * GROWN if now.is_growing else now.shards != given.shards
