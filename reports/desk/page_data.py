"""What pages draw, read once for each state of a store.

A small run is measured while the page is opened. What nobody has measured of a large one yet is left to the background
(`reports.desk.background_measuring`): the page shows what is there and gains the rest by itself. Only where nothing
can be kept, as in a store that may not be written to, whoever looks has to wait.

Frames are handed out as they are, not copied for each view: nobody changes one, and those of many arms are large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl
import streamlit as st

from lab.precompute import is_small
from lab.store.store_folder import Store
from lab.tables.shelf import NotMeasured, terms
from reports.desk.background_measuring import kept_state, see_to, state_of
from reports.desk.sidebar import Asked
from reports.elements import Data, Element
from reports.page_list import Page, only_arms, page_data
from reports.page_sources import source, told_since


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


def measured(asked: Asked, page: Page) -> Measured:
    """The data of a page for what is asked; a run of one name only ever gains shards, so their number is its state.

    What was asked about cards since, and whether somebody looked at its health, belongs to it too.
    """
    store = str(asked.store.path.resolve())
    states = {run: state_of(asked.store, run) for run in asked.runs}
    large = {run: state for run, state in states.items() if not _is_small(store, run, state.shards)}
    is_measuring = see_to(asked.store, large) if large else False
    frames: dict[tuple[str, str], pl.DataFrame] = {}
    missing, behind = set(), set()
    for run, state in states.items():
        for name in page.metrics:
            now = (state.shards, told_since(asked.store, run, name))
            try:
                if run not in large:
                    raise NotMeasured(name)
                frames[run, name], is_behind = _known(store, run, name, (*now, kept_state(asked.store, run)))
                behind |= {name} if is_behind else set()
            except NotMeasured:
                if run in large and is_measuring:
                    missing.add(name)
                else:
                    frames[run, name] = _source(store, run, name, now)
    names = [name for name in page.metrics if name not in missing]
    data = page_data(asked.store, asked.runs, names, lambda _, run, name: frames[run, name])
    return Measured(only_arms(data, asked.arms), len(page.metrics), frozenset(missing), frozenset(behind))


@st.cache_resource(max_entries=512, show_spinner="Measuring …")
def _source(store: str, run: str, name: str, state: tuple[int, int]) -> pl.DataFrame:
    return source(Store.open(store), run, name)


@st.cache_resource(max_entries=512, show_spinner=False)
def _known(store: str, run: str, name: str, state: tuple[int, int, int]) -> tuple[pl.DataFrame, bool]:
    """A source as it was kept, and whether it is of fewer games than there are; computes nothing that takes long."""
    with terms(computes=False) as now:
        frame = source(Store.open(store), run, name)
        return frame, bool(now.behind)


@st.cache_data(max_entries=512, show_spinner=False)
def _is_small(store: str, run: str, shards: int) -> bool:
    return is_small(Store.open(store), run)
