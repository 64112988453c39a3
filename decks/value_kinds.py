"""Words and numbers of card files: what each kind of value may be, and the number it becomes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from engine.inputs.quote import listed, quoted
from engine.records.amounts import Within
from engine.records.card_kinds import FEMALE, HUMAN, MALE, Axis, Pile, Slot
from engine.records.state import FightFlag, Status
from engine.records.step_values import Party

FIXED_IDENTITIES = {"race:human": HUMAN, "sex:female": FEMALE, "sex:male": MALE}
"""Identities that no card gives."""

ENUMERATIONS: dict[str, type[IntEnum]] = {
    "axis": Axis,
    "flag": FightFlag,
    "party": Party,
    "pile": Pile,
    "slot": Slot,
    "status": Status,
    "within": Within,
}
"""Kinds of values that are the lower-case words of an enumeration."""

ValueKind = type[IntEnum] | str
"""An enumeration, or a word: one of `ENUMERATIONS`, identity, identity:AXIS, card, tag, number, label."""


def kebab(text: str) -> str:
    """A text as an id: lower-case words joined by hyphens; empty if no letter or digit of it is Latin."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain.lower().replace("'", "")))


NAMED = "name:"
"""What stands before words in the names of cards: all cards with them are meant, as if they were a tag."""


def is_called(name: str, group: str) -> bool:
    """Whether a name has the words of a group, whole and in a row, the last perhaps of several: no Orc in Sorcerer."""
    words, said = kebab(re.sub(r"(?<=\d),(?=\d)", "", name)).split("-"), group.removeprefix(NAMED).split("-")
    *before, last = said
    ends = {last, f"{last}s", f"{last}es"}
    return any(words[at : at + len(before)] == before and words[at + len(before)] in ends
               for at in range(len(words) - len(before)))  # fmt: skip


class Fault(ValueError):
    """A value that is not allowed; its text says which values are."""


@dataclass(frozen=True)
class Names:
    """What the words of the loaded cards stand for."""

    identities: Mapping[str, int]  # `axis:name` -> bit
    tags: Mapping[str, int]  # tag -> bit
    cards: Mapping[str, int]  # id -> number
    home: frozenset[str] = frozenset()  # `axis:name` of the deck whose card is read: they are meant first

    def identity(self, word: str, axis: str = "") -> int:
        """Bit of an identity, looked up on one axis or on all of them."""
        if word in self.identities:
            return self.identities[word]
        found = [k for k in self.identities if k.split(":")[1] == word and k.startswith(axis)]
        found = [k for k in found if k in self.home] or found
        if len(found) == 1:
            return self.identities[found[0]]
        if found:
            raise Fault(f"{quoted(word)} is ambiguous; allowed: {listed(found)}")
        known = sorted(k.split(":")[1] for k in self.identities if k.startswith(axis))
        beside = "; those of another deck in one box with it: base+./mine, or --with base"
        raise Fault(f"{quoted(word)} is no identity of these decks; allowed: {listed(known)}{beside}")

    def tag(self, word: str) -> int:
        """Bit of a tag; words in names of cards have one where a box is made, and are told apart where none is."""
        if word.startswith(NAMED) and word not in self.tags:
            return int.from_bytes(kebab(word).encode()) << 64
        if word not in self.tags:
            raise Fault(f"{quoted(word)} is no tag of these decks; allowed: {listed(sorted(self.tags))}")
        return self.tags[word]

    def card(self, word: str) -> int:
        """Number of a card."""
        if word not in self.cards:
            raise Fault(f"{quoted(word)} is no card of these decks; allowed: the id of a card in them")
        return self.cards[word]


def enumeration(kind: ValueKind) -> type[IntEnum] | None:
    """Enumeration behind a kind of value, if there is one."""
    return ENUMERATIONS.get(kind) if isinstance(kind, str) else kind


def words_of(choices: type[IntEnum]) -> tuple[str, ...]:
    """The words a card file uses for an enumeration."""
    return tuple(m.name.lower() for m in choices)


def check_value(kind: ValueKind, value: Any, low: int = 0, high: int = 99) -> None:
    """Refuse a value that cannot belong to the kind, whatever cards there are."""
    choices = enumeration(kind)
    if choices is not None:
        _check_word(value, words_of(choices))
    elif kind == "number":
        check_number(value, low, high)
    elif kind in ("tag", "identity") or str(kind).startswith("identity:"):
        listed = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(v, str) and v for v in listed):
            raise Fault(f"{quoted(value)} is no name; allowed: a name or a list of names")
    elif not isinstance(value, str) or not value:
        raise Fault(f"{quoted(value)} is no name; allowed: a name")


def check_number(value: Any, low: int, high: int) -> None:
    """Refuse what is no whole number between the bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Fault(f"{quoted(value)} is out of range; allowed: whole numbers from {low} to {high}")


def _check_word(value: Any, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise Fault(f"{quoted(value)} is unknown; allowed: {', '.join(allowed)}")


def number_of(kind: ValueKind, value: Any, names: Names) -> int:
    """The number that stands for a checked value in the arrays."""
    choices = enumeration(kind)
    if choices is not None:
        return int(choices[str(value).upper()])
    if kind == "number":
        return int(value)
    if kind == "card":
        return names.card(value)
    if kind == "label":
        return 0
    mask = 0
    for word in value if isinstance(value, list) else [value]:
        mask |= names.tag(word) if kind == "tag" else names.identity(word, str(kind).partition(":")[2])
    return mask
