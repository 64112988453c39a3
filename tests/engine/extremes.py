"""Settings at the ends of what is allowed, each alone, and what makes a game of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.records.switches import RULES, Switch
from variants.load_variants import load_variant

TURNS = 40
"""Cap of these games, except where the cap itself is tried."""

TOGETHER: Mapping[tuple[str, int], Mapping[str, int]] = {
    ("players.min", 8): {"players.max": 8},
    ("players.max", 2): {"players.min": 2},
    ("setup.start_level", 10): {"victory.level": 11},
    ("victory.points", 99): {"victory.by": 1},
}
"""Ends that are allowed only together with another setting."""

SEATS: Mapping[tuple[str, int], int] = {("players.min", 2): 2, ("players.max", 8): 8}
"""Players of a game under a setting that is made for fewer or more than four."""


class Setting(NamedTuple):
    """One switch of a preset at one value."""

    preset: str
    switch: str
    value: int

    @property
    def overrides(self) -> dict[str, int]:
        """What is laid over the preset."""
        return {"max_turns": TURNS, **TOGETHER.get((self.switch, self.value), {}), self.switch: self.value}

    @property
    def seats(self) -> int:
        """Four players, or as many as the setting leaves."""
        return SEATS.get((self.switch, self.value), 4)


def settings_of(preset: str) -> Iterator[Setting]:
    """Every switch of a preset at its lowest and at its highest value, where the preset says something else."""
    own = load_variant(preset)
    for switch in RULES:
        for value in ends(switch):
            if value != own[switch.name]:
                yield Setting(preset, switch.name, value)


def ends(switch: Switch) -> tuple[int, ...]:
    """The lowest and the highest value of a switch; one if they are the same."""
    return (switch.low, switch.high) if switch.low < switch.high else (switch.low,)
