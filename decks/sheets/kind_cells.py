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
from engine.inputs.quote import quoted
from engine.records.card_kinds import Tag

Keys = Mapping[str, Any]
"""What a cell says: keys of a card and their values; `unmodelled` if it is no program, but perhaps sentences."""

KNOWN_TAGS = frozenset(tag.name.lower() for tag in Tag)
"""Tags that the engine knows and no deck declares."""


_PARTS = re.compile(r"\s+[\u2013\u2014-]\s+|[/:,;()\[\]+&\n]")
"""What stands between the parts of a cell."""


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
    """A kind, with its pile, its tag, or where an Item is worn: Door - Monster, Monster (Undead), 1-Hand Item."""
    text = re.sub(r"(?i)\s+cards?$", "", text)
    try:
        return _one_kind(key, text)
    except Fault:
        found = _together(text, (_one_kind, _one_slot, pile_keys, _beside_kind))
        kind = found.get("kind", "item" if "slot" in found else "")
        if kind and all(kind in USED_BY.get(name, {kind}) for name in found):
            return {"kind": "item", **found}
        inside = re.search(r"\((.+)\)", text)
        places = [inside[1], text[: inside.start()]] if inside else [re.sub(r"(?i)[\s-]+items?$", "", text)]
        for place in () if any(map(is_kind, places)) else places:
            with suppress(Fault):
                return {"kind": "item", **slot_keys("slot", place)}
        of, *more = [part.strip() for part in _PARTS.split(text) if part.strip()] or [""]
        if more and is_kind(of):
            says = f"says {quoted(', '.join(more))} of a {of}, which is unknown there"
            raise Fault(f"{says}; tags and what else it is may have columns of their own") from None
        raise


def _one_kind(key: str, text: str) -> Keys:
    kind, _, more = _word(text, "kinds", KINDS).partition(":")
    return {"kind": kind, **({"big": True} if more == "big" else {"doubles": more} if more else {})}


def _beside_kind(key: str, text: str) -> Keys:
    """A tag or a Level, as they stand beside the kind of a monster."""
    if level := re.fullmatch(r"(?:level|lvl|lv)\.? *(\d+)", text, re.IGNORECASE):
        return {"level": int(level[1])}
    return {"tags": [text.lower()]} if text.lower() in KNOWN_TAGS else {}


def _together(text: str, readers: Sequence[Callable[[str, str], Keys]]) -> Keys:
    """What the parts of a cell say, each in the way of one reader; nothing if one says nothing, or two differ."""
    found: dict[str, Any] = {}
    for part in filter(str.strip, _PARTS.split(text)):
        said: Keys = {}
        for reader in readers:
            with suppress(Fault):
                said = said or reader("", part.strip())
        if not said or any(found.get(name, value) != value for name, value in said.items()):
            return {}
        found.update(said)
    return found


def slot_keys(key: str, text: str) -> Keys:
    """Where an Item is worn, with its size: 1 Hand, Big; 2 hands Big."""
    try:
        return _one_slot(key, text)
    except Fault:
        parts = re.sub(r"(?i)(?<=\w)\s+(?=(?:big|large)$)", ", ", text)
        if not (found := _together(parts, (_one_slot, _size))):
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
