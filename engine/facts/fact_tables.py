"""Facts: the tables a finished game leaves behind, derived from its events only.

Each dtype is one table of the store, without the columns that the lab adds (run_id, arm).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

GAME_FACT = np.dtype(
    [
        ("game", "i8"), ("turns", "i4"), ("rounds", "i4"),
        ("ending", "i1"),  # engine.records.events.Ending
        ("winners", "i1"),  # bit s set: seat s won
        ("n_winners", "i1"), ("first_seat", "i1"), ("decisions", "i4"), ("combats", "i4"), ("kills", "i4"),
        ("flights", "i4"), ("deaths", "i4"), ("helps", "i4"), ("lead_changes", "i4"), ("reshuffles", "i4"), ("bosses", "i4"),
    ]
)  # fmt: skip
SEAT_FACT = np.dtype(
    [
        ("game", "i8"), ("seat", "i1"),
        ("agent", "i1"),  # position in the run's list of agents
        ("won", "i1"), ("credit", "f8"), ("final_level", "i2"), ("kills", "i4"), ("helps", "i4"), ("deaths", "i4"),
        ("levels_bought", "i4"), ("curses", "i4"), ("treasures", "i4"), ("gold_in_play", "i4"),
    ]
)  # fmt: skip
LEVEL_FACT = np.dtype([("game", "i8"), ("round", "i4"), ("seat", "i1"), ("level", "i2")])
"""Level of a seat at the end of a round."""
EXPOSURE_FACT = np.dtype(
    [
        ("game", "i8"), ("seat", "i1"), ("card", "i4"), ("copy", "i1"),
        ("how", "i1"),  # engine.records.events.How
        ("pass", "i2"),  # how often the pile it came from had been shuffled anew; -1: it came from no pile
        ("by_lot", "i1"),  # 1: chance alone chose the card out of its pile, and who gets it
        ("opening", "i1"),  # 1: dealt at the start
        ("drawn_turn", "i4"),  # turn in which it came; 0 at the deal
        ("held", "i1"),  # 1: it reached the hand or the table
        ("played", "i1"), ("in_play_turns", "i4"), ("sold", "i1"), ("lost", "i1"), ("at_end", "i1"),
    ]
)  # fmt: skip
EVENT_FACT = np.dtype(
    [
        ("game", "i8"), ("seq", "i4"), ("turn", "i4"), ("phase", "i1"), ("kind", "i1"), ("actor", "i1"), ("target", "i1"),
        ("card", "i2"),  # number of the card design, -1 none
        ("copy", "i1"), ("other", "i4"), ("before", "i4"), ("after", "i4"), ("round", "i4"),
    ]
)  # fmt: skip


class Facts(NamedTuple):
    """All facts of a range of games, one structured array per table, in order of game number."""

    game: np.ndarray
    seat: np.ndarray
    level: np.ndarray
    exposure: np.ndarray
    event: np.ndarray


USED = np.dtype([("game", "i8"), ("seat", "i8"), ("level", "i8"), ("exposure", "i8"), ("event", "i8")])
"""Rows that are used of each table."""
Used: TypeAlias = Annotated[Any, USED]


def nothing_used() -> Any:
    """A record of empty tables."""
    return np.zeros(1, np.dtype((np.record, USED)))[0]
