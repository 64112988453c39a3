"""Rows of a spreadsheet into cards, with everything that could not be read by line and column."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from decks.box_names import names_beside
from decks.card_schema import AXES, BAD_STUFF_LEFT, KEY, USED_BY, Card, Deck, DeckError
from decks.sheets.row_cells import PILES, Problem, SaidRow, deck_facts, said_row
from decks.sheets.sheet_cells import restriction
from decks.sheets.sheet_columns import lines_not_read, unread
from decks.sheets.sheet_tables import Said, Table, read_tables, said_before
from decks.sheets.sheet_words import meant, plain
from decks.value_kinds import Fault, Names, kebab
from decks.words.card_texts import CardReader, Told, card_reader
from decks.words.text_reading import STRANGER
from decks.words.value_grammar import forms_of
from engine.inputs.quote import listed, quoted
from engine.inputs.rows import fault_sentence

LISTS = ("require", "forbid")
"""Keys that name people, beside whom a monster is stronger against."""
NO_BAD_STUFF = re.compile(r"\bbad (?:stuff|things)\s*[:!\u2013\u2014-]\s*(?:none|nothing|n/a|-)\W*$", re.IGNORECASE)
"""That a text says there is none."""
NO_POWERS = "no powers are said"
"""What is not played of a Class or Race of which its row says nothing."""


@dataclass(frozen=True)
class Sheet:
    """A spreadsheet as read."""

    where: str
    read_as: str
    used: dict[str, str]  # header -> key
    unused: tuple[str, ...]
    unread: Mapping[str, str]  # of the unused headers those below which rules may stand, and the key that each may be
    half_read: int  # cards with what may be a rule below one of the unused headers
    said: Said  # what somebody said of its columns, now or before
    kinds: dict[str, str]  # what the sheet calls kinds of cards otherwise than the lab does
    sheets_left: tuple[str, ...]  # sheets of the workbook that hold no cards
    no_cards: tuple[tuple[int, str], ...]  # lines that are none of a card, and what they hold
    rows: int  # that hold cards or were to
    cards: tuple[Card, ...]
    lines: dict[str, int]  # id -> line
    deck: dict[str, Any]  # what the row of the kind `deck` says
    problems: tuple[Problem, ...]
    texts: dict[str, Told]  # id -> what its sentences came to


@dataclass
class _Reading:
    """What has been read so far."""

    rows: list[SaidRow] = field(default_factory=list)
    cards: dict[str, Card] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    deck: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    texts: dict[str, Told] = field(default_factory=dict)


def read_sheet(
    path: Path, said: Mapping[str, str] | None = None, beside: Sequence[Deck] = (), sheets: Sequence[str] = ()
) -> Sheet:
    """Read a spreadsheet of cards; `said` maps headers to keys, sentences may name what is in the decks `beside` it.

    All `sheets` of a workbook that hold cards are read, or those that are said. What was said of it before holds too.
    """
    known = said_before(path, said or {}, sheets)
    tables = read_tables(path, known)
    reading = _Reading()
    for table in tables:
        _read_table(reading, table)
    reader, names = _reader(reading, beside)
    people = People(names)
    for one in reading.rows:
        texts = _with_texts(one, reader, people)
        card = _card(reading, one, _whole(one.keys))
        if card is not None:
            _keep(reading, one, card, path)
            reading.texts.setdefault(card.id, texts)
    not_read = [str(line) for table in tables for line in lines_not_read(table.headers, table.rows)]
    return Sheet(
        str(path), _read_as(tables), {h: k for table in tables for h, k in table.headers.used.items()},
        tuple(dict.fromkeys(name for table in tables for name in table.headers.unused)),
        {h: k for table in tables for h, k in unread(table.headers, table.rows, people.are_named).items()},
        sum(str(line) in not_read for line in reading.lines.values()), known,
        {" ".join(row.cells["kind"].split()): row.keys["kind"] for row in reading.rows if row.renames_kind},
        tables[0].sheets_left, tuple(one for table in tables for one in table.no_cards),
        sum(len(table.rows) for table in tables) - bool(reading.deck), tuple(reading.cards.values()), reading.lines,
        reading.deck, tuple(sorted(reading.problems, key=lambda problem: problem.place)), reading.texts,
    )  # fmt: skip


def _read_as(tables: Sequence[Table]) -> str:
    """How a file was read, in words."""
    first, *others = dict.fromkeys(table.read_as for table in tables)
    what = " ".join(first.split()[:2])  # the sheet, the table
    return f"{what}s {', '.join(one.removeprefix(f'{what} ') for one in (first, *others))}" if others else first


def _read_table(reading: _Reading, table: Table) -> None:
    for row in table.rows:
        one = said_row(table.headers, row, table.implied)
        if one.is_deck:
            reading.deck = deck_facts(one)
        if not one.is_deck and not one.problems:
            reading.rows.append(one)
        reading.problems.extend(one.problems)


def _reader(reading: _Reading, beside: Sequence[Deck]) -> tuple[CardReader | None, Names]:
    """A reader that knows the names of the cards, none if no card has a sentence; and these names."""
    cards: dict[str, Card] = {}
    for row in reading.rows:
        try:
            card = Card.model_validate(_whole({**row.keys, "effects": [], "bad_stuff": []}))
        except ValidationError:
            continue  # told when the row is made a card
        cards[card.id] = card
    own, tags = [*cards.values()], reading.deck.get("tags", ())
    if not any(row.prose for row in reading.rows):
        return None, names_beside(own, tags, beside)
    reader = card_reader(own, tags, beside)
    return reader, reader.names


def _with_texts(row: SaidRow, reader: CardReader | None, people: People) -> Told:
    """Add what the sentences of a row say; what was not understood, or counts for nothing there, is `unmodelled`."""
    keys, cells, kind = row.keys, row.cells, row.keys["kind"]
    strangers = people.without_strangers(keys) if "unmodelled" not in cells else {}  # a sheet of the lab is exact
    found = reader.told(kind, keys, row.prose) if reader is not None else Told()
    keys.update(found.keys)
    kind = keys["kind"]  # a special card may say that it is another one
    bad_left = any(text.startswith(BAD_STUFF_LEFT) for text in found.left)
    said = "bad_stuff" in row.prose or any(map(NO_BAD_STUFF.search, row.prose.values()))
    if kind == "monster" and said and not bad_left:
        keys.setdefault("bad_stuff", [])
    for key, why in strangers.items():
        found.left[_typed(row, key)] = why
    if "unmodelled" not in cells:
        for key, value in keys.items():
            if kind not in USED_BY.get(key, {kind}) and key in cells and not _says_nothing(key, value):
                found.left[_typed(row, key)] = f"{key} means nothing on a card of the kind {kind}"
        if kind in AXES and not keys.get("effects") and not found.left:
            found.left[NO_POWERS] = ""
    if kind == "go_up_a_level" and not keys.get("effects") and any("level" in text.lower() for text in found.left):
        keys.setdefault("levels", 0)  # when it gives its Level is what was not understood
    if found.left:
        keys["unmodelled"] = _joined(filter(None, [keys.get("unmodelled"), *found.left]))
    return found


def _joined(texts: Iterable[str]) -> str:
    """Texts behind one another, as they are typed: only what does not end as a sentence needs a sign behind it."""
    return re.sub(r"([.!?])([\"'\u201d\u2019)\]]*); ", r"\1\2 ", "; ".join(texts))


def _typed(row: SaidRow, key: str) -> str:
    """A cell below its header, as it was typed."""
    cell = row.cells.get(key) or row.cells.get("restriction", "")
    return f"{row.header(key)}: {' '.join(cell.split())}"


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


def _card(reading: _Reading, row: SaidRow, keys: Mapping[str, Any]) -> Card | None:
    try:
        return Card.model_validate(keys)
    except ValidationError as error:
        for fault in error.errors():
            key = str(fault["loc"][0]) if fault["loc"] else ""
            says = fault_sentence(fault, Card, KEY)
            header = row.header(key)
            column = f" (column {quoted(header)})" if header and header != key else ""
            column = column or "; a column `Deck` may say it" * (key == "pile" and not header)
            reading.problems.append(Problem(row.line, "", "", f"{says}{column}"))
        return None


def _keep(reading: _Reading, row: SaidRow, card: Card, path: Path) -> None:
    """Add a card; equal rows are copies of one card."""
    other = reading.cards.get(card.id)
    if other is None:
        reading.cards[card.id], reading.lines[card.id] = card, row.line
        return
    first = reading.lines[card.id]
    two = [getattr(line, "sheet", "") for line in (first, row.line)]
    if two[0] != two[1]:
        raise DeckError(
            f"{path}: the sheets {quoted(two[0])} and {quoted(two[1])} both hold {quoted(card.name or card.id)}; "
            "allowed: each card in one of them (--sheet NAME says which sheets are meant)"
        )
    if other.model_dump(exclude={"copies"}) != card.model_dump(exclude={"copies"}):
        says = (
            f"the id {quoted(card.id)} is taken by another card in line {first}; "
            "allowed: another name, or a column `id`"
        )
        reading.problems.append(Problem(row.line, "", "", says))
        return
    counted = _card(reading, row, {**other.model_dump(exclude_unset=True), "copies": other.copies + card.copies})
    if counted is not None:
        reading.cards[card.id] = counted


class People:
    """The identities of a box by all that they may be called: one, several, and in other languages."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._forms: dict[str, str] = {}
        for key in names.identities:
            one = key.partition(":")[2]
            for form in forms_of(one.replace("-", " ")):
                self._forms.setdefault(kebab(form), one)

    def known(self, word: str) -> str | None:
        """What an identity is called in the box; None if nobody knows it."""
        axis, colon, one = word.rpartition(":")
        other = meant("identities").get(plain(one), "")
        for name in (one, self._forms.get(kebab(one)), self._forms.get(kebab(other))):
            try:
                self._names.identity(f"{axis}{colon}{name}" if name else "")
            except Fault as fault:
                if "ambiguous" not in str(fault):
                    continue
            return f"{axis}{colon}{name}"
        return None

    def are_named(self, cell: str) -> bool:
        """Whether a cell says who may use a card, or may not, and they are known."""
        said = restriction("restriction", cell.strip()) if not cell.lstrip().startswith("[") else {}
        names = [name for key in LISTS for name in said.get(key, ())]
        return bool(names) and all(map(self.known, names))

    def without_strangers(self, keys: dict[str, Any]) -> Mapping[str, str]:
        """Give everybody whom a row names the name of the box; who is not known there is left out, and why, by key."""
        left: dict[str, str] = {}
        for key in (*LISTS, "against"):
            said = keys.get(key)
            if not said or not all(isinstance(word, str) for word in said):  # no names: whoever checks cards says so
                continue
            found = {word: self.known(word) for word in said}
            if isinstance(said, dict):
                keys[key] = {name: said[word] for word, name in found.items() if name}
            else:
                keys[key] = [name for name in found.values() if name]
            if strangers := [word for word, name in found.items() if name is None]:
                left[key] = f"{listed([_shown(word) for word in strangers])} {STRANGER}"
        return left


def _shown(word: str) -> str:
    return word.replace("-", " ").title()
