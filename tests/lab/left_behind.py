"""Processes that are still there after a test: found by a mark in the environment that they were started with."""

from __future__ import annotations

import os
import time
from pathlib import Path

MOMENT = 10.0
"""Seconds for processes that are ending."""


def left_behind(mark, value):
    """Command lines of all processes but this one whose environment holds a mark with a value."""
    until = time.monotonic() + MOMENT
    while (found := _marked(f"{mark}={value}\0".encode())) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def _marked(text):
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if text in path.read_bytes() + b"\0" and path.parent.name != str(os.getpid()):
                found.append((path.parent / "cmdline").read_bytes())
        except OSError:  # it has ended, or is another user's
            continue
    return found
