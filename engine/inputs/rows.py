"""Tables of a TOML file that become records: which keys they have, and what each may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.inputs.quote import bare, quoted


class Key(NamedTuple):
    """What one key may hold: a text, a truth value, a number between bounds, or a list of whole numbers."""

    kind: str = "text"  # text | truth | number | whole numbers
    low: float = 0.0
    high: float = 0.0
    needed: bool = True

    @property
    def allowed(self) -> str:
        """The same in words."""
        if self.kind == "text":
            return "a text that is not empty"
        if self.kind == "truth":
            return "true or false"
        span = f"from {self.low:.12g} to {self.high:.12g}"
        return f"a number {span}" if self.kind == "number" else f"a list of at least one whole number {span}"

    def holds(self, value: Any) -> bool:
        """Whether a value is one of them."""
        if self.kind == "text":
            return isinstance(value, str) and bool(value.strip())
        if self.kind == "truth":
            return isinstance(value, bool)
        if self.kind == "number":
            return self._is_within(value, int | float)
        return isinstance(value, list) and bool(value) and all(self._is_within(one, int) for one in value)

    def _is_within(self, value: Any, kind: Any) -> bool:
        """Truth values are whole numbers to Python, and nan is within nothing."""
        return isinstance(value, kind) and not isinstance(value, bool) and self.low <= value <= self.high


def checked_row(row: Any, keys: Mapping[str, Key], wrong: type[Exception], where: str) -> dict[str, Any]:
    """A table whose keys are known, hold what they may, and are all there that are needed."""
    if not isinstance(row, dict):
        raise wrong(f"{where} is {quoted(row)}; allowed: a table with the keys {', '.join(keys)}")
    for name in row:
        if name not in keys:
            raise wrong(f"{where}: unknown key {quoted(name)}; allowed: {', '.join(keys)}")
    for name, key in keys.items():
        if name not in row and key.needed:
            raise wrong(f"{where}: key '{name}' is missing; allowed: {key.allowed}")
        if name in row and not key.holds(row[name]):
            raise wrong(f"{where}: {name} is {quoted(row[name])}; allowed: {key.allowed}")
    return dict(row)


def checked_rows(data: Mapping[str, Any], name: str, wrong: type[Exception], where: str) -> list[Any]:
    """The array of tables of one name; each is checked by `checked_row`."""
    rows = data.get(name, [])
    if not isinstance(rows, list):
        raise wrong(f"{where}: {name} is {quoted(rows)}; allowed: tables, written [[{bare(name)}]]")
    return rows
