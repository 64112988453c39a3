"""The folder that a spreadsheet was made into: which sheet it came from, so that it can be made anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from decks.card_schema import DeckError
from engine.inputs.quote import quoted

NOTE = "imported.json"
"""The file of a deck folder that says which spreadsheet it was made of, and what was written."""


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
