"""Whose deed the fall of the last Boss was: read from the events of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from engine.records.events import Ev
from lab.conduct.witness import Row


class LastBoss:
    """Who took part in the fall of the Boss that fell last, and how much."""

    def __init__(self) -> None:
        self.thrown: Counter[int] = Counter()  # points that each player has given the munchkin side of the combat
        self.lead = 0
        self.helper = -1
        self.last: int | None = None  # who played or used something last, while the combat goes on
        self.by: Container[int] = ()  # players without whom the Boss would not have fallen

    def read(self, row: Row) -> None:
        """Follow one event."""
        if row.kind == Ev.FIGHT:
            self.thrown.clear()
            self.lead, self.helper, self.last = 0, -1, None
        elif row.kind == Ev.STRENGTH:
            self.lead = row.before - row.after + (1 if row.before == row.after and row.other == 1 else 0)
            self.helper = row.target
        elif row.kind == Ev.BONUS:
            self.thrown[row.actor] += row.before - row.after
        elif row.kind in (Ev.PLAY, Ev.ABILITY):
            self.last = row.actor
        elif row.kind == Ev.FIGHT_END:
            self.last = None
        elif row.kind == Ev.BOSS:
            self.by = self._felled_by(row.actor)

    def _felled_by(self, fighter: int) -> Container[int]:
        """A Boss that is sent away falls by whoever does it, a killed one by all whose strength was needed."""
        if self.last is not None:
            return (self.last,)
        needed = {seat for seat, points in self.thrown.items() if points > 0 and self.lead - points <= 0}
        return needed | {fighter, self.helper}
