"""Shares that tell a table of people from one of programs: when strength is thrown, what is stolen, who is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.records.card_kinds import Kind
from engine.records.events import Ev, Result
from engine.records.state import Zone

if TYPE_CHECKING:
    from lab.conduct.event_reader import Fight, Row, Witness

EARLY = 4
"""Of nine steps to the winning Level those that a hostile throw is early in: Levels 1 to 4 of a game to 10."""
STAYS = 30
"""Stays of a design on tables below which nobody can say how often it is stolen."""


class Shares:
    """What is counted of a game beside strange play; `witness` holds its state, and the counts of all games."""

    def __init__(self, witness: Witness) -> None:
        self.witness, self.count = witness, witness.count
        self.recycled: set[tuple[int, int]] = set()  # monsters that were taken back from the discards
        self.opposed = self.is_recycled = False  # of the combat that goes on

    def read(self, row: Row) -> None:
        """Count what an event shows; the witness still stands where it stood before it."""
        fight = self.witness.fight
        if row.kind <= Ev.LAST_MOVE:
            self._moved(row)
        elif row.kind == Ev.FIGHT:
            self.opposed = self.is_recycled = False
        elif fight is None:
            return
        elif row.kind == Ev.BONUS and row.actor >= 0 and row.actor not in fight.crew():
            self._thrown(fight, self.witness.moved_by(fight, row))
        elif row.kind == Ev.JOIN:
            self.is_recycled |= (row.card, row.copy) in self.recycled
            self.opposed |= row.actor >= 0 and row.actor not in fight.crew()
        elif row.kind == Ev.CURSE:
            self.opposed |= row.actor >= 0 and row.actor not in fight.crew() and row.target in fight.crew()
        elif row.kind == Ev.REFUSE:
            self.count["refusals"] += row.target == fight.fighter  # else an offer that the fighter does not want
        elif row.kind == Ev.FIGHT_END:
            self._ended(fight, row)

    def _moved(self, row: Row) -> None:
        card = row.card, row.copy
        kind = self.witness.designs.kind.get(row.card)
        if kind == Kind.MONSTER and row.kind == Ev.RETURN:
            self.recycled.add(card)
        elif row.after in (Zone.DISCARD, Zone.DECK):
            self.recycled.discard(card)
        if kind != Kind.ITEM:
            return
        if row.kind == Ev.STEAL and row.before == Zone.TABLE:
            self.count[f"stolen/{row.card}"] += 1
        if row.target >= 0 and row.after == Zone.TABLE:
            self.count[f"stays/{row.card}"] += 1

    def _thrown(self, fight: Fight, moved: int) -> None:
        """Strength thrown from outside: `moved` points on the side of whoever fights."""
        if moved >= 0:
            return
        self.opposed = True
        designs = self.witness.designs
        gone, way = self.witness.level[fight.fighter] - designs.start, designs.goal - designs.start
        self.count["points"] -= moved
        self.count["points.early"] -= moved * (9 * gone < EARLY * way)
        self.count["points.last"] -= moved * fight.last_step

    def _ended(self, fight: Fight, row: Row) -> None:
        won = row.other == Result.KILLED
        self.count["won"] += won
        self.count["won.recycled"] += won and self.is_recycled
        self.count["last_fights.won"] += won and fight.last_step
        self.count["last_fights.unopposed"] += won and fight.last_step and not self.opposed


def tell_most_stolen(count: Counter[str], copies: Mapping[int, int]) -> None:
    """All games have been read: add how often the design was stolen that was stolen most, a copy and a stay."""
    stays = {card: n for card in copies if (n := count[f"stays/{card}"]) >= STAYS}
    wholes = {"item": {card: count["games"] * copies[card] for card in stays}, "stay": stays}
    for name, whole in wholes.items():
        worst = max(stays, key=lambda card: (count[f"stolen/{card}"] / whole[card], card), default=None)
        count[f"stolen.{name}"] = 0 if worst is None else count[f"stolen/{worst}"]
        count[f"stolen.{name}.of"] = 0 if worst is None else whole[worst]
