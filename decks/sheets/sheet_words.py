"""What designers call columns, kinds, slots and people (`sheet_words.toml`), and programs in short words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from decks.card_schema import DeckError
from decks.program_steps import AMOUNT_WORDS
from engine.inputs.toml import read_toml
from engine.records.opcodes import BY_NAME


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


OTHER_NAMES = {
    "lose_level": "lose_levels", "gain_level": "gain_levels", "die": "death", "dead": "death",
}  # fmt: skip
"""Other names of opcodes."""

LOST = {
    "headgear": "head", "head": "head", "armor": "body", "armour": "body", "footgear": "feet", "feet": "feet",
    "hand_item": "hand", "big_item": "big", "small_item": "small", "best_item": "best", "item": "any",
}  # fmt: skip
"""What `lose` may name, and the `which` of lose_item."""

NO_ARGUMENT = frozenset({"none", "nothing", "no bad stuff", "-", "–", "—", "n/a", "keine", "nichts", "rien"})


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
