"""The choices of a page as widgets; each stays in the address, so that other pages and a reload find it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from lab.errors import StoreDamaged
from lab.precompute import is_small
from lab.store.store_folder import Store
from lab.tables.shelf import NotMeasured, terms
from reports.desk.background_measuring import kept_state, state_of
from reports.elements import Choice, Data
from reports.page_header import SOME, seen_first
from reports.page_list import Page, page_data
from reports.page_list import chosen as first_options
from reports.page_sources import source

FEW = 5
"""Options that are all shown at once."""


def choose(page: Page, data: Data) -> Data:
    """The data with what the reader chose; a choice with a single option is not shown."""
    shown = [(choice, options) for choice in page.choices if len(options := dict(choice.options(data))) > 1]
    picks: dict[str, str] = {}
    if shown:
        with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
            for choice, options in shown:
                picks[choice.key] = _widget(choice, options)
    return first_options(page, data, picks)


def _widget(choice: Choice, options: Mapping[str, str]) -> str:
    values: Sequence[str] = list(options)
    common: dict[str, Any] = {
        "format_func": lambda value: options.get(value, value), "key": choice.key, "bind": "query-params",
        "help": choice.about or None,
    }  # fmt: skip
    if not choice.many and len(values) <= FEW:
        picked = st.segmented_control(choice.label, values, default=values[0], required=True, **common)
    else:
        picked = st.selectbox(choice.label, values, width=320, **common)
    return str(picked or values[0])


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


def go(page: str, parameters: Mapping[str, Any]) -> None:
    """Let the browser go to a page; parameters hold the words of options, as the address does."""
    place = json.dumps(f"{page}?{urlencode(parameters, doseq=True)}").replace("<", "\\u003c")
    st.html(f"<span></span><script>window.labGo({place})</script>", unsafe_allow_javascript=True)
