"""The grammar of sentences, made from the table of clauses and the names of a box.

A rule has words and parts, and says what a sentence means that is made of parts that mean this or that. Rules are few
enough for each sentence: those that have a word that is not in it are left aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from decks.words.patterns import Flat, Hole
from decks.words.word_tokens import NUMBER, plain_kinds, words

Make = Callable[[list[Any]], Any]
"""What a rule means, made from what its parts mean; None where they do not fit together."""
PART = "<{}>".format
"""How parts are told from words."""


def always(meaning: Any) -> Make:
    """What means one thing, however it is said."""
    return lambda _: meaning


def first(found: list[Any]) -> Any:
    """What means the same as its first part."""
    return found[0]


@dataclass
class Grammar:
    """Rules by what they make and what they are made of; several meanings where one text may mean several things."""

    rules: dict[tuple[str, tuple[str, ...]], list[Make]] = field(default_factory=dict)

    def add(self, part: str, made_of: Iterable[str], make: Make) -> None:
        """A rule: names of parts stand in angle brackets, all others are words."""
        pieces = tuple(made_of)
        self.rules.setdefault((PART(part), pieces), []).append(make)
        if "they" in pieces:  # a clause speaks of the player; who reads it says you
            self.rules.setdefault((PART(part), tuple(["you" if one == "they" else one for one in pieces])), []).append(
                make
            )

    def say(self, part: str, text: str, make: Make) -> None:
        """A rule written as a text with parts in angle brackets."""
        self.add(part, pieces_in(text), make)


def kinds(text: str) -> list[str]:
    """The words of a pattern, as the grammar knows them."""
    return list(_kinds(text))


@cache
def _kinds(text: str) -> tuple[str, ...]:
    plain = plain_kinds(text)  # nearly all are, and quickly read
    if plain is not None:
        return tuple(plain)
    return tuple(exactly(word.number) if word.kind == NUMBER else word.kind for word in words(text))


def exactly(number: int) -> str:
    """The word for one number and no other."""
    return f"#{number}"


def without_commas(pieces: list[str]) -> Iterable[list[str]]:
    """The same words with each of their commas and without: people set them as they like."""
    commas = [place for place, piece in enumerate(pieces) if piece == ","][:4]
    for size in range(len(commas) + 1):
        for left_out in combinations(commas, size):
            yield [piece for place, piece in enumerate(pieces) if place not in left_out]


def pieces_of(flat: Flat) -> tuple[list[str], list[Hole]]:
    """A pattern as words and parts, and the holes that its parts fill, in order."""
    filled = [one for one in flat if isinstance(one, Hole) and one.kind]
    text = "".join(one if isinstance(one, str) else PART(_part(one)) if one.kind else "" for one in flat)
    return pieces_in(text), filled


def pieces_in(text: str) -> list[str]:
    """The words and the parts of a text."""
    return [piece for one in _chunks(text) for piece in ([one] if one[0] == "<" else kinds(one))]


def _chunks(text: str) -> Iterable[str]:
    """Parts, and the text between them."""
    at = 0
    while at < len(text):
        start = text.find("<", at)
        start = len(text) if start < 0 else start
        if text[at:start].strip():
            yield text[at:start]
        end = text.find(">", start) + 1 if start < len(text) else len(text)
        if start < len(text):
            yield text[start:end]
        at = end


def _part(hole: Hole) -> str:
    """The part that fills a hole: several holes of one kind are filled by the same."""
    return f"{hole.kind}*" if len(hole.params) > 1 else hole.kind


def filled(holes: list[Hole], values: list[Any]) -> Mapping[str, Any]:
    """Values of parameters, by what the parts of a pattern mean."""
    found: dict[str, Any] = {}
    for hole, value in zip(holes, values, strict=True):
        found |= dict(zip(hole.params, value, strict=True)) if len(hole.params) > 1 else {hole.params[0]: value}
    return found
