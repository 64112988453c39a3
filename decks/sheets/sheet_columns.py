"""Columns of a spreadsheet: which key of a card each header means, guessed or said by the designer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from decks.card_schema import DeckError
from decks.near_words import near_words
from decks.sheets.sheet_grid import HEADER_WITHIN, Row
from decks.sheets.sheet_words import meant, plain, words
from engine.inputs.quote import quoted

COLUMNS = {key: tuple(found) for key, found in words("headers").items()}
"""Keys of a card, `restriction` (only: or not: somebody), and what else their headers are called."""

NEEDED = ("name", "kind")
"""Columns without which no row can be a card."""

SENTENCE = 4
"""Words of a cell that is a sentence."""

IGNORED = ("", "-")
"""What `--map HEADER=` may say for a column that is not wanted."""


@dataclass(frozen=True)
class Headers:
    """Where the table begins, and the key that each column fills (empty: none)."""

    row: int  # position among the rows
    names: tuple[str, ...]
    keys: tuple[str, ...]
    said: tuple[str, ...] = ()  # the names of which somebody has said what they mean

    @property
    def used(self) -> dict[str, str]:
        """Key by header, for people."""
        return {name: key for name, key in zip(self.names, self.keys, strict=True) if key}

    @property
    def unused(self) -> tuple[str, ...]:
        """Headers that fill nothing."""
        return tuple(name for name, key in zip(self.names, self.keys, strict=True) if name and not key)


_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")

_BY_HEADER = {plain(name): key for key, others in COLUMNS.items() for name in (key, *others)}


PROSE = ("text", "effects", "bad_stuff")
"""Keys whose columns say what a card does."""


def guess(header: str) -> str:
    """The key a header means, or nothing; what stands in brackets, such as a unit, need not be known.

    A column of several texts, "Effect / Bad Stuff", is one of texts.
    """
    bare = _BRACKETS.sub("", header)
    one = _BY_HEADER.get(plain(header)) or _BY_HEADER.get(plain(bare), "")
    parts = {_BY_HEADER.get(plain(part), "") for part in re.split(r"[/&+]|\b(?:or|and|oder|und|ou|et)\b", bare)}
    return one or ("text" if parts <= {*PROSE} else "")


def is_note(header: str) -> bool:
    """Whether a column is about the making of a card, and says nothing of it."""
    return plain(_BRACKETS.sub("", header)) in meant("notes")


def unread(headers: Headers, rows: Sequence[Row], names_people: Callable[[str], bool]) -> dict[str, str]:
    """Columns that fill nothing, of which nobody has said that they need not, each with the key that it may be.

    Those are left out that are empty, that are known as notes, and in whose place somebody has said another one.
    """
    found, replaced = {}, {key for name, key in headers.used.items() if name in headers.said}
    for name, key, at in zip(headers.names, headers.keys, range(len(headers.names)), strict=True):
        cells = [row.cells[at].strip() for row in rows if at < len(row.cells) and row.cells[at].strip()]
        if (
            name
            and not key
            and cells
            and name not in headers.said
            and not is_note(name)
            and guess(name) not in replaced
        ):
            is_told = any(len(cell.split()) >= SENTENCE for cell in cells)
            found[name] = "restriction" if not is_told and any(map(names_people, cells)) else "text"
    return found


def score(rows: Sequence[Row]) -> int:
    """How many headers the best row among the first has: tells which separator or sheet is meant."""
    return max((len({guess(cell) for cell in row.cells} - {""}) for row in rows[:HEADER_WITHIN]), default=0)


def find_headers(rows: Sequence[Row], said: Mapping[str, str], where: str) -> Headers:
    """The row of headers and what each means; `said` maps headers to keys and goes before any guess."""
    mapped = {plain(header): key for header, key in said.items()}
    if not rows:
        raise DeckError(f"{where}: the file is empty; allowed: a row of headers and a row for each card")
    known = [sum(bool(mapped.get(plain(c)) or guess(c)) for c in row.cells) for row in rows[:HEADER_WITHIN]]
    at = known.index(max(known))
    names = tuple(" ".join(cell.split()) for cell in rows[at].cells)
    keys = tuple(mapped.get(plain(name), guess(name)) for name in names)
    keys = tuple("" if key in IGNORED else key for key in keys)
    if not {"name", "id"} & {*keys}:
        keys = _with_names(names, keys)
    chosen = _one_each(names, keys, mapped, f"{where}: line {rows[at].line}")
    return Headers(at, names, chosen, tuple(name for name in names if plain(name) in mapped))


def check_said(said: Mapping[str, str], names: Sequence[str], where: str) -> None:
    """Refuse what was said of a column that no sheet has, or that no card has; `where` is where it was said."""
    for header, key in said.items():
        if key not in COLUMNS and key not in IGNORED:
            allowed = f"allowed: {', '.join(COLUMNS)}, or nothing"
            raise DeckError(f"{where}{header}={key}: {quoted(key)} is no key of a card; {allowed}")
        if plain(header) not in map(plain, names):
            raise DeckError(f"{where}{header}={key}: no column has this header; allowed: {_listed(names)}")


def _one_each(names: Sequence[str], keys: Sequence[str], mapped: Mapping[str, str], where: str) -> tuple[str, ...]:
    """Each key from one column: what was said goes before the key's own name, and that before other names."""
    chosen: dict[str, int] = {}
    texts: set[int] = set()
    ranks = [2 * (plain(name) in mapped) + (plain(name) == plain(key)) for name, key in zip(names, keys, strict=True)]
    for i, key in enumerate(keys):
        if not key:
            continue
        other = chosen.get(key)
        if other is not None and key in ("text", "effects"):  # several columns of texts are one
            texts |= {i, other} if ranks[i] == ranks[other] else {other if ranks[i] > ranks[other] else i}
            chosen[key] = i if ranks[i] > ranks[other] else other
            continue
        if other is not None and ranks[other] == ranks[i]:
            raise DeckError(
                f"{where}: the columns {quoted(names[other])} and {quoted(names[i])} both mean {quoted(key)}; "
                f"allowed: one of them, the other left out by --map '{names[i]}='"
            )
        if other is None or ranks[other] < ranks[i]:
            chosen[key] = i
    return tuple("text" if i in texts else key if chosen.get(key) == i else "" for i, key in enumerate(keys))


def _with_names(names: Sequence[str], keys: Sequence[str]) -> tuple[str, ...]:
    """The keys where names of cards stand below the name of their kind: Monster, Level, Bad Stuff."""
    at = next((i for i, name in enumerate(names) if meant("kinds").get(plain(name)) and not keys[i]), -1)
    return tuple("name" if i == at else key for i, key in enumerate(keys))


def lacking(headers: Headers) -> list[str]:
    """The keys without which no row can be a card, and of which no column is."""
    return [key for key in NEEDED if key not in headers.keys and not (key == "name" and "id" in headers.keys)]


def check_needed(headers: Headers, where: str, implied: Mapping[str, str]) -> None:
    """Refuse a table without names, or without kinds unless something else says them."""
    for key in lacking(headers):
        if key not in implied:
            meant = next(iter(near_words(key, headers.names, 1)), "HEADER")
            raise DeckError(
                f"{where}: no column for {quoted(key)}; the headers are {_listed(headers.names)}; "
                f"say which one it is by --map '{meant}={key}'"
            )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:40]) for name in names if name)[:400] or "empty"
