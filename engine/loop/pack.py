"""The machine code of every kernel that is compiled apart, in one file: loading it takes no time to speak of.

The compiler's own store is read kernel by kernel, with all that a further compilation would need; a process that
only plays needs the code and where each kernel begins.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite.binding
from numba.core.registry import cpu_target

from engine import jit
from engine.compiling import apart

_engines: list[Any] = []
"""What owns the loaded code, as long as the process lives."""


def _machine() -> Any:
    context = cpu_target.target_context
    context.refresh()  # the helpers that compiled code calls are known from here on
    return context.codegen()


def path_of_pack() -> Path:
    """The pack of exactly these sources, of this compiler and of this kind of processor."""
    kind = hashlib.sha256(repr((jit.versions(), _machine().magic_tuple())).encode()).hexdigest()[:8]
    return jit.CACHE / f"{jit.PACKED}{jit.source_hash()}-{kind}.bin"


def is_compiled_before() -> bool:
    """Whether an earlier process compiled the whole engine from exactly these sources, for this kind of processor."""
    return bool(jit.config.DISABLE_JIT) or path_of_pack().exists()


def write_pack(kernels: Iterable[Any]) -> None:
    """Gather the stored code of some kernels; packs of other sources go."""
    code = []
    for kernel in kernels:
        (_, _, (machine_code, _)), description, *_ = kernel.stored()
        code.append((kernel.symbol, description.llvm_func_name, machine_code))
    path = path_of_pack()
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(pickle.dumps(code))
    for old in jit.CACHE.glob(f"{jit.PACKED}*.bin"):
        old.unlink(missing_ok=True)
    os.replace(draft, path)


def load_pack(kernels: Iterable[Any]) -> bool:
    """Put the address of every kernel into its slot; False if there is no pack."""
    path = path_of_pack()
    if not path.exists():
        return False
    slots = {kernel.symbol: kernel.slot for kernel in kernels}
    target = llvmlite.binding.Target.from_default_triple()
    machine = target.create_target_machine(opt=0, reloc="default", codemodel="jitdefault", jit=True)
    module = llvmlite.binding.parse_assembly("")
    module.name = "pack"
    engine = llvmlite.binding.create_mcjit_compiler(module, machine)
    code = pickle.loads(path.read_bytes())  # noqa: S301 - written by this house into its own folder
    for _, _, machine_code in code:
        engine.add_object_file(llvmlite.binding.ObjectFileRef.from_data(machine_code))
    engine.finalize_object()
    for symbol, name, _ in code:
        apart.ADDRESSES[slots[symbol]] = engine.get_function_address(name)
    _engines.append(engine)
    return True
