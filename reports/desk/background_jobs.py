"""Commands of the lab that a page has begun: a process for each, which all sessions see, and its button.

A process and not a thread: what it computes would stop every view of the dashboard. Whatever it finds is in the store
when it ends, so nothing is lost when the dashboard ends before. Questions of a page that a command answers are a button
each, how long it is at it, and the answer when it is there: the command is the one that the page would give for a
terminal, with the present store.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

import streamlit as st

from reports.elements import Ask

STOPPED = (130, -signal.SIGINT)
"""Exit codes of what was stopped."""
PATIENCE = 10.0
"""Seconds that a process has to end when it is stopped."""
LOWEST = 19
"""Priority of a process that waits."""
LOOK = 1.5
"""Seconds between two looks at what is played."""
MOST = 2
"""Commands at a time, of all sessions: each takes all cores."""
STORE = "--store"
_HOW_FAR = re.compile(r"[\d,]+ of [\d,]+")


@dataclass
class _Begun:
    """A process, when it began (monotonic seconds), its last words so far, and what listens to them."""

    process: subprocess.Popen[bytes]
    since: float
    waits: bool
    said: str = ""
    ear: Thread | None = None

    def listen(self) -> None:
        """Hear all that it says, until it ends."""
        for line in self.process.stderr or ():
            self.said = line.decode(errors="replace").strip() or self.said


_ALL: dict[str, _Begun] = {}
_ONE = Lock()


def begin(key: str, words: Sequence[str], waits: bool = False) -> None:
    """Run `lab WORDS` in a process of its own, unless what has this key is still going on.

    One that `waits` is of low priority: whoever plays or looks comes first.
    """
    with _ONE:
        if is_going_on(key):
            return
        process = subprocess.Popen(
            [sys.executable, "-m", "lab.cli", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=os.environ | {"COLUMNS": "120"}, cwd=Path.cwd(),
        )  # fmt: skip
        _ALL[key] = one = _Begun(process, time.monotonic(), waits)
        one.ear = Thread(target=one.listen, daemon=True)
        one.ear.start()
    if waits:
        with suppress(OSError, AttributeError):  # the process has ended, or the system has no priorities
            os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)


def is_going_on(key: str) -> bool:
    """Whether it was begun and has not ended."""
    return key in _ALL and _ALL[key].process.poll() is None


def going_on() -> int:
    """How many have been begun and have not ended, without those that wait."""
    return sum(is_going_on(key) for key, one in list(_ALL.items()) if not one.waits)


def seconds(key: str) -> float:
    """How long ago it was begun; 0 if it never was."""
    return time.monotonic() - _ALL[key].since if key in _ALL else 0.0


def failure(key: str) -> str:
    """What a process said that came to a bad end; empty if it was stopped, goes on, or all went well."""
    with _ONE:
        one = _ALL.get(key)
        if one is None or one.process.poll() in (None, 0, *STOPPED):
            return ""
        if one.ear is not None:
            one.ear.join(PATIENCE)
        return one.said or f"it ended with exit code {one.process.poll()}"


def how_far(key: str) -> str:
    """How far what goes on is, in its own words or else in seconds."""
    found = _HOW_FAR.findall(_ALL[key].said) if key in _ALL else []
    return f"{found[-1]} games, {seconds(key):.0f} s" if found else f"playing for {seconds(key):.0f} s"


def end(key: str) -> None:
    """End it as Ctrl-C would: what is committed stays."""
    one = _ALL.get(key)
    if one is None or one.process.poll() is not None:
        return
    one.process.send_signal(signal.SIGINT)
    try:
        one.process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        one.process.kill()
        one.process.wait()


def answered(element: Ask, store: Path, key: str) -> None:
    """The buttons that begin and stop the commands; a new view when one of them has ended."""
    lines = {name: _words(line, store) for name, line in element.commands.items()}
    running = any(is_going_on(shlex.join(words)) for words in lines.values())

    @st.fragment(run_every=LOOK if going_on() else None)
    def follow() -> None:
        now = [name for name, words in lines.items() if is_going_on(shlex.join(words))]
        if running and not now:
            st.rerun()
        with st.container(horizontal=True):
            for name, words in lines.items():
                _button(f"{element.label} ({name})", words, element.commands[name], f"{key}-{name}")
        for words in lines.values():
            if said := failure(shlex.join(words)):
                st.error(said)

    follow()


def _button(label: str, words: list[str], line: str, key: str) -> None:
    """Begin the command of a line, or stop it."""
    known = shlex.join(words)
    if is_going_on(known):
        name = label.rpartition(" (")[2].removesuffix(")")
        if st.button(f"Stop ({name}): {how_far(known)}", icon=":material/stop:", key=f"stop-{key}"):
            end(known)
            st.rerun()
    elif st.button(label, icon=":material/play_arrow:", help=line, key=f"ask-{key}", disabled=going_on() >= MOST):
        begin(known, words)
        st.rerun()


def _words(line: str, store: Path) -> list[str]:
    """A line for a terminal as the words behind `lab`, about the present store."""
    words = shlex.split(line)[1:]
    at = words.index(STORE)
    return [*words[:at], STORE, str(store), *words[at + 2 :]]
