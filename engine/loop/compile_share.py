"""One process of several that compile the engine: it takes every kernel that no other has claimed.

A program of its own, started by `engine.loop.warm`: it knows the loop over whole games, which itself loads kernels.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from engine.loop.batch import compile_loop
from engine.loop.warm import apart


def compile_share(claims: Path) -> int:
    """Compile every kernel that no other process has claimed in the folder `claims`; returns their number."""
    done = 0
    gc.disable()  # the compiler makes millions of objects and keeps most: collecting costs a fifth of the time
    for name, work in (("whole games", compile_loop), *((kernel.symbol, kernel.fill_store) for kernel in apart())):
        if _claim(claims / name):
            work()
            done += 1
    return done


def _claim(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


if __name__ == "__main__":
    compile_share(Path(sys.argv[1]))
