"""One process of several that compile the engine: it takes every kernel that no other has claimed.

A program of its own, started by `engine.loop.compile_ahead`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from pathlib import Path

from engine.loop.compile_ahead import apart


def compile_share(claims: Path) -> int:
    """Compile every kernel that no other process has claimed in the folder `claims`; returns their number."""
    done = 0
    gc.disable()  # the compiler makes millions of objects and keeps most: collecting costs a fifth of the time
    kernels = apart()
    for kernel in kernels:
        if _claim(claims / kernel.symbol):
            kernel.compiled.fill_store()
            done += 1
    return done


def _claim(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except (FileExistsError, FileNotFoundError):  # somebody's, or the one that started all this is gone
        return False
    return True


def _end_with_parent() -> None:
    """Wait for the end of what the parent holds open for us: then it is dead, and nobody waits for our work."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all in the terminal: the parent decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_share(Path(sys.argv[1]))
