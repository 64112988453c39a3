"""What a designer has typed of each card, as it stands in the sheet: to be shown beside what is played of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from decks.sheets.sheet_columns import find_headers, score
from decks.sheets.sheet_grid import read_grid

PROSE = ("text", "effects", "bad_stuff")
"""Keys whose columns say what a card does."""


def typed_texts(path: Path, said: Mapping[str, str]) -> dict[int, list[str]]:
    """The texts of each line of a spreadsheet; `said` maps headers to keys, as where it is read as a deck."""
    rows = read_grid(path, score).rows
    headers = find_headers(rows, said, str(path))
    columns = [headers.keys.index(key) for key in PROSE if key in headers.keys]
    return {
        row.line: [" ".join(row.cells[at].split()) for at in columns if at < len(row.cells) and row.cells[at].strip()]
        for row in rows[headers.row + 1 :]
    }
