"""How compiled code calls a kernel that is compiled apart: as a plain function, which takes numbers and returns one.

Numba's functions return through memory and say beside it whether they failed; every caller makes room for both, looks
at them and passes a failure on. No kernel fails, so here none of that is there: half of the code, two thirds of the
time. Where bounds are checked a kernel does fail, and is called as Numba does it.

Numba links everything that a kernel calls into it and optimises the whole once more, in every caller. A kernel
that is compiled apart is known to its callers by its signature alone: they load its address from a slot of a table and
call it. So no kernel waits for another, an edit compiles one kernel and not its callers, and what is stored stays
valid in the next process, because a slot goes by its kernel's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.typing.templates import make_intrinsic_template

CHECKED = bool(config.BOUNDSCHECK)
"""Whether kernels may fail."""

plain: set[str] = set()
"""Names of the kernels that are called as plain functions."""

_FAILS = "llvm.trap"
"""What a plain function would do in place of passing a failure on."""


class Library(JITCodeLibrary):
    """What belongs to one compiled function; `entrance` is the plain function through which alone it is called."""

    entrance = ""

    def inner(self) -> list[Any]:
        """All functions but the entrance."""
        return [one for one in self.get_defined_functions() if one.name != self.entrance]

    def _optimize_final_module(self) -> None:
        if not self.entrance:
            super()._optimize_final_module()
            return
        for function in self.inner():
            function.linkage = "internal"  # called from here only: it may be changed to fit
        super()._optimize_final_module()
        for function in self.inner():
            function.name = f"{self.entrance}.{function.name}"  # the loader takes two of one name for the same function
        if f"@{_FAILS}(" in str(self._final_module):
            raise TypeError(f"{self.name} could fail; allowed: kernels that return a number whatever they are given")


def use_plain_functions() -> None:
    """Have Numba make the plain function of a kernel where it makes what C calls of another function."""
    usual = CPUContext.create_cfunc_wrapper

    def create(context: Any, library: Any, description: Any, environment: Any, helper: Any) -> None:
        if f"{description.modname}.{description.qualname}" in plain:
            _add_entrance(context, library, description)
        else:
            usual(context, library, description, environment, helper)

    CPUContext.create_cfunc_wrapper = create  # type: ignore[method-assign]
    JITCPUCodegen._library_class = Library


def name_of(description: Any) -> str:
    """The name under which a kernel's code is found."""
    name: str = description.llvm_func_name if CHECKED else description.llvm_cfunc_wrapper_name
    return name


def call(context: Any, builder: Any, address: Any, signature: Any, values: Any) -> Any:
    """Call the code at an address."""
    if not CHECKED:
        kind = _kind(context, signature.return_type, signature.args)
        return builder.call(builder.inttoptr(address, kind.as_pointer()), values)
    convention = context.call_conv
    kind = convention.get_function_type(signature.return_type, signature.args)
    code = builder.inttoptr(address, kind.as_pointer())
    status, result = convention.call_function(builder, code, signature.return_type, signature.args, values)
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return result


def _kind(context: Any, returned: Any, given: Any) -> Any:
    """A plain function's type."""
    return ir.FunctionType(context.get_value_type(returned), [context.get_value_type(one) for one in given])


def _add_entrance(context: Any, library: Any, description: Any) -> None:
    """Add a kernel's plain function to what was compiled."""
    returned, given = description.restype, description.argtypes
    module = context.create_module("plain")
    inside = ir.Function(module, context.call_conv.get_function_type(returned, given), description.llvm_func_name)
    library.entrance = name_of(description)
    entrance = ir.Function(module, _kind(context, returned, given), library.entrance)
    builder = ir.IRBuilder(entrance.append_basic_block())
    status, result = context.call_conv.call_function(
        builder, inside, returned, given, entrance.args, attrs=("alwaysinline",)
    )
    with cgutils.if_unlikely(builder, status.is_error):
        builder.call(builder.module.declare_intrinsic(_FAILS, fnty=ir.FunctionType(ir.VoidType(), [])), [])
    builder.ret(result)
    library.add_ir_module(module)


MOST = 4096
"""Kernels that may be compiled apart."""

ADDRESSES = np.zeros(MOST, np.int64)
"""Where each such kernel's machine code begins; 0 until it is loaded."""

_taken: dict[str, int] = {}
_WORD = ir.IntType(64)


def slot_of(symbol: str) -> int:
    """The number of the slot for a kernel's address, made known to compiled code as a symbol."""
    if symbol not in _taken:
        if len(_taken) == MOST:
            raise ValueError(f"more than {MOST} kernels are compiled apart")
        number = _taken[symbol] = len(_taken)
        llvmlite.binding.add_symbol(symbol, ADDRESSES.ctypes.data + ADDRESSES.itemsize * number)
    return _taken[symbol]


def seen_by_callers(fn: Callable[..., Any], symbol: str, signature: Callable[[], Any]) -> Any:
    """The type of a kernel in the eyes of its callers: a function of a known signature behind a slot."""

    def typed(_context: Any, *_args: Any, **_named: Any) -> Any:
        known = signature()

        def by_slot(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            address = builder.load(_slot(builder.module, symbol))
            return call(context, builder, address, known, values)

        return known, by_slot

    own = inspect.signature(fn)
    first = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = own.replace(parameters=[first, *own.parameters.values()])
    return types.Function(make_intrinsic_template(fn, typed, fn.__name__))


def _slot(module: Any, symbol: str) -> Any:
    """The slot as a module that calls the kernel declares it."""
    slot_of(symbol)
    if symbol not in module.globals:
        slot = ir.GlobalVariable(module, _WORD, symbol)
        slot.linkage = "external"
    return module.globals[symbol]
