"""Names for the values of switches that have more than two: kernels compare with these, files say the words."""

from __future__ import annotations

from enum import IntEnum


class Windows(IntEnum):
    """Values of `reaction.windows`, in the order of its words."""

    COMBAT_ONLY = 0
    FULL = 1
    EVERYONE = 2


class LevelOnly(IntEnum):
    """Values of `level_only.ignores`, in the order of its words."""

    ALL_MODIFIERS = 0
    BONUSES_ONLY = 1
    ITEMS_ONLY = 2


class FirstPlayer(IntEnum):
    """Values of `setup.first_player`, in the order of its words."""

    FIXED = 0
    RANDOM = 1
    D20_HIGH = 2


CHOICES: dict[str, type[IntEnum]] = {
    "reaction.windows": Windows,
    "level_only.ignores": LevelOnly,
    "setup.first_player": FirstPlayer,
}
"""Names for the values of every switch that has more than two."""
