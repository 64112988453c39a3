"""Whom a row names: Classes, Races and sexes in the words of a designer, and those that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decks.sheets.sheet_words import meant, plain
from decks.value_kinds import Fault, Names, kebab
from decks.words.text_reading import STRANGER
from decks.words.value_grammar import forms_of
from engine.inputs.quote import listed

LISTS = ("require", "forbid")


class People:
    """The identities of a box by all that they may be called: one, several, and in other languages."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._forms: dict[str, str] = {}
        for key in names.identities:
            one = key.partition(":")[2]
            for form in forms_of(one.replace("-", " ")):
                self._forms.setdefault(kebab(form), one)

    def known(self, word: str) -> str | None:
        """What an identity is called in the box; None if nobody knows it."""
        axis, colon, one = word.rpartition(":")
        other = meant("identities").get(plain(one), "")
        for name in (one, self._forms.get(kebab(one)), self._forms.get(kebab(other))):
            try:
                self._names.identity(f"{axis}{colon}{name}" if name else "")
            except Fault as fault:
                if "ambiguous" not in str(fault):
                    continue
            return f"{axis}{colon}{name}"
        return None

    def without_strangers(self, keys: dict[str, Any]) -> Mapping[str, str]:
        """Give everybody whom a row names the name of the box; who is not known there is left out, and why, by key."""
        left: dict[str, str] = {}
        for key in (*LISTS, "against"):
            said = keys.get(key)
            if not said:
                continue
            found = {word: self.known(word) for word in said}
            if isinstance(said, dict):
                keys[key] = {name: said[word] for word, name in found.items() if name}
            else:
                keys[key] = [name for name in found.values() if name]
            if strangers := [word for word, name in found.items() if name is None]:
                left[key] = f"{listed([_shown(word) for word in strangers])} {STRANGER}"
        return left


def _shown(word: str) -> str:
    return word.replace("-", " ").title()
