"""What people say before, behind and beside a rule and that is none of it, and the rule that is left.

"In our house, ...", "What if ...?", "To slow down the leaders, ...": a small grammar of its own (`preambles.toml`), read
on the words as they are written. A condition is no preamble: no row holds a number, a player or a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from decks.words.clause_table import FOLDER, TableError
from decks.words.patterns import Hole, Maybe, OneOf, Pattern, parsed
from decks.words.word_tokens import NUMBERS, Word, meant, written
from engine.inputs.toml import read_toml

MOST_UNITS = 4
"""Preambles one after the other: tbh, in our house, we play that."""
MOST_TRIED = 40
"""Ways to take a sentence apart that are tried."""
SHORT = {"s": "is", "d": "would", "ve": "have", "m": "am", "re": "are", "ll": "will"}
"""What is drawn together with a word before it."""
STOPS = (",", ":", ";")
LET, ALLOW = ("let", "lets", "letting"), ("allow", "allows", "allowing")
MAY_AT = range(1, 6)
"""How many words may name those who may do something: everybody; the player in the lead."""
NOT_PAST = ("is", "are", "was", "were", "be", "been", "being", "has", "have", "get", "gets", "got", "who")
"""Words behind which a past form says something else: what was dropped, a player who lost."""


@dataclass(frozen=True)
class Rest:
    """What is left of a sentence: the words to read, and what was left out of it."""

    words: tuple[Word, ...]
    left_out: tuple[str, ...]
    lasting: bool = False  # it was a question or a purpose stands behind it: only what holds all the time is meant


@dataclass(frozen=True)
class _Cut:
    """A sentence without its preambles, by the words that are left."""

    first: int
    last: int
    sort: str = ""  # "wish": its past is the present; "naming": it begins with what is done
    lasting: bool = False


class Preambles:
    """Takes preambles off sentences; `is_rule` tells whether a word belongs to the game."""

    def __init__(self, is_rule: Callable[[Word], bool]) -> None:
        self._is_rule = is_rule

    def rests(self, text: str) -> Iterator[Rest]:
        """Every way to take a sentence for a rule with something beside it, the shortest preamble first."""
        raw = written(text)
        tried: dict[tuple[str, ...], None] = {}
        for cut in self._cuts(raw):
            left_out = tuple(
                part.strip(" ,:;-")
                for part in (text[: raw[cut.first].start], text[raw[cut.last - 1].end :])
                if part.strip(" ,:;-.!?")
            )
            for found, lasting in _spoken(raw[cut.first : cut.last], cut):
                kinds = tuple(f"{word.kind} {word.number}" for word in found)
                if found and kinds not in tried and len(tried) < MOST_TRIED:
                    tried[kinds] = None
                    yield Rest(tuple(meant(found)), left_out, cut.lasting or lasting)

    def _cuts(self, raw: list[Word]) -> Iterator[_Cut]:
        units = _units(raw)
        starts: dict[int, str] = {0: ""}
        fresh = [0]
        for _ in range(MOST_UNITS):
            found = {
                end: sort
                for start in fresh
                for sort in ("opening", "wish", "naming")
                for end in _ends(_row(sort), units, start)
                if end < len(raw)
            }
            found |= {end: starts[start] for start in fresh for end in self._purpose(raw, start)}
            found = {_behind_stops(raw, end): sort for end, sort in found.items()}
            fresh = [end for end in found if end not in starts and end < len(raw)]
            starts |= {end: found[end] for end in fresh}
        lasts = {len(raw): False, **self._tails(raw, units)}
        for (first, sort), (last, lasting) in product(starts.items(), lasts.items()):
            if first < last:
                yield _Cut(first, last, sort, lasting)

    def _tails(self, raw: list[Word], units: list[tuple[str, ...]]) -> dict[int, bool]:
        """Where a rule ends that has something behind it, and whether that is what it is good for."""
        found: dict[int, bool] = {}
        ends = [len(raw)]
        for end in ends:
            for start in range(1, end):
                purpose = raw[start].kind == "to" and self._aims(raw[start + 1 : end])
                if purpose or end in _ends(_row("tail"), units[:end], start):
                    last = start - (raw[start - 1].kind in STOPS)
                    if last not in found and last:
                        found[last] = purpose
                        ends.append(last)
        return found

    def _purpose(self, raw: list[Word], start: int) -> Iterator[int]:
        """Where what a rule is good for ends, if it begins there: To slow down the leaders, ..."""
        stop = next((at for at in range(start, len(raw)) if raw[at].kind == ","), 0)
        inner = raw[start + 1 : stop]
        if stop and raw[start].kind == "to" and self._aims(inner):
            yield stop + 1
        named = {word.kind for word in inner} & _listed("nouns")
        if stop and raw[start].kind == "for" and named - {"a", "an", "the"} and self._is_plain(inner):
            yield stop + 1

    def _aims(self, inner: Sequence[Word]) -> bool:
        return len(inner) > 1 and inner[0].kind in _listed("verbs") and self._is_plain(inner[1:])

    def _is_plain(self, inner: Sequence[Word]) -> bool:
        """Whether words speak of people and of the game as such, and of nothing in it."""
        plain = _listed("plain") | _listed("nouns")
        return all(
            word.kind in plain or (word.kind not in NUMBERS and not any(map(self._is_rule, meant([word]))))
            for word in inner
        )


def tells_whom(heading: str) -> bool:
    """Whether a heading says of whom or when its rule is."""
    return any(word.kind in _listed("whom", "preambles") for word in written(heading))


def _spoken(raw: list[Word], cut: _Cut) -> Iterator[tuple[list[Word], bool]]:
    """The ways in which what is left may be said as a plain sentence, and whether it must then be one that lasts."""
    if cut.first or cut.last or cut.sort:
        yield raw, False
    if cut.sort == "wish":
        yield _in_the_present(raw), False
    first, *rest = raw
    if cut.sort == "naming":
        for base in _bases(first.kind):
            yield [first._replace(kind=base), *rest], False
    if any(word.kind == "would" for word in rest):
        yield [word for word in raw if word.kind != "would"], True
    if first.kind in LET:
        yield from ((found, False) for found in _with_may(rest))
        yield rest, False
    elif first.kind in ALLOW:
        for at in (at for at, word in enumerate(rest) if word.kind == "to" and at in MAY_AT):
            yield [*rest[:at], _may(rest[at]), *rest[at + 1 :]], False
    elif first.kind in _listed("modal", "preambles"):
        yield rest, True
        yield from ((found, False) for found in _with_may(rest))


def _with_may(found: list[Word]) -> Iterator[list[Word]]:
    """Words with a "may" behind those who may do something, who are the first so many words."""
    for at in (at for at in MAY_AT if at < len(found)):
        yield [*found[:at], _may(found[at]), *found[at:]]


def _may(near: Word) -> Word:
    return Word("may", 0, near.start, near.start)


def _in_the_present(raw: list[Word]) -> list[Word]:
    """Words with the present in the place of the past."""
    table, found = _present(), list[Word]()
    for at, word in enumerate(raw):
        then = " ".join(one.kind for one in raw[at : at + 2])
        before = raw[at - 1].kind if at else ""
        if at and raw[at - 1].kind == "had" and word.kind == "to":
            continue
        now = table.get(then, table.get(word.kind)) if before not in NOT_PAST else None
        parts = [word.kind] if now is None else now.split()
        found += [word._replace(kind=part) for part in parts]
    return found


def _bases(kind: str) -> list[str]:
    """The verb that is named: starting is start, giving is give, dropping is drop."""
    if not kind.endswith("ing") or len(kind) < 5:
        return []
    stem = kind[:-3]
    return [stem, f"{stem}e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]


def _behind_stops(raw: list[Word], end: int) -> int:
    while end < len(raw) and raw[end].kind in STOPS:
        end += 1
    return end


def _units(raw: Sequence[Word]) -> list[tuple[str, ...]]:
    """Each word as what it is drawn together of: we'd is we would."""
    return [_parts(word.kind) for word in raw]


@cache
def _parts(kind: str) -> tuple[str, ...]:
    head, _, tail = kind.partition("'")
    return (head, SHORT[tail]) if tail in SHORT else (kind,)


def _ends(patterns: Sequence[Pattern], units: list[tuple[str, ...]], start: int) -> set[int]:
    """Where preambles end that begin at a word."""
    flat = [(part, at) for at, parts in enumerate(units) for part in parts]
    if start >= len(units):
        return set()
    begin = next(place for place, (_, at) in enumerate(flat) if at == start)
    kinds = tuple(part for part, _ in flat)
    whole = {place: at for place, (_, at) in enumerate(flat) if not place or flat[place - 1][1] != at}
    whole[len(flat)] = len(units)
    found = {end for pattern in patterns for end in _matched(pattern, kinds, frozenset({begin}))}
    return {whole[end] for end in found if end in whole and whole[end] > start}


def _matched(pattern: Pattern, kinds: tuple[str, ...], starts: frozenset[int]) -> frozenset[int]:
    """Where a pattern ends that begins at one of some places."""
    for part in pattern:
        if not starts:
            return starts
        if isinstance(part, str):
            said = _said(part)
            starts = frozenset(at + len(said) for at in starts if kinds[at : at + len(said)] == said)
        elif isinstance(part, Hole):
            starts = frozenset(end for way in _row(part.params[0]) for end in _matched(way, kinds, starts))
        elif isinstance(part, Maybe):
            starts |= _matched(part.parts, kinds, starts)
        elif isinstance(part, OneOf):
            starts = frozenset(end for way in part.ways for end in _matched(way, kinds, starts))
    return starts


@cache
def _said(text: str) -> tuple[str, ...]:
    return tuple(part for word in written(text) for part in _parts(word.kind))


@cache
def _table() -> dict[str, Any]:
    return dict(read_toml(FOLDER / "preambles.toml", TableError))


@cache
def _row(name: str) -> tuple[Pattern, ...]:
    return tuple(map(parsed, _table()[name]))


@cache
def _listed(name: str, part: str = "purpose") -> frozenset[str]:
    """The words of a list."""
    return frozenset(_table()[name] if part == "preambles" else _table()[part][name].split())


@cache
def _present() -> dict[str, str]:
    return {past: now for now, ways in _table()["present"].items() for past in _pasts(ways)}


def _pasts(ways: str) -> list[str]:
    return [ways] if ways == "had to" else ways.split()
