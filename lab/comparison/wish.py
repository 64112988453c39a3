"""A wish: what measures of games should be, and which numbers and rules may be changed for it, at what price."""

from __future__ import annotations

from typing import NamedTuple


class Want(NamedTuple):
    """Bounds of a measure; of shares as parts of 1."""

    measure: str
    low: float
    high: float

    def missed(self, value: float) -> float:
        """How far a value lies outside."""
        return max(self.low - value, value - self.high, 0.0)


class Move(NamedTuple):
    """A number that may be changed, by its axis of a spec and its key, or a rule (axis rules) that may be added."""

    axis: str
    key: str
    now: int
    low: int
    high: int
    price: float  # of one step

    def said(self, value: int) -> str:
        """A value of it as an option says it."""
        return self.key if self.axis == "rules" else f"{self.key}={value}"


class Wish(NamedTuple):
    """What is wanted, and what may be done for it."""

    wants: tuple[Want, ...]
    moves: tuple[Move, ...]
