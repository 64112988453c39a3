"""Workbooks (.xlsx) of tables: values only, a sheet for each table."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.errors import BadInput

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

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
