"""The grammar of sentences, made from the table of clauses and the names of a box.

A rule has words and parts, and says what a sentence means that is made of parts that mean this or that. Rules are few
enough for each sentence: those that have a word that is not in it are left aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from decks.words.patterns import Choice, Flat, Folded, Hole, Pattern, folded
from decks.words.word_tokens import NUMBER, belong_together, plain_kinds, words

Make = Callable[[list[Any]], Any]
"""What a rule means, made from what its parts mean; None where they do not fit together."""
PART = "<{}>".format
"""How parts are told from words."""
ONE_OF = "one of "
"""What the names of parts begin with that are made of some texts and mean nothing."""
_CHUNK = re.compile(r"<[^>]*>|[^<]+")
"""Parts, and the text between them."""
UNSAID = "-"
"""A hole for words that go without saying: {-:in combat}."""


CHOSEN = Hole((UNSAID,), ONE_OF)
"""What a choice fills, whichever it is."""


def always(meaning: Any) -> Make:
    """What means one thing, however it is said."""
    return lambda _: meaning


NOTHING_MORE = always(True)
"""What is said without a meaning of its own."""


def first(found: list[Any]) -> Any:
    """What means the same as its first part."""
    return found[0]


@dataclass
class Grammar:
    """Rules by what they make and what they are made of; several meanings where one text may mean several things."""

    rules: dict[tuple[str, tuple[str, ...]], list[Make]] = field(default_factory=dict)
    choices: dict[tuple[str, ...], str] = field(default_factory=dict)  # parts that are some texts and mean nothing

    def add(self, part: str, made_of: Iterable[str], make: Make) -> None:
        """A rule: names of parts stand in angle brackets, all others are words."""
        pieces = tuple(made_of)
        self.rules.setdefault((PART(part), pieces), []).append(make)
        if "they" in pieces:  # a clause speaks of the player; who reads it says you
            self.rules.setdefault((PART(part), tuple(["you" if one == "they" else one for one in pieces])), []).append(
                make
            )

    def words_of(self, left_out: Container[str]) -> set[str]:
        """The words and parts of all rules but those that make a part that is left out."""
        return set[str]().union(*(made_of for origin, made_of in self.rules if origin not in left_out))

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
    if "," not in pieces:
        yield pieces
        return
    commas = [place for place, piece in enumerate(pieces) if piece == ","][:4]
    for size in range(len(commas) + 1):
        for left_out in combinations(commas, size):
            yield [piece for place, piece in enumerate(pieces) if place not in left_out]


def pieces_of(flat: Flat) -> tuple[list[str], list[Hole]]:
    """A pattern as words and parts, and the holes that its parts fill, in order."""
    filled = [CHOSEN if one.kind.startswith(ONE_OF) else one for one in flat if isinstance(one, Hole) and one.kind]
    text = "".join(one if isinstance(one, str) else PART(_part(one)) if one.kind else "" for one in flat)
    return pieces_in(text), filled


def shared_ways(grammar: Grammar, pattern: Pattern, first: int = 1, verbs: Container[str] = ()) -> Iterator[Flat]:
    """Every way to say a pattern; what is said in one way or another is a part of its own, made once for all patterns.

    The `first` words stay words, and so do `verbs`; and what would be read otherwise beside its neighbours.
    """
    for way in folded(pattern):
        yield from _shared(grammar, way, first, verbs)


def _shared(grammar: Grammar, way: Folded, first: int, verbs: Container[str]) -> Iterator[Flat]:
    left: list[tuple[Folded, int]] = [(way, 0)]  # the last of them is the next; and how many of its parts are seen
    while left:
        way, place = left.pop()
        if place == len(way):
            yield tuple(part for part in way if not isinstance(part, Choice))
            continue
        before, part, behind = way[:place], way[place], way[place + 1 :]
        if not isinstance(part, Choice):
            left.append((way, place + 1))
            continue
        apart = part.texts
        if not first or len(pieces_in("".join(map(_shown, before)))) >= first:
            beside = _beside(before[::-1]), _beside(behind)
            apart = tuple(text for text in part.texts if _must_stay(text, verbs) or not _stands_alone(text, *beside))
        rest = tuple(text for text in part.texts if text not in apart) if apart else part.texts
        if rest:
            shared = Hole((UNSAID,), _choice(grammar, rest)) if len(rest) > 1 else rest[0]
            left.append(((*before, shared, *behind), place + 1))
        left.extend(((*before, text, *behind), place + 1) for text in reversed(apart))


def _must_stay(text: str, verbs: Container[str]) -> bool:
    said = _kinds(text)
    return not said or said[0] in verbs


def _shown(part: str | Hole | Choice) -> str:
    return part if isinstance(part, str) else PART(part.kind) if isinstance(part, Hole) and part.kind else ""


@cache
def _stands_alone(text: str, before: tuple[str, ...], behind: tuple[str, ...]) -> bool:
    """Whether a text means the same whichever of some texts stands before and behind it."""
    return not (any(belong_together(one, text) for one in before) or any(belong_together(text, one) for one in behind))


def _beside(parts: Folded) -> tuple[str, ...]:
    """The texts of which one stands beside a choice."""
    for part in parts:
        if isinstance(part, Choice):
            return part.texts
        if isinstance(part, Hole):
            if part.kind:
                return ()
        elif part.strip():
            return (part,)
    return ()


def _choice(grammar: Grammar, texts: tuple[str, ...]) -> str:
    """The part that any of some texts makes."""
    if texts not in grammar.choices:
        grammar.choices[texts] = f"{ONE_OF}{len(grammar.choices)}"
        for form in {tuple(made_of): None for text in texts for made_of in without_commas(kinds(text))}:
            grammar.add(grammar.choices[texts], form, NOTHING_MORE)
    return grammar.choices[texts]


def pieces_in(text: str) -> list[str]:
    """The words and the parts of a text."""
    return [piece for one in _CHUNK.findall(text) for piece in ((one,) if one[0] == "<" else _kinds(one))]


def _part(hole: Hole) -> str:
    """The part that fills a hole: several holes of one kind are filled by the same."""
    return f"{hole.kind}*" if len(hole.params) > 1 else hole.kind


def filled(holes: list[Hole], values: list[Any]) -> Mapping[str, Any]:
    """Values of parameters, by what the parts of a pattern mean."""
    found: dict[str, Any] = {}
    for hole, value in zip(holes, values, strict=True):
        found |= dict(zip(hole.params, value, strict=True)) if len(hole.params) > 1 else {hole.params[0]: value}
    return found
