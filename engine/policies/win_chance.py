"""How a table stands: every player's chance to win, judged from levels, cards in play and hands.

A logit model: the chances stand to each other as 2**(score / 256). Its weights are columns of a
persona (`win_*`), fitted to who won from positions at the beginning of turns; to them comes what was learned of each
card of the deck, in a hand and in play (`lab agents learn`).
"""

from __future__ import annotations

from enum import IntEnum
from math import isqrt

import numpy as np

from engine.board.seat_lookup import is_mate
from engine.board.strength import modifiers
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.records.book import STANDINGS, Book
from engine.records.card_kinds import Kind, Seat
from engine.records.state import Game
from engine.records.switches import Rule

CERTAIN = 1 << 20
"""The chance of somebody who has won alone."""

WHOLE = 2520
"""Parts in which what is divided by the Levels missing is told: exact for all ways up to ten Levels."""


class Standing(IntEnum):
    """What is told of how a player stands, in the order of the `win_` weights that judge it."""

    LEVEL = 0
    NEAR = 1
    STRENGTH = 2
    CARD = 3
    TABLE = 4
    ONE_SHOT = 5
    GOLD = 6
    HAND_GOLD = 7
    PREY = 8
    TURN = 9
    DEAD = 10


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
    of_cards = stand(g, book, seat)
    total = 0
    for k in range(STANDINGS):
        total += int(w[Weight.WIN_LEVEL + k]) * int(book.work.standing[k])
    return total // WHOLE + int(w[Weight.LEARNED]) * of_cards // 100


@kernel()
def stand(g: Game, book: Book, seat: Seat) -> int:
    """Write how a player stands to `book.work.standing`, in parts of WHOLE; returns what was learned of their cards."""
    x = book.work.standing
    for k in range(STANDINGS):
        x[k] = 0
    missing = max(1, int(book.rules[Rule.VICTORY_LEVEL]) - int(g.level[seat]))
    strength = min(30, int(modifiers(g, book, seat)))
    x[Standing.LEVEL] = -WHOLE * missing
    x[Standing.NEAR] = WHOLE // missing
    x[Standing.STRENGTH] = WHOLE * strength
    x[Standing.TURN] = WHOLE * ((seat + int(g.seats) - int(g.active)) % int(g.seats)) // missing
    x[Standing.DEAD] = WHOLE if g.dead[seat] == 1 or g.redraw[seat] == 1 else 0
    return _hand(g, book, seat, strength + int(g.level[seat])) + _table(g, book, seat)


@kernel()
def _hand(g: Game, book: Book, seat: Seat, whole: int) -> int:
    """What a player holds; `whole`: their strength alone."""
    x = book.work.standing
    learned = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        learned += int(row.in_hand)
        x[Standing.CARD] += WHOLE
        x[Standing.HAND_GOLD] += WHOLE * int(row.gold) // 1000
        if row.kind == Kind.ONE_SHOT:
            x[Standing.ONE_SHOT] += WHOLE * abs(int(row.bonus))
        elif row.kind == Kind.MONSTER and row.level < whole:
            x[Standing.PREY] = WHOLE
    return learned


@kernel()
def _table(g: Game, book: Book, seat: Seat) -> int:
    """What lies before a player."""
    x = book.work.standing
    learned = 0
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        learned += int(row.in_play)
        x[Standing.TABLE] += WHOLE
        x[Standing.GOLD] += WHOLE * int(row.gold) // 1000
        if row.kind == Kind.ONE_SHOT:
            x[Standing.ONE_SHOT] += WHOLE * abs(int(row.bonus))
    return learned


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
    ours = 0
    of_us = 0
    for s in range(g.seats):
        odds = int(_odds(best - (mine if s == seat else score(g, book, seat, s))))
        total += odds
        if s == seat or is_mate(g, book, seat, s) == 1:
            ours += odds
            of_us += 1
    return ours * CERTAIN // (total * of_us)


@kernel()
def _odds(behind: int) -> int:
    return 0 if behind >= 5120 else int(_POWER[behind % 256]) >> (behind // 256)
