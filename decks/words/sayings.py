"""What can be said: the nearest clauses to words that were not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum, log, sqrt
from types import MappingProxyType
from typing import Any

from decks.words.clause_table import Clause, clauses, conditions, order_clauses, triggers, values
from decks.words.patterns import Hole, Maybe, OneOf, Pattern, one_and_several, spelled
from decks.words.reader_cache import kept
from decks.words.value_words import MANY
from decks.words.word_tokens import NUMBERS, Word, plain_kinds, words

BORDERS = frozenset((",", ";", ":", "and", "then", "if", "unless", "when", "while", "or"))
JOINTS = frozenset((",", ";", ":"))
MOST = 3
BAR = 0.3
"""What is less alike than this is no help."""
UNREAD = 2.0
"""How much more words weigh that were not understood than the rest of their sentence."""
SAME_DEED = 1.5
"""How much more alike is what begins with the same word as the part that was not understood."""
BEFORE_DEEDS = frozenset(
    "you they it the a an may must can get to player owner everybody each every all any no of their your".split()
)
ENDING = re.compile(r"(?<=[a-z]{4})(?:ing|ed|es|s)$")
EXAMPLES = {
    "minutes": "3 minutes",
    "number": "3", "bonus": "+2", "people": "an Elf or a Cleric", "nobody": "no Elf", "tags": "undead",
    "called": '"Orc" in its name', "foe kinds": "Undead monsters",
    "cards": "that card", "identities": "Elf", "any people": "Elves", "any tags": "undead",
    **{f"{part} {unit}".strip(): f"{words} 3{of}" for part, words in (("figure", ""), ("now", "is"), ("at", "to"))
       for unit, of in (("", ""), ("level", ""), ("cards", " cards"), ("gold", " Gold Pieces"), ("roll", ""))},
    "roll at least": "3 or more", "needed": "4 or more", "fewer": "3", "held now cards": "is 3 cards",
    "held at cards": "to 3 cards", "needed at least": "4 or more",
    "shift": "2 less", "under": "5 or more",
    "is too": "is too low, make it", "least": "3 or more", "most": "3 or less", "fall": "−2",
    "which": "all Curses", "whose": "every monster's", "which several": "Curses",
    "so many of": "Wandering Monster cards", "all of those": "Wandering Monsters",
    "none of those": "Wandering Monsters",
    "stronger": "2 stronger", "higher": "2 higher", "strength": "2 more strength",
    "fewer Treasures": "one Treasure less", "fewer Levels": "one Level less", "further Levels": "an extra Level",
}  # fmt: skip
"""What stands for values in a clause that is shown."""
EXAMPLE = re.compile(r"(?<![\w+])3(?!\w)|\+2")
"""The numbers that stand in examples."""
YOUR_VERBS = {"is": "are", "has": "have", "does": "do"}


@dataclass(frozen=True)
class _Way:
    """A way to say a clause, as it is shown."""

    text: str
    clause: int  # which of all rows
    of_game: bool  # of switches and of cards of the box: rules alone say it
    deed: str  # its first word that says what is done, or of what it speaks


class Sayings:
    """Every way to say every clause, with the words by which it is found."""

    def __init__(self) -> None:
        tables = (clauses(), conditions(), {name: (row,) for name, row in triggers().items()})
        rows = {id(row): row for table in tables for some in table.values() for row in some}
        orders = {id(row): row for some in order_clauses().values() for row in some}
        found = [*_ways(rows.values(), False), *_ways(orders.values(), True, len(rows))]
        self._ways = [way for way, _ in found]
        self._where: dict[str, list[int]] = {}  # words by which ways are found
        for place, (way, pattern) in enumerate(found):
            for word in sorted(roots_in(texts_of(pattern)) | _roots_of(way.text)):
                self._where.setdefault(word, []).append(place)
        self._weight = {word: log(1 + len(found) / len(places)) for word, places in self._where.items()}
        self._rare = log(1 + len(found))
        self._size = [sqrt(fsum(self._weights(_roots_of(way.text)).values())) for way in self._ways]

    def nearest(self, sentence: Sequence[Word], part: Sequence[Word], of_game: bool) -> tuple[str, ...]:
        """Ways to say what has most in common with a sentence, above all with its part that was not understood.

        The cosine of both as bags of words, rare ones weighing more: `BAR` at least, of each clause one way.
        """
        asked = self._weights(_roots(sentence))
        for word in _roots(part):
            asked[word] *= UNREAD
        length = sqrt(fsum(asked.values())) or 1.0
        common: dict[int, float] = {}
        for word in sorted(asked):
            for place in self._where.get(word, ()):
                common[place] = common.get(place, 0.0) + asked[word]
        scored, deed = [], _deed(part)
        for place, shared in sorted(common.items()):
            way, score = self._ways[place], shared / (length * self._size[place])
            score *= SAME_DEED if deed and way.deed == deed else 1
            if (of_game or not way.of_game) and score > BAR:
                scored.append((score, way))
        best = {way.clause: way.text for _, way in sorted(scored, key=lambda one: one[0])}  # the last of each stays
        order = {way.text: score for score, way in scored}
        return tuple(
            _with_number(one, sentence) for one in sorted(best.values(), key=lambda text: (-order[text], text))[:MOST]
        )

    def _weights(self, roots: Iterable[str]) -> dict[str, float]:
        return {root: self._weight.get(root, self._rare) for root in roots}


def _with_number(text: str, sentence: Sequence[Word]) -> str:
    """An example with the number of a sentence that has one, where the example has one too."""
    numbers = [word for word in sentence if word.kind in NUMBERS]
    found = EXAMPLE.findall(text)
    if len(numbers) != 1 or len(found) != 1:
        return text
    number = numbers[0].number
    return EXAMPLE.sub(str(abs(number)) if found[0] == "3" else f"{number:+d}", text)


@cache
def sayings() -> Sayings:
    """Every way to say every clause."""
    return kept("sayings", Sayings)


def part_around(found: Sequence[Word], place: int) -> tuple[int, int]:
    """The part of a sentence in which a word stands, from one border to the next."""
    place = min(place, len(found) - 1)
    first = last = place
    while first > 0 and found[first].kind not in BORDERS:
        first -= 1
    first += found[first].kind in JOINTS and first < place
    while last < len(found) and (last <= place or found[last].kind not in BORDERS):
        last += 1
    return first, last


def _ways(rows: Iterable[Clause], of_game: bool, first: int = 0) -> Iterator[tuple[_Way, Pattern]]:
    for number, row in enumerate(rows, first):
        for way, text in ((way, text.strip()) for way, text in _said(row) if " " in text.strip()):
            yield _Way(text, number, of_game, _deed(words(text))), way


def _deed(found: Iterable[Word]) -> str:
    """The first word of some that says what is done, or of what is spoken, without its ending."""
    return next((ENDING.sub("", one.kind) for one in found if one.kind.isalpha() and one.kind not in BEFORE_DEEDS), "")


def texts_of(pattern: Pattern) -> Iterator[str]:
    """Every text that a pattern may have."""
    for part in pattern:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Maybe):
            yield from texts_of(part.parts)
        elif isinstance(part, OneOf):
            for way in part.ways:
                yield from texts_of(way)


def roots_in(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts without their endings."""
    return frozenset[str]().union(*map(_roots_of, texts))


@cache
def _roots_of(text: str) -> frozenset[str]:
    kinds = plain_kinds(text)
    return _roots(words(text)) if kinds is None else rooted(kinds)


def _roots(found: Iterable[Word]) -> frozenset[str]:
    return rooted(word.kind for word in found)


def rooted(kinds: Iterable[str]) -> frozenset[str]:
    """Words without their endings."""
    return frozenset(ENDING.sub("", kind) for kind in kinds if kind not in BORDERS and kind != ".")


def said(clause: Clause) -> tuple[str, ...]:
    """Ways to say a clause, the lab's first, with examples in the place of values."""
    return tuple(dict.fromkeys(text for _, text in _said(clause)))


def _said(clause: Clause) -> Iterator[tuple[Pattern, str]]:
    heard = ((way, to_you(shown(way, clause.fixed))) for way in clause.heard)
    return ((way, text) for way, text in ((clause.says, shown(clause.says, clause.fixed)), *heard) if text)


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
