"""Loaded by each process of `--cluster local:N` before anything else: how it shares this machine with the others."""

from __future__ import annotations

import os
import signal

os.environ.setdefault("POLARS_MAX_THREADS", "1")
"""A process is there for each core that is to play; it is read when Polars is imported."""

# Ctrl-C is for whoever started the run, who then ends the others. It is held back from every thread that starts after
# this line: ignoring it is not enough, because Polars has a handler of its own and raises in the midst of a write.
if hasattr(signal, "pthread_sigmask"):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
