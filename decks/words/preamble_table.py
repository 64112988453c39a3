"""The table of preambles (`preambles.toml`) and where its rows match: a small grammar on words as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from decks.words.clause_table import FOLDER, TableError
from decks.words.patterns import Hole, Maybe, OneOf, Pattern, parsed
from decks.words.word_tokens import Word, written
from engine.inputs.toml import read_toml

SHORT = {"s": "is", "d": "would", "ve": "have", "m": "am", "re": "are", "ll": "will"}
"""What is drawn together with a word before it."""


def units_of(raw: Sequence[Word]) -> list[tuple[str, ...]]:
    """Each word as what it is drawn together of: we'd is we would."""
    return [parts_of(word.kind) for word in raw]


@cache
def parts_of(kind: str) -> tuple[str, ...]:
    """What a word is drawn together of: we'd is we would."""
    head, _, tail = kind.partition("'")
    return (head, SHORT[tail]) if tail in SHORT else (kind,)


def ends_of(
    patterns: Sequence[Pattern], units: list[tuple[str, ...]], start: int, table: str = "preambles"
) -> set[int]:
    """Where preambles end that begin at a word; holes of their patterns are rows of a table."""
    flat = [(part, at) for at, parts in enumerate(units) for part in parts]
    if start >= len(units):
        return set()
    begin = next(place for place, (_, at) in enumerate(flat) if at == start)
    kinds = tuple(part for part, _ in flat)
    whole = {place: at for place, (_, at) in enumerate(flat) if not place or flat[place - 1][1] != at}
    whole[len(flat)] = len(units)
    found = {end for pattern in patterns for end in _matched(pattern, kinds, frozenset({begin}), table)}
    return {whole[end] for end in found if end in whole and whole[end] > start}


def _matched(pattern: Pattern, kinds: tuple[str, ...], starts: frozenset[int], table: str) -> frozenset[int]:
    """Where a pattern ends that begins at one of some places."""
    for part in pattern:
        if not starts:
            return starts
        if isinstance(part, str):
            said = _said(part)
            starts = frozenset(at + len(said) for at in starts if kinds[at : at + len(said)] == said)
        elif isinstance(part, Hole):
            starts = frozenset(end for way in row(part.params[0], table) for end in _matched(way, kinds, starts, table))
        elif isinstance(part, Maybe):
            starts |= _matched(part.parts, kinds, starts, table)
        elif isinstance(part, OneOf):
            starts = frozenset(end for way in part.ways for end in _matched(way, kinds, starts, table))
    return starts


@cache
def _said(text: str) -> tuple[str, ...]:
    return tuple(part for word in written(text) for part in parts_of(word.kind))


@cache
def _table(name: str = "preambles") -> dict[str, Any]:
    return dict(read_toml(FOLDER / f"{name}.toml", TableError))


@cache
def row(name: str, table: str = "preambles") -> tuple[Pattern, ...]:
    """The patterns of a row of a table."""
    return tuple(map(parsed, _table(table)[name]))


@cache
def listed(name: str, part: str = "purpose", table: str = "preambles") -> frozenset[str]:
    """The words of a list, in a part of a table or, where that is called preambles, in none."""
    found = _table(table)[name] if part == "preambles" else _table(table)[part].get(name, "")
    return frozenset(found.split() if isinstance(found, str) else found)


@cache
def present() -> dict[str, str]:
    """Words of the past, and as they are said in rules."""
    return {past: now for now, ways in _table()["present"].items() for past in _pasts(ways)}


def _pasts(ways: str) -> list[str]:
    return [ways] if ways == "had to" else ways.split()
