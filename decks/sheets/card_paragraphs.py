"""Cards as paragraphs of a text: the name, what kind of card it is, its numbers and what it says, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from decks.sheets.kind_cells import is_kind
from decks.sheets.sheet_columns import guess, is_note
from decks.sheets.sheet_grid import Row

NAME, KIND, TEXT, COPIES = "Name", "Type", "Text", "Copies"
"""Headers of what a paragraph says without a label."""
FEWEST = 2
"""Cards that a text has to hold to be one of paragraphs."""

_LABELLED = re.compile(r"([^\W\d_][^:.!?]{0,30}):\s*(.*)")
_MARKS = re.compile(r"^\s*(?:#+|[-*\u2022>])\s+|\*{1,3}|_{2,3}|`")
"""What sets a line off in Markdown, or words in a line."""
_COPIES = re.compile(r"[x\u00d7]\s*(\d+)|(\d+)\s*(?:[x\u00d7]|copies|copy)", re.IGNORECASE)
_OF_LEVEL = re.compile(r"((?:level|lvl)\.? *\d+) +(.+)", re.IGNORECASE)
"""Level 4 Monster."""


def card_rows(text: str) -> tuple[Row, ...]:
    """A row of headers and one for each paragraph; none if fewer than `FEWEST` of them are cards."""
    lines = [(number, " ".join(_MARKS.sub("", line).split())) for number, line in enumerate(text.splitlines(), 1)]
    blocks = [[*block] for is_told, block in groupby(lines, lambda line: bool(line[1])) if is_told]
    found = [(block[0][0], _cells([line for _, line in block])) for block in blocks]
    if sum(KIND in cells for _, cells in found) < FEWEST:
        return ()
    headers = [*dict.fromkeys((NAME, KIND, *(header for _, cells in found for header in cells)))]
    rows = (Row(line, tuple(cells.get(header, "") for header in headers)) for line, cells in found)
    return (Row(0, tuple(headers)), *rows)


def _cells(lines: Sequence[str]) -> dict[str, str]:
    """What a paragraph says, by header; one that is no card is a text in the first column."""
    cells: dict[str, str] = {}
    for line in lines:
        for header, said in _said(line, cells):
            cells[header] = f"{cells[header]}\n{said}" if cells.get(header) else said
    return cells if KIND in cells and NAME in cells else {NAME: " ".join(lines)}


def _said(line: str, before: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Headers and texts of a line: by its label, or the name first, then the kind with its numbers, then the rest."""
    label = _LABELLED.fullmatch(line)
    if label and (guess(label[1]) or is_note(label[1])):
        named = {"name": NAME, "kind": KIND, "text": TEXT, "copies": COPIES}
        yield named.get(guess(label[1]), label[1]), label[2]
        return
    first, *rest = re.split(r"\s*[,;\u00b7|]\s*|\s+[\u2013\u2014-]\s+", line)
    if found := _OF_LEVEL.fullmatch(first):
        first, rest = found[2], [found[1], *rest]
    if NAME not in before:
        yield NAME, line
    elif KIND in before or not is_kind(first):
        yield TEXT, line
    else:
        yield KIND, first
        for part in rest:
            copies = _COPIES.fullmatch(part.strip(" ."))
            yield (COPIES, copies[1] or copies[2]) if copies else (TEXT, f"{part.rstrip(' .')}.")
