"""Compiling the engine ahead of the first game, on all cores, and loading it.

Numba compiles one function at a time and holds a lock while it does, so a second thread is of no use; a second
process is. Kernels that are compiled apart wait for nobody: each process takes the next one that no other has
claimed, and the results meet in the cache folder. Commands, or workers of one machine, that find the engine uncompiled
at the same time wait for the first of them.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import engine
from engine import jit
from engine.compiling.code_files import ASKED, END, sweep_kept
from engine.compiling.locked_folder import held, lock_file
from engine.loop.code_pack import is_compiled_before, is_damaged, load_kernels, load_program, write_pack

SHARE = "engine.loop.compile_share"
"""What each of the processes runs."""

KEPT_DAYS = 14
"""How long code of other sources is kept: until then going back to them compiles nothing."""

WAITING = ".compiling"
"""Name of the file in the cache folder that whoever compiles keeps locked."""
LOOK = 0.2
"""Seconds between two looks at who else compiles."""

_loaded: set[str] = set()
_one_at_a_time = threading.RLock()
"""Threads of one process compile once, and play when everything is in its place."""


def apart() -> list[Any]:
    """Every kernel that is compiled apart, the longest first: the last one to be compiled is a short one."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)  # what nobody has imported yet may be called later on
    found = [k for k in jit.KERNELS.values() if k.is_apart]
    return sorted(found, key=lambda k: -len(k.py_func.__code__.co_code))


def in_a_word(done: int, _all: int) -> None:
    """Say that the engine is being compiled, for callers that show nothing better."""
    if done == 0:
        text = "The engine is being compiled: once for this version, about a minute and a half ..."
        print(text, file=sys.stderr, flush=True)


def compile_all(processes: int | None = None, told: Callable[[int, int], None] = in_a_word) -> None:
    """Fill the compiler's cache, with one process for each core; `told` hears of kernels done and their number."""
    with _one_at_a_time:
        if jit.IS_KEPT:
            sweep_kept(jit.CACHE)
        if is_compiled_before():
            return
        if not jit.IS_KEPT:
            _say(
                f"Compiled code cannot be kept ({jit.CACHE} cannot be written to; {ASKED} may name another folder): "
                "this command compiles what it needs for itself, some minutes on one core."
            )
            return
        if is_damaged():
            _say("What was compiled before is damaged, and is compiled again as far as that is needed.")
        kernels = apart()
        told(0, len(kernels))
        with _alone():
            if is_compiled_before():  # by the one that was waited for
                return
            is_kept = _compile_in_processes(kernels, processes or os.cpu_count() or 1, told)
        if not is_kept:
            _say(f"What was compiled cannot be kept whole in {jit.CACHE}; what is missing is compiled on one core.")


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process compiles; where there are no locks, several may."""
    lock = os.open(jit.CACHE / WAITING, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        while lock_file(lock) is False:
            time.sleep(LOOK)
        yield
    finally:
        os.close(lock)


def _compile_in_processes(kernels: list[Any], crew: int, told: Callable[[int, int], None]) -> bool:
    """Let some processes compile; whether everything is stored now."""
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH", "")])])
    given = os.environ | {"PYTHONPATH": path, ASKED: str(jit.CACHE.parent)}
    with held(jit.CACHE, "claims", END) as claims:
        command = [sys.executable, "-m", SHARE, str(claims)]
        # Their input is a pipe that ends with this process, however it ends; then they end too.
        workers = [subprocess.Popen(command, env=given, stdin=subprocess.PIPE) for _ in range(crew)]
        try:
            while any(worker.poll() is None for worker in workers):
                time.sleep(LOOK)
                told(max(1, sum(1 for _ in claims.iterdir()) - 1 - crew), len(kernels))
        finally:
            for worker in workers:
                if worker.poll() is None:
                    worker.kill()
                    worker.wait()
                if worker.stdin is not None:
                    worker.stdin.close()
    if any(worker.returncode for worker in workers) or not write_pack(kernels):
        return False
    _drop_old()
    return True


@cache
def _say(sentence: str) -> None:
    """Say something once."""
    print(sentence, file=sys.stderr, flush=True)


def _drop_old() -> None:
    """Remove what other sources left behind long ago."""
    current = {kernel.compiled.store().stamp for kernel in jit.KERNELS.values()}
    for path in jit.CACHE.glob("*.nb[ci]"):
        old = time.time() - path.stat().st_mtime > KEPT_DAYS * 86_400
        if old and not any(stamp in path.name for stamp in current):
            path.unlink(missing_ok=True)


def load_all() -> None:
    """Load what playing needs: before the first game, and before Python first calls a kernel."""
    if jit.INTERPRETED or "program" in _loaded:
        return
    compile_all()
    with _one_at_a_time:
        if "program" not in _loaded:
            if not load_program():
                load_slots()
            _loaded.add("program")


def load_slots() -> None:
    """Put the address of every kernel into its slot: what Python calls beside the roots is compiled to go by them."""
    if "slots" in _loaded:
        return
    compile_all()
    with _one_at_a_time:
        if "slots" not in _loaded:
            if not load_kernels(apart()):
                for kernel in apart():
                    kernel.compiled.load()
            _loaded.add("slots")


jit.PREPARED.append(load_all)
jit.SLOTS.append(load_slots)
