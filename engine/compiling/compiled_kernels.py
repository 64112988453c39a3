"""The compiler behind the kernels: Numba, set up for the house. Nothing is imported from here that only plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba import njit, typeof, types
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys

from engine.compiling import direct_calls
from engine.compiling.fingerprint import store_of
from engine.compiling.numba_patches import HOW, INSIDE, PLAIN, adjust, widened

adjust()

_TYPES: dict[Any, Any] = {}
"""What the compiler calls a record, by its description: working it out takes longer than arranging a whole table."""

_seen: set[str] = set()
"""Symbols of the kernels that were looked at for slots."""


def type_of_record(record: Any) -> Any:
    """What the compiler calls a record."""
    if record.dtype not in _TYPES:
        _TYPES[record.dtype] = typeof(record)
    return _TYPES[record.dtype]


class Stored(CPUDispatcher):
    """A function whose compiled code is kept in a folder."""

    kernels: Mapping[str, Any]
    folder: Path

    def compile(self, sig: Any) -> Any:
        """Compile for some types, or load what was stored."""
        _give_slots(self.kernels)
        self._cache = self.store()
        return super().compile(sig)

    def store(self) -> Any:
        """Where its compiled code is kept."""
        if "kept" not in self.__dict__:
            self.kept = store_of(self, self.__dict__.get("kernel", self), self.folder)
        return self.kept

    def outline(self) -> str:
        """What a caller has to know of it."""
        return ""


class Linked(Stored):
    """A kernel that is linked into its callers: one version for all whole numbers.

    Without that one called with int8, int16 and literal arguments is compiled once for each of them.
    """

    @property
    def seen(self) -> Any:
        """Its type in the eyes of its callers."""
        return types.Dispatcher(self)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller links, whether values are given in order or by name."""
        return super().get_call_template(
            tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in dict(kws).items()}
        )


class Apart(Stored):
    """A kernel that is compiled apart from its callers, which reach it through a slot."""

    @property
    def seen(self) -> Any:
        """Its type in the eyes of its callers."""
        if "known" not in self.__dict__:
            self.known = direct_calls.seen_by_callers(self.py_func, self.kernel.symbol, self.signature)
        return self.known

    def signature(self) -> Any:
        """What its annotations say."""
        return types.int64(*map(_type_said, self.kernel.said))

    def load(self) -> None:
        """Compile it or load what was stored, and put its address into its slot."""
        signature = self.signature()
        self.compile(signature)
        code = self.overloads[signature.args]
        address = code.library.get_pointer_to_function(direct_calls.name_of(code.fndesc))
        direct_calls.ADDRESSES[direct_calls.slot_of(self.kernel.symbol)] = address

    def fill_store(self) -> None:
        """Compile it unless it is stored."""
        if self.stored() is None:
            self.compile(self.signature())

    def stored(self) -> Any:
        """What the store holds of it."""
        return self.store().stored(self.signature())


def know_helpers() -> None:
    """Make known what compiled code calls of Numba's: loading code that names it is else given up without a word."""
    rtsys.initialize(cpu_target.target_context)


def compiled(kernel: Any, kernels: Mapping[str, Any], folder: Path) -> Any:
    """What compiles a kernel; `kernels` are all that are declared, `folder` is where code is kept."""
    made = _stored(kernel.py_func, PLAIN if kernel.is_apart else INSIDE, kernels, folder)
    made.__class__ = Apart if kernel.is_apart else Linked
    made.kernel = kernel
    if kernel.is_apart:
        direct_calls.plain.add(kernel.symbol)
    return made


def entry(function: FunctionType, kernels: Mapping[str, Any], folder: Path) -> Any:
    """What Python calls, of any types."""
    return _stored(function, HOW, kernels, folder)


def _stored(function: FunctionType, options: Mapping[str, Any], kernels: Mapping[str, Any], folder: Path) -> Any:
    made: Any = njit(**options)(function)
    made.__class__ = Stored
    made.kernels, made.folder = kernels, folder
    return made


def _give_slots(kernels: Mapping[str, Any]) -> None:
    """Give every kernel apart that is declared by now its slot: stored code names those of all that it calls."""
    for symbol in kernels.keys() - _seen:
        _seen.add(symbol)
        if kernels[symbol].is_apart:
            direct_calls.slot_of(symbol)


def _type_said(said: Any) -> Any:
    """The compiler's type of what an annotation says: a whole number, a record, arrays, several of them by name."""
    return types.int64 if said is int else _type_of_kind(said.__metadata__[0])


@cache
def _type_of_kind(kind: Any) -> Any:
    if hasattr(kind, "_fields"):
        return typeof(type(kind)(*(np.zeros(1, np.dtype((np.record, dtype))) for dtype in kind)))
    if isinstance(kind, tuple):
        return typeof(np.zeros((1,) * (kind[1] if len(kind) > 1 else 1), kind[0]))
    return typeof(np.zeros(1, kind)[0])
