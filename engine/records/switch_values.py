"""Names for the values of switches that have more than two."""

from __future__ import annotations

from enum import IntEnum

from engine.records.step_values import Tally


class Windows(IntEnum):
    """Values of `reaction.windows`, in the order of its words."""

    COMBAT_ONLY = 0
    FULL = 1
    EVERYONE = 2


class CharityTo(IntEnum):
    """Values of `charity.to`, in the order of its words."""

    LOWEST = 0
    ANYONE = 1
    LEFT = 2
    RIGHT = 3
    DISCARDS = 4


class DeathKeeps(IntEnum):
    """Values of `death.keeps`, in the order of its words."""

    NOTHING = 0
    HAND = 1
    ITEMS = 2
    EVERYTHING = 3


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


class WinsWhen(IntEnum):
    """Values of `victory.when`, in the order of its words."""

    AT_ONCE = 0
    ROUND_OVER = 1
    HELD_A_ROUND = 2


CHOICES: dict[str, type[IntEnum]] = {
    "reaction.windows": Windows,
    "charity.to": CharityTo,
    "death.keeps": DeathKeeps,
    "level_only.ignores": LevelOnly,
    "setup.first_player": FirstPlayer,
    "time_limit.by": Tally,
    "victory.by": Tally,
    "victory.when": WinsWhen,
}
"""Names for the values of every switch that has more than two."""
