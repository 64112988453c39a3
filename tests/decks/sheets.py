"""Spreadsheets for tests, in any encoding and made by hand, and what rules as people type them are held against."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from xlsxwriter import Workbook

from decks.program_steps import Step
from decks.rule_texts import house_names, orders_of, read_rule, told
from decks.sheets.sheet_rows import Sheet, read_sheet
from decks.words.program_meaning import meaning
from tests.decks.test_words_of_people import on

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def sheet(path: Path, text: str, encoding: str = "utf-8") -> Path:
    """A text file at a path."""
    path.write_bytes(text.encode(encoding))
    return path


def read(tmp_path: Path, text: str, encoding: str = "utf-8") -> Sheet:
    return read_sheet(sheet(tmp_path / "cards.csv", text, encoding))


def workbooks(path: Path, sheets: Mapping[str, Sequence[Sequence[str]]]) -> Path:
    """A workbook with several sheets of texts."""
    with Workbook(path) as book:
        for title, rows in sheets.items():
            page = book.add_worksheet(title)
            for line, row in enumerate(rows):
                page.write_row(line, 0, row)
    return path


def workbook(path: Path, rows: Sequence[Sequence[str]], merged: Sequence[str] = ()) -> Path:
    """A workbook with a cover sheet and a sheet of cells; a cell is its XML, or a text that is shared."""
    shared = [cell for row in rows for cell in row if cell and not cell.startswith("<c")]
    body = "".join(f'<row r="{n}">{"".join(_cells(n, row, shared))}</row>' for n, row in enumerate(rows, 1))
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    texts = "".join(f"<si><t>{escape(text)}</t></si>" for text in shared)
    cover = '<row r="1"><c r="A1" t="inlineStr"><is><t>My cards</t></is></c></row>'
    files = {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
        '<sheet name="Cover" sheetId="1" r:id="rId1"/><sheet name="Cards" sheetId="2" r:id="rId2"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{cover}</sheetData></worksheet>',
        "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData>'
        f"<mergeCells>{areas}</mergeCells></worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    path.write_bytes(data.getvalue())
    return path


def _cells(line: int, row: Sequence[str], shared: list[str]) -> list[str]:
    found = []
    for column, cell in zip("ABCDEFGH", row):
        place = f'r="{column}{line}"'
        if cell.startswith("<c"):
            found.append(cell.replace("<c", f"<c {place}", 1))
        elif cell:
            found.append(f'<c {place} t="s"><v>{shared.index(cell)}</v></c>')
    return found


def check_steps(text, steps):
    """A rule is read as these steps; without any it is not read."""
    reading = read_rule(text)
    assert reading.understood == bool(steps)
    wanted = [(on("rule", step), step) for step in map(Step.model_validate, steps)]
    if steps:
        assert meaning(reading.program, house_names()) == meaning(wanted, house_names())


def check_orders(text, wanted):
    """A rule sets what is wanted, as it is typed and as it is written back; if that is nothing, it is not read."""
    reading = read_rule(text)
    assert reading.understood == bool(wanted)
    if wanted:
        written = " ".join(map(told, reading.sentences))
        for said in (text, written):
            switches, changes = orders_of([{"text": said}], "it")
            assert switches | changes == wanted
