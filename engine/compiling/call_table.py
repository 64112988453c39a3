"""Kernels that are compiled apart: callers reach them through a table of addresses.

Numba links everything that a kernel calls into it and optimises the whole once more, in every caller. A kernel
that is compiled apart is known to its callers by its signature alone: they load its address from a slot and call
it. So no kernel waits for another, an edit compiles one kernel and not its callers, and what is stored stays
valid in the next process, because a slot goes by its kernel's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import make_intrinsic_template

from engine.compiling import direct_calls

MOST = 4096
"""Kernels that may be compiled apart."""

ADDRESSES = np.zeros(MOST, np.int64)
"""Where each such kernel's machine code begins; 0 until it is loaded."""

_taken: dict[str, int] = {}
_WORD = ir.IntType(64)


def take_slot(symbol: str) -> int:
    """The number of the slot for a kernel's address, made known to compiled code as a symbol."""
    if symbol in _taken:
        raise ValueError(f"two kernels are named {symbol}")
    if len(_taken) == MOST:
        raise ValueError(f"more than {MOST} kernels are compiled apart")
    number = _taken[symbol] = len(_taken)
    direct_calls.plain.add(symbol)
    llvmlite.binding.add_symbol(symbol, ADDRESSES.ctypes.data + ADDRESSES.itemsize * number)
    return number


def seen_by_callers(fn: Callable[..., Any], symbol: str, signature: Callable[[], Any]) -> Any:
    """The type of a kernel in the eyes of its callers: a function of a known signature behind a slot."""

    def typed(_context: Any, *_args: Any, **_named: Any) -> Any:
        known = signature()

        def call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            address = builder.load(_slot(builder.module, symbol))
            return direct_calls.call(context, builder, address, known, values)

        return known, call

    own = inspect.signature(fn)
    first = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = own.replace(parameters=[first, *own.parameters.values()])
    return types.Function(make_intrinsic_template(fn, typed, fn.__name__))


def _slot(module: Any, symbol: str) -> Any:
    """The slot as a module that calls the kernel declares it."""
    if symbol not in module.globals:
        slot = ir.GlobalVariable(module, _WORD, symbol)
        slot.linkage = "external"
    return module.globals[symbol]
