"""Words that somebody may have meant: the one way in which near ones are looked for.

It lies here since everything above may ask it; of what outside tables hold, `engine.inputs` looks by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

NEAR = 5
"""Words that a sentence names, unless it asks for more or fewer."""
CLOSE, CLOSE_PART = 0.62, 0.8
"""How like a word has to be as a whole, or one of its parts: `magc` in `Magic Lamp`; a `beast` is no `cheat`."""
BEHIND = 0.2
"""Words that are so much less like than the likest are not named beside it."""
LONGEST = 60
"""Letters that are looked at."""
LEAST = 3
"""Letters with which a word or a part of it has to begin, to be named for them."""


def near_words(given: str, known: Iterable[str], most: int = NEAR) -> list[str]:
    """Known words like one that is not known, the likest first: misspelt, in one of their parts, or begun alike."""
    match = SequenceMatcher(None, "", asked := _plain(given[:LONGEST]))
    scores = {word: _likeness(match, asked, _plain(word)) for word in known}
    least = max(CLOSE, max(scores.values(), default=0) - BEHIND)
    return sorted((word for word in scores if scores[word] >= least), key=lambda word: -scores[word])[:most]


def _likeness(match: SequenceMatcher[str], asked: str, told: str) -> float:
    """From 0 to 1; what is equal but for a letter comes before what only begins so, this before a part that is like."""
    match.set_seq1(told)
    whole, best = match.ratio(), 0.0
    if len(asked) >= LEAST and f" {asked}" in f" {told}":
        best = (CLOSE + 1 + whole / 10) / 2
    for part in told.split() if " " in told else ():
        match.set_seq1(part)
        best = max(best, match.ratio() * CLOSE / CLOSE_PART)
    return max(whole, best)


def _plain(word: str) -> str:
    """A word without case, and without what joins its parts."""
    return " ".join(re.split(r"[\s_./+-]+", word.casefold())).strip()


def cards_named(text: str, names: Mapping[str, str]) -> list[str]:
    """Ids of the cards that have this id or name, or else of those in which it occurs; `names` are names by id."""
    low = text.lower()
    if not low:
        return []
    exact = [i for i, name in names.items() if low in (i, name.lower())]
    return exact or [i for i, name in names.items() if low in i or low in name.lower()]
