"""One row of a spreadsheet: what its cells say together, or what keeps it from being a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from decks.card_schema import DEFAULT_TRIGGER
from decks.sheets.sheet_cells import NOTHING, bare, keys_of
from decks.sheets.sheet_columns import BY_KIND, SENTENCE, Headers, key_of
from decks.sheets.sheet_grid import Row
from decks.sheets.sheet_words import NO_ARGUMENT, meant, plain
from decks.value_kinds import Fault
from engine.inputs.quote import quoted

DECK = "deck"
"""The kind of the one row that holds what a deck.toml says."""

SHOWN = 40
"""Characters of a cell that a message shows."""


FACTS = ("level", "treasures", "bonus", "slot", "gold", "hands", "against", "bad_stuff")
"""Columns that only a card fills: a row with any of them was to be one."""


DOOR = ("monster", "enhancer", "curse", "class", "race", "role", "drive", "birthright", "doubler", "wandering", "cheat")
TREASURE = ("item", "one_shot", "item_enhancer", "go_up_a_level")
PILES = {**dict.fromkeys(DOOR, "door"), **dict.fromkeys(TREASURE, "treasure")}
"""The pile of a card whose row names none; other kinds lie in either."""


@dataclass(frozen=True)
class Problem:
    """What keeps a row from being a card."""

    line: int
    column: str  # header; empty if it is about the whole row
    value: str
    says: str

    @property
    def place(self) -> tuple[str, int]:
        """Where it is, in order."""
        return getattr(self.line, "sheet", ""), int(self.line)

    def __str__(self) -> str:
        """One sentence."""
        short = self.value if len(self.value) <= SHOWN else f"{self.value[:SHOWN]}..."
        card = getattr(self.line, "card", "")
        where = f"line {self.line}{f' ({card})' if card else ''}"
        return (
            f"{where}, column {quoted(self.column)}: {quoted(short)} {self.says}"
            if self.column
            else f"{where}: {self.says}"
        )


@dataclass(frozen=True)
class SaidRow:
    """A row whose cells were read."""

    headers: Headers
    line: int
    cells: Mapping[str, str]  # as typed, by key
    keys: dict[str, Any] = field(default_factory=dict)
    prose: dict[str, str] = field(default_factory=dict)  # its sentences, by column
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_deck(self) -> bool:
        """Whether it is the row that says what a deck.toml says."""
        return self.cells.get("kind", "").strip().lower() == DECK

    @property
    def renames_kind(self) -> bool:
        """Whether its kind has another name in the lab."""
        said = plain(self.cells["kind"])
        return plain(str(self.keys["kind"])) not in (said, said.removesuffix("s"))

    def header(self, key: str) -> str:
        """The header of the column that fills a key."""
        also = {"require": "restriction", "forbid": "restriction", "doubles": "kind", "hands": "slot", "stacks": "slot"}
        names = {part: name for name, column in reversed(self.headers.used.items()) for part in column.split(BY_KIND)}
        return names.get(key, names.get(also.get(key, ""), ""))

    def found(self, column: str, value: str, says: str) -> None:
        """Note what keeps it from being a card."""
        self.problems.append(Problem(self.line, column, value, says))


def said_row(headers: Headers, row: Row, implied: Mapping[str, str]) -> SaidRow:
    """What the cells of a row say; `implied` is what its sheet says of every card."""
    cells, twice = _cells(headers, row, implied)
    cells = {**implied, **{key: cell for key, cell in cells.items() if cell.strip() or key not in implied}}
    if "kind" not in cells and any(letter.isalnum() for letter in cells.get("slot", "")):
        cells["kind"] = "item"  # what is worn is one
    said = SaidRow(headers, row.line, cells)
    if said.is_deck:
        return said
    for header, cell, other in twice:
        said.found(header, cell.strip(), f"is {quoted(other.strip())} in another column of the same meaning")
    for cell in row.cells[len(headers.keys) :]:
        if cell.strip():
            said.found("?", cell.strip(), "lies beyond the last header: a separator inside a text without quote marks?")
    _read_keys(said)
    if not said.problems:
        if "pile" in implied and said.keys["kind"] in PILES:
            del said.keys["pile"]
        _level_of_enhancer(said)
        _move_tokens(said)
    return said


def _cells(headers: Headers, row: Row, implied: Mapping[str, str]) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """The cells of a row by key, and header, cell and other cell of those that another column says otherwise."""
    cells: dict[str, str] = {}
    twice: list[tuple[str, str, str]] = []
    kinds = (cell for key, cell in zip(headers.keys, row.cells) if key == "kind")
    kind = ""
    with suppress(Fault):
        kind = str(keys_of("kind", next(kinds, implied.get("kind", ""))).get("kind", ""))
    for name, column, cell in zip(headers.names, headers.keys, row.cells, strict=False):
        key = key_of(column, kind)
        there = cells.get(key, "")
        if key == "text" and there.strip() and cell.strip():
            cells[key] = f"{there.rstrip()}\n{cell}"  # several columns of texts
        elif key and not there.strip():
            cells[key] = cell
        elif key and key != "text" and cell.strip() not in ("", there.strip()):
            twice.append((name, cell, there))
    return cells, twice


def no_card(headers: Headers, row: Row, implied: Mapping[str, str]) -> bool:
    """Whether a row is none of a card: a heading, a sum, a remark, or the headers once more."""
    cells = {key: cell.strip() for key, cell in zip(headers.keys, row.cells) if key and cell.strip()}
    filled = [cell for cell in row.cells if cell.strip()]
    if [" ".join(cell.split()) for cell in row.cells[: len(headers.names)]] == [*headers.names]:
        return True
    if "kind" not in cells and plain(filled[0]) in meant("sums"):
        return True
    if cells.keys() & {*FACTS} or "id" in cells:
        return False
    if "kind" not in cells:
        return "name" not in cells or (len(filled) == 1 and "kind" not in implied)
    return len(filled) == 2 and not any(letter.isalpha() for letter in cells["kind"])


def _read_keys(said: SaidRow) -> None:
    """The keys that a row's cells say: what a column says itself goes before what another one implies."""
    own: dict[str, Any] = {}
    implied: dict[str, Any] = {}
    told: list[str] = []
    for key, cell in said.cells.items():
        try:
            found = keys_of(key, cell)
        except Fault as fault:
            if key == "bonus" and len(cell.split()) >= SENTENCE:
                told.append(cell.strip())  # +2 to either side
            else:
                said.found(said.header(key), cell.strip(), str(fault))
            continue
        for name, value in found.items():
            if name == "unmodelled" != key:
                said.prose[key] = value
            else:
                (own if name == key else implied)[name] = value
    if "text" in own and "unmodelled" not in said.cells and own["text"].strip().lower() not in NOTHING | NO_ARGUMENT:
        told.insert(0, own["text"])
    if told:
        said.prose["text"] = "\n".join(told)
    for key in ("name", "kind"):
        if not said.cells.get(key, "").strip() and not (key == "name" and "id" in own):
            says = f"is no {key}: every row needs one (merged cells give it to their first row only)"
            said.found(said.header(key) or key, "", says)
    if "level" in own and implied.get("level", own["level"]) != own["level"]:
        said.found(said.header("level"), said.cells["level"].strip(), f"is {implied['level']} beside the kind")
    both = {"tags": [*dict.fromkeys([*implied["tags"], *own["tags"]])]} if "tags" in own and "tags" in implied else {}
    said.keys.update({**implied, **own, **both})


def _level_of_enhancer(said: SaidRow) -> None:
    """The Level of an enhancer is what it adds to that of a monster."""
    if said.keys["kind"] == "enhancer" and "level" in said.keys and "bonus" not in said.keys:
        said.keys["bonus"] = said.keys.pop("level")


def _move_tokens(said: SaidRow) -> None:
    """Tokens under a header that counts for nothing on the kind of their card are sentences, or a Curse's effects."""
    keys, cells = said.keys, said.cells
    for key, kinds in (("bad_stuff", {"monster"}), ("effects", DEFAULT_TRIGGER.keys() - {"monster", "enhancer"})):
        tokens = not bare(cells.get(key, "").strip()).startswith("[")
        if keys.get(key) and tokens and keys["kind"] not in kinds:
            moved = keys.pop(key)
            if key == "bad_stuff" and keys["kind"] == "curse" and not keys.get("effects"):
                keys["effects"] = moved
            else:
                said.prose[key] = cells[key].strip()


def deck_facts(said: SaidRow) -> dict[str, Any]:
    """What the row of the deck says: name, tags, note (as its text), and a table of the rest."""
    cells = said.cells
    try:
        rest = keys_of("against", cells.get("effects", "") or "{}").get("against", {})
        tags = keys_of("tags", cells.get("tags", "")).get("tags", [])
    except Fault as fault:
        said.found("", "", f"the row of the deck {fault}")
        return {}
    note = bare(cells.get("text", ""))
    name = cells.get("name", "").strip()
    return {**({"name": bare(name)} if name else {}), **({"note": note} if note else {}), "tags": tags, **rest}


def texts_of(cells: Sequence[str]) -> str:
    """What a row that is no card holds, for people."""
    text = ", ".join(" ".join(cell.split()) for cell in cells if cell.strip())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
