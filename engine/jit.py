"""The one place where Numba is configured.

Every kernel is compiled with the same options. A kernel of more than a few lines is compiled apart
(`engine.compiling.direct_calls`) with the signature that its annotations say; smaller ones are linked into their
callers, with every whole-number argument widened to int64: without that a kernel called with int8, int16 and literal
arguments is compiled once for each of them. What lets Python call a kernel is compiled when Python does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import config, njit, typeof, types
from numba.core.registry import CPUDispatcher

from engine.compiling import direct_calls
from engine.compiling.code_files import place_of_code
from engine.compiling.fingerprint import store_of
from engine.compiling.numba_patches import adjust

_HERE = Path(__file__).resolve().parent
CITED: dict[str, frozenset[str]] = {}
"""Kernel name -> ids of the ledger rules it implements."""

KERNELS: list[Any] = []
"""Every kernel, so that they can be compiled ahead and loaded."""

AHEAD: list[tuple[Any, Callable[[], tuple[Any, ...]]]] = []
"""Kernels whose entry is compiled ahead with the engine, each with a maker of values such as Python hands to it."""

HOW: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
"""Options of everything that is compiled."""

INSIDE: dict[str, Any] = HOW | {"no_cpython_wrapper": True}
"""The same for what only compiled code calls."""

PLAIN: dict[str, Any] = INSIDE | {"no_cfunc_wrapper": direct_calls.CHECKED}
"""The same for what it calls as a plain function: Numba makes it where it would make a wrapper for C."""

LINKED = 300
"""Bytes of bytecode up to which a kernel is linked into its callers: a call through the table costs more than it."""

LINKED_STEPS = 200
"""The same for steps and effects: each is called once in a while, from a long chain."""


adjust()

_TYPES: dict[Any, Any] = {}
"""What the compiler calls a record, by its description: working it out takes longer than arranging a whole table."""


class Handle:
    """A record in the form in which compiled kernels take it at once, for callers in plain Python.

    NumPy describes all fields of a record anew whenever Numba asks for its memory; for the records of a game and a
    book that takes twenty times as long as the call itself.
    """

    __slots__ = ("_numba_type_", "data")

    def __init__(self, record: Any) -> None:
        self.data = record.data
        if record.dtype not in _TYPES:
            _TYPES[record.dtype] = typeof(record)
        self._numba_type_ = _TYPES[record.dtype]


def handle(record: Any) -> Any:
    """What Python should hand to kernels that it calls again and again with the same record."""
    return record if config.DISABLE_JIT else Handle(record)


def source_hash() -> str:
    """Fingerprint of all engine sources."""
    digest = hashlib.sha256()
    for path in sorted(_HERE.rglob("*.py")):
        digest.update(path.relative_to(_HERE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


PACKED = "packed-"
"""How the files begin that hold a whole engine, ready to be loaded."""


def _has_pack(folder: Path) -> bool:
    return any(folder.glob(f"{PACKED}{source_hash()}-*.bin"))


# Code with its indices checked is another code for the same sources.
CACHE, IS_KEPT = place_of_code(
    _HERE.parent / ".cache" / "numba", "checked" if config.BOUNDSCHECK else "kernels", _has_pack
)
"""Folder of compiled kernels, and whether what is compiled now can be kept there."""


def _widen(kind: Any) -> Any:
    plain = types.unliteral(kind)
    if isinstance(plain, (types.Boolean, types.IntEnumMember)) or (
        isinstance(plain, types.Integer) and plain != types.uint64
    ):
        return types.int64
    return kind


class Stored(CPUDispatcher):
    """A function whose compiled code is kept in the cache folder."""

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

    def outline(self) -> str:
        """What a caller has to know of it."""
        return ""


class Kernel(Stored):
    """A compiled function of the house. Other kernels call it; Python does by an entry of its own.

    What lets Python call compiled code is a third of the work of compiling it, and Python calls few kernels.
    """

    def __call__(self, *values: Any) -> Any:
        """Call it from Python; the entry is compiled for the first call."""
        return self.entry()(*values)

    def entry(self) -> Any:
        """What Python calls: a function of any types, or one of the types it was compiled ahead for."""
        if "door" not in self.__dict__:
            self.door = _entry_of(self)
        return self.door

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller links: one version for all whole numbers, whether they are given in order or by name."""
        return super().get_call_template(
            tuple(_widen(kind) for kind in args), {name: _widen(kind) for name, kind in dict(kws).items()}
        )


class ApartKernel(Kernel):
    """A kernel that is compiled apart from its callers; it returns a whole number."""

    is_apart = True

    @property
    def _numba_type_(self) -> Any:
        if "seen" not in self.__dict__:
            self.seen = direct_calls.seen_by_callers(self.py_func, self.symbol, self.signature)
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
        direct_calls.ADDRESSES[self.slot] = code.library.get_pointer_to_function(direct_calls.name_of(code.fndesc))

    def fill_store(self) -> None:
        """Compile it unless it is stored."""
        if self.stored() is None:
            self.compile(self.signature())

    def stored(self) -> Any:
        """What the store holds of it."""
        return self.store().stored(self.signature())


def _params(fn: Any) -> list[str]:
    """Names of a function's parameters; asking `inspect` for a thousand kernels takes a fifth of a second."""
    code = fn.__code__
    return list(code.co_varnames[: code.co_argcount])


def _said(fn: Callable[..., Any]) -> tuple[Any, ...]:
    """What the annotations of a function say of its parameters, by the names its module knows."""
    known = {"int": int} | fn.__globals__
    texts = [fn.__annotations__.get(name, Any) for name in _params(fn)]
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


def _is_apart(fn: Callable[..., Any], said: tuple[Any, ...]) -> bool:
    if not any(map(_is_record, said)) or not all(one is int or _is_record(one) for one in said):
        return False
    rare = fn.__module__.startswith(("engine.effects", "engine.steps"))
    return len(fn.__code__.co_code) > (LINKED_STEPS if rare else LINKED) and fn.__module__.startswith("engine.")


def _compile(fn: Callable[..., Any]) -> Any:
    said = _said(fn)
    own = _is_apart(fn, said)
    kernel: Any = njit(**(PLAIN if own else INSIDE))(fn)
    if config.DISABLE_JIT:
        return kernel
    kernel.__class__ = Kernel
    if own:
        kernel.__class__ = ApartKernel
        kernel.symbol = f"{fn.__module__}.{fn.__qualname__}"
        kernel.named = _params(fn)
        kernel.said = said
        kernel.slot = direct_calls.take_slot(kernel.symbol)
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
    lines = []
    for i, code in enumerate(sorted(table)):
        lines += [f"{'elif' if i else 'if'} code == {code}:", f"    return k{code}({params})"]
    first = next(iter(table.values()))
    taken = {"code": int} | dict(zip(params.split(", "), _said(getattr(first, "py_func", first))))
    return written(name, taken, [*lines, f"return {otherwise}"], {f"k{code}": fn for code, fn in table.items()})


def written(name: str, taken: Mapping[str, Any], lines: Sequence[str], known: Mapping[str, Any]) -> Any:
    """A kernel of lines that were made from a table: its parameters with their types, and the kernels that it calls."""
    text = [f"def {name}({', '.join(taken)}):", *(f"    {line}" for line in lines)]
    function = _generated(f"engine.generated_{name}", text, dict(known))
    function.__annotations__ = dict(taken)
    return _compile(function)


def _entry_of(kernel: Any) -> Any:
    fn = kernel.py_func
    params = ", ".join(_params(fn))
    lines = [f"def {fn.__name__}({params}):", f"    return kernel({params})"]
    entry: Any = njit(**HOW)(_generated(f"entry.{fn.__module__}.{fn.__qualname__}", lines, {"kernel": kernel}))
    entry.__class__ = Stored
    return entry


def _generated(module: str, lines: list[str], known: dict[str, Any]) -> Any:
    """A function written as lines, in a module of its own that Python knows.

    The compiler's store names the module that a function comes from, and loads it from there in the next process.
    """
    home = ModuleType(module)
    sys.modules[module] = home
    home.__dict__.update(known)
    exec(compile("\n".join(lines), f"<{module}>", "exec"), home.__dict__)  # noqa: S102 - built above from a table
    return home.__dict__[lines[0].removeprefix("def ").split("(")[0]]
