"""What pages draw, read once for each state of a store."""

from __future__ import annotations

import polars as pl
import streamlit as st

from lab.store.folder import Store
from reports.card_sources import OF_CARDS, told_state
from reports.contents import Page, only_arms, page_data
from reports.desk.asked import Asked
from reports.elements import Data
from reports.sources import source


def measured(asked: Asked, page: Page) -> Data:
    """The data of a page for what is asked; a run of one name only ever gains shards, so their number is its state.

    What was asked about cards since belongs to it too.
    """

    def one(store: Store, run: str, name: str) -> pl.DataFrame:
        asked_since = told_state(store, run) if name in OF_CARDS else 0
        return _source(str(store.path.resolve()), run, name, (len(store.committed(run)), asked_since))

    return only_arms(page_data(asked.store, asked.runs, page.metrics, one), asked.arms)


@st.cache_data(max_entries=512, show_spinner="Measuring …")
def _source(store: str, run: str, name: str, state: tuple[int, int]) -> pl.DataFrame:
    return source(Store.open(store), run, name)
