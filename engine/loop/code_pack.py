"""The machine code of every kernel that is compiled apart, in one file: loading it takes no time to speak of.

The compiler's own store is read kernel by kernel, with all that a further compilation would need; a process that
only plays needs the code and where each kernel begins.
"""

from __future__ import annotations

import ctypes
import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding
from numba import _dynfunc, typeof
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from engine import jit
from engine.compiling import direct_calls, whole_program
from engine.compiling.code_files import kept_object, read_kept, versions, write_kept

ENGINES: list[Any] = []
"""What owns the loaded code, as long as the process lives."""


class Packed(NamedTuple):
    """What a pack holds: machine code by kernel and by the entry of a kernel that Python calls."""

    kernels: list[tuple[str, str, bytes]]  # symbol, name of the function, code
    entries: list[tuple[str, str, bytes, Any]]  # name of the kernel, name of the wrapper, code, environments
    how: str = ""  # fingerprint of the way in which the program is made
    program: bytes = b""  # all kernels as one program, which is entered by those that have an entry; empty: none


def _machine() -> Any:
    context = cpu_target.target_context
    rtsys.initialize(context)  # the helpers that compiled code calls are known from here on
    return context.codegen()


def path_of_pack() -> Path:
    """The pack of exactly these sources, of this compiler and of this kind of processor."""
    python = sys.implementation.cache_tag  # what Python calls is made for its own kind of objects
    kind = hashlib.sha256(repr((versions(), python, _machine().magic_tuple())).encode()).hexdigest()[:8]
    return jit.CACHE / f"{jit.PACKED}{jit.source_hash()}-{kind}.bin"


def is_compiled_before() -> bool:
    """Whether an earlier process compiled the whole engine from exactly these sources, for this kind of processor."""
    return bool(jit.config.DISABLE_JIT) or _whole_pack() is not None


def is_damaged() -> bool:
    """Whether there is a pack of exactly these sources that is not what was written."""
    return path_of_pack().exists() and _whole_pack() is None


def _whole_pack() -> bytes | None:
    """What the pack holds, if it is what was written."""
    try:
        there = path_of_pack().stat()
    except OSError:
        return None
    return _content(path_of_pack(), there.st_mtime_ns, there.st_size, there.st_ino)


@lru_cache(maxsize=1)
def _content(path: Path, *_state: int) -> bytes | None:
    return read_kept(path)


def fill_entry(kernel: Any, given: Callable[[], tuple[Any, ...]]) -> Any:
    """Compile the entry of a kernel for the types of some values unless it is stored; returns what is stored."""
    types = tuple(typeof(value) for value in given())
    entry = kernel.entry()
    entry.compile(types)
    return entry.store().stored(types)


def write_pack(kernels: Iterable[Any]) -> bool:
    """Gather the stored code of some kernels and of the entries compiled ahead; packs of other sources go.

    False, and nothing is written, if something is not stored or there is no room.
    """
    parts, codes = [], []
    for kernel in kernels:
        found = kernel.stored()
        if found is None:
            return False
        (_, _, (machine_code, code)), description, *_ = found
        parts.append(whole_program.Part(kernel.symbol, direct_calls.name_of(description), code))
        codes.append(machine_code)
    entries = [_entry(kernel, given) for kernel, given in jit.AHEAD]
    if not all(entries):
        return False
    how = hashlib.sha256(Path(whole_program.__file__).read_bytes()).hexdigest()
    packed = Packed([(part.symbol, part.name, code) for part, code in zip(parts, codes)], entries, how)
    packed = packed._replace(program=_program(parts, packed))
    path = path_of_pack()
    try:
        write_kept(path, pickle.dumps(packed))
        for old in jit.CACHE.glob(f"{jit.PACKED}*.bin"):
            if old != path:
                old.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _entry(kernel: Any, given: Callable[[], tuple[Any, ...]]) -> Any:
    """The entry of a kernel as a pack holds it; None if it is not stored."""
    found = fill_entry(kernel, given)
    if found is None:
        return None
    (_, _, (machine_code, _)), description, own, *_, others = found
    return _name(kernel), description.llvm_cpython_wrapper_name, machine_code, (own, *others)


def _program(parts: list[whole_program.Part], packed: Packed) -> bytes:
    """The kernels as one program; what other sources left is taken where all kernels are the same."""
    if direct_calls.CHECKED:
        return b""
    for path in jit.CACHE.glob(f"{jit.PACKED}*.bin"):
        old = kept_object(path)
        if old is not None and old.program and (old.kernels, old.how) == (packed.kernels, packed.how):
            return bytes(old.program)
    return whole_program.linked(parts, _roots(parts))


def _roots(parts: Iterable[whole_program.Part]) -> list[str]:
    """The functions of kernels that have an entry compiled ahead."""
    symbols = {_name(kernel) for kernel, _ in jit.AHEAD}
    return [part.name for part in parts if part.symbol in symbols]


def load_pack(kernels: Iterable[Any]) -> bool:
    """Put the address of every kernel into its slot, and the entries where Python finds them; False without a pack."""
    data = _whole_pack()
    if data is None:
        return False
    slots = {kernel.symbol: kernel.slot for kernel in kernels}
    called = {_name(kernel): kernel for kernel, _ in jit.AHEAD}
    for kernel in called.values():
        kernel.entry()  # its module, which its environment names
    packed = pickle.loads(data)  # noqa: S301 - written by this house into its own folder
    codes = [code for _, _, code in packed.kernels] + [code for _, _, code, _ in packed.entries]
    engine = _linked([*codes, *filter(None, [packed.program])])
    for symbol, name, _ in packed.kernels:
        whole = whole_program.END if packed.program and symbol in called else ""
        direct_calls.ADDRESSES[slots[symbol]] = engine.get_function_address(name + whole)
    for symbol, name, _, environments in packed.entries:
        called[symbol].door = _callable(engine, name, environments)
    return True


def _name(kernel: Any) -> str:
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"


def _linked(codes: Iterable[bytes]) -> Any:
    """An engine of LLVM's that holds some machine code, ready to run."""
    _machine()
    target = llvmlite.binding.Target.from_default_triple()
    machine = target.create_target_machine(opt=0, reloc="default", codemodel="jitdefault", jit=True)
    module = llvmlite.binding.parse_assembly("")
    module.name = "pack"
    engine = llvmlite.binding.create_mcjit_compiler(module, machine)
    for code in codes:
        engine.add_object_file(llvmlite.binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    ENGINES.append(engine)
    return engine


def _callable(engine: Any, name: str, environments: tuple[Any, ...]) -> Any:
    """The Python function behind a wrapper; its types are not looked at, so that no compiler has to be set up."""
    for environment in environments:
        where = engine.get_global_value_address(environment.env_name)
        ctypes.c_void_p.from_address(where).value = id(environment)
    address, kept = engine.get_function_address(name), (engine, environments)
    return _dynfunc.make_function(sys.modules[__name__], name, "", address, environments[0], kept)
