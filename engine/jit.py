"""Kernels: the functions of the house that are compiled, as they are declared; `engine.compiling` compiles them.

Every kernel is compiled with the same options. A kernel of more than a few lines is compiled apart
(`engine.compiling.direct_calls`) with the signature that its annotations say; smaller ones are linked into their
callers. Nothing here needs the compiler: a process that only plays loads machine code, and calls its roots.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.compiling.code_files import place_of_code
from engine.compiling.machine_calls import Handle, MachineCall, expected

_HERE = Path(__file__).resolve().parent


def _asked(name: str) -> bool:
    """Whether one of the compiler's switches is set in the environment."""
    return os.environ.get(name, "0").strip() not in ("", "0")


INTERPRETED = _asked("NUMBA_DISABLE_JIT")
"""Whether kernels run as plain Python."""

CHECKED = _asked("NUMBA_BOUNDSCHECK")
"""Whether kernels may fail."""

CITED: dict[str, frozenset[str]] = {}
"""Kernel name -> ids of the ledger rules it implements."""

KERNELS: dict[str, Any] = {}
"""Every kernel by its symbol, so that they can be compiled ahead and loaded."""

PREPARED: list[Callable[[], object]] = []
"""What is done before Python first calls a kernel: the program is loaded."""

SLOTS: list[Callable[[], object]] = []
"""What is done before Python first calls one that is no root: the code of every kernel apart is loaded."""

ROOTS: dict[str, int] = {}
"""Address of every root in the program that is loaded, by its symbol."""

LINKED = 300
"""Bytes of bytecode up to which a kernel is linked into its callers: a call through the table costs more than it."""

LINKED_STEPS = 200
"""The same for steps and effects: each is called once in a while, from a long chain."""


def handle(record: Any) -> Any:
    """What Python should hand to kernels that it calls again and again with the same record."""
    return record if INTERPRETED else Handle(record)


@cache
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
CACHE, IS_KEPT = place_of_code(_HERE.parent / ".cache" / "numba", "checked" if CHECKED else "kernels", _has_pack)
"""Folder of compiled kernels, and whether what is compiled now can be kept there."""


class Kernel:
    """A function that is compiled. Other kernels call it; Python does by an entry of its own.

    What lets Python call compiled code is a third of the work of compiling it, and Python calls few kernels.
    """

    def __init__(self, fn: Callable[..., Any], is_root: bool = False) -> None:
        update_wrapper(self, fn)
        self.py_func = fn
        self.symbol = f"{fn.__module__}.{fn.__qualname__}"
        self.is_root = is_root

    def __call__(self, *values: Any) -> Any:
        """Call it from Python; unless it is a root, the entry is compiled for the first call."""
        return self.entry(*values)

    @cached_property
    def entry(self) -> Any:
        """What Python calls: the machine code of a root, or a function that is compiled for the types it is given."""
        for prepare in PREPARED:
            prepare()
        if self.is_root and self.symbol in ROOTS:
            return MachineCall(ROOTS[self.symbol], self.symbol, [expected(said) for said in self.said])
        for load in SLOTS:
            load()
        from engine.compiling.compiled_kernels import entry

        fn, params = self.py_func, ", ".join(_params(self.py_func))
        lines = [f"def {fn.__name__}({params}):", f"    return kernel({params})"]
        return entry(_generated(f"entry.{self.symbol}", lines, {"kernel": self}), KERNELS, CACHE)

    @cached_property
    def said(self) -> tuple[Any, ...]:
        """What its annotations say of its parameters."""
        return _said(self.py_func)

    @cached_property
    def is_apart(self) -> bool:
        """Whether it is compiled apart from its callers; then it returns a whole number."""
        return self.is_root or _is_apart(self.py_func, self.said)

    @cached_property
    def compiled(self) -> Any:
        """What compiles it: the compiler is loaded here, and set up."""
        from engine.compiling.compiled_kernels import compiled

        return compiled(self, KERNELS, CACHE)

    @property
    def _numba_type_(self) -> Any:
        return self.compiled.seen

    def outline(self) -> str:
        """What a caller has to know of it: its name and its parameters; the types of records are the caller's own."""
        if not self.is_apart:
            return ""
        shape = [getattr(said, "__origin__", said) is int for said in self.said]
        return f"{self.symbol} {shape} {_params(self.py_func)}"


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


def _is_apart(fn: Callable[..., Any], said: tuple[Any, ...]) -> bool:
    if not any(map(_is_record, said)) or not all(one is int or _is_record(one) for one in said):
        return False
    rare = fn.__module__.startswith(("engine.effects", "engine.steps"))
    return len(fn.__code__.co_code) > (LINKED_STEPS if rare else LINKED) and fn.__module__.startswith("engine.")


def _declared(fn: Callable[..., Any], is_root: bool = False) -> Any:
    if INTERPRETED:
        return fn
    kernel = Kernel(fn, is_root)
    if KERNELS.setdefault(kernel.symbol, kernel) is not kernel:
        raise ValueError(f"two kernels are named {kernel.symbol}")
    return kernel


def kernel(*rules: str, root: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile with the project's options and note the ledger rules a function implements.

    A root is compiled ahead so that Python may call it without the compiler: its annotations say all types.
    """

    def wrap(fn: Callable[..., Any]) -> Any:
        CITED[f"{fn.__module__}.{fn.__qualname__}"] = frozenset(rules)
        return _declared(fn, root)

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
    return _declared(function)


def _generated(module: str, lines: list[str], known: dict[str, Any]) -> Any:
    """A function written as lines, in a module of its own that Python knows.

    The compiler's store names the module that a function comes from, and loads it from there in the next process.
    """
    home = ModuleType(module)
    sys.modules[module] = home
    home.__dict__.update(known)
    exec(compile("\n".join(lines), f"<{module}>", "exec"), home.__dict__)  # noqa: S102 - built above from a table
    return home.__dict__[lines[0].removeprefix("def ").split("(")[0]]
