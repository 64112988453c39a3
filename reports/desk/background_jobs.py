"""Commands of the lab that a page has begun: a process for each, which all sessions of the dashboard see.

Whatever it finds is in the store when it ends, so nothing is lost when the dashboard ends before.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

STOPPED = (130, -signal.SIGINT)
"""Exit codes of what was stopped."""
PATIENCE = 10.0
"""Seconds that a process has to end when it is stopped."""


@dataclass
class _Begun:
    """A process, when it began (monotonic seconds), and its last words once it has failed."""

    process: subprocess.Popen[bytes]
    since: float
    said: str = ""


_ALL: dict[str, _Begun] = {}
_ONE = Lock()


def begin(key: str, words: Sequence[str]) -> None:
    """Run `lab WORDS` in a process of its own, unless what has this key is still going on."""
    with _ONE:
        if is_going_on(key):
            return
        process = subprocess.Popen(
            [sys.executable, "-m", "lab.cli", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=os.environ | {"COLUMNS": "120"}, cwd=Path.cwd(),
        )  # fmt: skip
        _ALL[key] = _Begun(process, time.monotonic())


def is_going_on(key: str) -> bool:
    """Whether it was begun and has not ended."""
    return key in _ALL and _ALL[key].process.poll() is None


def going_on() -> int:
    """How many have been begun and have not ended."""
    return sum(map(is_going_on, list(_ALL)))


def seconds(key: str) -> float:
    """How long ago it was begun; 0 if it never was."""
    return time.monotonic() - _ALL[key].since if key in _ALL else 0.0


def failure(key: str) -> str:
    """What a process said that came to a bad end; empty if it was stopped, goes on, or all went well."""
    with _ONE:
        one = _ALL.get(key)
        if one is None or one.process.poll() in (None, 0, *STOPPED):
            return ""
        if not one.said and one.process.stderr is not None:
            lines = one.process.stderr.read().decode(errors="replace").strip().splitlines()
            one.said = lines[-1] if lines else f"it ended with exit code {one.process.poll()}"
        return one.said


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
