"""The buttons of a page that play an experiment or a search, how far it is, and the way to what moved."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence

import streamlit as st

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.agents.personas import mixes
from lab.comparison.confidence_sequence import differences_so_far
from lab.comparison.game_numbers import PRIMARY
from lab.runs.arms import unusual_seats
from reports import html_markup
from reports.desk import background_jobs
from reports.desk.draw_elements import go
from reports.desk.experiment import Experiment, Progress, progress, start, stop
from reports.desk.kept_searches import Stage, stage, state
from reports.desk.page_data import Asked
from reports.display_names import run_label
from reports.elements import Answer
from variants.load_variants import load_variant

LOOK = 1.5
"""Seconds between two looks at an experiment that is played."""


SEATS = tuple(range(FEWEST_SEATS, MOST_SEATS + 1))
FEWEST, MOST = 100, 100_000
"""Games of each arm."""


def asked_table(with_games: bool = True) -> tuple[int, str, int]:
    """How many play, who, and how many games (0 if that is asked elsewhere); drawn where the page has room for it."""
    seats = st.segmented_control("Players", SEATS, default=4, required=True, key="seats", bind="query-params")
    agents = st.selectbox("Who plays", list(mixes()), key="table_of", bind="query-params", width=150)
    if not with_games:
        return int(seats or 4), str(agents), 0
    games = st.number_input("Games", FEWEST, MOST, 2000, 500, key="games", bind="query-params", width=130)
    return int(seats or 4), str(agents), int(games)


def play_and_compare(asked: Asked, experiment: Experiment) -> None:
    """The buttons, and how far the run is."""

    @st.fragment(run_every=LOOK if progress(experiment, asked.store).playing else None)
    def follow() -> None:
        now = progress(experiment, asked.store)
        whole = now.done >= now.total
        with st.container(horizontal=True):
            if now.playing and st.button("Stop", icon=":material/stop:", key="stop"):
                stop(experiment)
                st.rerun()
            if not now.playing and st.button(
                "Compare" if whole else "Play and compare", type="primary", key="play", icon=":material/play_arrow:"
            ):
                if whole:
                    _compare(asked, experiment)
                st.session_state["begun"] = experiment.run_id, time.monotonic(), now.done
                start(experiment, asked.store)
                st.rerun()
            if not now.playing and 0 < now.done < now.total and st.button("Compare what is there", key="so-far"):
                _compare(asked, experiment)
        if now.done or now.playing:
            st.progress(now.done / now.total, f"{now.done:,} of {now.total:,} games{_left(now, experiment.run_id)}")
        if not whole and (told := differences_so_far(asked.store, experiment.run_id, PRIMARY)):
            st.html(html_markup.answer(Answer("\n".join(["Turns so far, whenever you stop:", *told]))))
        if now.failed:
            st.error(now.failed)
        if st.session_state.get("played") == experiment.run_id and not now.playing and whole:
            del st.session_state["played"]
            _compare(asked, experiment)
        if now.playing:
            st.session_state["played"] = experiment.run_id

    follow()


def play_search(asked: Asked, words: Sequence[str], found: Stage) -> None:
    """The buttons; a new view when games have come that say more, and at the end."""
    key = shlex.join([*words, str(asked.store.path.resolve())])
    was_playing, is_full = background_jobs.is_going_on(key), background_jobs.going_on() >= background_jobs.MOST

    @st.fragment(run_every=LOOK if was_playing else None)
    def follow() -> None:
        now = background_jobs.is_going_on(key)
        if now != was_playing or was_playing and stage(asked.store, words) is not found:
            st.rerun()
        if now and st.button("Stop", icon=":material/stop:", key="stop"):
            background_jobs.end(key)
            st.rerun()
        if not now and found.lacks is not None and st.button(
            "Play and compare", type="primary", key="play", icon=":material/play_arrow:", disabled=is_full
        ):  # fmt: skip
            background_jobs.begin(key, [*words, "--store", str(asked.store.path.resolve())])
            st.rerun()
        if found.lacks is not None:
            _search_progress(asked, found, key)
        if said := background_jobs.failure(key):
            st.error(said)

    follow()


def _search_progress(asked: Asked, found: Stage, key: str) -> None:
    """How far the step of a search is that is played."""
    assert found.lacks is not None
    _, done, total = state(asked.store, found.lacks)
    now = Progress(done, total, background_jobs.is_going_on(key))
    step = f"{key} {found.step}"
    if now.playing and st.session_state.get("begun", ("",))[0] != step:
        st.session_state["begun"] = step, time.monotonic(), done
    if now.playing or done:
        told = f"{found.step[:1].upper()}{found.step[1:]}: {done:,} of {total:,} games{_left(now, step)}"
        st.progress(done / total, told)


def at_a_terminal(asked: Asked, experiment: Experiment) -> None:
    """The command that plays the same, and what is unusual about it."""
    if unusual := unusual_seats(load_variant(experiment.variant), experiment.seats):
        st.caption(f"{unusual}.")
    st.code(experiment.line(asked.store.path), language="bash", wrap_lines=True)


def _left(now: Progress, run: str) -> str:
    """About how many seconds it takes yet, by the pace so far."""
    begun, then, before = st.session_state.get("begun", ("", 0.0, 0))
    if not now.playing or begun != run or now.done <= before:
        return ""
    seconds = (time.monotonic() - then) * (now.total - now.done) / (now.done - before)
    return f", about {seconds:,.0f} seconds left"


def _compare(asked: Asked, experiment: Experiment) -> None:
    """Go to the comparison of its run."""
    run = next(row for row in asked.store.runs().to_dicts() if row["run_id"] == experiment.run_id)
    go("compare", {"run": run_label(run, asked.store.arms(experiment.run_id))})
