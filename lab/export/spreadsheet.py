"""Tables as a spreadsheet wants them: headings with units, numbers rounded to what they deserve, no cell that runs.

Workbooks (.xlsx) hold values only, a sheet for each table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import polars.selectors as cs

from lab.errors import BadInput
from lab.stats.intervals import CONFIDENCE
from lab.tables.column import DIGITS, HIDDEN, HUNDREDTHS, KEY, OF_HUNDREDTHS, Column, decimals, default_column, rounded

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MOST_DECIMALS = 9
UNITS = {"share": "%", "points": "percentage points"}
"""Units of the kinds that are multiplied by 100; the cells hold numbers, the heading holds the unit."""

MIXED, UNIT = "see unit", "unit"
STATED = ("unit", "per")
"""Columns that say the unit of a row where rows hold different kinds; a table without one gets a column `UNIT`."""

RUNS, NUMBER = r"^[=+\-@\t\r\n]", r"^[+-]?[0-9]+(\.[0-9]*)?$"
"""Texts that a spreadsheet takes for a formula, and those of them that are plain numbers."""

Bounds = Mapping[str, tuple[str, str]]
Entry = dict[str, str]
"""One column of the dictionary: its stored name, heading, unit and meaning."""


def as_sheet(
    frame: pl.DataFrame, columns: Mapping[str, Column], unit: str = "", bounds: Bounds | None = None
) -> tuple[pl.DataFrame, list[Entry]]:
    """A table under headings with units, and what each column is; `unit` is that of numbers without one of their own.

    A value and its bounds, NAME_low and NAME_high or those that `bounds` names, are rounded alike.
    """
    known = {name: columns.get(name) or default_column(name, kind) for name, kind in frame.schema.items()}
    pairs = {n: (f"{n}_low", f"{n}_high") for n in frame.columns if f"{n}_low" in known} | dict(bounds or {})
    owner = {bound: name for name, pair in pairs.items() for bound in pair}
    shares = next((column.kind_of for column in known.values() if column.kind_of), None)
    rows = frame.to_dicts() if shares or any(_is_rounded(kind, known[n]) for n, kind in frame.schema.items()) else []
    out: dict[str, pl.Series] = {}
    entries: list[Entry] = []
    mixed = shares is not None and not set(STATED) & set(known)
    for name, column in known.items():
        if known[owner.get(name, name)].rank == HIDDEN:
            continue
        if column.kind_of and mixed:
            out[UNIT] = pl.Series(
                [UNITS.get(column.kind_of(row), column.unit or unit) for row in rows], dtype=pl.String
            )
            entries.append({"column": "", "heading": UNIT, "unit": "", "meaning": "Unit of the row's numbers."})
            mixed = False
        entry = _entry(name, owner.get(name, name), known, pairs, unit)
        entry["heading"] = _unlike(entry["heading"], name, out)
        entries.append(entry)
        if shares and name in STATED:
            out[entry["heading"]] = _stated(rows, name, shares)
            continue
        out[entry["heading"]] = _cells(
            frame[name], rows, known[owner.get(name, name)], pairs.get(owner.get(name, name))
        )
    return pl.DataFrame(out), entries


def unit_of(column: Column, unit: str) -> str:
    """The unit of a column's numbers."""
    if column.kind_of:
        return MIXED
    if column.kind in UNITS:
        return UNITS[column.kind]
    if column.unit is not None:
        return column.unit
    return unit if column.kind in ("number", "fine") and column.rank != KEY else ""


def _entry(name: str, value: str, known: Mapping[str, Column], pairs: Bounds, unit: str) -> Entry:
    column = known[value]
    of, label = unit_of(column, unit), column.label.removesuffix(", points")
    meaning = column.about or label
    if name != value:
        side = "low" if pairs[value][0] == name else "high"
        meaning = f"{'Lower' if side == 'low' else 'Upper'} end of the {CONFIDENCE:.0%} interval of {label}."
        label += f", {side}"
    return {"column": name, "heading": f"{label} ({of})" if of else label, "unit": of, "meaning": meaning}


def _unlike(heading: str, name: str, others: Mapping[str, Any]) -> str:
    """The heading, with the stored name behind it where another column has it already."""
    return heading if heading not in others else f"{heading} {name}"


def _cells(values: pl.Series, rows: list[dict[str, Any]], column: Column, pair: tuple[str, str] | None) -> pl.Series:
    if values.dtype in (pl.String, pl.Categorical, pl.Enum):
        texts = values.cast(pl.String)
        if column.kind != "words" and not column.words:
            return texts
        spaced = column.kind == "words"
        return pl.Series(
            [v and (v.replace("_", " ") if spaced else column.words.get(v, v)) for v in texts], dtype=pl.String
        )
    if not _is_rounded(values.dtype, column):
        return values
    own = [_rounded(value, row, column, pair) for value, row in zip(values, rows)]
    return pl.Series(own, dtype=pl.Float64)


def _is_rounded(kind: pl.DataType, column: Column) -> bool:
    return kind.is_float() or kind.is_numeric() and column.kind in HUNDREDTHS


def _stated(rows: list[dict[str, Any]], name: str, shares: Callable[[Mapping[str, Any]], str]) -> pl.Series:
    """The units of rows as a table says them itself, of shares in per cent."""
    texts = [_per_cent(row[name]) if shares(row) in HUNDREDTHS else row[name] for row in rows]
    return pl.Series(texts, dtype=pl.String)


def _per_cent(unit: str) -> str:
    return f"%{unit.removeprefix('share')}" if unit.startswith("share") else f"%, {unit}"


def _rounded(value: Any, row: Mapping[str, Any], column: Column, pair: tuple[str, str] | None) -> float | None:
    """A number with as many decimals as its interval deserves; shares and their differences times 100."""
    if value is None or not math.isfinite(value):
        return None
    kind = column.kind_of(row) if column.kind_of else column.kind
    scale = 100 if kind in HUNDREDTHS else 1
    low, high = (None if row[b] is None else row[b] * scale for b in pair) if pair else (None, None)
    if kind in HUNDREDTHS and low is None:
        places = OF_HUNDREDTHS[1]
    elif kind == "p" or low is None:
        places = DIGITS - 1 - math.floor(math.log10(abs(value))) if value else 0
        places = max(places, 0)
    else:
        places = decimals(value * scale, low, high, MOST_DECIMALS)
    if kind in HUNDREDTHS:
        places = max(places, OF_HUNDREDTHS[0])
    return rounded(float(value) * scale, places)


def harmless(frame: pl.DataFrame) -> pl.DataFrame:
    """The same with an apostrophe before every text that a spreadsheet would run as a formula."""
    texts = cs.string() | cs.categorical() | cs.enum()
    runs = texts.cast(pl.String).str.contains(RUNS) & ~texts.cast(pl.String).str.contains(NUMBER)
    return frame.with_columns(
        pl.when(runs).then("'" + texts.cast(pl.String)).otherwise(texts.cast(pl.String)).name.keep()
    )


def dictionary(tables: Mapping[str, list[Entry]]) -> pl.DataFrame:
    """What every column of every table is: table, column, heading, unit, meaning."""
    return pl.DataFrame(list(_lines(tables)), schema=dict.fromkeys(HEAD, pl.String))


HEAD = ("table", "column", "heading", "unit", "meaning")


def _lines(tables: Mapping[str, list[Entry]]) -> Iterator[dict[str, str]]:
    for table, entries in tables.items():
        for entry in entries:
            yield {"table": table, **entry}


MOST_ROWS, MOST_TITLE = 1_048_576, 31
"""What a sheet and a title hold at most."""

UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML has no way to say."""

DATE = datetime(1980, 1, 1)
"""When every workbook was made: the same tables make the same bytes."""


class Exact(float):
    """A number that is written with all its digits; the library writes 16, and a few numbers need 17."""

    def __format__(self, _: str) -> str:
        return repr(float(self))


def write_workbook(tables: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write a sheet for each table, with its header in bold and fixed at the top."""
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import FileCreateError

    for name, frame in tables.items():
        if frame.height >= MOST_ROWS:
            raise BadInput(f"table {name}: has {frame.height} rows; allowed in a workbook: {MOST_ROWS - 1}, or CSV")
    # Row after row goes to a file beside the workbook, which goes with the draft if its maker is killed.
    form = {"constant_memory": True, "tmpdir": str(path.parent), "use_zip64": True}
    try:
        with Workbook(path, form) as book:
            book.set_properties({"created": DATE})
            bold = book.add_format({"bold": True})
            for name, frame in tables.items():
                _fill(book.add_worksheet(name[:MOST_TITLE]), frame, bold)
    except FileCreateError as fault:
        raise fault.args[0] from None  # the system's own error: whoever knows the place says it


def _fill(sheet: Worksheet, frame: pl.DataFrame, bold: Format) -> None:
    sheet.freeze_panes(1, 0)
    for column, heading in enumerate(frame.columns):
        sheet.write_string(0, column, _writable(heading), bold)
    for line, row in enumerate(frame.iter_rows(), 1):
        for column, value in enumerate(row):
            _write(sheet, line, column, value)


def _write(sheet: Worksheet, line: int, column: int, value: Any) -> None:
    """Fill a cell: numbers are numbers, all else is a text, which is never a formula."""
    if value is None or isinstance(value, float) and not math.isfinite(value):
        return
    if isinstance(value, bool):
        sheet.write_boolean(line, column, value)
    elif isinstance(value, int | float):
        sheet.write_number(line, column, Exact(value) if isinstance(value, float) else value)
    else:
        sheet.write_string(line, column, _writable(str(value)))


def _writable(text: str) -> str:
    return UNWRITABLE.sub(" ", text)
