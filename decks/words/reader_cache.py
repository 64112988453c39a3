"""What is made of the tables of clauses and kept for the next process, which needs a tenth of the time to read it.

It lies beside compiled code (`engine.compiling.code_files`: whole or not at all, and each process writes a draft of its
own) under a fingerprint of all that it is made of: code, tables, Python. Where nobody may write it is made each time.
"""

from __future__ import annotations

import hashlib
import io
import marshal
import pickle
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import Any, TypeVar

from engine.compiling.code_files import kept_object, place_of_code, write_kept

ROOT = Path(__file__).parents[2]
ROOMS = ("decks/words", "decks", "engine/records", "engine/inputs")
"""Folders of the code and the tables of which what is kept is made."""

Made = TypeVar("Made")


def kept(name: str, make: Callable[[], Made]) -> Made:
    """What an earlier process kept under a name, made of the very same code and tables; else made now, and kept."""
    folder, may_write = _place()
    path = folder / f"{name}-{_made_of()}.bin"
    found: Made | None = kept_object(path)
    if found is not None:
        return found
    made = make()
    with suppress(OSError):  # no room: the next one makes it again
        if may_write:
            write_kept(path, as_bytes(made))
            for old in folder.glob(f"{name}-*.bin"):
                if old != path:
                    old.unlink(missing_ok=True)
    return made


@cache
def _place() -> tuple[Path, bool]:
    return place_of_code(ROOT / ".cache", "words", lambda folder: False)


@cache
def _made_of() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in (path for room in ROOMS for path in sorted((ROOT / room).iterdir())):
        if path.suffix in (".py", ".toml"):
            data = path.read_bytes()
            digest.update(f"{path.relative_to(ROOT).as_posix()} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]


def as_bytes(made: Any) -> bytes:
    """An object as bytes, for `pickle.loads`; it may hold functions that were made in others."""
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(made)
    return file.getvalue()


def content(function: Callable[..., Any]) -> Hashable:
    """What is equal for functions that do the same with the same: their code and what they hold."""
    with suppress(AttributeError, pickle.PicklingError):  # it holds another function
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        return function.__module__, function.__code__, pickle.dumps((held, function.__defaults__))
    return as_bytes(function)


class _Pickler(pickle.Pickler):
    """Keeps a function that has no name in its module as its code and what it holds of the function around it."""

    def reducer_override(self, one: Any) -> Any:
        if not isinstance(one, FunctionType) or "<" not in one.__qualname__:
            return NotImplemented
        held = tuple(cell.cell_contents for cell in one.__closure__ or ())
        return _function, (_bytes_of(one.__code__), one.__module__, one.__name__, one.__defaults__, held)


def _function(code: bytes, module: str, name: str, defaults: tuple[Any, ...] | None, held: tuple[Any, ...]) -> Any:
    return FunctionType(_code_of(code), import_module(module).__dict__, name, defaults, tuple(map(CellType, held)))


@cache
def _bytes_of(code: CodeType) -> bytes:
    return marshal.dumps(code)


@cache
def _code_of(data: bytes) -> CodeType:
    found: CodeType = marshal.loads(data)  # noqa: S302 - ours, by the sum over its file
    return found
