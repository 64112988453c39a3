"""What kind of card a cell says, and where it lies or is worn: one word, or several that belong together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from decks.card_schema import AXES, KINDS, SLOTS, USED_BY
from decks.near_words import near_words
from decks.sheets.sheet_words import meant, plain
from decks.value_kinds import Fault

Keys = Mapping[str, Any]
"""What a cell says: keys of a card and their values; `unmodelled` if it is no program, but perhaps sentences."""


def _word(text: str, table: str, allowed: tuple[str, ...]) -> str:
    """The word of the lab that one means, or several of it: Monsters are those of the kind `monster`."""
    known: dict[str, str] = {**{plain(word): word for word in allowed}, **meant(table)}
    said = plain(re.sub("[!.?]", "", text))
    found = known.get(said) or known.get(said.removesuffix("s"))
    if found is None or not said:
        near = near_words(said, known, 1)
        hint = f"did you mean {known[near[0]].partition(':')[0]}? " if near else ""
        raise Fault(f"is unknown; {hint}allowed: {', '.join(allowed)}")
    return found


def is_kind(text: str) -> bool:
    """Whether a text is the name of a kind of cards, or of several of it."""
    with suppress(Fault):
        return bool(_word(text, "kinds", KINDS))
    return False


def kind_keys(key: str, text: str) -> Keys:
    """A kind, with its pile or where an Item is worn: Door - Monster, Weapon (1 Hand), 1-Hand Item."""
    text = re.sub(r"(?i)\s+cards?$", "", text)
    try:
        return _one_kind(key, text)
    except Fault:
        found = _together(text, (_one_kind, _one_slot, pile_keys))
        kind = found.get("kind", "item" if "slot" in found else "")
        if kind and all(kind in USED_BY.get(name, {kind}) for name in found):
            return {"kind": "item", **found}
        inside = re.search(r"\((.+)\)", text)
        places = [inside[1], text[: inside.start()]] if inside else [re.sub(r"(?i)[\s-]+items?$", "", text)]
        for place in () if any(map(is_kind, places)) else places:
            with suppress(Fault):
                return {"kind": "item", **slot_keys("slot", place)}
        raise


def _one_kind(key: str, text: str) -> Keys:
    kind, _, more = _word(text, "kinds", KINDS).partition(":")
    return {"kind": kind, **({"big": True} if more == "big" else {"doubles": more} if more else {})}


def _together(text: str, readers: Sequence[Callable[[str, str], Keys]]) -> Keys:
    """What the parts of a cell say, each in the way of one reader; nothing if one says nothing, or two differ."""
    found: dict[str, Any] = {}
    for part in filter(str.strip, re.split(r"\s+[\u2013\u2014-]\s+|[/:,;()\[\]+&\n]", text)):
        said: Keys = {}
        for reader in readers:
            with suppress(Fault):
                said = said or reader("", part.strip())
        if not said or any(found.get(name, value) != value for name, value in said.items()):
            return {}
        found.update(said)
    return found


def slot_keys(key: str, text: str) -> Keys:
    """Where an Item is worn, with its size: 1 Hand, Big."""
    try:
        return _one_slot(key, text)
    except Fault:
        if not (found := _together(text, (_one_slot, _size))):
            raise
        return found


def _one_slot(key: str, text: str) -> Keys:
    stacked = re.fullmatch(r"(.+?)[\s_-]*stackable", text, re.IGNORECASE)
    slot, _, hands = _word(stacked[1] if stacked else text, "slots", SLOTS).partition(":")
    return {"slot": slot, **({"hands": int(hands)} if hands else {}), **({"stacks": True} if stacked else {})}


def _size(key: str, text: str) -> Keys:
    return {"big": _word(text, "sizes", ("big", "small")) == "big"}


def pile_keys(key: str, text: str) -> Keys:
    """The pile of a card."""
    return {"pile": _word(text, "piles", ("door", "treasure"))}


def axis_keys(key: str, text: str) -> Keys:
    """One of Class, Race and the like."""
    return {key: _word(text, "kinds", AXES)}
