"""Whatever a file holds, it is cards, a list of what could not be read, or one sentence."""

from __future__ import annotations

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from decks.card_schema import DeckError
from decks.deck_import import bring
from decks.read_decks import read_deck
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_columns import COLUMNS
from decks.sheets.sheet_writer import folder_files, sheet_text
from decks.value_kinds import Fault
from lab.store.atomic_files import write_folder, write_new_file
from tests.decks.sheets import workbook

pytestmark = pytest.mark.deep

WORDS = (
    "monster", "item", "curse", "one-shot", "8", "8.0", "-3", "+2", "eight", "=1+1", "", " ", "x", "no", "head",
    "two hands", "lose_levels:2", "Lose a level", "[{ op = 'death' }]", "[", "{}", "elf:+3", "not: human", "male",
    "a; b", 'say "x"', "Lose a level and your hand.", "+5 to either side. (Ha!)", "class", "Wizard",
    "line\nbreak", "'=x", "\u00a0", "№", "99999999999", "#REF!", "deck", "Troll", "Troll", "door", "none", "-",
)  # fmt: skip
CELLS = st.sampled_from(WORDS) | st.text(max_size=12)
HEADERS = st.lists(st.sampled_from([*COLUMNS]) | st.text(max_size=5), max_size=8, unique=True)


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


@settings(max_examples=150, deadline=None)
@example(["id", "tags", "bad_stuff"], [["monster", "monster", "\u00a8"]], ",")  # a text without a word
@given(HEADERS, st.lists(st.lists(CELLS, max_size=10), max_size=6), st.sampled_from(",;\t"))
def test_any_table_is_read_or_refused_in_words(headers, rows, separator):
    lines = [["name", "kind", *headers], *(["Card", "item", *row][: len(row) + 2] for row in rows)]
    text = "\n".join(separator.join(map(quoted, line)) for line in lines)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cards.csv"
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            brought = bring(path, {})
        except DeckError as fault:
            assert str(fault).startswith(str(path))
            return
        assert len(brought.deck.cards) + brought.bad_rows() <= len(rows) and all(map(str, brought.sheet.problems))
        write_new_file(Path(folder) / "again.csv", sheet_text(brought.deck))
        write_folder(Path(folder) / "again", folder_files(brought.deck))
        if brought.deck.cards:
            for name in ("again.csv", "again"):
                again = read_deck(str(Path(folder) / name))
                assert {c.id: c for c in again.cards} == {c.id: c for c in brought.deck.cards}


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([*COLUMNS]), CELLS)
@example("restriction", "[]")
def test_any_cell_is_keys_or_a_fault(column, cell):
    try:
        said = keys_of(column, cell)
    except Fault as fault:
        assert str(fault).startswith(("is ", "has ", "begins "))
        return
    assert {*said} <= {*COLUMNS} - {"restriction"}


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda data: b"PK\x03\x04" + data))
def test_any_bytes_are_read_or_refused_in_words(data):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cards.csv"
        path.write_bytes(data)
        try:
            bring(path, {})
        except DeckError as fault:
            assert str(fault).startswith(str(path))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2000), st.binary(min_size=1, max_size=8), st.booleans())
def test_a_damaged_workbook_is_read_or_refused_in_words(at, damage, inside):
    with TemporaryDirectory() as folder:
        path = workbook(Path(folder) / "cards.xlsx", [["name", "kind"], ["Troll", "curse"]], ["A1:B1"])
        if inside:  # damage behind the checksum: another zip of the same files, one of them cut
            with zipfile.ZipFile(path) as archive:
                files = {name: archive.read(name) for name in archive.namelist()}
            name = sorted(files)[at % len(files)]
            cut = at % max(1, len(files[name]))
            files[name] = files[name][:cut] + damage + files[name][cut + len(damage) :]
            with zipfile.ZipFile(path, "w") as archive:
                for name, content in files.items():
                    archive.writestr(name, content)
        else:
            data = path.read_bytes()
            path.write_bytes(data[: at % len(data)] + damage + data[at % len(data) + len(damage) :])
        try:
            bring(path, {})
        except DeckError as fault:
            assert str(fault).startswith(str(path))
