"""The one place where Numba is configured.

Every kernel is compiled with the same options. A kernel of more than a few lines is compiled apart
(`engine.compiling.apart`) with the signature that its annotations say; smaller ones are linked into their callers,
with every whole-number argument widened to int64: without that a kernel called with int8, int16 and literal
arguments is compiled once for each of them.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import config, njit, typeof, types
from numba.core import cgutils
from numba.core.registry import CPUDispatcher
from numba.extending import overload
from numba.np import arrayobj

from engine.compiling import apart
from engine.compiling.fingerprint import store_of

_HERE = Path(__file__).resolve().parent
CITED: dict[str, frozenset[str]] = {}
"""Kernel name -> ids of the ledger rules it implements."""

KERNELS: list[Any] = []
"""Every kernel, so that they can be compiled ahead and loaded."""

LINKED = 300
"""Bytes of bytecode up to which a kernel is linked into its callers: a call through the table costs more than it."""

LINKED_STEPS = 100
"""The same for steps and effects: each is called once in a while, from a long chain."""


# Loops run over a handful of cards: vector code for them is long, and pushes other code out of the cache.
config.LOOP_VECTORIZE = 0


def _refuse_negative() -> None:
    """Let code that checks its bounds refuse an index below 0: seat -1 is no mistake to Numba, but the last seat."""
    pointer = cgutils.get_item_pointer2

    def strict(context, builder, data, shape, strides, layout, inds, wraparound=False, boundscheck=False):
        return pointer(context, builder, data, shape, strides, layout, inds, boundscheck=boundscheck)

    def unchanged(context, builder, kind, index, _size):
        return context.cast(builder, index, kind, types.intp)

    cgutils.get_item_pointer2 = strict
    arrayobj.fix_integer_index = unchanged


if config.BOUNDSCHECK:
    _refuse_negative()


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
    """Fingerprint of all engine sources."""
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


def _cache_folder() -> Path:
    # Code with its indices checked is another code for the same sources.
    folder = cache_root() / ("checked" if config.BOUNDSCHECK else "kernels")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


CACHE = _cache_folder()


PACKED = "packed-"
"""How the files begin that hold a whole engine, ready to be loaded."""


def versions() -> tuple[str, str]:
    """Of Numba and of the library below it."""
    return metadata.version("numba"), metadata.version("llvmlite")


def _widen(kind: Any) -> Any:
    plain = types.unliteral(kind)
    if isinstance(plain, (types.Boolean, types.IntEnumMember)) or (
        isinstance(plain, types.Integer) and plain != types.uint64
    ):
        return types.int64
    return kind


class Kernel(CPUDispatcher):
    """A compiled function of the house."""

    is_apart = False

    def compile(self, sig: Any) -> Any:
        """Compile for some types, or load what was stored."""
        self._cache = self.store()
        return super().compile(sig)

    def store(self) -> Any:
        """Where its compiled code is kept."""
        if "kept" not in self.__dict__:
            self.kept = store_of(self, CACHE)
        return self.kept

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller links: one version for all whole numbers."""
        return super().get_call_template(tuple(_widen(a) for a in args), kws)

    def outline(self) -> str:
        """What a caller has to know of it."""
        return ""


class ApartKernel(Kernel):
    """A kernel that is compiled apart from its callers; it returns a whole number."""

    is_apart = True

    @property
    def _numba_type_(self) -> Any:
        return self.seen

    def signature(self) -> Any:
        """What its annotations say: records and whole numbers."""
        return types.int64(*(_type_said(said) for said in self.said))

    def outline(self) -> str:
        """Its name and its parameters; what records hold is part of the types that a caller itself takes."""
        return f"{self.symbol} {[getattr(said, '__origin__', said) is int for said in self.said]} {self.named}"

    def load(self) -> None:
        """Compile it or load what was stored, and put its address into its slot."""
        signature = self.signature()
        self.compile(signature)
        code = self.overloads[signature.args]
        apart.ADDRESSES[self.slot] = code.library.get_pointer_to_function(code.fndesc.llvm_func_name)

    def fill_store(self) -> None:
        """Compile it unless it is stored."""
        if self.stored() is None:
            self.compile(self.signature())

    def stored(self) -> Any:
        """What the store holds of it."""
        return self.store().stored(self.signature())


def _said(fn: Callable[..., Any]) -> tuple[Any, ...]:
    """What the annotations of a function say of its parameters, by the names its module knows."""
    known = {"int": int} | fn.__globals__
    texts = [fn.__annotations__.get(name, Any) for name in inspect.signature(fn).parameters]
    return tuple(known.get(text, Any) if isinstance(text, str) else text for text in texts)


def _is_record(said: Any) -> bool:
    return bool(getattr(said, "__metadata__", ()))


@cache
def _type_said(said: Any) -> Any:
    """The compiler's type of a whole number, of a record (a dtype), or of records side by side (a dtype in a tuple)."""
    if said is int:
        return types.int64
    kind = said.__metadata__[0]
    return typeof(np.zeros(1, kind[0])) if isinstance(kind, tuple) else typeof(np.zeros(1, kind)[0])


def _is_apart(fn: Callable[..., Any]) -> bool:
    said = _said(fn)
    if not any(map(_is_record, said)) or not all(one is int or _is_record(one) for one in said):
        return False
    rare = fn.__module__.startswith(("engine.effects", "engine.steps"))
    return len(fn.__code__.co_code) > (LINKED_STEPS if rare else LINKED) and fn.__module__.startswith("engine.")


def _compile(fn: Callable[..., Any]) -> Any:
    kernel: Any = njit(error_model="numpy", nogil=True)(fn)
    if config.DISABLE_JIT:
        return kernel
    kernel.__class__ = Kernel
    if _is_apart(fn):
        kernel.__class__ = ApartKernel
        kernel.symbol = f"{fn.__module__}.{fn.__qualname__}"
        kernel.named = list(inspect.signature(fn).parameters)
        kernel.said = _said(fn)
        kernel.slot = apart.take_slot(kernel.symbol)
        kernel.seen = apart.seen_by_callers(fn, kernel.symbol, kernel.signature)
    KERNELS.append(kernel)
    return kernel


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
    # A module of its own, known to Python: the compiler's store names the module a function comes from,
    # and loads it from there in the next process.
    module = ModuleType(f"engine.generated_{name}")
    sys.modules[module.__name__] = module
    module.__dict__.update({f"k{code}": fn for code, fn in table.items()})
    source = "\n".join(lines)
    exec(compile(source, f"<{name}>", "exec"), module.__dict__)  # noqa: S102 - built above from a table
    joined, first = module.__dict__[name], next(iter(table.values()))
    joined.__annotations__ = {"code": int} | dict(zip(params.split(", "), _said(getattr(first, "py_func", first))))
    return _compile(joined)


def compile_for(kernel: Any, given: tuple[Any, ...]) -> None:
    """Compile a kernel for the types of some values, without calling it."""
    if not config.DISABLE_JIT:
        kernel.compile(tuple(typeof(value) for value in given))
