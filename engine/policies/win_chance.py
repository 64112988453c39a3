"""How a table stands: every player's chance to win, judged from levels, cards in play and hands.

A logit model: the chances stand to each other as 2**(score / 256). Its weights are columns of a
persona (`win_*`), fitted to who won from positions at the beginning of turns.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from engine.board.strength import modifiers
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.records.book import Book
from engine.records.card_kinds import Kind, Seat
from engine.records.state import Game
from engine.records.switches import Rule

CERTAIN = 1 << 20
"""The chance of somebody who has won alone."""


def _powers() -> list[int]:
    """2**20 * 2**(-i / 256) for i = 0 .. 255, by whole-number roots: the same on every machine."""
    one = 1 << 60
    root = one >> 1
    for _ in range(8):
        root = isqrt(root << 60)  # in the end 2**(-1 / 256), with 60 binary places
    powers = [one]
    for _ in range(255):
        powers.append(powers[-1] * root >> 60)
    return [p >> 40 for p in powers]


_POWER = np.array(_powers(), np.int64)


@kernel()
def score(g: Game, book: Book, judge: Seat, seat: Seat) -> int:
    """Logit of a player's win, by the weights of the seat that judges; 256 units double the chance."""
    w = book.work.weights[judge]
    missing = max(1, int(book.rules[Rule.VICTORY_LEVEL]) - int(g.level[seat]))
    total = int(w[Weight.WIN_NEAR]) // missing - int(w[Weight.WIN_LEVEL]) * missing
    total += int(w[Weight.WIN_STRENGTH]) * min(30, modifiers(g, book, seat))
    if g.dead[seat] == 1 or g.redraw[seat] == 1:
        total += int(w[Weight.WIN_DEAD])
    gold = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        total += int(w[Weight.WIN_CARD])
        if row.kind == Kind.ONE_SHOT:
            total += int(w[Weight.WIN_ONE_SHOT]) * abs(int(row.bonus))
        gold += int(row.gold)
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.kind == Kind.ONE_SHOT:
            total += int(w[Weight.WIN_ONE_SHOT]) * abs(int(row.bonus))
        elif Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT:
            total += int(w[Weight.WIN_IDENTITY])
        gold += int(row.gold)
    return total + int(w[Weight.WIN_GOLD]) * gold // 1000


@kernel()
def chance(g: Game, book: Book, seat: Seat) -> int:
    """Chance of a player to win, in parts of CERTAIN; a shared win counts in equal parts."""
    if g.over != 0:
        if g.winners == 0:
            return CERTAIN // int(g.seats)
        won = 0
        for s in range(g.seats):
            won += (int(g.winners) >> s) & 1
        return CERTAIN // won if (int(g.winners) >> seat) & 1 else 0
    mine = score(g, book, seat, seat)
    best = mine
    for s in range(g.seats):
        if s != seat:
            best = max(best, score(g, book, seat, s))
    total = 0
    for s in range(g.seats):
        total += _odds(best - (mine if s == seat else score(g, book, seat, s)))
    return _odds(best - mine) * CERTAIN // total


@kernel()
def _odds(behind: int) -> int:
    return 0 if behind >= 5120 else int(_POWER[behind % 256]) >> (behind // 256)
