"""The tables of cards in a file: which sheets of a workbook, what their columns mean, and what somebody said of them.

What was said once is kept in a small file beside the spreadsheet, and holds until that is deleted or something else is
said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from decks.card_schema import DeckError
from decks.card_text import toml_value
from decks.sheets.card_paragraphs import card_rows
from decks.sheets.kind_cells import is_kind
from decks.sheets.row_cells import FACTS, no_card, texts_of
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_columns import PROSE, Headers, check_needed, check_said, find_headers, guess, lacking, score
from decks.sheets.sheet_grid import ENDINGS, HEADER_WITHIN, LEAST_HEADERS, Grid, Row, read_grids, with_sheet
from decks.sheets.sheet_words import plain
from decks.value_kinds import Fault
from engine.inputs.quote import listed, quoted
from engine.inputs.rows import unknown_key
from engine.inputs.toml import read_toml

MONSTER = "monster"
"""The kind of cards that all have a Level and Treasures."""
NO_CARDS = (
    "this is neither a table of cards nor paragraphs of them; allowed: a row of headers (--map HEADER=KEY says what "
    "they mean) and a row for each card, or a name (Mud Duck), below it what card it is (Monster, Level 2, 1 Treasure. "
    "Bad Stuff: Lose a Level.), and an empty line"
)
"""What is said of a text that holds no card."""
MEMORY = ".columns.toml"
"""What the name of the file ends with that keeps what was said of a spreadsheet."""


@dataclass(frozen=True)
class Table:
    headers: Headers
    rows: tuple[Row, ...]  # of cards
    implied: Mapping[str, str]  # what its title says of every card: a kind, a pile
    read_as: str
    no_cards: tuple[tuple[int, str], ...]  # rows that are none of a card, and what they hold
    sheets_left: tuple[str, ...] = ()  # sheets of the workbook that hold something else


@dataclass(frozen=True)
class Said:
    """What somebody has said of a spreadsheet."""

    columns: Mapping[str, str]  # key by header, empty: nothing; what is said now, and what was said before
    now: frozenset[str] = frozenset()  # headers of which it is said now
    sheets: tuple[str, ...] = ()  # those that are meant; none: all that hold cards
    kept: Path | None = None  # the file that says so

    @staticmethod
    def place(path: Path) -> Path:
        """The file beside a spreadsheet that keeps it."""
        return path.with_name(path.name + MEMORY)

    def text(self, path: Path) -> str:
        """The file that keeps it."""
        rows = "".join(f"{toml_value(header)} = {toml_value(key)}\n" for header, key in self.columns.items())
        sheets = f"sheets = {toml_value([*self.sheets])}\n" if self.sheets else ""
        why = f"# What the columns of {path.name} mean, as was said; without this file it is guessed."
        return f"{why}\n{sheets}\n[columns]\n{rows}"


def said_before(path: Path, columns: Mapping[str, str], sheets: Sequence[str]) -> Said:
    """What is said of a spreadsheet now, and what was said of it before."""
    place = Said.place(path)
    if not place.is_file():
        return Said(columns, frozenset(columns), tuple(sheets))
    table = read_toml(place, DeckError)
    known = {"columns": table.get("columns", {}), "sheets": table.get("sheets", [])}
    for key in table:
        if key not in known:
            raise DeckError(f"{place}: {unknown_key(key, [*known])}")
    if not isinstance(known["columns"], dict) or not all(isinstance(one, str) for one in known["columns"].values()):
        raise DeckError(f"{place}: key 'columns' holds {quoted(known['columns'])}; allowed: a table of texts")
    if not isinstance(known["sheets"], list) or not all(isinstance(one, str) for one in known["sheets"]):
        raise DeckError(f"{place}: key 'sheets' holds {quoted(known['sheets'])}; allowed: a list of texts")
    now = {plain(header) for header in columns}
    before = {header: key for header, key in known["columns"].items() if plain(header) not in now}
    return Said({**before, **columns}, frozenset(columns), tuple(sheets) or tuple(known["sheets"]), place)


def read_tables(path: Path, said: Said) -> list[Table]:
    """Every sheet that holds cards, or those that were said; one sentence (DeckError) where there is none."""
    is_text = path.suffix.lower() not in ENDINGS
    read = read_grids(path, score, partial(card_rows, fewest=1) if is_text else card_rows)
    if is_text and not said.columns and not any(map(_is_table, read)):
        raise DeckError(f"{path}: {NO_CARDS}")
    grids = [part for grid in read for part in ([grid] if said.sheets else _blocks(grid))]
    titles = [grid.title for grid in grids]
    for title in said.sheets:
        if title not in titles:
            raise DeckError(f"{path}: --sheet is {quoted(title)}; allowed: {listed(titles) if any(titles) else 'none'}")
    chosen = [grid for grid in grids if grid.title in said.sheets] if said.sheets else _with_cards(grids, said)
    chosen = chosen or [max(grids, key=lambda grid: score(grid.rows))]
    heads = [find_headers(grid.rows, _here(grid, said), str(path)) for grid in chosen]
    names = [name for one in heads for name in one.names]
    check_said({header: key for header, key in said.columns.items() if header in said.now}, names, "--map ")
    check_said(said.columns, names, f"{said.kept}: ")
    tables = []
    for grid, headers in zip(chosen, heads, strict=True):
        implied = _implied(grid, headers)
        if headers.groups:
            below = f"headers in line {grid.rows[headers.row].line}, below groups of columns"
            grid = replace(grid, read_as=f"{grid.read_as}, {below} ({', '.join(headers.groups)})")
        if "kind" not in headers.keys and implied.get("kind") == MONSTER != grid.title:
            grid = replace(grid, read_as=f"{grid.read_as} (all with Level and Treasures, so monsters)")
        if "slot" in headers.keys and "kind" not in (*headers.keys, *implied):
            grid = replace(grid, read_as=f"{grid.read_as} (no column of kinds: what is worn is an Item)")
        line = grid.rows[headers.row].line
        check_needed(
            headers, f"{path}: line {line}{f' of {quoted(grid.title)}' if grid.title else ''}", implied, grid.title
        )
        tables += _tables(grid if len(chosen) == 1 else with_sheet(grid), headers, implied)
    left = tuple(grid.title for grid in grids if grid not in chosen and grid.rows)
    tables = [replace(table, sheets_left=left) for table in tables]
    if not any(table.rows for table in tables):
        raise DeckError(f"{path}: there is no row below the headers; allowed: a row for each card")
    return tables


def _is_table(grid: Grid) -> bool:
    """Whether a text may be a table: its headers are known, or all its rows have as many cells, more than one."""
    widths = {len(row.cells) for row in grid.rows}
    return not widths or score(grid.rows) >= LEAST_HEADERS or bool(grid.title) or (len(widths) == 1 and widths != {1})


def _blocks(grid: Grid) -> list[Grid]:
    """The parts of a sheet below headings that are kinds, where each has headers of its own; else the sheet itself."""
    starts, filled = [], [[cell.strip() for cell in row.cells if cell.strip()] for row in grid.rows]
    for at, (cells, row) in enumerate(zip(filled, grid.rows[1:], strict=False)):
        if len(cells) == 1 and is_kind(cells[0]) and score([row]) >= LEAST_HEADERS:
            starts.append(at)
    if len(starts) < 2:
        return [grid]
    titles = [filled[at][0] for at in starts]
    parts = [
        (title, grid.rows[at + 1 : end]) for title, at, end in zip(titles, starts, [*starts[1:], None], strict=True)
    ]
    parts += [(f"above {titles[0]}", grid.rows[: starts[0]])] if starts[0] else []
    return [Grid(rows, f"the table {quoted(title)}", title) for title, rows in parts]


def _tables(grid: Grid, headers: Headers, implied: Mapping[str, str]) -> list[Table]:
    """The table of a sheet, or one below each heading that is a kind, where nothing else says kinds."""
    sections, below = _sections(grid, headers), grid.rows[headers.row + 1 :]
    if not sections:
        return [_table(below, grid.read_as, headers, implied)]
    starts = [*(at for at, _ in sections), len(below)]
    parts = zip(sections, zip(starts, starts[1:], strict=False), strict=True)
    return [
        _table(below[first + 1 : last], grid.read_as, headers, {**implied, "kind": kind})
        for (_, kind), (first, last) in parts
    ]


def _sections(grid: Grid, headers: Headers) -> list[tuple[int, str]]:
    """Rows below the headers that hold a kind of cards and nothing else, if the first row is one."""
    below, found = grid.rows[headers.row + 1 :], []
    for at, row in enumerate(below if "kind" not in headers.keys else ()):
        (cell, *more) = [cell.strip() for cell in row.cells if cell.strip()]
        if not more and is_kind(cell):
            found.append((at, cell))
    return found if found and found[0][0] == 0 else []


def _table(below: Sequence[Row], read_as: str, headers: Headers, implied: Mapping[str, str]) -> Table:
    rows = tuple(row for row in below if not no_card(headers, row, implied))
    left = tuple((row.line, texts_of(row.cells)) for row in below if row not in rows)
    return Table(headers, rows, implied, read_as, left)


def _with_cards(grids: Sequence[Grid], said: Said) -> list[Grid]:
    """The sheets whose headers are those of cards, or some that only cards have, so that what they lack is told."""
    found = []
    for grid in grids:
        heads = [{guess(cell) for cell in row.cells} - {""} for row in grid.rows[:HEADER_WITHIN]]
        is_read = any(len(keys) > LEAST_HEADERS and keys & {*FACTS, "effects"} for keys in heads)
        with suppress(DeckError):  # no sheet of cards; if none is one, it is told of the best
            headers = find_headers(grid.rows, _here(grid, said), "")
            is_read = is_read or not {*lacking(headers)} - _implied(grid, headers).keys()
        found += [grid] if is_read else []
    return found


def _here(grid: Grid, said: Said) -> dict[str, str]:
    """What was said of headers that this sheet has; all of it where there is but one sheet."""
    cells = {plain(cell) for row in grid.rows[:HEADER_WITHIN] for cell in row.cells}
    return {header: key for header, key in said.columns.items() if not grid.title or plain(header) in cells}


def _implied(grid: Grid, headers: Headers) -> dict[str, str]:
    """What the title of a sheet, or the first heading in it, says that no column does: Monsters, Treasures.

    Cards that all have a Level and Treasures are monsters.
    """
    found, title = dict(("kind", kind) for _, kind in _sections(grid, headers)[:1]), grid.title
    for key in ("kind", "pile"):
        try:
            if title and key not in (*headers.keys, *found) and keys_of(key, title):
                found[key] = title
        except Fault:
            continue
    if "kind" not in (*headers.keys, *found) and _all_fill(("name", "level", "treasures"), grid, headers):
        found["kind"] = MONSTER
    return found


def _all_fill(keys: Sequence[str], grid: Grid, headers: Headers) -> bool:
    """Whether every row below the headers fills the columns of some keys."""
    places = [headers.keys.index(key) for key in keys if key in headers.keys]
    below = [row.cells for row in grid.rows[headers.row + 1 :]]
    there = all(at < len(cells) and cells[at].strip() for cells in below for at in places)
    return len(places) == len(keys) and bool(below) and there


def typed_texts(path: Path, said: Mapping[str, str]) -> dict[str, list[str]]:
    """The texts of each line of a spreadsheet, as messages call it; `said` maps headers to keys, as for its deck."""
    found: dict[str, list[str]] = {}
    for table in read_tables(path, said_before(path, said, ())):
        columns = [at for at, key in enumerate(table.headers.keys) if key in PROSE]
        for row in table.rows:
            cells = (row.cells[at] for at in columns if at < len(row.cells))
            found[str(row.line)] = [" ".join(cell.split()) for cell in cells if cell.strip()]
    return found
