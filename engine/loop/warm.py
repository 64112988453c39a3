"""Compiling the engine ahead of the first game, on all cores, and loading it.

Numba compiles one function at a time and holds a lock while it does, so a second thread is of no use; a second
process is. Kernels that are compiled apart wait for nobody: each process takes the next one that no other has
claimed, and the results meet in the cache folder.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
from engine import jit
from engine.loop.pack import is_compiled_before, load_pack, write_pack

SHARE = "engine.loop.compile_share"
"""What each of the processes runs."""

KEPT_DAYS = 14
"""How long code of other sources is kept: until then going back to them compiles nothing."""

_loaded: list[bool] = []
_one_at_a_time = threading.Lock()
"""Threads of one process compile once, and play when everything is in its slot."""


def apart() -> list[Any]:
    """Every kernel that is compiled apart, the longest first: the last one to be compiled is a short one."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)  # what nobody has imported yet may be called later on
    found = [k for k in jit.KERNELS if k.is_apart]
    return sorted(found, key=lambda k: -len(k.py_func.__code__.co_code))


def in_a_word(done: int, _all: int) -> None:
    """Say that the engine is being compiled, for callers that show nothing better."""
    if done == 0:
        print("The engine is being compiled: once for this version, about a minute ...", file=sys.stderr, flush=True)


def compile_all(processes: int | None = None, told: Callable[[int, int], None] = in_a_word) -> None:
    """Fill the compiler's cache, with one process for each core; `told` hears of kernels done and their number."""
    with _one_at_a_time:
        if not is_compiled_before():
            told(0, len(apart()))
            _compile_in_processes(processes or os.cpu_count() or 1, told)


def _compile_in_processes(crew: int, told: Callable[[int, int], None]) -> None:
    claims = jit.CACHE / f"claims-{os.getpid()}"
    claims.mkdir(parents=True, exist_ok=True)
    here = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-m", SHARE, str(claims)]
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH", "")])])
    workers = [subprocess.Popen(command, env=os.environ | {"PYTHONPATH": path}) for _ in range(crew)]
    try:
        while any(worker.poll() is None for worker in workers):
            time.sleep(0.2)
            told(max(1, sum(1 for _ in claims.iterdir()) - crew), len(apart()))
    finally:
        for worker in workers:
            if worker.poll() is None:
                worker.kill()
        for claim in claims.iterdir():
            claim.unlink()
        claims.rmdir()
    if all(worker.returncode == 0 for worker in workers):
        write_pack(apart())
        _drop_old()


def _drop_old() -> None:
    """Remove what other sources left behind long ago."""
    current = {kernel.store().stamp for kernel in jit.KERNELS}
    for path in jit.CACHE.glob("*.nb[ci]"):
        old = time.time() - path.stat().st_mtime > KEPT_DAYS * 86_400
        if old and not any(stamp in path.name for stamp in current):
            path.unlink(missing_ok=True)


def load_all() -> None:
    """Put the address of every kernel into its slot: before the first call of a kernel from Python."""
    if _loaded or jit.config.DISABLE_JIT:
        return
    compile_all()
    with _one_at_a_time:
        if not _loaded:
            if not load_pack(apart()):
                for kernel in apart():
                    kernel.load()
            _loaded.append(True)
