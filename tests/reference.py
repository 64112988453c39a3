"""Slow, obvious twins of the engine's clever parts, written without looking at how the engine does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.records.card_kinds import FEMALE, MALE
from engine.records.events import Ev
from engine.records.state import Zone

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15
"""The step of SplitMix64: 2**64 divided by the golden ratio."""

PILE, FLIGHT, SEX = 1, 2, 7
"""Purposes of draws; the numbers are part of every stored result."""


def scramble(x: int) -> int:
    """SplitMix64's finaliser on Python's unbounded whole numbers."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WORD
    return x ^ (x >> 31)


def key_of_game(seed: int, game: int) -> int:
    return scramble((scramble((seed + GOLDEN) % WORD) + game * GOLDEN) % WORD)


def hashed(key: int, purpose: int, subject: int, ordinal: int) -> int:
    word = ((subject << 32) % WORD) ^ ordinal
    return scramble(scramble((key + purpose * GOLDEN) % WORD) ^ scramble((word + GOLDEN) % WORD))


def number_below(n: int, key: int, purpose: int, subject: int, ordinal: int) -> int:
    return (hashed(key, purpose, subject, ordinal) >> 32) * n >> 32


def pile_order(key: int, pile: int, shuffle: int, cards: Sequence[tuple[int, int]]) -> list[int]:
    """Instances of a deck from the bottom to the top; `cards` are pairs of instance and card key."""
    return [c for _, c in sorted((hashed(key ^ own, PILE, pile, shuffle), c) for c, own in cards)]


class History:
    """A table rebuilt from the rows of a log alone: where every card lies, and what every player is."""

    def __init__(self, zones: Sequence[Zone], start_level: int, sexes: Sequence[int]) -> None:
        """`zones` of the cards and sexes before the deal, which says what anybody is; the Level at the start."""
        seats = len(sexes)
        self.place: dict[int, tuple[int, int]] = {c: (int(zone), -1) for c, zone in enumerate(zones)}
        self.level = [start_level] * seats
        self.sex = list(sexes)
        self.dead = [False] * seats
        self.status = [0] * seats
        self.worn: set[int] = set()
        self.wrong: list[str] = []

    def read(self, rows: Any) -> History:
        """Follow some rows of the log."""
        for row in rows:
            self._follow(*(int(x) for x in tuple(row)[:9]))
        return self

    def _expect(self, what: str, said: object, known: object) -> None:
        if said != known:
            self.wrong.append(f"{what}: the row says {said}, the rows before it {known}")

    def _follow(
        self, turn: int, _: int, kind: int, actor: int, target: int, card: int, other: int, before: int, after: int
    ) -> None:
        where = f"turn {turn}, {Ev(kind).name}"
        if kind < Ev.LAST_MOVE and card >= 0 and not (kind == Ev.REMOVE and before == after):
            self._expect(f"{where} of card {card}", (before, actor), self.place[card])
            self.place[card] = (after, target)
            self.worn.discard(card)
        elif kind == Ev.LEVEL:
            self._expect(where, before, self.level[target])
            self.level[target] = after
        elif kind == Ev.SEX:
            self._expect(where, before, self.sex[target])
            self.sex[target] = after
        elif kind == Ev.STATUS:
            self._expect(where, before, self.status[target])
            self.status[target] = after
        elif kind == Ev.EQUIP:
            self._expect(f"{where} of card {card}", False, card in self.worn)
            self.worn.add(card)
        elif kind == Ev.UNEQUIP:
            self._expect(f"{where} of card {card}", True, card in self.worn)
            self.worn.discard(card)
        elif kind in (Ev.DEATH, Ev.REBORN):
            self.dead[target] = kind == Ev.DEATH


def first_sexes(key: int, seats: int, enabled: bool) -> list[int]:
    """What the seats are at the start: half of them, by lot, are men."""
    if not enabled:
        return [0] * seats
    return [MALE if number_below(2, key, SEX, s, 0) == 0 else FEMALE for s in range(seats)]
