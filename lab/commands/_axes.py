"""Options that may hold several values, read into the axes of a spec: every value makes arms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lab.errors import BadInput

_SEATS = re.compile(r"([0-9]+)(?:-([0-9]+))?")


def axes_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a spec's axes from the options of `tournament_options`."""
    return {
        "decks": tuple(options["decks"]),
        "seats": seats_of(options["seats"]),
        "agents": tuple(tuple(name.strip() for name in table.split(",")) for table in options["agents"]),
        "switches": settings_of("--set", options["switches"], "SWITCH=VALUE, such as hand_limit=7"),
        "cards": settings_of("--card", options["cards"], "ID.KEY=VALUE, such as large-angry-chicken.level=12"),
    }


def seats_of(texts: Sequence[str]) -> tuple[int, ...]:
    """Numbers of players: `4`, `3,5`, `3-6`."""
    found: list[int] = []
    for part in (part.strip() for text in texts for part in text.split(",")):
        match = _SEATS.fullmatch(part)
        if match is None or len(part) > 5:
            raise BadInput(f"--seats is '{part[:20]}'; allowed: 3 to 6, several as 3,4 or 3-6")
        low, high = int(match[1]), int(match[2] or match[1])
        found += range(low, min(high, 99) + 1) or [high]
    return tuple(found)


def set_by_hand(option: str, texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Keys with the one value that each of them has in a game."""
    found = settings_of(option, texts, "KEY=VALUE")
    if several := [key for key, values in found.items() if len(values) > 1]:
        raise BadInput(f"{option} gives {several[0]} several values; allowed: one, it is one game")
    return tuple((key, values[0]) for key, values in found.items())


def settings_of(option: str, texts: Sequence[str], allowed: str) -> dict[str, tuple[str, ...]]:
    """Keys with their values: `hand_limit=7`, or several at once, `hand_limit=6,7`, or one after the other."""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        key, sign, values = (part.strip() for part in text.partition("="))
        if not key or not sign or not all(value.strip() for value in values.split(",")):
            raise BadInput(f"{option} is '{text[:60]}'; allowed: {allowed}; several values as 6,7")
        more = (value.strip() for value in values.split(","))
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *more)))
    return found
