"""What is still going on: a run that is played, and what is measured of one; what is new shows by itself."""

from __future__ import annotations

import streamlit as st

from lab.errors import BadInput
from reports.desk.page_data import Measured, measured
from reports.desk.sidebar import Asked
from reports.page_list import Page

EVERY = 4
"""Seconds between two looks at the store."""
SOON = 2
"""The same while numbers of the page are measured."""


def watch(asked: Asked) -> None:
    """In the side bar, while one of the runs is not finished: its progress, and a new view when games have come."""
    unfinished = [row for row in asked.store.runs().to_dicts() if row["run_id"] in asked.runs]
    if any(row["status"] == "running" for row in unfinished):
        with st.sidebar:
            _progress(asked)


@st.fragment(run_every=EVERY)
def _progress(asked: Asked) -> None:
    done = sum(len(asked.store.committed(run)) for run in asked.runs)
    running = [r for r in asked.store.runs().to_dicts() if r["run_id"] in asked.runs and r["status"] == "running"]
    if done != st.session_state.setdefault("shards seen", done) or not running:
        st.session_state["shards seen"] = done
        st.rerun()
    st.caption("Still playing: this view follows by itself.")


def follow(asked: Asked, page: Page, found: Measured) -> None:
    """Above a page some of whose numbers are being measured: how many are there; a new view when more have come."""
    if not found.is_whole:
        _numbers(asked, page, found)


@st.fragment(run_every=SOON)
def _numbers(asked: Asked, page: Page, found: Measured) -> None:
    try:
        now = measured(asked, page)
    except (BadInput, OSError):  # the store went away: the frame says so
        st.rerun()
    if (now.missing, now.behind) != (found.missing, found.behind):
        st.rerun()
    there = found.of - len(found.missing)
    if found.missing:
        st.info(
            f"Measuring: {there} of {found.of} results of this page are there. The others follow by themselves, and "
            "are kept: this happens once for a run."
        )
    else:
        st.caption(
            "These numbers are of the games that there were a while ago; those of all games follow by themselves."
        )
