"""The machine code of every kernel that is compiled apart, in one file: loading it takes no time to speak of.

The compiler's own store is read kernel by kernel, with all that a further compilation would need; a process that
only plays needs the program and where its roots begin, and no compiler.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from engine import jit
from engine.compiling.code_files import PROCESSOR, kept_object, read_kept, versions, write_kept

BROUGHT = Path(jit.__file__).parent / "compiling"
"""Where a wheel brings the pack of its sources along; in a clone there is none."""

ENGINES: list[Any] = []
"""What owns the loaded code, as long as the process lives."""


class Packed(NamedTuple):
    """What a pack holds: the machine code of every kernel, and of all of them as one program."""

    kernels: list[tuple[str, str, bytes]]  # symbol, name of the function, code
    roots: dict[str, str] = {}  # symbol of a kernel that Python calls -> name of the function in the program
    how: str = ""  # fingerprint of the way in which the program is made
    program: bytes = b""  # empty: there is none where kernels may fail


def machine_kind() -> tuple[str, ...]:
    """The system, and the processor and what it can do that code is made for, as the compiler is told."""
    return llvm.get_process_triple(), *PROCESSOR


def path_of_pack() -> Path:
    """The pack of exactly these sources, of this compiler and of this kind of processor."""
    python = sys.implementation.cache_tag
    kind = hashlib.sha256(repr((versions(), python, machine_kind())).encode()).hexdigest()[:8]
    return jit.CACHE / f"{jit.PACKED}{jit.source_hash()}-{kind}.bin"


def is_compiled_before() -> bool:
    """Whether an earlier process compiled the whole engine from exactly these sources, for this kind of processor."""
    return jit.INTERPRETED or _whole_pack() is not None


def is_damaged() -> bool:
    """Whether there is a pack of exactly these sources that is not what was written."""
    return path_of_pack().exists() and _whole_pack() is None


def _whole_pack() -> bytes | None:
    """What the pack holds, if it is what was written: the one that was compiled here, or came with a wheel."""
    path = path_of_pack()
    for one in (path,) if jit.CHECKED else (path, BROUGHT / path.name):
        with suppress(OSError):
            there = one.stat()
            found = _content(one, there.st_mtime_ns, there.st_size, there.st_ino)
            if found is not None:
                return found
    return None


@lru_cache(maxsize=2)
def _content(path: Path, *_state: int) -> bytes | None:
    return read_kept(path)


def write_pack(kernels: Iterable[Any]) -> bool:
    """Gather the stored code of some kernels; packs of other sources go.

    False, and nothing is written, if something is not stored or there is no room.
    """
    from engine.compiling import direct_calls
    from engine.compiling.whole_program import Part

    parts, codes, roots = [], [], []
    for kernel in kernels:
        found = kernel.compiled.stored()
        if found is None:
            return False
        (_, _, (machine_code, code)), description, *_ = found
        parts.append(Part(kernel.symbol, direct_calls.name_of(description), code))
        codes.append(machine_code)
        if kernel.is_root:
            roots.append((parts[-1], kernel.compiled.signature()))
    packed = Packed([(part.symbol, part.name, code) for part, code in zip(parts, codes, strict=True)])
    path = path_of_pack()
    try:
        write_kept(path, pickle.dumps(packed if direct_calls.CHECKED else _with_program(packed, parts, roots)))
        for old in jit.CACHE.glob(f"{jit.PACKED}*.bin"):
            if old != path:
                old.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _with_program(packed: Packed, parts: list[Any], roots: list[tuple[Any, Any]]) -> Packed:
    """The kernels as one program; what other sources left is taken where all kernels are the same."""
    from engine.compiling import whole_program

    packed = packed._replace(
        roots={part.symbol: part.name + whole_program.END for part, _ in roots},
        how=hashlib.sha256(Path(whole_program.__file__).read_bytes()).hexdigest(),
    )
    for path in jit.CACHE.glob(f"{jit.PACKED}*.bin"):
        old = kept_object(path)
        if old is not None and old.program and old == packed._replace(program=old.program):
            return packed._replace(program=bytes(old.program))
    return packed._replace(program=whole_program.linked(parts, roots))


def load_program() -> bool:
    """Make the roots known by their addresses: all that playing needs; False without a pack or a program in it."""
    packed = _packed()
    if packed is None or not packed.program:
        return False
    engine = _linked([packed.program])
    for symbol, name in packed.roots.items():
        jit.ROOTS[symbol] = engine.get_function_address(name)
    return True


def load_kernels(kernels: Iterable[Any]) -> bool:
    """Put the address of every kernel into its slot, for what is compiled later on; False without a pack."""
    from engine.compiling import direct_calls
    from engine.compiling.compiled_kernels import know_helpers

    packed = _packed()
    if packed is None:
        return False
    know_helpers()
    slots = {kernel.symbol: direct_calls.slot_of(kernel.symbol) for kernel in kernels}
    engine = _linked([code for _, _, code in packed.kernels])
    for symbol, name, _ in packed.kernels:
        direct_calls.ADDRESSES[slots[symbol]] = engine.get_function_address(name)
    return True


def _packed() -> Packed | None:
    data = _whole_pack()
    return None if data is None else pickle.loads(data)  # noqa: S301 - written by this house into its own folder


def _linked(codes: Iterable[bytes]) -> Any:
    """An engine of LLVM's that holds some machine code, ready to run."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(opt=0, reloc="default", codemodel="jitdefault", jit=True)
    module = llvm.parse_assembly("")
    module.name = "pack"
    engine = llvm.create_mcjit_compiler(module, machine)
    for code in codes:
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    ENGINES.append(engine)
    return engine
