"""Measures of games as one number per game, so that two tables can be compared game by game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.records.events import Ev

if TYPE_CHECKING:
    from engine.facts.derive import Facts

Column = NDArray[np.float64]
Measure = Callable[["Facts"], Column]


def _ratio(above: Any, below: Any) -> Column:
    """One number per game whose mean is the ratio of the sums, and whose spread is that of the ratio."""
    above, below = above.astype(np.float64), below.astype(np.float64)
    whole = below.sum()
    if whole == 0:
        return np.zeros(len(above))
    ratio = above.sum() / whole
    found: Column = ratio + (above - ratio * below) / below.mean()
    return found


def _of_seats(facts: Facts, name: str) -> Column:
    seats = len(facts.seat) // len(facts.game)
    total: Column = facts.seat[name].reshape(-1, seats).sum(axis=1).astype(np.float64)
    return total


def _hands(facts: Facts) -> Column:
    """Cards in hand when a turn begins."""
    turns = facts.event[facts.event["kind"] == Ev.TURN]
    games = len(facts.game)
    held = np.bincount(turns["game"], turns["after"], games)
    return _ratio(held, np.bincount(turns["game"], minlength=games))


def _thrown(facts: Facts) -> Column:
    """Cards and powers that change the strength of a side, in parts of the combats."""
    rows = facts.event[facts.event["kind"] == Ev.BONUS]
    return _ratio(np.bincount(rows["game"], minlength=len(facts.game)), facts.game["combats"])


MEASURES: dict[str, Measure] = {
    "turns": lambda f: f.game["turns"].astype(np.float64),
    "lost": lambda f: _ratio(f.game["flights"], f.game["combats"]),
    "deaths": lambda f: f.game["deaths"].astype(np.float64),
    "helps": lambda f: f.game["helps"].astype(np.float64),
    "bought": lambda f: _of_seats(f, "levels_bought"),
    "hands": _hands,
    "thrown": _thrown,
}
"""Measures by the names that `checks.toml` uses."""
ON_EVENTS = ("hands", "thrown")
"""Measures that need the events of every game."""
