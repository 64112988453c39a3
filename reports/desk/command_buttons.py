"""Questions of a page that a command answers: a button for each, how long it is at it, and the answer when it is there.

The command is the one that the page would give for a terminal, with the present store.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import streamlit as st

from reports.desk import background_jobs
from reports.elements import Ask

LOOK = 1.5
"""Seconds between two looks at what is played."""
MOST = 2
"""Commands at a time, of all sessions: each takes all cores."""
STORE = "--store"


def answered(element: Ask, store: Path, key: str) -> None:
    """The buttons that begin and stop the commands; a new view when one of them has ended."""
    lines = {name: _words(line, store) for name, line in element.commands.items()}
    running = any(background_jobs.is_going_on(shlex.join(words)) for words in lines.values())

    @st.fragment(run_every=LOOK if background_jobs.going_on() else None)
    def follow() -> None:
        now = [name for name, words in lines.items() if background_jobs.is_going_on(shlex.join(words))]
        if running and not now:
            st.rerun()
        with st.container(horizontal=True):
            for name, words in lines.items():
                _button(name, words, element.commands[name], key)
        for words in lines.values():
            if said := background_jobs.failure(shlex.join(words)):
                st.error(said)

    follow()


def _button(name: str, words: list[str], line: str, key: str) -> None:
    """Begin the command of a line, or stop it."""
    known = shlex.join(words)
    if background_jobs.is_going_on(known):
        label = f"Stop ({name}): playing for {background_jobs.seconds(known):.0f} s"
        if st.button(label, icon=":material/stop:", key=f"stop-{key}-{name}"):
            background_jobs.end(known)
            st.rerun()
    elif st.button(
        f"Play and answer ({name})", icon=":material/play_arrow:", help=line, key=f"ask-{key}-{name}",
        disabled=background_jobs.going_on() >= MOST,
    ):  # fmt: skip
        background_jobs.begin(known, words)
        st.rerun()


def _words(line: str, store: Path) -> list[str]:
    """A line for a terminal as the words behind `lab`, about the present store."""
    words = shlex.split(line)[1:]
    at = words.index(STORE)
    return [*words[:at], STORE, str(store), *words[at + 2 :]]
