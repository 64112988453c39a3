"""What designers call columns, kinds, slots and people, as `sheet_words.toml` lists it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from decks.card_schema import DeckError
from engine.inputs.toml import read_toml


def plain(text: str) -> str:
    """A text without case, spaces and signs; one of nothing but signs stays as it is."""
    letters = "".join(letter for letter in unicodedata.normalize("NFKC", text).lower() if letter.isalnum())
    return letters or "".join(text.split())


@cache
def words(table: str) -> Mapping[str, Sequence[str]]:
    """What each word of the lab is called too, plain, in one of the tables; no word is called so twice."""
    rows = read_toml(Path(__file__).with_suffix(".toml"), DeckError)[table]
    return {
        key: [one for one in dict.fromkeys(map(plain, text.split(","))) if one not in ("", plain(key))]
        for key, text in rows.items()
    }


@cache
def meant(table: str) -> Mapping[str, str]:
    """The word of the lab by each of the words, plain, that mean it, its own among them."""
    return {one: key for key, others in words(table).items() for one in (plain(key), *others)}
