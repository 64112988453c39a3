"""The page of one's own cards: what was typed beside what is played, and a deck that is made once and played."""

from __future__ import annotations

import csv
import shlex
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from decks.card_schema import DeckError
from decks.read_decks import read_deck
from reports.desk.brought_cards import NOT, PART, WHOLE, cards_html, keep_deck, kept_deck, read_upload
from reports.desk.live_pages.your_cards import SAMPLE
from tests.reports.test_app import html, show

APP = Path(__file__).resolve().parents[2] / "app.py"
SHEET = (
    "name,kind,level,treasures,text,bad_stuff,mood\n"
    "Tax <Owl>,monster,4,2,,Lose a Level.,grim\n"
    "Odd Song,curse,,,Everybody at the table sings.,,\n"
    "Mixed Bill,curse,,,Lose two Levels. Everybody at the table sings.,,\n"
)
BAD = SHEET + "Thing,gadget,,,Boo,,\n"


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", "store"])
    app = show(AppTest.from_file(str(APP), default_timeout=60), "your_cards")
    assert not app.exception and not app.error and app.get("download_button")
    return app


def uploaded(app, text, name="my-owls.csv"):
    return app.file_uploader(key="cards").set_value((name, text.encode(), "text/csv")).run()


def test_every_card_is_shown_with_what_was_typed_and_what_is_played():
    upload = read_upload("my owls.CSV", SHEET.encode(), "base")
    states = {one.name: state for state, one in upload.cards()}
    assert states == {"Tax <Owl>": WHOLE, "Odd Song": NOT, "Mixed Bill": PART}
    assert [one.name for _, one in upload.cards()] == ["Odd Song", "Mixed Bill", "Tax <Owl>"]  # to look at first
    whole = cards_html(upload, (WHOLE,))
    assert "Tax &lt;Owl&gt;" in whole and "<p>Lose a Level.</p>" in whole
    assert "Bad Stuff: The player loses a Level." in whole and "level 4" in whole and "Odd Song" not in whole
    part = cards_html(upload, (PART,))
    assert "<p>Lose two Levels. Everybody at the table sings.</p>" in part and "The player loses 2 Levels." in part
    assert "Not played: <q>Everybody at the table sings.</q>" in part
    assert [tile.value for tile in upload.tiles()] == ["1", "1", "1"]


def test_what_is_wrong_with_a_file_is_said_of_its_name():
    with pytest.raises(DeckError, match=r"^owls\.csv: the file is empty") as error:
        read_upload("../../owls.csv", b"", "base")
    assert "/" not in str(error.value)


def test_a_deck_is_kept_once_and_read_as_it_was_shown(tmp_path):
    upload = read_upload("my-owls.csv", SHEET.encode(), "base")
    place, there = kept_deck(upload, tmp_path / "store")
    assert not there and place.parent == tmp_path / "my-decks"
    keep_deck(upload, place)
    assert kept_deck(upload, tmp_path / "store") == (place, True)
    assert {card.id: card for card in read_deck(str(place)).cards} == {c.id: c for c in upload.brought.deck.cards}
    other = read_upload("my-owls.csv", SHEET.replace("4,2", "5,2").encode(), "base")
    assert kept_deck(other, tmp_path / "store")[0] != place  # what was played stays what it was


def test_a_sheet_is_read_made_a_deck_and_played_beside_the_game(page, tmp_path):
    app = uploaded(page, SHEET)
    assert not app.exception and not app.error
    assert any("Columns that were not used" in body and "mood" in body for body in html(app))
    assert not app.code and not (tmp_path / "my-decks").exists()  # nothing is written by looking
    app = app.button(key="make").click().run()
    words = shlex.split(app.code[0].value)
    (folder,) = (tmp_path / "my-decks").iterdir()
    assert [words[at + 1] for at, word in enumerate(words) if word == "--deck"] == [
        "base", f"base+./my-decks/{folder.name}"
    ]  # fmt: skip
    assert app.button(key="play").label == "Play and compare"


def test_rows_that_are_no_cards_are_left_out_on_demand_only(page):
    app = uploaded(page, BAD)
    assert "line 5" in app.warning[0].value and "gadget" in app.warning[0].value
    assert not [button for button in app.button if button.key == "make"] and "leave out" in app.info[0].value
    app = app.toggle(key="skip_bad").set_value(True).run()
    assert app.button(key="make").label == "Make a deck of them"


def test_a_file_that_is_no_sheet_is_one_sentence(page):
    app = uploaded(page, "just a text\nwithout any headers\n")
    (error,) = app.error
    assert not app.exception and error.value.startswith("my-owls.csv: ") and "\n" not in error.value


def test_the_sheet_to_begin_with_is_the_one_whose_cards_are_shown(page):
    upload = read_upload("my-cards.csv", SAMPLE.encode("utf-8-sig"), "base")
    states = {one.name: (state, one.line) for state, one in upload.cards()}
    assert states == {"Odd Duet": (PART, 2), "Tax Owl": (WHOLE, 3), "Borrowed Helm": (WHOLE, 4)}
    assert not upload.brought.sheet.problems
    sheet, cards = (next(body for body in html(page) if mark in body) for mark in ("sheet to begin", "lab brought"))
    first, *rows = csv.reader(SAMPLE.splitlines())
    assert all(f">{column}</button>" in sheet for column in first) and sheet.count("<tr>") == 1 + len(rows)
    assert all(f">{cell}</td>" in sheet for row in rows for cell in row)
    assert all(f"{name} <span" in cards for name in states) and cards.count("<section") == len(states)
    assert "<q>Everybody at the table sings.</q>" in cards and "what could be said" not in cards
