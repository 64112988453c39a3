"""Which arms a page begins with where there are more than charts can hold: the same ones as in a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl
import streamlit as st

from lab.errors import StoreDamaged
from lab.precompute import is_small
from lab.store.store_folder import Store
from lab.tables.shelf import NotMeasured, terms
from reports.desk.background_measuring import kept_state, state_of
from reports.page_header import SOME, seen_first
from reports.page_list import page_data
from reports.page_sources import source

COMPARISON = "comparison"


class FirstArms(NamedTuple):
    """Names of arms, and whether they are those that differ surest from what they are compared with."""

    names: list[str]
    are_surest: bool


def first_arms(store: Store, runs: tuple[str, ...], names: Sequence[str]) -> FirstArms:
    """The arms of some runs that are shown unless the reader chooses others.

    The first ones as long as nobody has compared the arms of a large run.
    """
    if len(names) <= SOME:
        return FirstArms(list(names), False)
    try:
        state = tuple((state_of(store, run).shards, kept_state(store, run)) for run in runs)
        return FirstArms(_surest(str(store.path.resolve()), runs, state), True)
    except (NotMeasured, StoreDamaged):  # the page says what is damaged
        return FirstArms(list(names[:SOME]), False)


@st.cache_data(max_entries=64, show_spinner="Measuring \u2026")
def _surest(store: str, runs: tuple[str, ...], state: tuple[tuple[int, int], ...]) -> list[str]:
    return seen_first(page_data(Store.open(store), runs, [COMPARISON], _known))


def _known(store: Store, run: str, name: str) -> pl.DataFrame:
    """A source of a run as it was kept; computed if the run is small."""
    with terms(computes=is_small(store, run)):
        return source(store, run, name)
