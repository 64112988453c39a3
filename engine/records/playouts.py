"""The record a worker keeps while a seat looks ahead: what is weighed up, and what must be put back afterwards."""

from __future__ import annotations

import numpy as np

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
            ("hidden", "i8", (2,)),  # cards of each pile that the seat cannot see
            ("pool", "i8", (2, cards)),  # these cards
            ("place", "i8", (2, cards)),  # where they lie
            ("fresh", "i8", (2, cards)),  # `fresh` and `marked` of the card that lies there
            ("marked", "i8", (2, cards)),
            ("seen", "i1", (cards,)),  # 1: the question itself shows this card
        ],
        align=True,
    )
