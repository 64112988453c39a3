"""What a variant file may say: the keys of the file and, for each switch, the values it takes.

The schema of `[rules]` is the table `engine.records.switches.RULES`; nothing is listed twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.inputs import toml
from engine.inputs.quote import bare, cut
from engine.records.switches import RULES, Switch

SWITCHES: dict[str, Switch] = {switch.name: switch for switch in RULES}
"""Every switch by name, in the order of the rules vector."""

ROOT_PRESET = "base"
"""The one preset that extends nothing: it starts from the switches' defaults."""

KEYS = ("name", "why", "extends", "overlay", "deck", "sheet", "rules")


class VariantError(ValueError):
    """A variant that cannot be used; the message is one sentence for the person who wrote it."""


@dataclass(frozen=True)
class VariantFile:
    """One file, checked: `rules` holds only the switches that this file sets."""

    key: str
    name: str
    why: str
    extends: str | None
    overlay: bool
    deck: tuple[str, ...]
    sheet: str  # letter by which the ledger names the rule sheet of this preset; empty if it has none
    rules: Mapping[str, int]


def plain_key(name: str) -> str:
    """Spelling under which names are compared: case and the kind of dash do not matter."""
    return name.strip().lower().replace("_", "-")


def read_toml(path: Path) -> dict[str, Any]:
    """Content of a TOML file; whatever is wrong with the file becomes one sentence."""
    return toml.read_toml(path, VariantError)


def parse_variant(path: Path) -> VariantFile:
    """Read and check one variant file."""
    where, data = str(path), read_toml(path)
    for key in data:
        if key not in KEYS:
            raise VariantError(
                f"{where}: unknown key '{bare(key)}'; allowed: {', '.join(KEYS)} (switches go under [rules])"
            )
    overlay = data.get("overlay", False)
    if not isinstance(overlay, bool):
        raise VariantError(f"{where}: overlay = {_show(overlay)} is not allowed; allowed: true, false")
    extends = _text(where, data, "extends") if "extends" in data else None
    key = path.stem
    if overlay and extends:
        raise VariantError(f"{where}: extends = {_show(extends)} and overlay = true exclude each other; keep one")
    if not overlay and extends is None and plain_key(key) != ROOT_PRESET:
        raise VariantError(f'{where}: missing key; a variant needs extends = "<preset>" or overlay = true')
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        raise VariantError(f"{where}: rules = {_show(rules)} is not a table; allowed: [rules] with switches")
    deck = _decks(where, data, overlay)
    name, why = _text(where, data, "name"), _text(where, data, "why")
    sheet = _sheet(where, data, overlay)
    return VariantFile(key, name, why, extends, overlay, deck, sheet, parse_switches(rules, where, "rules."))


def parse_switches(table: Mapping[str, object], where: str, prefix: str = "") -> dict[str, int]:
    """Numbers of a table of switches, written nested, dotted or quoted."""
    values: dict[str, int] = {}
    for name, value in _flatten(table):
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


def _flatten(table: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) and value:  # an empty table is no value, and is refused as one
            rows += _flatten(value, f"{prefix}{key}.")
        else:
            rows.append((f"{prefix}{key}", value))
    return rows


def _nearest(name: str) -> str:
    close = get_close_matches(name, SWITCHES, n=3, cutoff=0.5)
    family = [s for s in SWITCHES if s.split(".")[0] == name.split(".")[0] and s not in close]
    likely = ", ".join(close + family)
    return f"allowed: {likely}" if likely else "allowed: the switches listed by `lab variants show base --all`"


def _decks(where: str, data: Mapping[str, Any], overlay: bool) -> tuple[str, ...]:
    if "deck" not in data:
        return ()
    found = data["deck"]
    decks = [found] if isinstance(found, str) else found
    if not isinstance(decks, list) or not decks or not all(isinstance(d, str) and d.strip() for d in decks):
        raise VariantError(f"{where}: deck = {_show(found)} is not allowed; allowed: a deck name or a list of them")
    if overlay:
        raise VariantError(f"{where}: deck = {_show(found)} is not allowed in a house rule; allowed: only in presets")
    return tuple(decks)


def _sheet(where: str, data: Mapping[str, Any], overlay: bool) -> str:
    found = data.get("sheet", "")
    if "sheet" in data and (overlay or not isinstance(found, str) or not re.fullmatch("[A-Z]", found)):
        raise VariantError(
            f"{where}: sheet = {_show(found)} is not allowed; allowed: in presets only, a capital letter"
            " that stands for the set's rule sheet in the ledger"
        )
    return str(found)


def _text(where: str, data: Mapping[str, Any], key: str) -> str:
    if key not in data:
        raise VariantError(f"{where}: missing key '{key}'; allowed: a text that is not empty")
    value = data[key]
    if not isinstance(value, str) or not value.strip():
        raise VariantError(f"{where}: {key} = {_show(value)} is not allowed; allowed: a text that is not empty")
    return value.strip()


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return cut(f'"{bare(value)}"') if isinstance(value, str) else bare(value)
