"""The one place where Numba is configured.

Every kernel is compiled with the same options, and every whole-number argument is widened to
int64 before it reaches the compiler: without that a helper called with int8, int16 and literal
arguments is compiled once for each of them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from numba import config, njit, typeof, types
from numba.extending import overload

_HERE = Path(__file__).resolve().parent
CITED: dict[str, frozenset[str]] = {}
"""Kernel name -> ids of the ledger rules it implements."""

KERNELS: list[Any] = []
"""Every compiled dispatcher, so that a fresh process can tell how much is compiled."""


# Loops run over a handful of cards: vector code for them is long, and pushes other code out of the cache.
config.LOOP_VECTORIZE = 0

INT64 = types.int64


def type_of(value: Any) -> Any:
    """The compiler's type of a value."""
    return typeof(value)


class Handle:
    """A record in the form in which compiled kernels take it at once, for callers in plain Python.

    NumPy describes all fields of a record anew whenever Numba asks for its memory; for the records of a game and a
    book that takes twenty times as long as the call itself.
    """

    __slots__ = ("_numba_type_", "data")

    def __init__(self, record: Any) -> None:
        self.data = record.data
        self._numba_type_ = typeof(record)


def handle(record: Any) -> Any:
    """What Python should hand to kernels that it calls again and again with the same record."""
    return record if config.DISABLE_JIT else Handle(record)


@overload(int)
def _int_of_enum(x):  # Numba compares this signature with the lambda's
    """Let compiled code write int(Zone.HAND) as plain Python does; Numba knows only the comparison."""
    return (lambda x: x + 0) if isinstance(x, types.IntEnumMember) else None


def source_hash() -> str:
    """Fingerprint of all engine sources: any edit gives another compiler cache."""
    digest = hashlib.sha256()
    for path in sorted(_HERE.rglob("*.py")):
        digest.update(path.relative_to(_HERE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder of compiled kernels: beside the sources, or in the user's cache if read-only."""
    beside = _HERE.parent / ".cache" / "numba"
    if os.access(_HERE.parent, os.W_OK):
        return beside
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "card-lab" / "numba"


def _use_cache_folder(keep: int = 3) -> Path:
    # Numba's disk cache only watches the file of the outer function, so a changed callee would be
    # served stale. A folder per source fingerprint removes the risk; older folders are pruned. It does not
    # notice either that the same kernel is to be compiled with its bounds checked.
    folder = cache_root() / (source_hash() + ("-bounds" if config.BOUNDSCHECK else ""))
    config.CACHE_DIR = str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        others = [p for p in cache_root().iterdir() if p.is_dir() and p != folder]
        for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[keep - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass
    return folder


CACHE = _use_cache_folder()


COMPLETE = CACHE / "complete"
"""Marks a cache folder that holds the whole engine."""


def is_compiled_before() -> bool:
    """Whether an earlier process compiled the whole engine from exactly these sources."""
    return bool(config.DISABLE_JIT) or COMPLETE.exists()


def _widen(kind: Any) -> Any:
    plain = types.unliteral(kind)
    if isinstance(plain, (types.Boolean, types.IntEnumMember)) or (
        isinstance(plain, types.Integer) and plain != types.uint64
    ):
        return types.int64
    return kind


def _compile(fn: Callable[..., Any]) -> Any:
    dispatcher: Any = njit(cache=True, error_model="numpy", nogil=True)(fn)
    if config.DISABLE_JIT:
        return dispatcher
    template = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: Any) -> Any:
        return template(tuple(_widen(a) for a in args), kws)

    dispatcher.get_call_template = widened
    KERNELS.append(dispatcher)
    return dispatcher


def kernel(*rules: str) -> Callable[[Callable[..., Any]], Any]:
    """Compile with the project's options and note the ledger rules a function implements."""

    def wrap(fn: Callable[..., Any]) -> Any:
        CITED[f"{fn.__module__}.{fn.__qualname__}"] = frozenset(rules)
        return _compile(fn)

    return wrap


def switch(name: str, table: Mapping[int, Any], params: str, otherwise: str = "0") -> Any:
    """Join kernels into one compiled `if code == 0: ... elif code == 1: ...` chain."""
    lines = [f"def {name}(code, {params}):"]
    for i, code in enumerate(sorted(table)):
        lines.append(f"    {'elif' if i else 'if'} code == {code}:")
        lines.append(f"        return k{code}({params})")
    lines.append(f"    return {otherwise}")
    source = "\n".join(lines)
    # A module of its own, known to Python: Numba's cache names the module a function comes from,
    # and loads it from there in the next process.
    module = ModuleType(f"engine.generated_{name}")
    sys.modules[module.__name__] = module
    module.__dict__.update({f"k{code}": fn for code, fn in table.items()})
    exec(compile(source, _written(name, source), "exec"), module.__dict__)  # noqa: S102 - built above from a table
    return _compile(module.__dict__[name])


def _written(name: str, source: str) -> str:
    """Put generated source into the cache folder: Numba caches nothing that has no file."""
    path = CACHE / f"{name}.py"
    try:
        if not path.exists() or path.read_text() != source:
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_text(source)
            os.replace(draft, path)
    except OSError:
        return f"<{name}>"
    return str(path)
