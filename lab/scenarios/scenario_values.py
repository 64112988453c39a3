"""Reading single values of a scenario file: each reader gives the value or one sentence on what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from engine.inputs.quote import listed, quoted
from lab.errors import BadInput


class ScenarioError(BadInput):
    """A scenario file that cannot be run; the message is one sentence."""


def flatten(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Dotted keys of nested tables."""
    out: list[tuple[str, Any]] = []
    for key, value in tree.items():
        full = f"{prefix}{key}"  # an empty table is no value, and is refused as one
        out += flatten(value, f"{full}.") if isinstance(value, dict) and value else [(full, value)]
    return out


def check_keys(row: Mapping[str, Any], types: Mapping[str, tuple[type, ...]], file: str) -> None:
    """Refuse unknown keys and values of another type."""
    for key, value in row.items():
        if key not in types:
            raise ScenarioError(
                f"{file}: unknown key {quoted(key)}{near(key, list(types))}; allowed: {', '.join(types)}"
            )
        if not isinstance(value, types[key]) or (isinstance(value, bool) and bool not in types[key]):
            wanted = " or ".join(t.__name__ for t in types[key])
            raise ScenarioError(f"{file}: {key} is {quoted(value)}; allowed: a value of type {wanted}")


def near(key: str, known: Sequence[str]) -> str:
    """A hint at the known key that was probably meant."""
    close = get_close_matches(key, known, 1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def one_of(value: Any, allowed: Sequence[str], where: str) -> str:
    """A text that must be one of a few."""
    if value not in allowed:
        raise ScenarioError(f"{where} is {quoted(value)}; allowed: {listed(allowed)}")
    return str(value)


def whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number between bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ScenarioError(f"{where} is {quoted(value)}; allowed: a whole number from {low} to {high}")
    return value


def texts(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    """A list of texts, spaces made single."""
    values = row.get(key, [])
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise ScenarioError(f"{where}: {key} holds {quoted(value)}; allowed: a list of texts")
    return tuple(" ".join(v.split()) for v in values)


def tables(row: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    """The tables of an array of tables."""
    values = row.get(key, [])
    for value in values:
        if not isinstance(value, dict):
            raise ScenarioError(f"{where}: {key} holds {quoted(value)}; allowed: tables, written [[{key}]]")
    return list(values)
