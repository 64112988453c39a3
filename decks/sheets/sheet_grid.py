"""A file into rows of cells: encodings and separators are found out, never asked for."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from decks.card_schema import DeckError
from decks.sheets.xlsx_reader import ZIP, read_workbook
from engine.inputs.quote import quoted

ENDINGS = (".csv", ".tsv", ".xlsx")
"""Endings of files that are read as spreadsheets."""

HEADER_WITHIN = 20
"""Rows in which the headers may begin: titles and notes stand above them in many spreadsheets."""

LEAST_HEADERS = 2
"""Headers that are known in a row of headers: a text with fewer may hold its cards in paragraphs."""

MOST_BYTES = 20_000_000
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
RULED = re.compile(r"^\s*\|", re.MULTILINE)
BARS = re.compile(r"^\s*\||^[^|\n]+\|[^|\n]*\|", re.MULTILINE)
"""Lines between bars, and lines of several cells with bars between them."""
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
"""Bytes at the beginning that name the encoding."""


class Line(int):
    """The number of a line, which says its sheet too where a file has several, and may know its card."""

    sheet: str = ""
    card: str = ""

    @classmethod
    def of_card(cls, number: int, card: str) -> Line:
        """The line of a card without columns that people would look it up in."""
        line = cls(number)
        line.card = card
        return line

    def __str__(self) -> str:
        """As messages have it behind the word line: 5, or 5 of 'Doors'."""
        return f"{int(self)} of {quoted(self.sheet)}" if self.sheet else int.__repr__(self)


@dataclass(frozen=True)
class Row:
    """A line of the file that holds anything at all."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """The rows of a file, and how it was read."""

    rows: tuple[Row, ...]
    read_as: str
    title: str = ""  # of the sheet, in a workbook


Score = Callable[[Sequence[Row]], int]
"""How much like a table of cards some rows look."""


def read_grid(path: Path, score: Score) -> Grid:
    """Read a spreadsheet; of several separators or sheets the one with the highest score is meant."""
    return max(read_grids(path, score), key=lambda grid: score(grid.rows))


def read_grids(path: Path, score: Score, in_paragraphs: Callable[[str], tuple[Row, ...]] | None = None) -> list[Grid]:
    """Every sheet of a workbook, or the tables of a text, by the separator with the highest score, or what it tells."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeckError(f"{path}: the file cannot be read: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise DeckError(f"{path}: the file has {len(data)} bytes; allowed: at most {MOST_BYTES}")
    if data.startswith(OLD_EXCEL):
        raise DeckError(f"{path}: this is a workbook of the old kind (.xls); allowed: .xlsx or .csv")
    if data.startswith(ZIP):
        sheets = read_workbook(data, str(path)).items()
        return [Grid(_filled(rows), f"the sheet {quoted(title)}", title) for title, rows in sheets]
    text, encoding = _decoded(data, path)
    try:
        grids = _separated(text, encoding, path, score)
    except DeckError:
        if in_paragraphs is None or not (rows := in_paragraphs(text)):
            raise
    else:
        is_table = max(score(grid.rows) for grid in grids) >= LEAST_HEADERS
        rows = () if is_table or in_paragraphs is None else in_paragraphs(text)
    return [Grid(rows, f"{encoding}, a card in each paragraph")] if rows else grids


def with_sheet(grid: Grid) -> Grid:
    """A sheet whose lines say that they are its own."""
    rows = []
    for row in grid.rows:
        line = Line(row.line)
        line.sheet = grid.title
        rows.append(Row(line, row.cells))
    return Grid(tuple(rows), grid.read_as, grid.title)


def _decoded(data: bytes, path: Path) -> tuple[str, str]:
    """The text of a file and the name of its encoding."""
    guesses = [(codec, name) for mark, codec, name in MARKS if data.startswith(mark)]
    if not guesses:
        halves = {"utf-16-be": data[:1000:2], "utf-16-le": data[1:1000:2]}  # Latin letters leave one half empty
        guesses = [(codec, "UTF-16") for codec, half in halves.items() if half.count(0) * 2 > len(half)]
    for codec, name in guesses or [("utf-8", "UTF-8"), ("cp1252", "Windows-1252")]:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, name
    raise DeckError(f"{path}: this is no text; allowed: UTF-8, UTF-16 or Windows-1252, or a workbook (.xlsx)")


def _separated(text: str, encoding: str, path: Path, score: Score) -> list[Grid]:
    """The cells of a text, by the separator that fits best; of several tables between bars each is a sheet."""
    first, _, rest = text.partition("\n")
    skipped = 0
    candidates = [one for one in SEPARATORS if one != "|" or BARS.search(text)]
    if first.strip().strip('"').lower() in {f"sep={one}" for one in SEPARATORS}:  # what Excel writes for itself
        candidates, text, skipped = [first.strip().strip('"')[-1]], rest, 1
    found: dict[str, tuple[Row, ...]] = {}
    faults: list[str] = []
    for separator in candidates:
        try:
            found[separator] = _rows(text, separator, skipped)
        except _BrokenText as fault:
            faults.append(str(fault))
    if not found:
        raise DeckError(f"{path}: {faults[0]}")
    best = max(found, key=lambda one: score(found[one]))
    read_as, tables = f"{encoding}, separated by {SEPARATORS[best]}", _titled(text, found[best]) if best == "|" else {}
    if len(tables) < 2:
        over = sum("\n" in cell for row in found[best] for cell in row.cells)
        return [Grid(found[best], f"{read_as}, {over} of the cells over several lines" if over else read_as)]
    return [Grid(rows, f"the table {quoted(title)}", title) for title, rows in tables.items()]


def _titled(text: str, rows: Sequence[Row]) -> dict[str, tuple[Row, ...]]:
    """The rows of each table of a text, by the last line of words above it, or its number."""
    lines, tables = text.splitlines(), dict[str, tuple[Row, ...]]()
    title, last, own = "", 0, ""
    for row in rows:
        between = [line.strip(" #*_:") for line in lines[last : row.line - 1]]
        if last == 0 or not all("|" in line for line in lines[last : row.line - 1]):
            title = next((line for line in reversed(between) if line and "|" not in line), f"table {len(tables) + 1}")
            own = title if title not in tables else f"{title} ({len(tables) + 1})"
        tables[own] = (*tables.get(own, ()), row)
        last = row.line
    return tables


class _BrokenText(ValueError):
    """Text whose quote marks do not end."""


def _rows(text: str, separator: str, skipped: int) -> tuple[Row, ...]:
    if separator == "|" and RULED.search(text):
        return _filled([*_ruled(text, skipped)])
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=separator == "|", strict=True
    )
    rows: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            rows.append((begins + skipped, cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        if "field larger" in str(error):
            says = f"a cell is longer than {csv.field_size_limit()} characters"
        else:
            says = 'a quote mark (") opens a cell and does not close it'
        raise _BrokenText(
            f'line {begins + skipped}: {says}; allowed: cells in quotes with "" for a quote mark'
        ) from None
    return _filled([*_whole(rows)] if separator == "\t" else rows)


def _whole(rows: Sequence[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Rows of a table that was pasted without quotes: where a text goes on in shorter lines, until all cells are there.

    What never has all cells is several rows whose last cells are empty.
    """
    most, at = max((len(cells) for _, cells in rows), default=0), 0
    while at < len(rows):
        (line, cells), end = rows[at], at + 1
        while end < len(rows) and len(cells) < most and 0 < len(rows[end][1]) < len(rows[at][1]):
            more = rows[end][1]
            cells = [*cells[:-1], f"{cells[-1]}\n{more[0]}", *more[1:]]
            end += 1
        if len(cells) != most:
            end, cells = at + 1, rows[at][1]
        yield line, cells
        at = end


_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|`)(.+)\1")
"""What sets a word off in a text: *so* or **so**."""


def _ruled(text: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table whose cells stand between bars, as in Markdown, without the line below its headers."""
    for number, line in enumerate(text.splitlines(), 1 + skipped):
        cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
        if "|" in line and not all(re.fullmatch(r":?-*:?", cell) for cell in cells):
            yield number, [_EMPHASIS.sub(r"\2", cell) if _EMPHASIS.fullmatch(cell) else cell for cell in cells]


def _filled(rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[Row, ...]:
    """The rows in which any cell holds anything."""
    return tuple(Row(line, tuple(cells)) for line, cells in rows if any(cell.strip() for cell in cells))
