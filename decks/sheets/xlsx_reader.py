"""Workbooks (.xlsx): a zip of XML files, of which the values of cells are read and nothing else."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from decks.card_schema import DeckError

ZIP = b"PK\x03\x04"
MOST_BYTES = 100_000_000
MOST_COLUMNS = 500
MOST_MERGED = 10_000
BROKEN = (
    zipfile.BadZipFile, zlib.error, ElementTree.ParseError, EOFError, KeyError, IndexError, RuntimeError, ValueError,
)  # fmt: skip
"""What reading a zip of XML may raise: damaged, encrypted, packed in an unknown way, or something else inside."""

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

Cells = list[tuple[int, list[str]]]
"""Rows with their line numbers."""


def read_workbook(data: bytes, where: str) -> dict[str, Cells]:
    """The rows of every sheet, by its title."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(item.file_size for item in archive.infolist()) > MOST_BYTES:
                raise DeckError(
                    f"{where}: the workbook is larger than {MOST_BYTES} bytes; allowed: a smaller one, or CSV"
                )
            shared = _shared(archive)
            sheets = {title: _rows(_tree(archive, name), shared) for title, name in _sheets(archive)}
    except BROKEN as fault:
        if isinstance(fault, DeckError):
            raise
        raise DeckError(f"{where}: this is no workbook that can be read; allowed: .xlsx or .csv") from None
    if not sheets:
        raise DeckError(f"{where}: the workbook has no sheet of cells; allowed: a sheet with a row for each card")
    return sheets


def _tree(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(name))


def _sheets(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Titles of the sheets and the files they lie in."""
    relations = {r.get("Id"): r.get("Target", "") for r in _tree(archive, "xl/_rels/workbook.xml.rels")}
    for sheet in _tree(archive, "xl/workbook.xml").iter(f"{MAIN}sheet"):
        target = posixpath.normpath(posixpath.join("/xl", relations[sheet.get(RELATION)]))
        if target.startswith("/xl/worksheets/"):
            yield sheet.get("name", "?"), target.lstrip("/")


def _shared(archive: zipfile.ZipFile) -> list[str]:
    """The texts that cells refer to by number."""
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [_text(item) for item in _tree(archive, "xl/sharedStrings.xml").iter(f"{MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    """A text in one piece or in several of different looks, without the readings of Japanese words."""
    pieces = [*item.findall(f"{MAIN}t"), *(t for run in item.findall(f"{MAIN}r") for t in run.findall(f"{MAIN}t"))]
    return "".join(piece.text or "" for piece in pieces)


def _rows(tree: ElementTree.Element, shared: list[str]) -> Cells:
    cells: dict[tuple[int, int], str] = {}
    for number, row in enumerate(tree.iter(f"{MAIN}row"), 1):
        line = int(row.get("r", number))
        for position, cell in enumerate(row.iter(f"{MAIN}c")):
            column = _column(cell.get("r", "")) if cell.get("r") else position
            if column < MOST_COLUMNS:
                cells[line, column] = _value(cell, shared)
    for merged in tree.iter(f"{MAIN}mergeCell"):
        _spread(cells, merged.get("ref", ""))
    lines = sorted({line for line, _ in cells})
    width = max((column for _, column in cells), default=-1) + 1
    return [(line, [cells.get((line, column), "") for column in range(width)]) for line in lines]


def _column(place: str) -> int:
    """Number of the column in a place such as AB12, counted from 0."""
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: ElementTree.Element, shared: list[str]) -> str:
    """What a cell shows; a formula that was never calculated shows itself, so that it is found."""
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{MAIN}is")
        return "" if inline is None else _text(inline)
    value, formula = cell.findtext(f"{MAIN}v"), cell.find(f"{MAIN}f")
    if value is None:
        return "" if formula is None else f"={formula.text or ''}"
    if kind == "s":
        return shared[int(value)]
    if kind == "b":
        return "true" if value == "1" else "false"
    return value


def _spread(cells: dict[tuple[int, int], str], area: str) -> None:
    """Give every cell of a merged area the value of its first, as a reader sees it."""
    corners = re.fullmatch("([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)", area)
    if corners is None:
        return
    left, top, right, bottom = _column(corners[1]), int(corners[2]), _column(corners[3]), int(corners[4])
    if (right - left + 1) * (bottom - top + 1) > MOST_MERGED:
        return
    value = cells.get((top, left), "")
    if value:
        cells.update({(line, column): value for line in range(top, bottom + 1) for column in range(left, right + 1)})
