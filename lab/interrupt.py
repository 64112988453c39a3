"""Being told to stop: Ctrl-C, SIGTERM (a scheduler, `kill`) and SIGHUP (a closed terminal) all end a command alike."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals that mean: stop. The last is unknown to Windows."""


class Ended(KeyboardInterrupt):
    """The process is to end: unlike after Ctrl-C nobody is there who waits for a last result."""


_LISTENING: list[list[int]] = []
"""Of each block that listens now, the signals that came."""


def told_to_stop() -> bool:
    """Whether one has come to a block that listens now."""
    return any(_LISTENING)


@contextmanager
def listening() -> Iterator[Callable[[], bool]]:
    """Turn the signals into exceptions until the end of the block; what is given says whether one has come.

    Code in other languages that is interrupted raises errors of its own (`Query interrupted`, an import that failed):
    whether somebody wanted to stop is known here only. Ctrl-C and SIGHUP stay ignored where they were, as under `nohup`
    or in a script's background; SIGTERM never is: it comes from somebody who means this process.
    """
    come: list[int] = []
    _LISTENING.append(come)

    def stop(number: int, _frame: FrameType | None) -> None:
        come.append(number)
        raise KeyboardInterrupt if number == signal.SIGINT else Ended

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
            was = signal.getsignal(number)
            ignored = number == signal.SIGTERM and was is signal.SIG_IGN
            if ignored or was in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, stop)
    try:
        yield lambda: bool(come)
    finally:
        _LISTENING[:] = (one for one in _LISTENING if one is not come)
        for number, handler in before.items():
            signal.signal(number, handler)
