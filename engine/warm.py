"""Compiling the engine ahead of the first game, on all cores.

Numba compiles one function at a time and holds a lock while it does, so a second thread is of no
use; a second process is. Each process walks the kernels from the leaves up and compiles those
that no other has claimed; the results meet in the cache folder.
"""

from __future__ import annotations

import gc
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine import jit

_KNOWN = {"book", "g", "games", "e"}
_NOT_NUMBERS = {
    "t",
    "row",
    "event",
    "out",
    "log",
    "table",
    "agents",
    "run",
    "x",
    "key",
    "seed",
    "keep",
    "game_out",
    "at",
}


def _signature(fn: Any, records: dict[str, Any]) -> tuple[Any, ...] | None:
    """Argument types by the house's parameter names; None for a kernel that takes something else."""
    names = list(inspect.signature(fn).parameters)
    effect = fn.__module__.startswith("engine.effects")
    if any(n in _NOT_NUMBERS and not (n == "row" and effect) for n in names):
        return None
    if not {"g", "games", "book"} & set(names):
        return None
    pushes = {"push", "emit"}  # their parameter `e` is a number
    return tuple(records[n] if n in _KNOWN and not (n == "e" and fn.__name__ in pushes) else jit.INT64 for n in names)


def compile_kernels(claims: Path) -> int:
    """Compile every kernel that no other process has claimed in the folder `claims`; returns their number."""
    import numpy as np

    from engine import batch
    from engine.cards import CARD, EFFECT
    from engine.rules import RULES

    book = batch.make_book(
        np.zeros(len(RULES), np.int64), np.zeros(0, CARD), np.zeros(0, EFFECT), np.zeros((0, 1), np.int64)
    )
    tables = batch.new_tables()
    records = {
        "g": jit.type_of(tables[0]), "games": jit.type_of(tables), "book": jit.type_of(book),
        "e": jit.type_of(book.effect[0]),
    }  # fmt: skip
    done = 0
    gc.disable()  # the compiler makes millions of objects and keeps most: collecting costs a fifth of the time
    for number, dispatcher in enumerate(jit.KERNELS):
        signature = _signature(dispatcher.py_func, records)
        if signature is None or not _claim(claims / str(number)):
            continue
        try:
            dispatcher.compile(signature)
        except Exception as error:  # noqa: BLE001 - a kernel this cannot type is compiled by its caller, or fails there
            print(f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}: {error}", file=sys.stderr)
        done += 1
    return done


def _claim(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def compile_all(processes: int | None = None) -> None:
    """Fill the compiler's cache, with one process for each core."""
    if jit.is_compiled_before():
        return
    claims = jit.CACHE / f"claims-{os.getpid()}"
    claims.mkdir(parents=True, exist_ok=True)
    crew = max(1, processes or os.cpu_count() or 1)
    here = str(Path(__file__).resolve().parent.parent)
    command = [sys.executable, "-m", "engine.warm", str(claims)]
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH", "")])])
    workers = [
        subprocess.Popen(command, env=os.environ | {"PYTHONPATH": path}, stderr=subprocess.DEVNULL) for _ in range(crew)
    ]
    try:
        for worker in workers:
            worker.wait()
    finally:
        for worker in workers:
            if worker.poll() is None:
                worker.kill()
        for claim in claims.iterdir():
            claim.unlink()
        claims.rmdir()
    if all(worker.returncode == 0 for worker in workers):
        jit.COMPLETE.touch()


if __name__ == "__main__":
    compile_kernels(Path(sys.argv[1]))
