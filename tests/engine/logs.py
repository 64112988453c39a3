"""Hand-made logs: rows as the engine would write them, without an engine."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.records.book import BOOK, CARD
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Cause, Drawn, Ending, Ev, Result
from engine.records.opcodes import Op
from engine.records.state import Phase, Zone
from engine.records.switches import RULES

SEATS, CARDS = 3, 12
NOBODY = -1
MONSTER, CHARACTER = 0, CARDS - 1
"""The card of all fights, and the one that is a Character; odd ones are Treasures."""


class Row(NamedTuple):
    turn: int
    phase: int
    kind: int
    actor: int
    target: int
    card: int
    other: int
    before: int
    after: int
    round: int
    seq: int


class Log:
    """Writes rows as the engine would; turns and rounds are counted along."""

    def __init__(self):
        self.rows, self.turn, self.round, self.phase = [], 0, 0, Phase.SETUP

    def row(self, kind, actor=-1, target=-1, card=-1, other=-1, before=0, after=0):
        self.rows.append(
            Row(self.turn, self.phase, kind, actor, target, card, other, before, after, self.round, len(self.rows))
        )

    def move(self, kind, card, source, goal, other=-1):
        """`source` and `goal` are (zone, seat)."""
        self.row(kind, source[1], goal[1], card, other, source[0], goal[0])

    def draw(self, seat, card, how=None):
        how = how if how is not None else Drawn.FACE_DOWN if self.turn else Drawn.DEALT
        self.move(Ev.DRAW, card, (Zone.DECK, NOBODY), (Zone.HAND, seat), how)

    def reveal(self, seat, card):
        self.move(Ev.REVEAL, card, (Zone.DECK, NOBODY), (Zone.OPEN, seat))

    def begin(self, seat):
        self.turn, self.phase = self.turn + 1, Phase.ARRANGE
        self.round += seat == 0
        self.row(Ev.TURN, seat)

    def level(self, seat, before, after, cause=Cause.KILL):
        self.row(Ev.LEVEL, seat, seat, -1, cause, before, after)

    def fight(self, fighter, joined, removed, result):
        self.row(Ev.FIGHT, fighter)
        for m in range(joined):
            self.row(Ev.JOIN, fighter, fighter, MONSTER, -1, 1, m)
        for _ in range(removed):
            self.row(Ev.REMOVE, NOBODY, NOBODY, MONSTER, 1, Zone.FIGHT, Zone.FIGHT)
        self.row(Ev.FIGHT_END, fighter, NOBODY, -1, result)

    def over(self, winners, ending=Ending.KILL):
        self.row(Ev.OVER, NOBODY, NOBODY, -1, ending, winners)


def book():
    card = np.zeros(CARDS, CARD).view(np.recarray)
    card["number"], card["copy"] = np.arange(CARDS) // 2, np.arange(CARDS) % 2
    card["pile"], card["gold"] = np.arange(CARDS) % 2, 100 * np.arange(CARDS)
    card["kind"] = Kind.ITEM
    card["kind"][CHARACTER] = Kind.CHARACTER
    rules = np.array([s.default for s in RULES], np.int64)
    out = np.zeros(1, BOOK)[0]
    out.cards = len(card)
    out.card[: len(card)] = card
    out.rules[: len(rules)] = rules
    return out


def tables(levels=400, exposures=100):
    kinds = (3, GAME_FACT), (9, SEAT_FACT), (levels, LEVEL_FACT), (exposures, EXPOSURE_FACT), (1, EVENT_FACT)
    return Facts(*(np.zeros(n, t) for n, t in kinds))


OTHERS = [k for k in Ev if k < Ev.LAST_MOVE and k not in (Ev.SHUFFLE, Ev.REMOVE, Ev.DRAW, Ev.REVEAL, Ev.REWARD)]
"""Moves of cards that lie in no pile."""
PLACES = [(zone, s) for zone in (Zone.HAND, Zone.TABLE, Zone.OPEN, Zone.PLAYED, Zone.HELD) for s in range(SEATS)]
NOWHERE = [(Zone.DISCARD, NOBODY), (Zone.FIGHT, NOBODY), (Zone.DECK, NOBODY)]
ACTS = [
    (Ev.ACTS, Trigger.SPENT),
    (Ev.ACTS, Trigger.WON),
    (Ev.CHOICE, -1),
    (Ev.ABILITY, Op.PEEK),
    (Ev.ABILITY, Op.STEAL),
]


class Wanderers:
    """Cards that go from place to place at random, but never from where they are not."""

    def __init__(self, rng, log):
        self.rng, self.log, self.shuffles = rng, log, [0, 0]
        self.where = {c: (Zone.DECK, NOBODY) for c in range(CARDS) if c != MONSTER}
        self.shown = set()  # Treasures turned up and not picked yet

    def go(self, kind, card, goal, other):
        self.log.move(kind, card, self.where[card], goal, other)
        self.where[card] = goal
        self.shown -= {card}
        if kind == Ev.REVEAL and card % 2:
            self.shown.add(card)

    def draw(self, how):
        """A card leaves its pile: for a hand, or face-up."""
        inside = [c for c, (zone, _) in self.where.items() if zone == Zone.DECK]
        if inside:
            up, seat = self.rng.random() < 0.4 and self.log.turn > 0, self.rng.randrange(SEATS)
            goal = (Zone.OPEN if up else Zone.HAND, seat)
            self.go(Ev.REVEAL if up else Ev.DRAW, self.rng.choice(inside), goal, how)

    def wander(self):
        """A card of no pile goes anywhere, mostly to a player."""
        outside = [c for c, (zone, _) in self.where.items() if zone != Zone.DECK]
        if outside:
            goals = PLACES if self.rng.random() < 0.7 else NOWHERE
            self.go(self.rng.choice(OTHERS), self.rng.choice(outside), self.rng.choice(goals), -1)

    def pick(self):
        """A Treasure that was turned up is somebody's."""
        if self.shown:
            self.go(Ev.REWARD, self.rng.choice(sorted(self.shown)), (Zone.HAND, self.rng.randrange(SEATS)), -1)

    def shuffle(self):
        pile = self.rng.randrange(2)
        gone = [c for c, (zone, _) in self.where.items() if zone == Zone.DISCARD and c % 2 == pile]
        if gone:
            self.shuffles[pile] += 1
            for c in gone:
                self.go(Ev.SHUFFLE, c, (Zone.DECK, NOBODY), self.shuffles[pile])


def random_log(seed):
    """A log in which everything happens at random; see `Wanderers`."""
    rng, log = Random(seed), Log()
    cards, level = Wanderers(rng, log), [1] * SEATS
    for _ in range(rng.randrange(6)):
        cards.draw(rng.choice([Drawn.DEALT, Drawn.FACE_DOWN]))
    for turn in range(rng.randrange(1, 30)):
        log.begin(turn % SEATS)
        for _ in range(rng.randrange(12)):
            rng.choice([lambda: cards.draw(rng.choice(list(Drawn))), cards.wander, cards.pick])()
            if rng.random() < 0.2:
                kind, other = rng.choice(ACTS)
                log.row(kind, rng.randrange(SEATS), other=other)
            if rng.random() < 0.1:
                log.row(Ev.CURSE, NOBODY, rng.randrange(-1, SEATS), rng.randrange(CARDS))
            if rng.random() < 0.1:
                log.phase = rng.choice([Phase.COMBAT, Phase.ROOM])
            if rng.random() < 0.15:
                log.fight(rng.randrange(SEATS), 2, rng.randrange(2), rng.choice(list(Result)))
        if rng.random() < 0.5:
            s, after = rng.randrange(SEATS), rng.randrange(1, 10)
            log.level(s, level[s], after, rng.choice(list(Cause)))
            level[s] = after
        for kind in rng.choices([Ev.ASK, Ev.OFFER, Ev.REFUSE, Ev.ACCEPT, Ev.PROPOSE, Ev.DECLINE], k=rng.randrange(4)):
            log.row(kind, *rng.sample(range(SEATS), 2))
        for kind in rng.choices([Ev.DEATH, Ev.REBORN, Ev.BOSS], k=rng.randrange(3)):
            log.row(kind, NOBODY, rng.randrange(SEATS))
        if rng.random() < 0.4:
            cards.shuffle()
    log.over(rng.randrange(1 << SEATS), rng.choice(list(Ending)))
    return log
