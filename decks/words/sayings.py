"""What can be said: the nearest clauses to words that were not understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import Any

from decks.words.clause_table import Clause, clauses, conditions, triggers, values
from decks.words.grammar_rules import pieces_of
from decks.words.patterns import Hole, OneOf, Pattern, flat, one_and_several, spelled
from decks.words.value_words import MANY
from decks.words.word_tokens import Word, words

BORDERS = frozenset((",", ";", ":", "and", "then", "if", "unless", "when", "while", "or"))
JOINTS = frozenset((",", ";", ":"))
MOST = 3
EXAMPLES = {
    "number": "3", "bonus": "+2", "people": "an Elf or a Cleric", "nobody": "no Elf", "tags": "undead",
    "cards": "that card", "identities": "Elf", "any people": "Elves", "any tags": "undead",
    "least": "3 or more", "most": "3 or less", "fall": "−2",
}  # fmt: skip
"""What stands for values in a clause that is shown."""
YOUR_VERBS = {"is": "are", "has": "have", "does": "do"}


class Sayings:
    """Every clause as the lab says it, with the words by which it is found."""

    def __init__(self) -> None:
        rows = [row for table in (clauses(), conditions()) for some in table.values() for row in some]
        rows += triggers().values()
        self._said: dict[str, set[str]] = {}
        self._long: dict[str, set[str]] = {}  # the words of the lab alone: other ways to say it make it no farther
        for row in rows:
            if text := shown(row.says):
                self._said.setdefault(text, set()).update(_words(row.says, *row.heard))
                self._long.setdefault(text, set()).update(_words(row.says))
        many = [word for own in self._said.values() for word in own]
        self._weight = {word: log(1 + len(self._said) / many.count(word)) for word in set(many)}

    def nearest(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """The clauses that have most in common with some words, the nearest first."""
        asked = {kind for kind in kinds if kind not in BORDERS}
        scores = []
        for text, own in self._said.items():
            common = sum(self._weight[word] for word in asked & own)
            if common > 1.0:
                scores.append((common / (5 + sum(self._weight[word] for word in self._long[text])), text))
        return tuple(text for _, text in sorted(scores, reverse=True)[:MOST])

    def part_around(self, found: Sequence[Word], place: int) -> tuple[int, int]:
        """The part of a sentence in which a word stands, from one border to the next."""
        place = min(place, len(found) - 1)
        first = last = place
        while first > 0 and found[first].kind not in BORDERS:
            first -= 1
        first += found[first].kind in JOINTS and first < place
        while last < len(found) and (last <= place or found[last].kind not in BORDERS):
            last += 1
        return first, last


def _words(*ways: Pattern) -> set[str]:
    return {piece for way in ways for one in flat(way) for piece in pieces_of(one)[0] if piece[0] != "<"}


def said(clause: Clause) -> tuple[str, ...]:
    """Ways to say a clause, the lab's first, with examples in the place of values."""
    heard = (to_you(shown(way, clause.fixed)) for way in clause.heard)
    return tuple(dict.fromkeys(filter(None, (shown(clause.says, clause.fixed), *heard))))


def to_you(text: str) -> str:
    """What is said of a player as people say it to one."""
    who, _, rest = text.removeprefix("the ").partition(" ")
    verb, _, more = rest.partition(" ")
    if not text.startswith("the ") or who not in ("player", "owner"):
        return text
    meant = next(iter(words(verb)), None)
    return f"you {YOUR_VERBS.get(verb) or (meant.kind if meant else verb)} {more}".rstrip()


def shown(pattern: Pattern, fixed: Mapping[str, Sequence[Any]] = MappingProxyType({})) -> str:
    """A pattern with an example in the place of each value, one of those that are fixed if some are."""
    text = ""
    for part in pattern:
        if isinstance(part, str):
            text += part
        elif isinstance(part, Hole) and part.kind:
            text += EXAMPLES.get(part.kind) or _example(part.kind, fixed.get(part.params[-1], ()))
        elif isinstance(part, OneOf):
            text += shown(part.ways[0], fixed)
    return re.sub(r" (?= )| (?=[,;.])|^ | $", "", text)


def _example(kind: str, fixed: Sequence[Any]) -> str:
    """One of something, or a value of a table."""
    forms, _, degrees = kind.partition("; ")
    if MANY not in forms:
        ways = values()[forms]
        forms = (ways[str(fixed[0])] if fixed else next(iter(ways.values())))[0]
    more = f" {degrees.partition(MANY)[0]}" if degrees else ""
    return spelled(one_and_several(forms)[0])[0] + more
