"""A witness of games: reads events in order and keeps who holds what, who fights whom and who stands where.

Whose deed the fall of the last Boss was: read from the events of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Any, NamedTuple

import numpy as np

from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.state import Zone
from engine.records.switches import RULES

LOST = (Result.FLED, Result.CAUGHT, Result.DIED)
_PLACE = {switch.name: i for i, switch in enumerate(RULES)}


class Row(NamedTuple):
    """One event."""

    game: int
    turn: int
    kind: int
    actor: int
    target: int
    card: int  # number of the design, -1 none
    copy: int
    other: int
    before: int
    after: int


COLUMNS = Row._fields


class Fight:
    """The combat that goes on."""

    def __init__(self, fighter: int, last_step: bool) -> None:
        self.fighter = fighter
        self.helpers: set[int] = set()
        self.last_step = last_step  # a plain kill wins the game
        self.lead = 0
        self.was_winning = False
        self.refused: set[tuple[int, ...]] = set()
        self.pending: list[
            tuple[int, int]
        ] = []  # bonuses thrown from outside that have not turned it: actor, sign of lead
        self.idle: list[int] = []
        self.level_only = False
        self.could = -1  # strength that the fighter could have thrown when their flight began; -1 it did not

    def crew(self) -> set[int]:
        """Who fights."""
        return {self.fighter, *self.helpers}


class Designs:
    """What a witness must know of the cards: from the rows of a book."""

    def __init__(self, book: Any) -> None:
        card, effect = book.card[: book.cards], book.effect
        self.kind: dict[int, int] = {}
        self.bonus: dict[int, int] = {}
        self.gold: dict[int, int] = {}
        self.locked: dict[int, int] = {}
        self.copies = Counter(card["number"].tolist())
        self.doubles: set[int] = set()
        self.converts: set[int] = set()  # cards that make a Cultist of whoever plays or meets them
        self.level_only: set[int] = set()  # monsters against whom nothing counts that is thrown on the munchkin side
        for row in card:
            number = int(row["number"])
            self.kind[number], self.bonus[number] = int(row["kind"]), int(row["bonus"])
            self.gold[number], self.locked[number] = int(row["gold"]), int(row["locked"])
            ops = effect["op"][int(row["first"]) : int(row["last"])]
            on = effect["trigger"][int(row["first"]) : int(row["last"])]
            if ((ops == Op["SELL_DOUBLE"]) & ((on == Trigger.IN_PLAY) | (on == Trigger.CARRIED))).any():
                self.doubles.add(number)
            if (((ops == Op["BECOME_CULTIST"]) & (on != Trigger.BAD_STUFF)) | (ops == Op["POSE"])).any():
                self.converts.add(number)
            if (ops == Op["LEVEL_ONLY"]).any() and int(book.rules[_PLACE["level_only.ignores"]]) != 2:
                self.level_only.add(number)
        self.goal = int(book.rules[_PLACE["victory.level"]])
        self.start = int(book.rules[_PLACE["setup.start_level"]])
        self.price = int(book.rules[_PLACE["sell.gp_per_level"]])


class Witness:
    """State of the game whose events are read, and counts of what was seen in all of them."""

    def __init__(self, designs: Designs, seats: int) -> None:
        self.designs, self.seats = designs, seats
        self.count: Counter[str] = Counter()
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.level = [self.designs.start] * self.seats
        self.hand: list[set[tuple[int, int]]] = [set() for _ in range(self.seats)]
        self.table: list[set[tuple[int, int]]] = [set() for _ in range(self.seats)]
        self.fight: Fight | None = None
        self.active = -1

    def follow(self, row: Row) -> None:
        """Bring the state up to date with one event."""
        if row.kind <= Ev.LAST_MOVE:
            self._moved(row)
        elif row.kind == Ev.LEVEL:
            self.level[row.target] = row.after
        elif row.kind == Ev.TURN:
            self.active = row.actor
        elif row.kind == Ev.FIGHT:
            self.fight = Fight(row.actor, self.level[row.actor] + 1 >= self.designs.goal)
        elif row.kind == Ev.FIGHT_END:
            self.fight = None
        elif self.fight is not None:
            self._fought(self.fight, row)

    def _fought(self, fight: Fight, row: Row) -> None:
        if row.kind == Ev.STRENGTH:
            alone = row.target < 0 or row.actor != fight.fighter  # whoever takes a combat over has no helper yet
            fight.fighter, fight.helpers = row.actor, set() if alone else fight.helpers | {row.target}
            fight.lead = row.before - row.after
            if row.before == row.after and row.other == 1:
                fight.lead = 1  # the side that wins ties
            fight.was_winning |= row.other == 1
        elif row.kind == Ev.ACCEPT:
            fight.helpers.add(row.other)
        elif row.kind == Ev.LEAVE:
            fight.helpers.discard(row.target)
        elif row.kind == Ev.BONUS:
            fight.lead += self.moved_by(fight, row)
        elif row.kind == Ev.JOIN:
            fight.level_only |= row.card in self.designs.level_only
        elif row.kind == Ev.THROW and fight.could < 0:
            fight.could = self.thrown_by(fight.fighter)

    def _moved(self, row: Row) -> None:
        card = (row.card, row.copy)
        if row.actor >= 0:
            self.hand[row.actor].discard(card)
            self.table[row.actor].discard(card)
        if row.target >= 0 and row.after == Zone.HAND:
            self.hand[row.target].add(card)
        elif row.target >= 0 and row.after == Zone.TABLE:
            self.table[row.target].add(card)

    @staticmethod
    def moved_by(fight: Fight, row: Row) -> int:
        """Points by which a bonus moves the lead."""
        return (0 if fight.level_only else row.before) - row.after

    def thrown_by(self, seat: int) -> int:
        """Strength that a seat could still throw on its own side."""
        if self.fight is not None and self.fight.level_only:
            return 0
        held = self.hand[seat] | self.table[seat]
        designs = self.designs
        return sum(max(0, designs.bonus[c]) for c, _ in held if designs.kind[c] == Kind.ONE_SHOT)

    def place(self, seat: int) -> str:
        """Where a seat stands: leader, last or middle."""
        if self.level[seat] == max(self.level):
            return "leader"
        return "last" if self.level[seat] == min(self.level) else "middle"


def rows_of(event: Any) -> list[Row]:
    """The events of some games as rows, in order."""
    columns = [event[name].astype(np.int64).tolist() for name in COLUMNS]
    return [Row(*values) for values in zip(*columns)]


class LastBoss:
    """Who took part in the fall of the Boss that fell last, and how much."""

    def __init__(self) -> None:
        self.thrown: Counter[int] = Counter()  # points that each player has given the munchkin side of the combat
        self.lead = 0
        self.helpers: set[int] = set()
        self.last: int | None = None  # who played or used something last, while the combat goes on
        self.by: Container[int] = ()  # players without whom the Boss would not have fallen

    def read(self, row: Row) -> None:
        """Follow one event."""
        if row.kind == Ev.FIGHT:
            self.thrown.clear()
            self.lead, self.helpers, self.last = 0, set(), None
        elif row.kind == Ev.STRENGTH:
            self.lead = row.before - row.after + (1 if row.before == row.after and row.other == 1 else 0)
            self.helpers = self.helpers | {row.target} if row.target >= 0 else set()
        elif row.kind == Ev.ACCEPT:
            self.helpers.add(row.other)
        elif row.kind == Ev.LEAVE:
            self.helpers.discard(row.target)
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
        return needed | self.helpers | {fighter}
