"""What a variant file may say: the keys of the file and, for each switch, the values it takes.

The schema of `[rules]` is the table `engine.records.switches.RULES`; nothing is listed twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from decks.card_edits import NO_EDITS, CardEdits, added_cards, places_of, removed, rule_cards
from decks.card_schema import DeckError
from decks.near_words import near_words
from engine.inputs import toml
from engine.inputs.quote import bare, cut, quoted
from engine.inputs.rows import checked, unknown_key
from engine.records.switches import RULES, Switch

SWITCHES: dict[str, Switch] = {switch.name: switch for switch in RULES}
"""Every switch by name, in the order of the rules vector."""

WHY_TRIED, WHY_NEW = "What does it move?", "What do you want to know?"
"""What the lab itself writes as `why` into a file: it says nothing of the rule."""

ROOT_PRESET = "base"
"""The one preset that extends nothing: it starts from the switches' defaults."""


class VariantError(ValueError):
    """A variant that cannot be used; the message is one sentence for the person who wrote it."""


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class VariantFile(BaseModel):
    """One file, checked: `rules` holds only the switches that this file sets."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Text
    why: Text
    extends: Text | None = None
    overlay: bool = False
    group: Literal["", "pace", "catch-up", "fights", "help", "hands", "setup", "death", "end"] = Field(
        "", description="pace, catch-up, fights, help, hands, setup, death or end: where `lab variants` lists it"
    )
    deck: tuple[Text, ...] = Field((), strict=False, min_length=1, description="a deck name or a list of them")
    sheet: str = Field("", pattern="^[A-Z]$", description="a capital letter that stands for the set's rule sheet in "
                       "the ledger")  # fmt: skip
    rules: dict[str, Any] = Field({}, description="[rules] with switches")
    rule: list[dict[str, Any]] = Field([], description="[[rule]] tables, in the language of cards")
    card: list[dict[str, Any]] = Field([], description="[[card]] tables")
    change: dict[str, Any] = Field(
        {},
        description='[change] with "ID.KEY", or for all cards of a group "kind:KIND.KEY", "tag:TAG.KEY", '
        '"name:WORD.KEY", "for:CLASS.KEY" or "with:big.KEY", = VALUE, "2 more" or "2 less"',
    )
    remove: list[Text] = Field([], description="a list of ids of cards, or groups such as kind:KIND or tag:TAG")

    _key: str = ""
    _edits: CardEdits = NO_EDITS
    _says: str = ""

    @field_validator("deck", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _is_preset_or_house_rule(self) -> VariantFile:
        if self.overlay and self.extends:
            raise ValueError(f"extends is {quoted(self.extends)} and overlay true, which exclude each other; keep one")
        for key, value in (("deck", "+".join(self.deck)), ("sheet", self.sheet)):
            if self.overlay and value:
                raise ValueError(f"{key} is {quoted(value)} in a house rule; allowed: in presets only")
        return self

    @property
    def key(self) -> str:
        """The name of its file."""
        return self._key

    @property
    def says(self) -> str:
        """All that it does, as it was typed, sentence after sentence; empty if some of it was not."""
        return self._says

    @property
    def edits(self) -> CardEdits:
        """What it does to the box of cards."""
        return self._edits


def plain_key(name: str) -> str:
    """Spelling under which names are compared: case and the kind of dash do not matter."""
    return name.strip().lower().replace("_", "-")


def read_toml(path: Path) -> dict[str, Any]:
    """Content of a TOML file; whatever is wrong with the file becomes one sentence."""
    return toml.read_toml(path, VariantError)


def parse_variant(path: Path) -> VariantFile:
    """Read and check one variant file."""
    where, data = str(path), read_toml(path)
    if strange := next((key for key in data if key not in VariantFile.model_fields), ""):
        raise VariantError(f"{where}: {unknown_key(strange, VariantFile.model_fields)} (switches go under [rules])")
    file = checked(VariantFile, data, VariantError, where)
    if not file.overlay and file.extends is None and plain_key(path.stem) != ROOT_PRESET:
        raise VariantError(f'{where}: missing key; a variant needs extends = "<preset>" or overlay = true')
    file = file.model_copy(update={"rules": parse_switches(file.rules, where, "rules.")})
    file._key = path.stem
    return _with_edits(file, where)


MOST_LETTERS = 4000
"""Letters of a typed rule: what is longer belongs in a file."""


def typed_rule(text: str) -> VariantFile:
    """A house rule that was typed as a sentence."""
    where = f"rule {quoted(text)}"
    if len(text) > MOST_LETTERS:
        raise VariantError(
            f"{where} has {len(text):,} letters; allowed: up to {MOST_LETTERS:,}, or a file of [[rule]]s"
        )
    said = {"name": cut(text), "why": "Typed.", "overlay": True, "rule": [{"text": text}]}
    file = checked(VariantFile, said, VariantError, where)
    file._key = f'"{text}"'
    return _with_edits(file, where)


def is_switch(part: str) -> bool:
    """Whether a part of a stack sets a switch, as in `base+hand_limit=3`."""
    return re.fullmatch(r"[\w.-]+\s*=\s*[\w-]+", part.strip()) is not None


def switch_rule(text: str) -> VariantFile:
    """A house rule that sets one switch, typed as `hand_limit=3`."""
    name, _, value = (part.strip() for part in text.partition("="))
    number = int(value) if value.removeprefix("-").isdecimal() else value
    rules = parse_switches({name: number}, f"rule {quoted(text)}")
    said = {"name": text, "why": SWITCHES[name].meaning, "overlay": True}
    file = checked(VariantFile, said, VariantError, text).model_copy(update={"rules": rules})
    file._key = f"{name}={value}"
    return file


def _with_edits(file: VariantFile, where: str) -> VariantFile:
    """A file with what it does to the box, and with the switches that the texts of its rules set."""
    edits = _edits(file, where)
    filled = {card.pile for card in edits.cards} | {v for key, v in edits.changes.items() if key.endswith(".pile")}
    said, changed = _orders(file, where, filled) if any("text" in row for row in file.rule) else ({}, {})
    for known, more, values in ((file.rules, said, "rules"), (edits.changes, changed, "change")):
        if clash := next((place for place, value in more.items() if known.get(place, value) != value), ""):
            said_twice = f"{values}.{clash} = {known[clash]}, but the text of a rule says {more[clash]}"
            raise VariantError(f"{where}: {said_twice}; allowed: one of them")
    typed = [str(row.get("text", "")).strip() for row in file.rule]
    is_typed = all(typed) and not (file.rules or file.card or file.change or file.remove)
    file = file.model_copy(update={"rules": {**file.rules, **said}})
    file._says = " ".join(typed) if is_typed else ""
    file._edits = replace(edits, changes={**edits.changes, **changed})
    return file


def _orders(file: VariantFile, where: str, filled: set[str]) -> tuple[dict[str, int], dict[str, str]]:
    from decks.rule_texts import orders_of  # most rules have no text, and a grammar takes its time

    try:
        return orders_of(file.rule, where, filled)
    except DeckError as fault:
        raise VariantError(str(fault)) from None


def _edits(file: VariantFile, where: str) -> CardEdits:
    """What the file does to the box: its rules as cards, its cards, its changes."""
    try:
        rules = [rule_cards(row, file.key, file.name, place, where) for place, row in enumerate(file.rule, 1)]
        cards = (*(card for some in rules for card in some), *added_cards(file.card, where))
    except DeckError as fault:
        raise VariantError(str(fault)) from None
    twice = [card.id for place, card in enumerate(cards) if card.id in {c.id for c in cards[:place]}]
    if twice:
        raise VariantError(f"{where}: card {quoted(twice[0])}: key 'id' is used twice; allowed: once")
    try:
        rows = zip(rules, file.rule, strict=True)
        places = {card.id: places_of(row, where) for some, row in rows for card in some}
    except DeckError as fault:
        raise VariantError(str(fault)) from None
    changes = {key: _change(value) for key, value in toml.dotted(file.change)}
    return CardEdits(cards, {card.id: where for card in cards}, changes | removed(file.remove), places)


def _change(value: object) -> str:
    """A value of `[change]` as `--change` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_switches(table: Mapping[str, object], where: str, prefix: str = "") -> dict[str, int]:
    """Numbers of a table of switches, written nested, dotted or quoted."""
    values: dict[str, int] = {}
    for name, value in toml.dotted(table):
        if name not in SWITCHES:
            raise VariantError(f"{where}: unknown switch '{prefix}{bare(name)}'; {_nearest(name)}")
        if name in values:
            raise VariantError(f"{where}: switch '{prefix}{name}' is set twice; keep one line")
        values[name] = parse_value(SWITCHES[name], value, where, prefix)
    return values


def parse_value(switch: Switch, value: object, where: str, prefix: str = "") -> int:
    """Number of one switch from a number, a truth value or one of the switch's words."""
    if isinstance(value, bool):
        if switch.words == ("false", "true"):
            return int(value)
    elif isinstance(value, int):
        if switch.low <= value <= switch.high:
            return value
    elif isinstance(value, str) and value in switch.words:
        return switch.words.index(value)
    raise VariantError(f"{where}: {prefix}{switch.name} = {_show(value)} is not allowed; allowed: {allowed(switch)}")


def allowed(switch: Switch) -> str:
    """Values of a switch in words."""
    if switch.words == ("false", "true"):
        return "true, false"
    if switch.words:
        return ", ".join(f'"{word}"' for word in switch.words)
    if switch.low == switch.high:
        return str(switch.low)
    return f"a whole number from {switch.low} to {switch.high}"


def in_words(switch: Switch, value: int) -> str:
    """How a value of a switch is written in a variant file."""
    return switch.words[value] if switch.words else str(value)


def _nearest(name: str) -> str:
    close = near_words(name, SWITCHES, 3)
    family = [s for s in SWITCHES if s.split(".")[0] == name.split(".")[0] and s not in close]
    likely = ", ".join(close + family)
    return f"allowed: {likely}" if likely else "allowed: the switches listed by `lab variants show base --all`"


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return cut(f'"{bare(value)}"') if isinstance(value, str) else bare(value)
