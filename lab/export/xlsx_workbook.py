"""Workbooks (.xlsx) of tables: a zip of XML files with values only, so that no library is needed to write one."""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import polars as pl

from lab.errors import BadInput

MOST_ROWS, MOST_TEXT, MOST_TITLE = 1_048_576, 32_767, 31
"""What a sheet, a cell and a title hold at most."""

UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML has no way to say."""

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every part: the same tables make the same bytes."""

FONT = '<sz val="11"/><name val="Calibri"/>'
XF = 'numFmtId="0" fillId="0" borderId="0"'
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="2"><font>{FONT}</font><font><b/>{FONT}</font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    f'<cellStyleXfs count="1"><xf {XF} fontId="0"/></cellStyleXfs><cellXfs count="2"><xf {XF} fontId="0" xfId="0"/>'
    f'<xf {XF} fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>'
)
"""Two looks: 0 plain, 1 bold."""
BOLD = ' s="1"'


def write_workbook(tables: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write a sheet for each table, with its header in bold and fixed at the top."""
    for name, frame in tables.items():
        if frame.height >= MOST_ROWS:
            raise BadInput(f"table {name}: has {frame.height} rows; allowed in a workbook: {MOST_ROWS - 1}, or CSV")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in _frame_of(list(tables)):
            archive.writestr(_part(part), HEAD + text)
        for number, frame in enumerate(tables.values(), 1):
            with archive.open(_part(f"xl/worksheets/sheet{number}.xml"), "w") as sheet:
                for piece in _sheet(frame):
                    sheet.write(piece.encode())


def _part(name: str) -> zipfile.ZipInfo:
    part = zipfile.ZipInfo(name, DATE)
    part.compress_type = zipfile.ZIP_DEFLATED
    return part


def _frame_of(titles: list[str]) -> Iterator[tuple[str, str]]:
    """The parts that say what the workbook is made of."""
    kinds = {"xl/workbook.xml": "sheet.main", "xl/styles.xml": "styles"}
    kinds |= {f"xl/worksheets/sheet{i}.xml": "worksheet" for i in range(1, len(titles) + 1)}
    overrides = "".join(f'<Override PartName="/{p}" ContentType="{TYPE}.{kind}+xml"/>' for p, kind in kinds.items())
    relation = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    yield "[Content_Types].xml", f'<Types xmlns="{PACKAGE}/content-types">{relation}{overrides}</Types>'
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    sheets = [("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(titles) + 1)]
    yield "xl/_rels/workbook.xml.rels", _relations([*sheets, ("styles", "styles.xml")])
    named = "".join(
        f'<sheet name="{escape(title[:MOST_TITLE])}" sheetId="{i}" r:id="rId{i}"/>' for i, title in enumerate(titles, 1)
    )
    yield "xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{named}</sheets></workbook>'
    yield "xl/styles.xml", STYLES


def _relations(targets: list[tuple[str, str]]) -> str:
    lines = (
        f'<Relationship Id="rId{i}" Type="{OFFICE}/{kind}" Target="{to}"/>' for i, (kind, to) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(lines)}</Relationships>'


def _sheet(frame: pl.DataFrame) -> Iterator[str]:
    yield f'{HEAD}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">'
    yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    head = "".join(_cell(name, BOLD) for name in frame.columns)
    yield f"<sheetData><row>{head}</row>"
    for row in frame.iter_rows():
        yield f"<row>{''.join(_cell(value) for value in row)}</row>"
    yield "</sheetData></worksheet>"


def _cell(value: Any, look: str = "") -> str:
    """A cell: numbers are numbers, all else is a text, which is never a formula."""
    if value is None or isinstance(value, float) and not math.isfinite(value):
        return f"<c{look}/>"
    if isinstance(value, bool):
        return f'<c{look} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f"<c{look}><v>{value!r}</v></c>"
    text = escape(UNWRITABLE.sub(" ", str(value))[:MOST_TEXT])
    return f'<c{look} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
