"""Hand-made logs: rows as the engine would write them, without an engine."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from engine.facts.tables import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.records.book import BOOK, CARD
from engine.records.events import Cause, Drawn, Ending, Ev, Result
from engine.records.rules import RULES
from engine.records.state import Phase, Zone

SEATS, CARDS = 3, 12
NOBODY = -1


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

    def begin(self, seat):
        self.turn, self.phase = self.turn + 1, Phase.ARRANGE
        self.round += seat == 0
        self.row(Ev.TURN, seat)

    def level(self, seat, before, after, cause=Cause.KILL):
        self.row(Ev.LEVEL, seat, seat, -1, cause, before, after)

    def fight(self, fighter, joined, removed, result):
        self.row(Ev.FIGHT, fighter)
        for m in range(joined):
            self.row(Ev.JOIN, fighter, fighter, 0, -1, 1, m)
        for _ in range(removed):
            self.row(Ev.REMOVE, NOBODY, NOBODY, 0, 1, Zone.FIGHT, Zone.FIGHT)
        self.row(Ev.FIGHT_END, fighter, NOBODY, -1, result)

    def over(self, winners, ending=Ending.KILL):
        self.row(Ev.OVER, NOBODY, NOBODY, -1, ending, winners)


def book():
    card = np.zeros(CARDS, CARD).view(np.recarray)
    card["number"], card["copy"] = np.arange(CARDS) // 2, np.arange(CARDS) % 2
    card["pile"], card["gold"] = np.arange(CARDS) % 2, 100 * np.arange(CARDS)
    rules = np.array([s.default for s in RULES], np.int64)
    out = np.zeros(1, BOOK)[0]
    out.cards = len(card)
    out.card[: len(card)] = card
    out.rules[: len(rules)] = rules
    return out


def tables(levels=400, exposures=100):
    kinds = (3, GAME_FACT), (9, SEAT_FACT), (levels, LEVEL_FACT), (exposures, EXPOSURE_FACT), (1, EVENT_FACT)
    return Facts(*(np.zeros(n, t) for n, t in kinds))


def random_log(seed):
    """A log in which cards wander at random, but never from where they are not."""
    rng, log = Random(seed), Log()
    where = {c: (Zone.DECK, NOBODY) for c in range(CARDS)}
    level, shuffles = [1] * SEATS, [0, 0]

    def wander(kinds, goals):
        card = rng.randrange(CARDS)
        goal = rng.choice(goals)
        log.move(rng.choice(kinds), card, where[card], goal, rng.choice(list(Drawn)))
        where[card] = goal

    held = [(zone, s) for zone in (Zone.HAND, Zone.TABLE) for s in range(SEATS)]
    for _ in range(rng.randrange(6)):
        wander([Ev.DRAW], held[:SEATS])
    for turn in range(rng.randrange(1, 30)):
        log.begin(turn % SEATS)
        for _ in range(rng.randrange(8)):
            wander(
                [k for k in Ev if k < Ev.LAST_MOVE and k not in (Ev.SHUFFLE, Ev.REMOVE)],
                [*held, (Zone.DISCARD, NOBODY)],
            )
        if rng.random() < 0.5:
            log.fight(rng.randrange(SEATS), 2, rng.randrange(2), rng.choice(list(Result)))
        if rng.random() < 0.5:
            s, after = rng.randrange(SEATS), rng.randrange(1, 10)
            log.level(s, level[s], after, rng.choice(list(Cause)))
            level[s] = after
        for kind in rng.choices([Ev.ASK, Ev.OFFER, Ev.REFUSE, Ev.ACCEPT, Ev.PROPOSE, Ev.DECLINE], k=rng.randrange(4)):
            log.row(kind, *rng.sample(range(SEATS), 2))
        for kind in rng.choices([Ev.DEATH, Ev.REBORN, Ev.CURSE, Ev.BOSS], k=rng.randrange(3)):
            log.row(kind, NOBODY, rng.randrange(SEATS))
        pile = rng.randrange(2)
        gone = [c for c in range(CARDS) if where[c][0] == Zone.DISCARD and c % 2 == pile]
        if gone and rng.random() < 0.3:
            shuffles[pile] += 1
            for c in gone:
                log.move(Ev.SHUFFLE, c, where[c], (Zone.DECK, NOBODY), shuffles[pile])
                where[c] = (Zone.DECK, NOBODY)
    log.over(rng.randrange(1 << SEATS), rng.choice(list(Ending)))
    return log
