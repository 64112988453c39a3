"""The engine compiled ahead, and a word about it now and then: for minutes nothing else is to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread

BEGINS = (
    "The engine is being compiled, once for this version: about 45 seconds on two idle cores, minutes where they are "
    "busy."
)
ALIVE = 30.0
"""Seconds between two signs of life."""


def compile_aloud(say: Callable[[str], None]) -> None:
    """Compile the engine unless that has been done; `say` hears how long it takes, and that it still goes on."""
    from engine.loop import code_pack, compile_ahead  # a command that plays nothing needs no compiler

    if code_pack.is_compiled_before():
        return
    say(BEGINS)
    heard, over, begun = [(0, 0)], Event(), time.monotonic()

    def live() -> None:
        while not over.wait(ALIVE):
            say(still(*heard[-1], time.monotonic() - begun))

    watch = Thread(target=live, daemon=True)
    watch.start()
    try:
        compile_ahead.compile_all(told=lambda done, of: heard.append((done, of)))
    finally:
        over.set()
        watch.join()


def still(done: int, of: int, seconds: float) -> str:
    """How far compiling is, in words; nothing is done as long as another process compiles the same."""
    what = f"{done} of {of} kernels are compiled" if done < of else "all kernels are compiled, and become one program"
    return f"{what if done else 'waiting for another process, which compiles the engine'}; {seconds:.0f} s so far."
