"""Patterns of the table of clauses: words, holes for values, parts that may be missing, and ways to say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

_PIECES = re.compile(r"\{[^}]*\}|[\[\]()|]|[^\[\]{}()|]+")


@dataclass(frozen=True)
class Hole:
    """A place for values: the parameters that are said there, and how; or one that is fixed and goes without words."""

    params: tuple[str, ...]
    kind: str
    fixed: str = ""


@dataclass(frozen=True)
class Maybe:
    """A part that is written only with values of its own, and that people may leave out."""

    parts: Pattern


@dataclass(frozen=True)
class OneOf:
    """Ways in which people say the same."""

    ways: tuple[Pattern, ...]


@dataclass(frozen=True)
class Choice:
    """Texts of which one is said, and none has a value."""

    texts: tuple[str, ...]


Pattern: TypeAlias = tuple["str | Hole | Maybe | OneOf", ...]
Flat: TypeAlias = tuple["str | Hole", ...]
Folded: TypeAlias = tuple["str | Hole | Choice", ...]


def parsed(text: str) -> Pattern:
    """The parts of a pattern."""
    pieces = _PIECES.findall(text)
    ways = _ways(pieces)
    if pieces or len(ways) != 1:
        raise ValueError(f"{text!r} opens or closes a bracket too many")
    return ways[0]


def _ways(pieces: list[str]) -> tuple[Pattern, ...]:
    """What stands up to the bracket that closes, which is left; several ways where | stands between them."""
    ways: list[list[str | Hole | Maybe | OneOf]] = [[]]
    while pieces and pieces[0] not in "])":
        piece = pieces.pop(0)
        if piece == "|":
            ways.append([])
        elif piece in "[(":
            inner = _ways(pieces)
            if not pieces or pieces.pop(0) != {"[": "]", "(": ")"}[piece]:
                raise ValueError(f"{piece!r} is not closed")
            ways[-1].append(OneOf(inner) if piece == "(" else Maybe((OneOf(inner),) if len(inner) > 1 else inner[0]))
        else:
            ways[-1].append(_hole(piece[1:-1]) if piece[0] == "{" else piece)
    return tuple(tuple(way) for way in ways)


def _hole(text: str) -> Hole:
    params, colon, kind = text.partition(":")
    if colon:
        return Hole(tuple(params.split()), kind)
    name, _, value = text.partition("=")
    return Hole((name,), "", value)


def holes(pattern: Pattern) -> Iterator[Hole]:
    """Every hole of a pattern."""
    for part in pattern:
        if isinstance(part, Hole):
            yield part
        elif isinstance(part, Maybe):
            yield from holes(part.parts)
        elif isinstance(part, OneOf):
            for way in part.ways:
                yield from holes(way)


def flat(pattern: Pattern) -> Iterator[Flat]:
    """Every way to say a pattern, as words and holes."""
    choices: list[list[Flat]] = []
    for part in pattern:
        if isinstance(part, Maybe):
            choices.append([(), *flat(part.parts)])
        elif isinstance(part, OneOf):
            choices.append([one for way in part.ways for one in flat(way)])
        else:
            choices.append([(part,)])
    for chosen in product(*choices):
        yield tuple(part for one in chosen for part in one)


def folded(pattern: Pattern) -> Iterator[Folded]:
    """The same, in which what may be said in one way or another without a value is one part: no product of all."""
    choices: list[list[Folded]] = []
    for part in _joined(pattern):
        if isinstance(part, Maybe):
            choices.append([(), *folded(part.parts)])
        elif isinstance(part, OneOf) and not any(holes((part,))):
            texts = dict.fromkeys(text for way in part.ways for text in map(_text, flat(way)))
            said = tuple(text for text in texts if text.strip())
            choices.append([(Choice(said),) if len(said) > 1 else said, *([()] if len(said) < len(texts) else [])])
        elif isinstance(part, OneOf):
            choices.append([one for way in part.ways for one in folded(way)])
        else:
            choices.append([(part,)])
    for chosen in product(*choices):
        yield tuple(part for one in chosen for part in one)


def _joined(pattern: Pattern) -> Pattern:
    """A pattern in which words and what may be missing before or behind them are one choice."""
    found: list[str | Hole | Maybe | OneOf] = []
    for part in pattern:
        before = found[-1] if found else None
        if isinstance(part, Maybe) and isinstance(before, str) and not any(holes((part,))):
            found[-1] = OneOf(((before,), (before, *part.parts)))
        elif isinstance(part, str) and isinstance(before, Maybe) and not any(holes((before,))):
            found[-1] = OneOf(((part,), (*before.parts, part)))
        else:
            found.append(part)
    return tuple(found)


def _text(way: Flat) -> str:
    return "".join(map(str, way))


def spelled(text: str) -> list[str]:
    """Every way to say a text without holes."""
    return ["".join(str(part) for part in way) for way in flat(parsed(text))]


def one_and_several(forms: str) -> tuple[str, str, str]:
    """The parts of a text before and behind the bar between one and several, which stands in no bracket."""
    depth = 0
    for place, letter in enumerate(forms):
        depth += (letter in "([") - (letter in ")]")
        if letter == "|" and not depth:
            return forms[:place], "|", forms[place + 1 :]
    return forms, "", ""
