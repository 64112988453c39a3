"""Amounts that are no numbers yet: words, and what is counted in the game."""

from __future__ import annotations

from enum import IntEnum


class Within(IntEnum):
    """In what a card acts once only: values of the condition `FIRST`."""

    TURN = 1
    COMBAT = 2
    GAME = 3


class Count(IntEnum):
    """What an amount may count, of the player concerned."""

    ITEMS = 0  # in play
    HAND = 1
    CLASSES = 2
    RACES = 3
    LEVEL = 4
    BEHIND = 5  # Levels to the highest of anybody
    AHEAD = 6  # Levels to the highest of the others
    PLAYERS = 7
    HIGHER = 8  # players of a higher Level
    LOWER = 9  # players of a lower Level
    ROUND = 10
    MONSTERS = 11  # in the combat
    LEAD = 12  # points by which the munchkin side is above the monsters
    HELPERS = 13
    BIG = 14  # Big Items in play
    EXTRA = 15  # points that cards have added to the monster that is concerned
    TOKENS = 18
    ALL_TOKENS = 19  # of all players together
    DIE = 20  # the die that this card has thrown
    MIDDLE = 21  # Level between the highest and the lowest, rounded down
    TREASURES = 22  # of the monster whose lasting rows are read; else of all in the combat
    FOE_LEVELS = 23  # printed Levels of the same
    ENHANCERS = 24  # Monster Enhancers on the same
    PAID = 25  # combat bonus of the Item that was last paid for a power
    ROLLED = 31  # points that dice have added to the monster that is concerned
    ENHANCED = 32  # points that Monster Enhancers have added to the monsters, as TREASURES counts them
    DAYS = 30  # of the month that have passed on the day of this game, which is drawn by lot: 0 to 30


COUNTED = -1_000_000
"""Amounts from here down count something: see `counted`."""


ROUNDED_UP = 100
"""What is added to the number of what is counted where a part of `per` counts like all of it."""


def counted(count: Count, times: int = 1, per: int = 1, up: bool = False) -> int:
    """The amount `times` for each `per` of what is counted, -49 to 49 and 1 to 99; what is left over counts if `up`."""
    return COUNTED - ((int(count) + ROUNDED_UP * up) * 10_000 + (times + 50) * 100 + per)


class Amount(IntEnum):
    """Amounts that are known only in the game."""

    ALL = -100
    DIE = -101  # the die last thrown by this card
    HAND = -102  # number of cards in the hand concerned
    KILLS = -103  # monsters killed in the combat that is being won
