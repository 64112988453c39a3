"""Rows of a spreadsheet into cards, with everything that could not be read by line and column."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from decks.card_schema import AXES, DEFAULT_TRIGGER, KEY, USED_BY, Card, Deck, DeckError
from decks.sheets.sheet_cells import NO_ARGUMENT, NOTHING, bare, keys_of
from decks.sheets.sheet_columns import Headers, find_headers, plain, score
from decks.sheets.sheet_grid import Row, read_grid
from decks.value_kinds import Fault, kebab
from decks.words.card_texts import CardReader, Told, card_reader
from engine.inputs.quote import quoted
from engine.inputs.rows import fault_sentence

DECK = "deck"
"""The kind of the one row that holds what a deck.toml says."""

SHOWN = 40
"""Characters of a cell that a message shows."""

SENTENCE = 4
"""Words of a cell that is a sentence."""

DOOR = ("monster", "enhancer", "curse", "class", "race", "role", "drive", "birthright", "doubler", "wandering", "cheat")
TREASURE = ("item", "one_shot", "item_enhancer", "go_up_a_level")
PILES = {**dict.fromkeys(DOOR, "door"), **dict.fromkeys(TREASURE, "treasure")}
"""The pile of a card whose row names none; other kinds lie in either."""


NO_POWERS = "no powers are said"
"""What is not played of a Class or Race of which its row says nothing."""


@dataclass(frozen=True)
class Problem:
    """What keeps a row from being a card."""

    line: int
    column: str  # header; empty if it is about the whole row
    value: str
    says: str

    def __str__(self) -> str:
        """One sentence."""
        short = self.value if len(self.value) <= SHOWN else f"{self.value[:SHOWN]}..."
        where = (
            f"line {self.line}, column {quoted(self.column)}: {quoted(short)} "
            if self.column
            else f"line {self.line}: "
        )
        return where + self.says


@dataclass(frozen=True)
class Sheet:
    """A spreadsheet as read."""

    where: str
    read_as: str
    used: dict[str, str]  # header -> key
    unused: tuple[str, ...]
    unread: tuple[str, ...]  # of the unused headers those with sentences below them
    rows: int  # that hold cards or were to
    cards: tuple[Card, ...]
    lines: dict[str, int]  # id -> line
    deck: dict[str, Any]  # what the row of the kind `deck` says
    problems: tuple[Problem, ...]
    texts: dict[str, Told]  # id -> what its sentences came to


@dataclass(frozen=True)
class _Row:
    """A row whose cells can be read."""

    line: int
    keys: dict[str, Any]
    prose: dict[str, str]  # its sentences, by column
    cells: Mapping[str, str]


@dataclass
class _Reading:
    """What has been read so far."""

    headers: Headers
    rows: list[_Row] = field(default_factory=list)
    cards: dict[str, Card] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    deck: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    texts: dict[str, Told] = field(default_factory=dict)


def read_sheet(path: Path, said: Mapping[str, str] | None = None, beside: Sequence[Deck] = ()) -> Sheet:
    """Read a spreadsheet of cards; `said` maps headers to keys, sentences may name what is in the decks `beside` it."""
    grid = read_grid(path, score)
    headers = find_headers(grid.rows, said or {}, str(path))
    reading = _Reading(headers)
    rows = grid.rows[headers.row + 1 :]
    if not rows:
        raise DeckError(f"{path}: there is no row below the headers; allowed: a row for each card")
    for row in rows:
        _read_row(reading, row)
    reader = _reader(reading, beside)
    for one in reading.rows:
        texts = _with_texts(reading, one, reader)
        card = _card(reading, one.line, _whole(one.keys))
        if card is not None:
            _keep(reading, one.line, card)
            reading.texts.setdefault(card.id, texts)
    return Sheet(
        str(path), grid.read_as, headers.used, headers.unused, _unread(headers, rows, said or {}),
        len(rows) - bool(reading.deck), tuple(reading.cards.values()), reading.lines, reading.deck,
        tuple(sorted(reading.problems, key=lambda problem: problem.line)), reading.texts,
    )  # fmt: skip


def _unread(headers: Headers, rows: Sequence[Row], said: Mapping[str, str]) -> tuple[str, ...]:
    """Headers of the columns that are not used, of which nobody has said so, and that hold sentences."""
    left = {*headers.unused} - {name for name in headers.unused if plain(name) in map(plain, said)}
    cells = [(name, cell) for row in rows for name, cell in zip(headers.names, row.cells) if name in left]
    return tuple(dict.fromkeys(name for name, cell in cells if len(cell.split()) >= SENTENCE))


def _read_row(reading: _Reading, row: Row) -> None:
    headers = reading.headers
    cells = {key: cell for key, cell in zip(headers.keys, row.cells) if key}
    if cells.get("kind", "").strip().lower() == DECK:
        reading.deck = _deck_facts(reading, row, cells)
        return
    found = len(reading.problems)
    for cell in row.cells[len(headers.keys) :]:
        if cell.strip():
            says = "lies beyond the last header: a separator inside a text without quote marks?"
            reading.problems.append(Problem(row.line, "?", cell.strip(), says))
    keys, prose = _keys(reading, row.line, cells)
    if len(reading.problems) == found:
        _move_tokens(keys, prose, cells)
        reading.rows.append(_Row(row.line, keys, prose, cells))


def _move_tokens(keys: dict[str, Any], prose: dict[str, str], cells: Mapping[str, str]) -> None:
    """Tokens under a header that counts for nothing on the kind of their card are sentences, or a Curse's effects."""
    for key, kinds in (("bad_stuff", {"monster"}), ("effects", DEFAULT_TRIGGER.keys() - {"monster", "enhancer"})):
        tokens = not bare(cells.get(key, "").strip()).startswith("[")
        if keys.get(key) and tokens and keys["kind"] not in kinds:
            moved = keys.pop(key)
            if key == "bad_stuff" and keys["kind"] == "curse" and not keys.get("effects"):
                keys["effects"] = moved
            else:
                prose[key] = cells[key].strip()


def _reader(reading: _Reading, beside: Sequence[Deck]) -> CardReader | None:
    """A reader that knows the names of the cards; none if no card has a sentence."""
    if not any(row.prose for row in reading.rows):
        return None
    cards: dict[str, Card] = {}
    for row in reading.rows:
        try:
            card = Card.model_validate(_whole({**row.keys, "effects": [], "bad_stuff": []}))
        except ValidationError:
            continue  # told when the row is made a card
        cards[card.id] = card
    return card_reader([*cards.values()], reading.deck.get("tags", ()), beside)


def _header(reading: _Reading, key: str) -> str:
    """The header of the column that fills a key."""
    also = {"require": "restriction", "forbid": "restriction", "doubles": "kind", "hands": "slot", "stacks": "slot"}
    headers = reading.headers
    one = key if key in headers.keys else also.get(key, "")
    return headers.names[headers.keys.index(one)] if one in headers.keys and one else ""


def _keys(reading: _Reading, line: int, cells: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The keys that a row's cells say, and its sentences by column.

    What a column says itself goes before what another one implies.
    """
    own: dict[str, Any] = {}
    implied: dict[str, Any] = {}
    prose: dict[str, str] = {}
    for key, cell in cells.items():
        try:
            said = keys_of(key, cell)
        except Fault as fault:
            reading.problems.append(Problem(line, _header(reading, key), cell.strip(), str(fault)))
            continue
        for name, value in said.items():
            if name == "unmodelled" != key:
                prose[key] = value
            else:
                (own if name == key else implied)[name] = value
    if "text" in own and "unmodelled" not in cells and own["text"].strip().lower() not in NOTHING | NO_ARGUMENT:
        prose["text"] = own["text"]
    for key in ("name", "kind"):
        if not cells.get(key, "").strip() and not (key == "name" and "id" in own):
            says = f"is no {key}: every row needs one (merged cells give it to their first row only)"
            reading.problems.append(Problem(line, _header(reading, key) or key, "", says))
    return {**implied, **own}, {key: prose[key] for key in ("bad_stuff", "effects", "text") if key in prose}


def _with_texts(reading: _Reading, row: _Row, reader: CardReader | None) -> Told:
    """Add what the sentences of a row say; what was not understood, or counts for nothing there, is `unmodelled`."""
    keys, cells, kind = row.keys, row.cells, row.keys["kind"]
    found = reader.told(kind, keys, row.prose) if reader is not None else Told()
    keys.update(found.keys)
    kind = keys["kind"]  # a special card may say that it is another one
    if kind == "monster" and "bad_stuff" in row.prose:
        keys.setdefault("bad_stuff", [])
    if "unmodelled" not in cells:
        for key, value in keys.items():
            if kind not in USED_BY.get(key, {kind}) and key in cells and not _says_nothing(key, value):
                text = f"{_header(reading, key)}: {' '.join(cells[key].split())}"
                found.left[text] = f"{key} means nothing on a card of the kind {kind}"
        if kind in AXES and not keys.get("effects") and not found.left:
            found.left[NO_POWERS] = ""
    if found.left:
        keys["unmodelled"] = "; ".join(filter(None, [keys.get("unmodelled"), *found.left]))
    return found


def _whole(keys: dict[str, Any]) -> dict[str, Any]:
    """What need not be written: the id follows from the name, the pile from the kind; empty values go."""
    kind = keys["kind"]
    name = str(keys.get("name", ""))
    if "id" not in keys:
        keys["id"] = kebab(name) or f"card-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    if "pile" not in keys and kind in PILES:
        keys["pile"] = PILES[kind]
    return {
        key: value for key, value in keys.items() if kind in USED_BY.get(key, {kind}) or not _says_nothing(key, value)
    }


def _says_nothing(key: str, value: Any) -> bool:
    return value in (Card.model_fields[key].default, 0, "none") or value == []


def _card(reading: _Reading, line: int, keys: Mapping[str, Any]) -> Card | None:
    try:
        return Card.model_validate(keys)
    except ValidationError as error:
        for fault in error.errors():
            key = str(fault["loc"][0]) if fault["loc"] else ""
            says = fault_sentence(fault, Card, KEY)
            reading.problems.append(Problem(line, "", "", f"{says}{_in_column(reading, key)}"))
        return None


def _in_column(reading: _Reading, key: str) -> str:
    header = _header(reading, key)
    return f" (column {quoted(header)})" if header and header != key else ""


def _keep(reading: _Reading, line: int, card: Card) -> None:
    """Add a card; equal rows are copies of one card."""
    other = reading.cards.get(card.id)
    if other is None:
        reading.cards[card.id], reading.lines[card.id] = card, line
        return
    row, copies = {**other.model_dump(exclude_unset=True)}, other.copies + card.copies
    first = reading.lines[card.id]
    if other.model_dump(exclude={"copies"}) != card.model_dump(exclude={"copies"}):
        says = (
            f"the id {quoted(card.id)} is taken by another card in line {first}; "
            "allowed: another name, or a column `id`"
        )
        reading.problems.append(Problem(line, "", "", says))
    elif (counted := _card(reading, line, {**row, "copies": copies})) is not None:
        reading.cards[card.id] = counted


def _deck_facts(reading: _Reading, row: Row, cells: Mapping[str, str]) -> dict[str, Any]:
    """What the row of the deck says: name, tags, note (as its text), and a table of the rest."""
    try:
        rest = keys_of("against", cells.get("effects", "") or "{}").get("against", {})
        tags = keys_of("tags", cells.get("tags", "")).get("tags", [])
    except Fault as fault:
        reading.problems.append(Problem(row.line, "", "", f"the row of the deck {fault}"))
        return {}
    note = bare(cells.get("text", ""))
    name = cells.get("name", "").strip()
    return {**({"name": bare(name)} if name else {}), **({"note": note} if note else {}), "tags": tags, **rest}
