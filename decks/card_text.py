"""A card in words, as people at a table would say it: its facts, and what its program does; and as TOML on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from decks.card_lint import does_nothing
from decks.card_schema import AXES, Card
from decks.program_steps import Step
from decks.words.program_writer import write
from decks.words.value_words import plain

KINDS = {
    "one_shot": "one-shot", "go_up_a_level": "go up a Level", "item_enhancer": "Item enhancer", "item": "Item",
    "rule": "house rule",
    "curse": "Curse", "class": "Class", "race": "Race", "guest_star": "Guest Star", "wandering": "Wandering Monster",
}  # fmt: skip
"""Kinds that are not called by their key."""
ANYBODYS = "may be played on anybody's roll"
ALL_OF_IT = "all of it: "
"""What the unplayed part of a card that does nothing at all begins with."""


def kind_words(kind: str) -> str:
    """What people call a kind of card."""
    return KINDS.get(kind, kind.replace("_", " "))


def not_played(card: Card) -> str:
    """What of a card is not played, nothing where it is played whole; it begins with `ALL_OF_IT` if nothing is left."""
    return f"{ALL_OF_IT * does_nothing(card)}{card.unmodelled}" if card.unmodelled else ""


def lines(card: Card) -> list[tuple[str, str]]:
    """Everything a card says, as headings and texts."""
    found = [("kind", f"{kind_words(card.kind)}, {card.pile} card, {_count(card.copies, 'copy', 'copies')}")]
    found += [(key, text) for key, text in _facts(card) if text]
    bad, steps = len(card.bad_stuff or []), card.steps()
    found += [("bad stuff", text) for text in write(steps[:bad])]
    if card.lost_bad_stuff:
        found.append(("bad stuff", "not understood: plays without"))
    elif card.bad_stuff == []:
        found.append(("bad stuff", "none"))
    found += [("effect", text) for text in write(steps[bad:])]
    if card.text:
        found.append(("text", card.text))
    if card.unmodelled:
        found.append(("not played", not_played(card)))
    invented = f"; our own: {plain(', '.join(card.invented))}" if card.invented else ""
    return [*found, ("origin", card.origin + invented), *([("source", card.source)] if card.source else [])]


def effects_in_words(card: Card) -> str:
    """What a card does, as one text."""
    return " ".join(write(card.steps()))


def _facts(card: Card) -> Iterator[tuple[str, str]]:
    said = card.model_fields_set
    yield "level", str(card.level) if card.level is not None else ""
    yield "treasures", str(card.treasures) if card.treasures is not None else ""
    yield "levels", f"{card.levels} gained" if "levels" in said else ""
    yield "bonus", f"{card.bonus:+d}" if card.bonus else ""
    yield "slot", ", ".join(filter(None, [card.slot or "", _hands(card), "big" * card.big, "stacks" * card.stacks]))
    yield "gold", f"{card.gold:,}" if card.gold is not None else ""
    yield "tags", plain(", ".join(card.tags))
    yield "only for", ", ".join(card.require)
    yield "not for", ", ".join(card.forbid)
    yield "against", ", ".join(f"{who} {amount:+d}" for who, amount in card.against.items())
    yield "run away", f"{card.run_away:+d}" if card.run_away else ""
    yield "no pursuit", f"does not pursue Levels up to {card.no_pursue}" if card.no_pursue else ""
    yield "doubles", card.doubles or ""
    yield "identity", card.identity_name if card.kind in AXES and card.identity_name != card.id else ""
    also = ("may not be discarded" * card.locked, "may win the game" * card.may_win, ANYBODYS * card.any_roll)
    yield "also", ", ".join(filter(None, also))


def _hands(card: Card) -> str:
    return "" if card.hands is None else _count(card.hands, "hand", "hands")


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def differences(one: BaseModel, other: BaseModel) -> list[tuple[str, str, str]]:
    """Keys in which two cards, or two deck.toml, differ, and the value of each in either."""
    a, b = one.model_dump(), other.model_dump()
    return [(key, said(one, key), said(other, key)) for key in a if a[key] != b[key]]


def said(row: BaseModel, key: str) -> str:
    """The value of a key as a file says it, or that it says nothing."""
    value = row.model_dump(exclude_unset=True).get(key)
    return "nothing" if value is None else toml_value(value)


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Cards as people list them: by kind, Level and name."""
    kinds = list(dict.fromkeys(("monster", *(card.kind for card in cards))))
    return sorted(cards, key=lambda c: (kinds.index(c.kind), c.level or 0, c.name.lower() or c.id))


def toml_value(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {toml_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else toml_value(key)


def step_keys(step: Step) -> tuple[str, ...]:
    """The keys of a step as they may be written in a card file."""
    first = {"on": step.on} if step.on is not None else {}
    last = {"when": step.when} if step.when else {}
    return tuple(f"{key} = {toml_value(one)}" for key, one in {**first, "op": step.op, **step.params, **last}.items())


def program(steps: Sequence[Step]) -> str:
    """The steps of `effects` or `bad_stuff` as one list."""
    return "[" + ", ".join("{ " + ", ".join(step_keys(step)) + " }" for step in steps) + "]"
