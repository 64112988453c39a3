"""Digests of a few games; also run as a script, in a process without the compiler."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from engine.facts.derive import Facts
from engine.loop.game_ranges import play_games
from lab.agents.personas import weights_of
from tests.engine.walks import Cell, book_for

SHORT = [
    (Cell("base", "base", 4), "balanced"),
    (Cell("cthulhu", "cthulhu", 5), "random"),
    (Cell("critical_role", "critical_role", 4), "balanced"),
    (Cell("russia", "russia", 3), "random"),
    (Cell("conan", "conan", 6), "balanced"),
    (Cell("magical_mess", "magical_mess", 4), "random"),
    (Cell("cthulhu+faster", "conan+cthulhu", 4), "random"),
    (Cell("base+fortune+helpers-rise+spoils-of-strength+two-for-one", "base", 4), "balanced"),
]
"""Every preset on its deck, a house rule on a mixed one, and some that are programs."""

GAMES, TURNS = 1, 24


def digest(facts: Facts) -> str:
    """One hash of every table of a range of games."""
    whole = hashlib.sha256()
    for rows in facts:
        for name in rows.dtype.names:  # padding bytes between the columns say nothing
            whole.update(np.ascontiguousarray(rows[name]).tobytes())
    return whole.hexdigest()[:16]


def played(cell: Cell, agent: str, first: int, count: int, max_turns: int) -> Facts:
    """Facts of some games with all their events."""
    book = book_for(cell, (agent,), max_turns)
    return play_games(book, 99, first, count, cell.seats, None, weights_of([agent]), np.ones(count, bool))


def short_games() -> dict[str, str]:
    """A digest for each of the short games."""
    return {f"{c.variant}/{agent}": digest(played(c, agent, 0, GAMES, TURNS)) for c, agent in SHORT}


if __name__ == "__main__":
    print(json.dumps(short_games()))
