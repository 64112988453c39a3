"""Which card somebody means: by its id, its name or a part of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

NEAR = 8
"""Cards that are suggested where none has the name."""


def cards_named(text: str, names: Mapping[str, str]) -> list[str]:
    """Ids of the cards that have this id or name, or else of those in which it occurs; `names` are names by id."""
    low = text.lower()
    if not low:
        return []
    exact = [i for i, name in names.items() if low in (i, name.lower())]
    return exact or [i for i, name in names.items() if low in i or low in name.lower()]


def nearest(text: str, words: Iterable[str]) -> list[str]:
    """The names or ids most like a text, as a whole or in one of their words."""
    low = text.lower()

    def likeness(word: str) -> float:
        told = word.lower()
        parts = (told, *told.replace("-", " ").split())
        return max(SequenceMatcher(None, low, part).ratio() for part in parts)

    return sorted(words, key=lambda word: (-likeness(word), word))[:NEAR]
