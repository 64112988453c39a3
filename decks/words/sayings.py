"""What can be said: the nearest clauses to words that were not understood."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from decks.words.clause_table import Clause, clauses, conditions, triggers, values
from decks.words.grammar_rules import pieces_of
from decks.words.patterns import Hole, Maybe, Pattern, flat, one_and_several
from decks.words.value_words import MANY
from decks.words.word_tokens import Word

BORDERS = frozenset((",", ";", ":", "and", "then", "if", "unless", "when", "while", "or"))
JOINTS = frozenset((",", ";", ":"))
MOST = 3
EXAMPLES = {
    "number": "3", "bonus": "+2", "people": "an Elf or a Cleric", "nobody": "no Elf", "tags": "undead",
    "cards": "that card", "identities": "justice",
}  # fmt: skip
"""What stands for values in a clause that is shown."""


class Sayings:
    """Every clause as the lab says it, with the words by which it is found."""

    def __init__(self) -> None:
        rows = [row for table in (clauses(), conditions()) for some in table.values() for row in some]
        rows += triggers().values()
        self._said: dict[str, set[str]] = {}
        for row in rows:
            if text := shown(row.says):
                self._said.setdefault(text, set()).update(_words(row))
        many = [word for words in self._said.values() for word in words]
        self._weight = {word: log(1 + len(self._said) / many.count(word)) for word in set(many)}

    def nearest(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """The clauses that have most in common with some words, the nearest first."""
        asked = {kind for kind in kinds if kind not in BORDERS}
        scores = []
        for text, words in self._said.items():
            common = sum(self._weight[word] for word in asked & words)
            if common > 1.0:
                scores.append((common / (5 + sum(self._weight[word] for word in words)), text))
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


def _words(row: Clause) -> set[str]:
    return {
        piece for way in (row.says, *row.heard) for one in flat(way) for piece in pieces_of(one)[0] if piece[0] != "<"
    }


def _forms(kind: str) -> str:
    """How the first value of a kind is said."""
    return kind if MANY in kind else next(iter(values()[kind].values()))[0]


def shown(pattern: Pattern) -> str:
    """A pattern with an example in the place of each value."""
    text = ""
    for part in pattern:
        if isinstance(part, str):
            text += part
        elif isinstance(part, Hole) and part.kind:
            text += EXAMPLES.get(part.kind) or one_and_several(_forms(part.kind))[0]
        elif isinstance(part, Maybe):
            continue
    return text
