"""How Python calls machine code: it hands over one row of 64-bit words, which hold what compiled code takes.

A whole number is one word; a record is its address; an array is what Numba calls an array: two words for its owner
(nobody), its length, the size of an item, its address, its shape and its strides.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

Words: TypeAlias = Callable[[Any], list[int]]


class Handle:
    """A record in the form in which kernels take it at once, for callers in plain Python.

    NumPy describes all fields of a record anew whenever Numba asks for its memory; for the records of a game and a
    book that takes twenty times as long as the call itself.
    """

    def __init__(self, record: Any) -> None:
        self.record = record
        self.address = _address(record)

    @cached_property
    def data(self) -> Any:
        """Its memory, for which Numba asks."""
        return self.record.data

    @cached_property
    def _numba_type_(self) -> Any:
        from engine.compiling.compiled_kernels import type_of_record

        return type_of_record(self.record)


class MachineCall:
    """A root of the program, to be called as the kernel it was made of."""

    def __init__(self, address: int, name: str, expected: Sequence[Words]) -> None:
        self.name, self.expected = name, expected
        self.code = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)  # others may go on while it works

    def __call__(self, *values: Any) -> int:
        """Raises TypeError for values that it was not compiled for."""
        if len(values) != len(self.expected):
            raise TypeError(f"{self.name} takes {len(self.expected)} values, not {len(values)}")
        words = [word for expected, value in zip(self.expected, values, strict=True) for word in expected(value)]
        return int(self.code((ctypes.c_int64 * len(words))(*words)))


def expected(said: Any) -> Words:
    """What turns a value into words, by what an annotation says of it: a number, a record, arrays, several of them."""
    if said is int:
        return lambda value: [int(value)]
    kind = said.__metadata__[0]
    if hasattr(kind, "_fields"):
        parts = [_array(dtype, 1) for dtype in kind]
        return lambda value: [word for part, one in zip(parts, value, strict=True) for word in part(one)]
    return _array(kind[0], kind[1] if len(kind) > 1 else 1) if isinstance(kind, tuple) else _record(kind)


def _record(dtype: np.dtype) -> Words:
    fits = _same_as(dtype)

    def words(value: Any) -> list[int]:
        if isinstance(value, Handle):
            fits(value.record)
            return [value.address]
        fits(value)
        return [_address(value)]

    return words


def _array(dtype: Any, dimensions: int) -> Words:
    fits = _same_as(np.dtype(dtype))

    def words(value: Any) -> list[int]:
        fits(value)
        if value.ndim != dimensions or not value.flags.c_contiguous:
            raise TypeError(f"an array of {value.ndim} dimensions, or not in one piece; allowed: {dimensions}")
        return [0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides]

    return words


def _same_as(dtype: np.dtype) -> Callable[[Any], None]:
    """Refuses values of other types; looking at hundreds of fields is done once for each type that comes."""
    seen: dict[int, Any] = {}

    def fits(value: Any) -> None:
        given = value.dtype
        if id(given) in seen:
            return
        if given != dtype:
            raise TypeError(f"a value of another type: {given}")
        seen[id(given)] = given

    return fits


def _address(record: Any) -> int:
    return int(np.frombuffer(record, np.uint8).ctypes.data)
