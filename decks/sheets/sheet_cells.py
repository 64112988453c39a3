"""One cell of a spreadsheet into keys of a card: forgiving where the meaning is plain, a sentence where it is not.

Programs may be written in short words: `lose_levels:2; lose headgear`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from decks.card_schema import AXES, KINDS, SLOTS
from decks.program_steps import AMOUNT_WORDS
from decks.value_kinds import Fault, kebab
from engine.inputs.toml import check_values, parse_toml
from engine.records.card_kinds import Tag
from engine.records.opcodes import BY_NAME

Keys = Mapping[str, Any]
"""What a cell says: keys of a card and their values; `unmodelled` if it is no program, but perhaps sentences."""

NOTHING = frozenset({"", "-", "–", "—", "n/a"})
"""Cells that say nothing in columns that hold no free text."""

LONGEST = {"name": 120, "id": 120}
LONGEST_TEXT = 4000
ERRORS = ("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!")
"""What a spreadsheet shows for a formula that failed."""

WORDS = {
    "gold": r"\s*(gold|gp|gold pieces?|gold-pieces?)",
    "hands": r"\s*hands?",
    "bonus": r"\s*bonus",
    "levels": r"\s*levels?",
}
"""Words that may follow the number of a column."""

KIND_WORDS = {
    "monster enhancer": "enhancer", "monster modifier": "enhancer", "wandering monster": "wandering", "trap": "curse",
    "oneshot": "one_shot", "one shot item": "one_shot", "equipment": "item", "level up": "go_up_a_level",
    "go up level": "go_up_a_level", "gain a level": "go_up_a_level", "guest": "guest_star", "hero": "character",
    "super munchkin": "doubler:class", "half breed": "doubler:race", "super munchkin for drive": "doubler:drive",
}  # fmt: skip
"""Other words for kinds of cards; behind a colon the axis that a doubler attaches to."""

SLOT_WORDS = {
    "headgear": "head", "helmet": "head", "hat": "head", "armor": "body", "armour": "body", "torso": "body",
    "footgear": "feet", "boots": "feet", "foot": "feet", "shoes": "feet", "hands": "hand", "weapon": "hand",
    "1 hand": "hand:1", "one hand": "hand:1", "2 hands": "hand:2", "two hands": "hand:2", "no": "none",
}  # fmt: skip
"""Other words for slots; behind a colon the hands it takes."""

KNOWN_TAGS = frozenset(tag.name.lower() for tag in Tag)
"""Tags that the engine knows and no deck declares."""

PILE_WORDS = {"doors": "door", "treasures": "treasure", "door card": "door", "treasure card": "treasure"}
YES = frozenset({"true", "yes", "y", "x", "1", "✓", "✔", "big", "large", "stackable", "wahr"})
NO = frozenset({"false", "no", "n", "0", "small", "normal", "falsch"})


def keys_of(key: str, cell: str) -> Keys:
    """What a cell of the column of a key says; a Fault if it cannot be read."""
    text = cell.strip()
    if text in ERRORS:
        raise Fault("is a formula that failed")
    if text.startswith("="):
        raise Fault("is a formula; allowed: its value (save the values, not the formulas)")
    longest = LONGEST.get(key, LONGEST_TEXT)
    if len(cell) > longest:
        raise Fault(f"has {len(cell)} characters; allowed: at most {longest}")
    if key not in TEXTS and text.lower() in NOTHING:
        return {}
    if not text:
        return {}
    return READERS[key](key, cell if key in KEPT else text)


def bare(text: str) -> str:
    """A text without the mark that keeps a spreadsheet from running it."""
    return text[1:] if re.match(r"'+[=+\-@\t\r]", text) else text


def _text(key: str, text: str) -> Keys:
    plain = bare(text)
    return {key: " ".join(plain.split()) if key in ("name", "id") else plain}


def _number(key: str, text: str) -> Keys:
    plain = re.sub("[−–]", "-", text).replace("\u00a0", " ")
    plain = re.sub(WORDS.get(key, "(?!)") + "$", "", plain, flags=re.IGNORECASE).strip()
    if key == "gold" and plain.lower() == "no value":
        return {key: 0}
    if key == "gold" and re.fullmatch(r"\d{1,3}([.,' ]\d{3})+", plain):
        plain = re.sub(r"\D", "", plain)
    number = re.fullmatch(r"([+-]?)\s*(\d{1,9})([.,]0+)?", plain)
    if number is None:
        raise Fault("is no whole number")
    return {key: int(number[1] + number[2])}


def _truth(key: str, text: str) -> Keys:
    if text.lower() in YES | NO:
        return {key: text.lower() in YES}
    raise Fault("is neither yes nor no")


def _listed(key: str, text: str) -> Keys:
    if text.startswith("["):
        return {key: _inline(text, list)}
    return {key: [" ".join(word.split()) for word in re.split("[,;\n]", text) if word.strip()]}


def _tags(key: str, text: str) -> Keys:
    """Tags, in the way decks write them."""
    words = _listed(key, text)[key]
    return {key: words if text.startswith("[") else [w if w in KNOWN_TAGS else kebab(w) or w for w in words]}


def _names(key: str, text: str) -> Keys:
    """Identities, in the way ids are written; an identity may name its axis."""
    words = _listed(key, text)[key]
    return {key: words if text.startswith("[") else [identity(word) for word in words]}


def identity(word: str) -> str:
    """A word such as `Monster Whacker` or `race:Elf` as identities are named."""
    return ":".join("-".join(part.lower().split()) for part in word.split(":"))


def _restriction(key: str, text: str) -> Keys:
    who, colon, names = text.partition(":")
    keys = {"only": "require", "not": "forbid"}
    if not colon or who.strip().lower() not in keys:
        raise Fault("is no restriction; allowed: only: or not:, and who")
    into = keys[who.strip().lower()]
    return {into: _names(into, names.strip())[into]}


def _against(key: str, text: str) -> Keys:
    if text.startswith("{"):
        return {key: _inline(text, dict)}
    found = {}
    for part in re.split("[,;\n]", text):
        pair = re.fullmatch(
            r"\s*(.+?)\s*[:=]?\s*([+\-−–]\s*\d+)\s*|\s*([+\-−–]\s*\d+)\s+(?:against|vs\.?|versus)\s+(.+?)\s*", part
        )
        if pair is None:
            raise Fault("is no bonus against somebody; allowed: WHO:+N, separated by semicolons")
        who, amount = (pair[1], pair[2]) if pair[1] else (pair[4], pair[3])
        found[identity(who)] = int(re.sub("[−–]", "-", amount).replace(" ", ""))
    return {key: found}


def _steps(key: str, text: str) -> Keys:
    """A program as TOML or JSON, or tokens such as `lose_levels:2`; any other text is one of sentences."""
    plain = bare(text)
    if plain.startswith("["):
        return {key: _inline(plain, list)}
    steps = steps_of(plain)
    return {key: steps} if steps is not None else {"unmodelled": plain}


def _inline(text: str, kind: type) -> Any:
    try:
        value = parse_toml(f"value = {text}", Fault, "cell")["value"]
    except Fault:
        try:
            value = json.loads(text)
            check_values({"value": value}, Fault, "cell")
        except (ValueError, RecursionError):
            raise Fault("begins like a list or a table, but is neither TOML nor JSON") from None
    if not isinstance(value, kind):
        raise Fault(f"is no {'list' if kind is list else 'table'}")
    return value


def _word(text: str, others: Mapping[str, str], allowed: tuple[str, ...]) -> str:
    plain = " ".join(re.split(r"[\s_-]+", re.sub("[!.?]", "", text).strip().lower()))
    if plain in others:
        return others[plain]
    if plain.replace(" ", "_") not in allowed:
        raise Fault(f"is unknown; allowed: {', '.join(allowed)}")
    return plain.replace(" ", "_")


def _kind(key: str, text: str) -> Keys:
    kind, _, axis = _word(text, KIND_WORDS, KINDS).partition(":")
    return {"kind": kind, "doubles": axis} if axis else {"kind": kind}


def _slot(key: str, text: str) -> Keys:
    stacked = re.fullmatch(r"(.+?)[\s_-]*stackable", text, re.IGNORECASE)
    slot, _, hands = _word(stacked[1] if stacked else text, SLOT_WORDS, SLOTS).partition(":")
    return {"slot": slot, **({"hands": int(hands)} if hands else {}), **({"stacks": True} if stacked else {})}


def _pile(key: str, text: str) -> Keys:
    return {"pile": _word(text, PILE_WORDS, ("door", "treasure"))}


def _axis(key: str, text: str) -> Keys:
    return {key: _word(text, {}, AXES)}


READERS: dict[str, Callable[[str, str], Keys]] = {
    **dict.fromkeys(("copies", "level", "treasures", "levels", "bonus"), _number),
    **dict.fromkeys(("hands", "gold", "run_away", "no_pursue"), _number),
    **dict.fromkeys(("stacks", "big", "locked", "may_win", "any_roll"), _truth),
    **dict.fromkeys(("invented", "cites"), _listed),
    **dict.fromkeys(("require", "forbid"), _names),
    **dict.fromkeys(("bad_stuff", "effects"), _steps),
    **dict.fromkeys(("id", "name", "identity", "text", "origin", "source", "unmodelled"), _text),
    "restriction": _restriction, "against": _against, "kind": _kind, "slot": _slot, "pile": _pile, "doubles": _axis,
    "tags": _tags,
}  # fmt: skip
"""How the cells of each column are read."""

KEPT = ("text", "source", "unmodelled")
"""Columns whose spaces and line breaks are kept as they are."""

TEXTS = frozenset(key for key, reader in READERS.items() if reader in (_text, _steps))
"""Columns of free text."""


OTHER_NAMES = {
    "lose_level": "lose_levels", "gain_level": "gain_levels", "die": "death", "dead": "death",
}  # fmt: skip
"""Other names of opcodes."""

LOST = {
    "headgear": "head", "head": "head", "armor": "body", "armour": "body", "footgear": "feet", "feet": "feet",
    "hand_item": "hand", "big_item": "big", "small_item": "small", "best_item": "best", "item": "any",
}  # fmt: skip
"""What `lose` may name, and the `which` of lose_item."""

NO_ARGUMENT = frozenset({"none", "nothing", "no bad stuff", "-", "–"})


def steps_of(text: str) -> list[dict[str, Any]] | None:
    """The program some tokens stand for; None if any of them is not understood, as half a program is another one."""
    if text.strip().lower().rstrip(".") in NO_ARGUMENT:
        return []
    steps = [_step(part) for part in re.split("[;\n]", text) if part.strip()]
    return None if None in steps else [step for step in steps if step is not None]


def _step(token: str) -> dict[str, Any] | None:
    words = " ".join(token.lower().strip(" .").split())
    name, _, value = (part.strip().replace(" ", "_").replace("-", "_") for part in words.partition(":"))
    if not value and name.startswith("lose_"):
        name, value = ("lose", name.removeprefix("lose_")) if name.removeprefix("lose_") in LOST else (name, value)
    if name == "lose" and value.removeprefix("your_").removeprefix("worn_") in LOST:
        return {"op": "lose_item", "which": LOST[value.removeprefix("your_").removeprefix("worn_")]}
    if not value and name.endswith("_levels"):
        return None  # some levels, nobody knows how many
    name = OTHER_NAMES.get(name, name)
    row = BY_NAME.get(name)
    if row is None or row.family != "instant" or row.leads_to is not None:
        return None
    if value and "amount" in row.params and (value.isdecimal() or value in AMOUNT_WORDS):
        step: dict[str, Any] = {"op": name, "amount": int(value) if value.isdecimal() else value}
    elif value:
        return None
    else:
        step = {"op": name}
    return step if all(p in step or row.may_omit(p) for p in row.params) else None
