"""One line of the table of checks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A check, who played, what was found, and whether it is as it must be."""

    kind: str
    name: str
    agents: str
    found: str
    asked: str
    good: bool
    given_up: str = ""  # a sentence about games that are in no number
    meaning: str = ""  # why it must be so
