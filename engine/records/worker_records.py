"""Records a worker keeps: while a seat looks ahead, and to count in while facts are read off a game's log."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from engine.records.card_kinds import PILES

CANDIDATES = 8
"""Options that are played out at most."""
DECISIONS = 1_000
"""Decisions of a playout at most: of stock decks none comes near it, and a turn without end ends."""


def look_dtype(option: np.dtype, cards: int, options: int, seats: int, weights: int) -> np.dtype:
    """The record's layout for a book of these sizes; `option` is the layout of an option."""
    return np.dtype(
        [
            ("on", "i8"),  # 1 while a playout is stepped
            ("seat", "i8"),  # who looks ahead
            ("playouts", "i8"),  # of each candidate
            ("playout", "i8"),  # the one being played
            ("until", "i8"),  # turn that ends a playout
            ("most", "i8"),  # number of decisions of the game that ends it as well
            ("found", "i8"),  # candidates
            ("at", "i8"),  # the one being played out
            ("option", "i8", (CANDIDATES,)),  # which option it is
            ("worth", "i8", (CANDIDATES,)),  # what the persona says of it
            ("lot", "i8", (CANDIDATES,)),  # its lot among equals
            ("gain", "i8", (CANDIDATES,)),  # sum of what its playouts led to beyond those of the first candidate
            ("spread", "i8", (CANDIDATES,)),  # sum of the squares of these differences
            ("first", "i8"),  # the chance that the first candidate's last playout led to
            ("asked", np.dtype((np.record, option)), (options,)),  # the real question's options
            ("sitting", "i8", (seats, weights)),  # the real personas
            ("hidden", "i8", (PILES,)),  # cards of each pile that the seat cannot see
            ("pool", "i8", (PILES, cards)),  # these cards
            ("place", "i8", (PILES, cards)),  # where they lie
            ("fresh", "i8", (PILES, cards)),  # `fresh` and `marked` of the card that lies there
            ("marked", "i8", (PILES, cards)),
            ("seen", "i1", (cards,)),  # 1: the question itself shows this card
        ],
        align=True,
    )


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
            ("shuffle", "i4", (PILES,)),  # ordinal of the last reshuffle by pile
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
            ("known", "i4", (PILES,)),  # cards on top of a pile that somebody has looked at or put there
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
