"""TOML from outside: one reader for every loader, which gives tables or one sentence, in bounded time and memory."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.inputs.quote import bare

LARGEST = 1_000_000
"""Bytes of a file; a hundred decks are smaller."""
DEEPEST = 32
"""Tables and lists inside one another, and words of a key: loaders go through them by calling themselves."""
MOST_DOTS = 50
"""Dots of a key: the time that reading one takes grows with their square."""
FIRST, LAST = -(2**63), 2**63 - 1
"""The whole numbers that TOML promises; larger ones cannot be stored, and very large ones not even be printed."""

_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


def read_toml(path: Path, wrong: type[Exception], where: str = "") -> dict[str, Any]:
    """Content of a TOML file; whatever is wrong with it is one sentence in `wrong`, which calls the file `where`."""
    return parse_toml(read_bytes(path, wrong, where), wrong, where or str(path))


def read_bytes(path: Path, wrong: type[Exception], where: str = "") -> bytes:
    """The bytes of a text file that is not too large."""
    name = where or str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise wrong(f"{name}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a path with a NUL
        raise wrong(f"{bare(name)}: cannot be read: no file can be called that") from None
    return raw


def parse_toml(raw: bytes | str, wrong: type[Exception], where: str) -> dict[str, Any]:
    """Content of TOML that is there already; a byte order mark is skipped."""
    text = _text(raw, wrong, where)
    if len(text) > LARGEST:
        raise wrong(f"{where}: is too large; allowed: at most {LARGEST:,} bytes of TOML")
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS and _TEXT.sub("", line).partition("=")[0].count(".") > MOST_DOTS:
            raise wrong(f"{where}: line {number} has a key of too many words; allowed: at most {DEEPEST}, with dots")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise wrong(f"{where}: not valid TOML: {_problem(error)}") from None
    except RecursionError:
        raise wrong(f"{where}: {_TOO_DEEP}") from None
    except ValueError:  # more digits than Python reads
        raise wrong(f"{where}: {_TOO_LARGE}") from None
    check_values(data, wrong, where)
    return data


_TOO_DEEP = f"lists or tables stand too deep inside one another; allowed: at most {DEEPEST}"
_TOO_LARGE = f"a whole number is too large; allowed: {FIRST} to {LAST}"


def _text(raw: bytes | str, wrong: type[Exception], where: str) -> str:
    if isinstance(raw, str):
        return raw.removeprefix("\ufeff")
    if len(raw) > LARGEST:
        raise wrong(f"{where}: is too large; allowed: at most {LARGEST:,} bytes of TOML")
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise wrong(f"{where}: is not UTF-8 text; allowed: TOML saved as UTF-8") from None


def _problem(error: tomllib.TOMLDecodeError) -> str:
    """What the parser says, in one line; it repeats keys of any length."""
    said = " ".join(str(error).split())
    if len(said) <= 160:
        return said
    return f"{said[:100]}... {said[-40:]}"


def check_values(data: dict[str, Any], wrong: type[Exception], where: str) -> None:
    """Refuse what no loader could use or even repeat, and name the key."""
    for key, value, depth in _values(data):
        if depth > DEEPEST:
            raise wrong(f"{where}: key {bare(key)}: {_TOO_DEEP}")
        if isinstance(value, int) and not FIRST <= value <= LAST:
            raise wrong(f"{where}: key {bare(key)}: {_TOO_LARGE}")
        if "\0" in key or (isinstance(value, str) and "\0" in value):
            raise wrong(f"{where}: key {bare(key)} holds the character NUL; allowed: text without it")


def _values(data: dict[str, Any]) -> Iterator[tuple[str, Any, int]]:
    """Every key with its value and how deep it stands; nothing calls itself, and nothing below the limit is opened."""
    open_: list[tuple[str, Any, int]] = [("", data, 0)]
    while open_:
        name, value, depth = open_.pop()
        rows = value.items() if isinstance(value, dict) else ((f"[{i}]", row) for i, row in enumerate(value))
        for key, inner in rows:
            full = f"{name}.{key}".lstrip(".") if isinstance(value, dict) else f"{name}{key}"
            yield full, inner, depth + 1
            if isinstance(inner, dict | list) and inner and depth < DEEPEST:
                open_.append((full, inner, depth + 1))


def dotted(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Keys of nested tables joined by dots, as TOML reads `victory.level = 8`."""
    rows: list[tuple[str, Any]] = []
    for key, value in table.items():
        full = f"{prefix}{key}"  # an empty table is no value, and is refused as one
        rows += dotted(value, f"{full}.") if isinstance(value, Mapping) and value else [(full, value)]
    return rows
