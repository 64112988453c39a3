"""Lists of texts: the rows of a .csv or .toml file, what their columns say, and the sentences that stand in them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decks.card_schema import KINDS, USED_BY, DeckError
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_columns import guess
from decks.value_kinds import Fault
from engine.inputs.quote import quoted
from engine.inputs.toml import read_toml

TEXTS = ("text", "facts", "bad_stuff")
"""Keys of a list under which sentences stand."""
TABLES = ("rule", "card")
SAID = frozenset(USED_BY) - {"bad_stuff"}
"""Keys of a card that say in a column what its text may repeat."""


@dataclass(frozen=True)
class Listed:
    """A row of a list: a rule, or a card of a kind."""

    kind: str
    columns: Mapping[str, Any]
    texts: tuple[tuple[str, str], ...]  # the key under which each stands, and the text


def read_list(path: Path) -> list[Listed]:
    """The rows of a list that hold texts."""
    found = _of_toml(path) if path.suffix == ".toml" else _of_csv(path)
    rows = [row for row in found if row.texts]
    if not rows:
        raise DeckError(f"{path}: holds no texts; allowed: a column or key {' or '.join(TEXTS)}")
    return rows


def _of_toml(path: Path) -> list[Listed]:
    table = read_toml(path, DeckError)
    rows = [row for key in TABLES for row in table.get(key, []) if isinstance(row, dict)]
    return [Listed(_kind(row), {key: row[key] for key in SAID & row.keys()}, _texts(row)) for row in rows]


def _of_csv(path: Path) -> list[Listed]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.DictReader(file)
            return [_row(row, f"{path}: line {lines.line_num}") for row in lines]
    except (OSError, UnicodeError, csv.Error) as error:
        raise DeckError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _row(row: Mapping[str, Any], where: str) -> Listed:
    """A line of a spreadsheet; its columns are called as those of decks in spreadsheets are."""
    columns: dict[str, Any] = {}
    cells = [(guess(header or "") or header, header, cell) for header, cell in row.items() if isinstance(cell, str)]
    kind = _kind({key: cell for key, _, cell in cells})
    for key, header, cell in cells:
        if key not in SAID or kind not in USED_BY[key]:
            continue
        try:
            columns |= keys_of(key, cell)
        except Fault as fault:
            raise DeckError(f"{where}: {header} is {quoted(cell)}: {fault}") from None
    return Listed(kind, columns, tuple((key, cell.strip()) for key, _, cell in cells if key in TEXTS and cell.strip()))


def _texts(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((key, text) for key in TEXTS if (text := str(row.get(key) or "").strip()))


def _kind(row: Mapping[str, Any]) -> str:
    """The kind of card that a row of a list is, by any of its names; a rule if it names none."""
    text = str(row.get("kind") or "").strip()
    try:
        return str(keys_of("kind", text)["kind"]) if text else "rule"
    except Fault:
        return text if text in KINDS else "rule"
