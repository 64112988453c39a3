"""All kernels as one program: what calls of a kernel through the table cannot know is known where the whole is seen.

Each kernel is stored with its code in LLVM's form. Here they are put together, every slot is the constant address of
its kernel, and the optimiser goes over them once more: small kernels go into their callers wherever they stand,
calls are direct, and what no caller wants is not worked out. Only the roots, which Python calls, keep their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core.registry import cpu_target

END = ".whole"
"""How the names of the roots end: the kernels apart have theirs too."""


class Part(NamedTuple):
    """One kernel as it is stored: its slot's symbol, the name of its function, and its code in LLVM's form."""

    symbol: str
    name: str
    code: bytes


def linked(parts: Sequence[Part], roots: Iterable[str]) -> bytes:
    """Machine code of one program of some kernels; of the names of functions given the code keeps each with `END`."""
    modules = [_opened(part) for part in parts]
    whole = llvm.parse_assembly(_slots(parts, modules[0]))
    for module in modules:
        whole.link_in(module)
    kept = set(roots)
    for part in parts:
        whole.get_global_variable(part.symbol).linkage = "internal"
        function = whole.get_function(part.name)
        if part.name in kept:
            function.name = part.name + END
        else:
            function.linkage = "internal"
    machine = cpu_target.target_context.codegen()._tm  # noqa: SLF001 - Numba's own, for this very processor
    _optimise(whole, machine)
    for inner in (*whole.functions, *whole.global_variables):
        if not inner.is_declaration and not inner.name.endswith(END):
            inner.linkage = "private"  # no name at all: the loader takes two of one name for the same function
    code: bytes = machine.emit_object(whole)
    return code


def _opened(part: Part) -> Any:
    """A kernel's module, of which callers see the one function."""
    module = llvm.parse_bitcode(part.code)
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name == part.name else "internal"
    return module


def _slots(parts: Iterable[Part], like: Any) -> str:
    """A module in which every slot holds the address of its kernel."""
    lines = [f'target triple = "{like.triple}"', f'target datalayout = "{like.data_layout}"']
    for part in parts:
        lines += [
            f'declare i64 @"{part.name}"()',
            f'@"{part.symbol}" = constant i64 ptrtoint (ptr @"{part.name}" to i64)',
        ]
    return "\n".join(lines)


def _optimise(whole: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False  # loops run over a handful of cards
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
