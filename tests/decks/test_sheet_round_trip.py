"""Every shipped deck through a spreadsheet and back: nothing is lost."""

from __future__ import annotations

import csv
import io

import pytest

from decks.card_schema import Card, Deck, DeckInfo
from decks.load_decks import load_decks
from decks.read_decks import deck_names, read_deck
from decks.sheets.sheet_rows import read_sheet
from decks.sheets.sheet_writer import folder_files, sheet_text
from lab.errors import BadInput
from lab.store.atomic_files import write_folder, write_new_file


def by_id(deck: Deck) -> dict[str, Card]:
    return {card.id: card for card in deck.cards}


def same(one: Deck, other: Deck) -> bool:
    """Equal in what is said and in what is left unsaid, which the lint reads."""
    said = [{c.id: (c.model_dump(), c.model_fields_set) for c in deck.cards} for deck in (one, other)]
    return said[0] == said[1] and one.info == other.info


@pytest.mark.deep(but=2)
@pytest.mark.parametrize("name", deck_names())
def test_a_shipped_deck_survives_the_way_through_a_spreadsheet(name, tmp_path):
    deck = read_deck(name)
    path = tmp_path / f"{name}.csv"
    write_new_file(path, sheet_text(deck))
    back = read_deck(str(path))
    assert same(deck, back)
    write_folder(tmp_path / name, folder_files(back))
    again = read_deck(str(tmp_path / name))
    assert same(deck, again) and again.name == name
    assert sheet_text(back) == sheet_text(deck)
    assert (
        load_decks([str(path)]).deck_hash
        == load_decks([str(tmp_path / name)]).deck_hash
        == load_decks([name]).deck_hash
    )


AWKWARD = Card.model_validate(
    {
        "id": "awkward", "name": '-"Fish", the; =1+1', "pile": "treasure", "kind": "item", "slot": "none", "gold": 0,
        "bonus": -3, "big": False, "tags": ["a-b", "c"], "require": ["race:human", "one, two"], "forbid": ["-x"],
        "against": {"sex:male": -2, "what ever": 4}, "text": " two\nlines\t\u2028 'end'", "source": "'=already marked",
        "unmodelled": "=SUM(A1)", "cites": ["x; y", "[z"],
        "effects": [{"op": "strength", "amount": 1, "when": {"owns": "a \"card\"", "hand_even": True}}],
    }
)  # fmt: skip


def test_awkward_texts_survive_too(tmp_path):
    info = DeckInfo.model_validate(
        {
            "name": "=Mine",
            "set": "own",
            "note": "@note",
            "doors": 0,
            "treasures": 1,
            "unusual": {"x y": "why"},
            "tags": ["a-b", "c"],
        }
    )
    deck = Deck("own", info, (AWKWARD,), {})
    write_new_file(tmp_path / "own.csv", sheet_text(deck))
    back = read_deck(str(tmp_path / "own.csv"))
    assert same(deck, back)
    write_folder(tmp_path / "own", folder_files(back))
    assert same(deck, read_deck(str(tmp_path / "own")))


def test_no_cell_of_a_written_spreadsheet_is_a_formula():
    info = DeckInfo.model_validate({"name": "=Mine", "set": "own", "note": "@note", "doors": 0, "treasures": 1})
    rows = list(csv.reader(io.StringIO(sheet_text(Deck("own", info, (AWKWARD,), {})))))
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r")]
    assert [cell for cell in cells if cell.startswith("-")] == ["-3"]


def test_counts_follow_from_the_rows_of_a_spreadsheet(tmp_path):
    lines = sheet_text(read_deck("base")).splitlines(keepends=True)
    gone = next(line for line in lines if line.startswith("large-angry-chicken,"))
    (tmp_path / "less.csv").write_text("".join(line for line in lines if line != gone), encoding="utf-8")
    less, base = read_deck(str(tmp_path / "less.csv")), read_deck("base")
    assert (less.info.doors, less.info.treasures) == (base.info.doors - 1, base.info.treasures)
    assert less.info.name == "Munchkin" and less.info.note == base.info.note


def test_a_file_or_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "kept.csv").write_text("mine")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "note.txt").write_text("mine")
    with pytest.raises(BadInput, match="kept.csv: there is such a file; allowed: the name of a new one"):
        write_new_file(tmp_path / "kept.csv", "other")
    for folder in (tmp_path / "kept", tmp_path / "kept.csv"):
        with pytest.raises(BadInput, match="this is not an empty folder; allowed: a new or an empty one"):
            write_folder(folder, {"deck.toml": ""})
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["kept", "kept.csv", "note.txt"]
    assert (tmp_path / "kept.csv").read_text() == "mine"


def test_a_writer_that_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="empty: cannot be written"):
        write_folder(tmp_path / "empty", {"one.toml": "", "no/such/folder.toml": ""})
    assert [p.name for p in tmp_path.rglob("*")] == ["empty"]


def test_equal_rows_are_copies_of_one_card(tmp_path):
    text = "name,type,copies\nFog,curse,\nImp,curse,2\nFog,curse,3\nFog,curse,\n"
    (tmp_path / "c.csv").write_text(text)
    assert {c.name: c.copies for c in read_sheet(tmp_path / "c.csv").cards} == {"Fog": 5, "Imp": 2}
