"""Workbooks to keep cards in, which `lab decks import` reads as they are: to begin with, and of a deck that there is.

That to begin with has a row of every kind, and what each column says.
"""

from __future__ import annotations

import csv
import io
import re

from lab.export.spreadsheet import DATE

COLUMNS = {
    "Name": ("What the card is called; every row needs one.", "all"),
    "Type": ("The kind of card, as in the rows here; every row needs one.", "all"),
    "Copies": ("How many of it are in the box; empty: one.", "all"),
    "Level": ("The Level of a monster.", "Monster"),
    "Treasures": ("Treasures for killing it; of an enhancer, how many more.", "Monster, Monster Enhancer"),
    "Levels": ("Levels for killing it, if more than one; Levels that a card gives.", "Monster, Go Up a Level"),
    "Bonus": ("What it adds in combat.", "Item, One-Shot, Monster Enhancer, Item Enhancer"),
    "Slot": ("Where it is worn: Head, Armor, Feet, 1 Hand, 2 Hands, or - for nowhere.", "Item"),
    "Big": ("Yes, if it is a Big Item.", "Item"),
    "Gold": ("What it is worth; empty: it cannot be sold.", "Item, One-Shot"),
    "Usable by": ("Who alone may use it (Elf only), or who may not (not Wizards).", "Item"),
    "Bonus against": ("How much stronger it is against whom: Elves +3; Human -2.", "Monster"),
    "Run away": ("What it adds to rolls to run away from it, or of whoever wears it.", "Monster, Item"),
    "Tags": ("Words by which other cards know it: Undead, Goth, or your own.", "all"),
    "Bad Stuff": ("What happens to whomever it catches: in words (Lose two Levels), or None.", "Monster"),
    "Text": ('What else the card does, in words. `lab words "..." --kind item` says how it is read.', "all"),
    "Notes": ("Your own notes: nobody reads them.", "all"),
}
"""The headers, what stands below them, and on which cards."""

ROWS: tuple[dict[str, str | int], ...] = (
    {"Name": "Cellar Rat", "Type": "Monster", "Level": 1, "Treasures": 1, "Run away": 1, "Bad Stuff": "Lose a Level."},
    {"Name": "Stone Ogre", "Type": "Monster", "Copies": 2, "Level": 12, "Treasures": 3, "Bonus against": "Scholars +3",
     "Bad Stuff": "Lose your Headgear and two Levels."},
    {"Name": "Lord of the Cellar", "Type": "Monster", "Level": 18, "Treasures": 5, "Levels": 2, "Tags": "Undead",
     "Bad Stuff": "You are dead.", "Text": "Will not pursue anyone of Level 3 or below."},
    {"Name": "Hungry", "Type": "Monster Enhancer", "Bonus": 5, "Treasures": 1},
    {"Name": "Curse! Moths", "Type": "Curse", "Text": "Lose the Armor you are wearing."},
    {"Name": "Scholar", "Type": "Class", "Copies": 2, "Text": "You have +1 to Run Away."},
    {"Name": "Mole", "Type": "Race", "Copies": 2, "Text": "You may have any number of Big Items."},
    {"Name": "Knock at the Door", "Type": "Wandering Monster"},
    {"Name": "Borrowed for Good", "Type": "Cheat"},
    {"Name": "Two Degrees", "Type": "Super Munchkin"},
    {"Name": "Mixed Burrow", "Type": "Half-Breed"},
    {"Name": "Lamp on a Strap", "Type": "Item", "Bonus": 2, "Slot": "Head", "Gold": 300},
    {"Name": "Table Leg", "Type": "Item", "Bonus": 4, "Slot": "2 Hands", "Big": "Yes", "Gold": 600,
     "Usable by": "not Moles"},
    {"Name": "Quick Slippers", "Type": "Item", "Slot": "Feet", "Gold": 400, "Run away": 2},
    {"Name": "Jar of Fog", "Type": "One-Shot", "Bonus": 3, "Gold": 100, "Text": "+3 to either side. Usable once only."},
    {"Name": "Of Good Make", "Type": "Item Enhancer", "Bonus": 2, "Gold": 200},
    {"Name": "Pay the Landlord", "Type": "Go Up a Level", "Notes": "an example: write your own over these rows"},
)  # fmt: skip
"""A card of every kind that most boxes have."""


WIDE = ("Name", "Type", "Usable by", "Bonus against", "Bad Stuff", "Text", "Notes")


def template(title: str) -> bytes:
    """The workbook."""
    from xlsxwriter import Workbook

    out = io.BytesIO()
    with Workbook(out, {"in_memory": True}) as book:
        head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        body = book.add_format({"text_wrap": True, "valign": "top"})
        book.set_properties({"title": title, "created": DATE})
        cards, words = book.add_worksheet("Cards"), book.add_worksheet("What the columns say")
        cards.freeze_panes(1, 1)
        for column, header in enumerate(COLUMNS):
            cards.set_column(column, column, 26 if header in WIDE else 10, body)
            cards.write_column(0, column, [header, *(row.get(header, "") for row in ROWS)])
        cards.set_row(0, None, head)
        words.set_column(0, 0, 16, body)
        words.set_column(1, 2, 60, body)
        for line, row in enumerate([("Column", "What it says", "On which cards"), *_explained()]):
            words.write_row(line, 0, row, None if line else head)
    return out.getvalue()


def cards_workbook(text: str, title: str) -> bytes:
    """A deck that was written as CSV (`decks.sheets.sheet_writer`), with numbers as numbers."""
    from xlsxwriter import Workbook

    out = io.BytesIO()
    with Workbook(out, {"in_memory": True}) as book:
        book.set_properties({"title": title, "created": DATE})
        cards, head = book.add_worksheet("Cards"), book.add_format({"bold": True, "bottom": 1})
        cards.freeze_panes(1, 2)
        for line, row in enumerate(csv.reader(io.StringIO(text, newline=""))):
            for column, cell in enumerate(row):
                if re.fullmatch(r"-?[0-9]{1,9}", cell):
                    cards.write_number(line, column, int(cell))
                elif cell:
                    cards.write_string(line, column, cell, None if line else head)
    return out.getvalue()


def _explained() -> list[tuple[str, str, str]]:
    return [(header, says, on) for header, (says, on) in COLUMNS.items()]
