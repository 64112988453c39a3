"""Records of forks: games that are played again from the moment at which a card comes to a player."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, TypeAlias

import numpy as np

from engine.records.book import CARD, MOST_SEATS, OPTION
from engine.records.card_kinds import PILES


class Moment(IntEnum):
    """Where a game is when a copy of it is put aside."""

    NONE = 0  # none was put aside
    UNDEALT = 1  # the piles are shuffled, nothing is dealt
    DEALT = 2  # nothing has happened since the deal
    ANSWERED = 3  # a question has been answered, and nothing has followed yet


FORK = np.dtype(
    [
        # what is asked for
        ("number", "i8"),  # design of the card that is looked at
        ("pile", "i8"),
        ("with_blank", "i8"),  # 1: a third branch has a blank card in its place
        ("blank", np.dtype((np.record, CARD)), (2,)),  # facts of the blank card; those of the card that has become one
        # the game in play
        ("moment", "i8"),  # Moment of the copy that was put aside last
        ("option", np.dtype((np.record, OPTION)), (1,)),  # the answer it waits for
        ("said", "u8"),  # hash of all answers so far
        ("due", "i8"),  # Phase in which what is drawn was won; 0: nothing was
        ("known", "i8", (PILES,)),  # cards that were laid on a pile for all to see
        ("level", "i8", (MOST_SEATS,)),
        ("entries", "i8"),  # arrivals so far that can be forked
        # the arrival that was chosen
        ("card", "i8"),
        ("seat", "i8"),
        ("way", "i8"),
        ("turn", "i8"),
        ("round", "i8"),
        ("own", "i8"),  # Level of the receiver
        ("lead", "i8"),  # Level of the leader less it
        ("chosen", "i8"),  # Moment of the copy
        ("taken", np.dtype((np.record, OPTION)), (1,)),
        ("before", "u8"),  # hash of the answers up to it
        # how the range has gone so far
        ("games", "i8"),
        ("empty", "i8"),  # games without an arrival that can be forked
        ("arrivals", "i8"),  # arrivals by lot
        ("last", "i8"),  # of them: the last card of its pile, with none to change places with
        ("shuffled", "i8"),  # of them: no copy was put aside in time, since its pile was shuffled anew
        ("laid", "i8"),  # arrivals not by lot: the card had been laid on its pile
    ],
    align=True,
)
"""What a worker keeps while it forks games."""

Fork: TypeAlias = Annotated[Any, FORK]

FORK_FACT = np.dtype(
    [
        ("game", "i8"), ("seat", "i1"),
        ("agent", "i1"),  # position in the run's list of agents
        ("how", "i1"),  # How
        ("copy", "i1"), ("turn", "i4"), ("round", "i4"),
        ("level", "i2"),  # of the receiver, as the card came
        ("lead", "i2"),  # the leader's Level less it
        ("arrivals", "i2"),  # arrivals of the game of which this one was chosen
        ("other", "i4"),  # design that took its place
        # each branch: as it was, with the other card, with a blank one where that was wanted
        ("credit", "f8"), ("other_credit", "f8"), ("blank_credit", "f8"),
        ("turns", "i4"), ("other_turns", "i4"), ("blank_turns", "i4"),
        ("ending", "i1"), ("other_ending", "i1"), ("blank_ending", "i1"),  # Ending
        ("winners", "i1"), ("other_winners", "i1"), ("blank_winners", "i1"),  # bit s set: seat s won
        ("same", "i1"), ("blank_same", "i1"),  # 1: everybody answered alike to the end, and it was the same end
    ]
)  # fmt: skip
"""One fork: the game as it was, with another card in its place, and with a blank one."""
