"""Columns of a spreadsheet: which key of a card each header means, guessed or said by the designer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from decks.card_schema import USED_BY, DeckError
from decks.near_words import near_words
from decks.sheets.kind_cells import is_kind
from decks.sheets.sheet_grid import HEADER_WITHIN, Row
from decks.sheets.sheet_words import meant, plain, words
from engine.inputs.quote import quoted

COLUMNS = {key: tuple(found) for key, found in words("headers").items()}
"""Keys of a card, `restriction` (only: or not: somebody), and what else their headers are called."""

NEEDED = ("name", "kind")
"""Columns without which no row can be a card."""

TIMES_OF = re.compile(r"[x\u00d7]\s*\d+|\d+\s*[x\u00d7]", re.IGNORECASE)
"""A number of copies: x2."""
SENTENCE = 4
"""Words of a cell that is a sentence."""

RULE = re.compile(
    r"(?<!\w)[+\u2212-]\d|\b(?:big|lose|gain|draw|discard|may|must|can|cannot|only|against|usable|unless|if)\b",
    re.IGNORECASE,
)
"""What rules have and notes seldom."""

BY_KIND = "/"
"""What stands between the keys of a column that means one or the other, by the kind of the card."""

IGNORED = ("", "-")
"""What `--map HEADER=` may say for a column that is not wanted."""


@dataclass(frozen=True)
class Headers:
    """Where the table begins, and the key that each column fills (empty: none)."""

    row: int  # position among the rows
    names: tuple[str, ...]
    keys: tuple[str, ...]
    said: tuple[str, ...] = ()  # the names of which somebody has said what they mean
    groups: tuple[str, ...] = ()  # what stands above the headers, over several of them

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

    A column of several texts, "Effect / Bad Stuff", is one of texts; of "Level / Bonus" a card has one, by its kind.
    """
    bare = _BRACKETS.sub("", header)
    one = _BY_HEADER.get(plain(header)) or _BY_HEADER.get(plain(bare), "")
    found = [_BY_HEADER.get(plain(part), "") for part in re.split(r"[/&+]|\b(?:or|and|oder|und|ou|et)\b", bare)]
    parts = [*dict.fromkeys(found)]
    return one or (
        "text" if {*parts} - {""} and {*parts} <= {"", *PROSE} else BY_KIND.join(parts) if _is_by_kind(parts) else ""
    )


def _is_by_kind(parts: Sequence[str]) -> bool:
    """Whether a column may be several, of which each kind of card has one at most: Level / Bonus."""
    kinds = [USED_BY.get(part, frozenset()) for part in parts]
    return len(parts) > 1 and all(kinds) and sum(map(len, kinds)) == len(frozenset().union(*kinds))


def key_of(key: str, kind: str) -> str:
    """The key that a column fills on a kind of card."""
    parts = key.split(BY_KIND)
    return next((part for part in parts if kind in USED_BY.get(part, {kind})), parts[0])


def is_note(header: str) -> bool:
    """Whether a column is about the making of a card, and says nothing of it."""
    return plain(_BRACKETS.sub("", header)) in meant("notes")


def unread(headers: Headers, rows: Sequence[Row], names_people: Callable[[str], bool]) -> dict[str, str]:
    """Columns that fill nothing, of which nobody has said that they need not, each with the key that it may be.

    Those are left out that are empty, that number the rows, that are known as notes, and in whose place somebody has
    said another one.
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
            and not _count_up(cells)
        ):
            is_told = any(len(cell.split()) >= SENTENCE for cell in cells)
            people = not is_told and any(map(names_people, cells))
            counts = "copies" not in headers.keys and all(cell.isdecimal() for cell in cells)
            found[name] = "copies" if counts else "restriction" if people else "text"
    return found


def lines_not_read(headers: Headers, rows: Sequence[Row]) -> set[int]:
    """The lines of rows with what may be a rule in a column that fills nothing, not even by what somebody said."""
    places = [at for at, name in enumerate(headers.names) if not headers.keys[at] and name and name not in headers.said]
    return {row.line for row in rows if any(RULE.search(row.cells[at]) for at in places if at < len(row.cells))}


def _count_up(cells: Sequence[str]) -> bool:
    """Whether a column numbers its rows: 1, 2, 3."""
    first = int(cells[0]) if cells[0].isdecimal() else 0
    return len(cells) > 1 and cells == [str(number) for number in range(first, first + len(cells))]


def score(rows: Sequence[Row]) -> int:
    """How many headers the best row among the first has: tells which separator or sheet is meant."""
    return max((len({guess(cell) for cell in row.cells} - {""}) for row in rows[:HEADER_WITHIN]), default=0)


def find_headers(rows: Sequence[Row], said: Mapping[str, str], where: str) -> Headers:
    """The row of headers and what each means; `said` maps headers to keys and goes before any guess."""
    mapped = {plain(header): key for header, key in said.items()}
    if not rows:
        raise DeckError(f"{where}: the file is empty; allowed: a row of headers and a row for each card")
    heads = [_named(rows, at)[0] for at in range(len(rows[:HEADER_WITHIN]))]
    known = [len({mapped.get(plain(name)) or guess(name) for name in names} - {""}) for names in heads]
    at = known.index(max(known))
    names, groups = _named(rows, at)
    guessed = [guess(name) or guess(cell) for name, cell in zip(names, rows[at].cells, strict=True)]
    keys = tuple(_said_key(mapped.get(plain(name)), key) for name, key in zip(names, guessed, strict=True))
    if not {"name", "id"} & {*keys}:
        keys = _with_names(names, keys)
    chosen = _one_each(names, _by_cells(keys, rows[at + 1 :]), mapped, rows[at:], where)
    return Headers(at, names, chosen, tuple(name for name in names if plain(name) in mapped), groups)


def _said_key(said: str | None, guessed: str) -> str:
    """What was said of a column, or else is guessed; one of its two meanings leaves the other to other kinds."""
    if said is None or said in guessed.split(BY_KIND):
        return guessed
    return "" if said in IGNORED else said


def _named(rows: Sequence[Row], at: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The headers of a row, and the groups above them: these name a column without header, or one of two of a name."""
    cells = [" ".join(cell.split()) for cell in rows[at].cells]
    above = [" ".join(cell.split()) for cell in rows[at - 1].cells[: len(cells)]] if at else []
    groups = tuple(dict.fromkeys(filter(None, above)))
    if len(groups) < 2:  # a title
        return tuple(cells), ()
    spans = [next((one for one in reversed(above[: place + 1]) if one), "") for place in range(len(cells))]
    names = []
    for place, cell in enumerate(cells):
        below = any(row.cells[place].strip() for row in rows[at + 1 :] if place < len(row.cells))
        if not cell and below and place < len(above):
            names.append(above[place])
        else:
            names.append(_qualified(spans[place], cell) if cell and cells.count(cell) > 1 else cell)
    spread = any(one and one == other for one, other in zip(above, above[1:]))
    return tuple(names), groups if spread or names != cells else ()


def _qualified(group: str, header: str) -> str:
    """A header with the name of its group, or this alone where it says more: Bad Stuff, of its Text."""
    both = f"{group} {header}".strip()
    return group if not guess(both) and guess(header) in ("", "text") and guess(group) in PROSE else both


def check_said(said: Mapping[str, str], names: Sequence[str], where: str) -> None:
    """Refuse what was said of a column that no sheet has, or that no card has; `where` is where it was said."""
    for header, key in said.items():
        if key not in COLUMNS and key not in IGNORED and not _is_by_kind(key.split(BY_KIND)):
            allowed = f"allowed: {', '.join(COLUMNS)}, or nothing"
            raise DeckError(f"{where}{header}={key}: {quoted(key)} is no key of a card; {allowed}")
        if plain(header) not in map(plain, names):
            raise DeckError(f"{where}{header}={key}: no column has this header; allowed: {_listed(names)}")


def _one_each(
    names: Sequence[str], keys: Sequence[str], mapped: Mapping[str, str], rows: Sequence[Row], where: str
) -> tuple[str, ...]:
    """Each key from one column: what was said goes before the key's own name, and that before other names.

    Several columns of texts are one, and so are those of which no row below the headers fills two.
    """
    chosen: dict[str, list[int]] = {}
    ranks = [2 * (plain(name) in mapped) + (plain(name) == plain(key)) for name, key in zip(names, keys, strict=True)]
    for i, key in enumerate(keys):
        others = chosen.get(key, [])
        if not key or (others and ranks[others[0]] > ranks[i]):
            continue
        equal = [other for other in others if ranks[other] == ranks[i]]
        if key not in ("text", "effects") and (both := [at for at in equal if _fill_both(rows[1:], at, i)]):
            raise DeckError(
                f"{where}: line {rows[0].line}: the columns {quoted(names[both[0]])} and {quoted(names[i])} both mean "
                f"{quoted(key)}; allowed: one of them, the other left out by --map '{names[i]}='"
            )
        chosen[key] = [*equal, i]
    texts = {at for key in ("text", "effects") for at in chosen.get(key, []) if len(chosen[key]) > 1}
    return tuple("text" if i in texts else key if i in chosen.get(key, []) else "" for i, key in enumerate(keys))


def _fill_both(rows: Sequence[Row], one: int, other: int) -> bool:
    """Whether any row fills both of two columns."""
    return any(max(one, other) < len(row.cells) and row.cells[one].strip() and row.cells[other].strip() for row in rows)


def _with_names(names: Sequence[str], keys: Sequence[str]) -> tuple[str, ...]:
    """The keys where names of cards stand below the name of their kind: Monster, Level, Bad Stuff."""
    at = next((i for i, name in enumerate(names) if meant("kinds").get(plain(name)) and not keys[i]), -1)
    return tuple("name" if i == at else key for i, key in enumerate(keys))


def _by_cells(keys: tuple[str, ...], below: Sequence[Row]) -> tuple[str, ...]:
    """The keys where columns of unknown headers hold kinds of cards, but for one in four, or numbers of copies, x2."""
    for key, holds, part in (("kind", _begins_with_kind, 3 / 4), ("copies", TIMES_OF.fullmatch, 1)):
        for i, there in enumerate(keys if key not in keys else ()):
            cells = [row.cells[i] for row in below if not there and i < len(row.cells) and row.cells[i].strip()]
            held = sum(bool(holds(cell.strip())) for cell in cells)
            if 2 * len(cells) > len(below) and held >= part * len(cells):
                keys = (*keys[:i], key, *keys[i + 1 :])
                break
    return keys


def _begins_with_kind(cell: str) -> bool:
    """Whether a cell says a kind, and perhaps more of it: Monster (Undead), Item, 2 hands."""
    return is_kind(re.split(r"\s*[(,;]|\s[-\u2013]\s", cell)[0])


def lacking(headers: Headers) -> list[str]:
    """The keys without which no row can be a card, and of which no column is."""
    return [key for key in NEEDED if key not in headers.keys and not (key == "name" and "id" in headers.keys)]


def check_needed(headers: Headers, where: str, implied: Mapping[str, str], title: str = "") -> None:
    """Refuse a table without names, or without kinds unless something else says them; `title` is that of its sheet."""
    for key in lacking(headers):
        if key not in implied and not (key == "kind" and "slot" in headers.keys):  # what is worn is an Item
            own = [name for name in headers.names if name and plain(title) in (plain(name), f"{plain(name)}s")]
            meant = next(iter([*near_words(key, headers.names, 1), *(own if key == "name" else ())]), "HEADER")
            whole = ", or call the sheet as the kind of all its cards, such as Items" if title and key == "kind" else ""
            raise DeckError(
                f"{where}: no column for {quoted(key)}; the headers are {_listed(headers.names)}; "
                f"say which one it is by --map '{meant}={key}'{whole}"
                f"{'; --sheet NAME reads other sheets alone' if title else ''}"
            )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:40]) for name in names if name)[:400] or "empty"
