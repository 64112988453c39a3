"""The buttons that play and stop a search of a page, and how far it is."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence

import streamlit as st

from reports.desk import background_jobs
from reports.desk.experiment import Progress
from reports.desk.experiment_buttons import LOOK, time_left
from reports.desk.kept_searches import Stage, stage, state
from reports.desk.page_data import Asked


def play(asked: Asked, words: Sequence[str], found: Stage) -> None:
    """The buttons; a new view when games have come that say more, and at the end."""
    key = shlex.join([*words, str(asked.store.path.resolve())])
    was_playing = background_jobs.is_going_on(key)

    @st.fragment(run_every=LOOK if was_playing else None)
    def follow() -> None:
        now = background_jobs.is_going_on(key)
        if now != was_playing or was_playing and stage(asked.store, words) != found:
            st.rerun()
        if now and st.button("Stop", icon=":material/stop:", key="stop"):
            background_jobs.end(key)
            st.rerun()
        if not now and found.lacks is not None and st.button(
            "Play", type="primary", key="play", icon=":material/play_arrow:", disabled=_is_full()
        ):  # fmt: skip
            background_jobs.begin(key, [*words, "--store", str(asked.store.path.resolve())])
            st.rerun()
        if found.lacks is not None:
            _progress(asked, found, key)
        if said := background_jobs.failure(key):
            st.error(said)

    follow()


def _is_full() -> bool:
    return background_jobs.going_on() >= background_jobs.MOST


def _progress(asked: Asked, found: Stage, key: str) -> None:
    """How far the step of a search is that is played."""
    assert found.lacks is not None
    _, done, total = state(asked.store, found.lacks)
    now = Progress(done, total, background_jobs.is_going_on(key))
    step = f"{key} {found.step}"
    if now.playing and st.session_state.get("begun", ("",))[0] != step:
        st.session_state["begun"] = step, time.monotonic(), done
    if now.playing or done:
        told = f"{found.step[:1].upper()}{found.step[1:]}: {done:,} of {total:,} games{time_left(now, step)}"
        st.progress(done / total, told)
