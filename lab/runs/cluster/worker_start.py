"""Loaded by each process of `--cluster local:N` before anything else: how it shares this machine with the others."""

from __future__ import annotations

import os
import signal
from typing import Any

os.environ.setdefault("POLARS_MAX_THREADS", "1")
"""A process is there for each core that is to play; it is read when Polars is imported."""


def dask_setup(_worker: Any) -> None:
    """What Dask calls in a new worker: Ctrl-C is for whoever started the run, who then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
