"""All kernels as one program: what calls of a kernel through the table cannot know is known where the whole is seen.

Each kernel is stored with its code in LLVM's form. Here they are put together, every slot is the constant address of
its kernel, and the optimiser goes over them once more: small kernels go into their callers wherever they stand,
calls are direct, and what no caller wants is not worked out. Only the roots, which Python calls, have names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core.registry import cpu_target

END = ".whole"
"""How the names of the roots end: the kernels apart have theirs too."""

HELD = {"memcpy", "memset", "memmove"}
"""What every process holds."""

FREES = "NRT_MemInfo_call_dtor"
"""What frees an array that nobody holds any more; arrays that come as words have no owner, so it is never met."""


class Part(NamedTuple):
    """One kernel as it is stored: its slot's symbol, the name of its function, and its code in LLVM's form."""

    symbol: str
    name: str
    code: bytes


def linked(parts: Sequence[Part], roots: Sequence[tuple[Part, Any]]) -> bytes:
    """Machine code of one program of some kernels; each root, with its signature, is a function of a row of words.

    Raises TypeError for a program that calls what it does not hold.
    """
    modules = [_opened(part) for part in parts]
    whole = llvm.parse_assembly(_slots(parts, modules[0]))
    for module in modules:
        whole.link_in(module)
    never = f"declare void @llvm.trap()\ndefine void @{FREES}(ptr %owner) {{\ncall void @llvm.trap()\nunreachable\n}}"
    whole.link_in(llvm.parse_assembly("\n".join([never, *(_root(part, signature) for part, signature in roots)])))
    whole.get_function(FREES).linkage = "internal"
    for part in parts:
        whole.get_global_variable(part.symbol).linkage = "internal"
        whole.get_function(part.name).linkage = "internal"
    machine = cpu_target.target_context.codegen()._tm  # noqa: SLF001 - Numba's own, for this very processor
    _optimise(whole, machine)
    for inner in (*whole.functions, *whole.global_variables):
        if not inner.is_declaration and not inner.name.endswith(END):
            inner.linkage = "private"  # no name at all: the loader takes two of one name for the same function
    missing = {one.name for one in whole.functions if one.is_declaration and not one.name.startswith("llvm.")} - HELD
    if missing:
        raise TypeError(f"the program calls {', '.join(sorted(missing))}; allowed: only what it holds")
    code: bytes = machine.emit_object(whole)
    return code


def _root(part: Part, signature: Any) -> str:
    """A function that takes a root's values out of a row of words."""
    context = cpu_target.target_context
    kinds = [context.get_value_type(given) for given in signature.args]
    lines, values, at = [f'declare i64 @"{part.name}"({", ".join(map(_text, kinds))})'], [], 0
    lines.append(f'define i64 @"{part.name}{END}"(ptr %words) {{')
    for i, kind in enumerate(kinds):
        lines += [f"%at{i} = getelementptr i64, ptr %words, i64 {at}", f"%v{i} = load {_text(kind)}, ptr %at{i}"]
        values.append(f"{_text(kind)} %v{i}")
        at += _words(kind)
    return "\n".join([*lines, f'%out = call i64 @"{part.name}"({", ".join(values)})', "ret i64 %out", "}"])


def _text(kind: Any) -> str:
    """A type as LLVM writes it, where a pointer says nothing of what it points at."""
    if isinstance(kind, ir.PointerType):
        return "ptr"
    if isinstance(kind, ir.ArrayType):
        return f"[{kind.count} x {_text(kind.element)}]"
    return f"{{{', '.join(map(_text, kind.elements))}}}" if isinstance(kind, ir.LiteralStructType) else str(kind)


def _words(kind: Any) -> int:
    """Words that a value takes."""
    if isinstance(kind, ir.ArrayType):
        return int(kind.count * _words(kind.element))
    return sum(map(_words, kind.elements)) if isinstance(kind, ir.LiteralStructType) else 1


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
