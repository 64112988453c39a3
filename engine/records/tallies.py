"""The record a worker counts in while a game's facts are read off its log."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np


def tally_dtype(cards: int, seats: int) -> np.dtype:
    """The record's layout for a book of these sizes."""
    return np.dtype(
        [
            ("turn", "i4"), ("rounds", "i4"),
            ("joined", "i4"), ("removed", "i4"),  # the combat in progress
            ("asked", "i4"),  # seat that will help if the waiting request or offer is accepted; -1 none waits
            ("combats", "i4"), ("kills", "i4"), ("flights", "i4"), ("deaths", "i4"), ("helps", "i4"),
            ("lead_changes", "i4"), ("reshuffles", "i4"), ("bosses", "i4"), ("ending", "i4"), ("winners", "i4"),
            ("leader", "i4"),  # last sole leader; -1 none yet
            ("shuffle", "i4", (3,)),  # ordinal of the last reshuffle by pile
            ("level", "i4", (seats,)), ("seat_kills", "i4", (seats,)), ("seat_helps", "i4", (seats,)),
            ("seat_deaths", "i4", (seats,)), ("bought", "i4", (seats,)), ("curses", "i4", (seats,)),
            ("treasures", "i4", (seats,)), ("gold", "i4", (seats,)),
            ("corpse", "i4", (seats,)),  # 1 from a death to the new character
            ("levels_at", "i8"), ("exposures_at", "i8"),  # next free rows of the two tables
            ("short", "i4"),  # 1: one of them is too small
            ("since", "i4", (cards,)),  # turn in which the card came onto the table it lies on
            ("slot", "i4", (cards,)),  # 1 + exposure row of whoever has the card, counted from the game's first; 0 none
            ("drawn_pass", "i4", (cards,)),  # the pass of its pile in which the card left it last
            ("by_lot", "i4", (cards,)),  # 1: nobody knew then that it was the next one
            ("known", "i4", (3,)),  # cards on top of a pile that somebody has looked at or put there
            ("struck", "i4"),  # 1 + the card that struck last as a Curse
            ("due", "i4"),  # phase in which a won combat's Treasures are drawn next; 0 they are not
            ("picker", "i4"),  # 1 + who picked first of this combat's face-up Treasures; 0 nobody yet
            ("picked_at", "i8"),  # row of that Treasure
            ("divided", "i4"),  # 1: somebody else has picked as well
        ],
        align=True,
    )  # fmt: skip


Tally: TypeAlias = Any
"""A scalar of this layout."""
