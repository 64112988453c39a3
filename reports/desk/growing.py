"""A run that is still going on: says how far it is, and shows new games by itself."""

from __future__ import annotations

import streamlit as st

from reports.desk.asked import Asked

EVERY = 4
"""Seconds between two looks at the store."""


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
