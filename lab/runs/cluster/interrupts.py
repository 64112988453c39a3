"""Loaded by each process of `--cluster local:N`: Ctrl-C is for whoever started the run, who then ends the others."""

from __future__ import annotations

import signal
from typing import Any


def dask_setup(_worker: Any) -> None:
    """What Dask calls in a new worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
