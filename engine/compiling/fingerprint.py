"""What a compiled kernel depends on, as a fingerprint; its code is stored under it.

Numba's own cache watches the file of a function and nothing that the function calls. Here a kernel depends on its
own bytecode, on every constant and enum member it names, on the kernels that are linked into it, and on the
signatures of those that are compiled apart. Lines may move and comments change without anything being compiled.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.registry import cpu_target

from engine.compiling.code_files import kept_object, write_kept

PLAIN = (bool, int, float, str, bytes, type(None), np.generic, tuple, frozenset)

_known: dict[Any, str] = {}

_HOW = hashlib.sha256(
    b"".join(
        (Path(__file__).parents[1] / name).read_bytes()
        for name in ("compiling/numba_patches.py", "compiling/direct_calls.py")
    )
).hexdigest()
"""How kernels are compiled and called."""


def fingerprint(kernel: Any) -> str:
    """Fingerprint of a kernel and of all that is linked into it: 16 hexadecimal digits."""
    if kernel not in _known:
        closure: dict[str, str] = {}
        _collect(kernel, closure)
        text = _HOW + "\n".join(f"{name} {own}" for name, own in sorted(closure.items()))
        _known[kernel] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return _known[kernel]


def _collect(kernel: Any, closure: dict[str, str]) -> None:
    """Note what a kernel is made of, and what each kernel linked into it is made of."""
    fn = kernel.py_func
    name = _name(fn)
    if name in closure:
        return
    parts = [kernel.outline()]
    closure[name] = ""  # kernels may call each other in a circle
    code = _without_docstring(fn)
    parts.extend(_of_code(code))
    names = set(_names(code))
    for used in sorted(names & fn.__globals__.keys()):
        parts.append(f"{used} = {_of_value(fn.__globals__[used], names, closure)}")
    closure[name] = hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _of_value(value: Any, names: set[str], closure: dict[str, str]) -> str:
    """A global as a kernel sees it: kernels by signature or content, enums by the members it may name."""
    if hasattr(value, "outline"):
        if not value.is_apart:
            _collect(value, closure)
        return f"{_name(value.py_func)} {value.outline() if value.is_apart else ''}"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        # What is stored names the enum by its module, and is read from there.
        return repr([_name(value), *((m.name, m.value) for m in value if m.name in names)])
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, np.ndarray):
        return hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, ModuleType):
        own = sorted(names & vars(value).keys()) if value.__name__.startswith("engine") else ()
        return "; ".join([value.__name__, *(_of_value(vars(value)[name], names, closure) for name in own)])
    if isinstance(value, type) or not isinstance(value, FunctionType):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', repr(value))}"
    raise TypeError(f"a kernel names {value!r}; allowed: kernels, enums, numbers, texts and arrays")


def _of_code(code: CodeType) -> Iterator[str]:
    """Bytecode and constants, also of functions inside."""
    yield code.co_code.hex()
    yield repr((code.co_varnames, code.co_names))
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _of_code(value)
        else:
            yield repr(value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names(value)


def _without_docstring(fn: Callable[..., Any]) -> CodeType:
    """A function's code; its docstring, the first constant, says nothing to the compiler."""
    code: CodeType = fn.__code__
    if fn.__doc__ is not None and code.co_consts and code.co_consts[0] == fn.__doc__:
        return code.replace(co_consts=(None, *code.co_consts[1:]))
    return code


def _name(fn: Callable[..., Any] | type) -> str:
    return f"{fn.__module__}.{fn.__qualname__}"


class _Locator(_CacheLocator):
    """Where one kernel is stored: two versions of it never share a file."""

    folder: Path
    kernels: dict[Any, Any] = {}

    def __init__(self, py_func: Any) -> None:
        self._stamp = fingerprint(self.kernels[py_func])

    @classmethod
    def from_function(cls, py_func: Any, _file: str) -> Any:
        """The locator of a kernel."""
        return cls(py_func)

    def get_cache_path(self) -> str:
        """Folder of all compiled kernels."""
        return str(self.folder)

    def get_source_stamp(self) -> str:
        """What the stored code was made from."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Part of the file's name."""
        return self._stamp


class _Impl(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]

    def reduce(self, cres: Any) -> Any:
        """What is stored: without the listing of all types for people, which would be two thirds of it."""
        return super().reduce(cres._replace(type_annotation=""))


class _Files(IndexDataCacheFile):
    """The files of one kernel: what is damaged is not there, what cannot be written is not kept."""

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled for a key, if there is a place for it."""
        with suppress(OSError):
            super().save(key, data)

    def _load_index(self) -> Any:
        stamp, overloads = kept_object(Path(self._index_path)) or (None, {})
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: Any) -> None:
        write_kept(Path(self._index_path), self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        return kept_object(Path(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        write_kept(Path(self._data_path(name)), self._dump(data))


class _Store(FunctionCache):
    _impl_class = _Impl

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)
        self.stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, self.stamp)

    def _save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # Numba looks whether it may write here
            super()._save_overload(sig, data)

    def stored(self, signature: Any) -> Any:
        """What is stored for a signature, as it was written."""
        return self._cache_file.load(self._index_key(signature, cpu_target.target_context.codegen()))


def store_of(function: Any, made_of: Any, folder: Path) -> Any:
    """Where compiled code is looked for and kept, under the fingerprint of what it is made of."""
    _Locator.folder = folder
    _Locator.kernels[function.py_func] = made_of
    return _Store(function.py_func)
