"""What a designer has typed of each card, as it stands in the sheet: to be shown beside what is played of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from decks.sheets.sheet_columns import PROSE
from decks.sheets.sheet_tables import read_tables, said_before


def typed_texts(path: Path, said: Mapping[str, str]) -> dict[str, list[str]]:
    """The texts of each line of a spreadsheet, as messages call it; `said` maps headers to keys, as for its deck."""
    found: dict[str, list[str]] = {}
    for table in read_tables(path, said_before(path, said, ())):
        columns = [at for at, key in enumerate(table.headers.keys) if key in PROSE]
        for row in table.rows:
            cells = (row.cells[at] for at in columns if at < len(row.cells))
            found[str(row.line)] = [" ".join(cell.split()) for cell in cells if cell.strip()]
    return found
