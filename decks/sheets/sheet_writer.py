"""A deck as a spreadsheet that reads back as the same deck, and as a folder of card files, with what it was made of."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from decks.card_schema import Card, Deck, DeckError
from decks.card_text import program, step_keys, toml_value
from decks.sheets.row_cells import DECK
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_columns import COLUMNS
from decks.value_kinds import Fault
from engine.inputs.quote import quoted

KEYS = tuple(key for key in COLUMNS if key != "restriction")
"""Columns of a written spreadsheet: the keys of a card."""

WIDE = 100
"""Characters of a line of a card file, beyond which a list takes a line for each entry."""

NOTE = "imported.json"
"""The file of a deck folder that says which spreadsheet it was made of, and what was written."""


def sheet_text(deck: Deck) -> str:
    """The deck as CSV: a row for each card and one, of the kind `deck`, for what its deck.toml says."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(KEYS)
    writer.writerow(_deck_row(deck))
    for card in deck.cards:
        writer.writerow([_cell(card, key) for key in KEYS])
    return out.getvalue()


def _deck_row(deck: Deck) -> list[str]:
    """Counts are left out: they follow from the cards, whatever a designer does to the rows."""
    info = deck.info
    rest: dict[str, Any] = {"set": info.set, **({"unusual": info.unusual} if info.unusual else {})}
    said = {"name": _safe(info.name), "kind": DECK, "tags": _short("tags", info.tags), "text": _safe(info.note)}
    return [{**said, "effects": toml_value(rest)}.get(key, "") for key in KEYS]


def _cell(card: Card, key: str) -> str:
    value = getattr(card, key)
    if key not in card.model_fields_set or value is None:
        return ""
    if key in ("bad_stuff", "effects"):
        return program(value)
    if isinstance(value, (list, dict)):
        return _short(key, value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _safe(value) if isinstance(value, str) else str(value)


def _short(key: str, value: list[str] | dict[str, int]) -> str:
    """Words as people write them, separated by semicolons, if they read back as the same; otherwise as TOML."""
    words = [f"{who}:{amount:+d}" for who, amount in value.items()] if isinstance(value, dict) else value
    short = "; ".join(words)
    if re.match(r"[=+\-@'\t\r]", short):
        return toml_value(value)
    try:
        return short if keys_of(key, short) == {key: value} else toml_value(value)
    except Fault:
        return toml_value(value)


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula: a mark in front of it, which reading takes away again."""
    return f"'{text}" if re.match(r"'*[=+\-@\t\r]", text) else text


def folder_files(deck: Deck) -> dict[str, str]:
    """The files of a deck folder: deck.toml, and one file for each kind of card."""
    kinds = list(dict.fromkeys(card.kind for card in deck.cards))
    info = deck.info.model_dump(exclude_defaults=True)
    files = {"deck.toml": "".join(f"{key} = {toml_value(value)}\n" for key, value in info.items())}
    for kind in kinds:
        files[f"{kind}.toml"] = "\n".join(card_text(card) for card in deck.cards if card.kind == kind)
    return files


def card_text(card: Card) -> str:
    """A card as a row of a card file."""
    return "[[card]]\n" + "".join(f"{line}\n" for key in KEYS for line in _lines(card, key))


def _lines(card: Card, key: str) -> Iterator[str]:
    value = getattr(card, key)
    if key not in card.model_fields_set or value is None:
        return
    steps = key in ("bad_stuff", "effects")
    line = f"{key} = {program(value) if steps else toml_value(value)}"
    if not steps or len(line) <= WIDE:
        yield line
        return
    yield f"{key} = ["
    yield from ("  { " + ", ".join(step_keys(step)) + " }," for step in value)
    yield "]"


def with_note(files: Mapping[str, str], sheet: Path) -> dict[str, str]:
    """The files of a deck, and the note on where they come from."""
    signs = {name: _sign(text.encode()) for name, text in files.items()}
    return {**files, NOTE: json.dumps({"sheet": sheet.name, "files": signs}, indent=1) + "\n"}


def check_replaceable(folder: Path, sheet: Path) -> None:
    """Refuse a folder that holds anything but what was made of the same spreadsheet, as it was made."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    allowed = "allowed: a folder that `lab decks import` made of the same sheet, or a new one"
    try:
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        made_of, signs = str(note["sheet"]), dict(note["files"])
    except (OSError, ValueError, KeyError, TypeError):
        raise DeckError(f"{folder}: --replace: it was not made of a spreadsheet; {allowed}") from None
    if made_of != sheet.name:
        raise DeckError(
            f"{folder}: --replace: it was made of {quoted(made_of)}, not of {quoted(sheet.name)}; {allowed}"
        )
    for path in sorted(folder.iterdir()):
        if path.name != NOTE and path.name not in signs:
            raise DeckError(f"{folder}: --replace: it holds {quoted(path.name)}, which would be lost; {allowed}")
        if path.name != NOTE and (not path.is_file() or _sign(path.read_bytes()) != signs[path.name]):
            raise DeckError(f"{path}: --replace: it was changed since it was made, and would be lost; {allowed}")


def _sign(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
