"""Races whose chances are known: whoever has the turn goes up with a fixed chance, and the first at the goal wins."""

from __future__ import annotations

from itertools import product

import numpy as np

from lab.chances.positions import CLASSES, SEAT_STATE, Moments
from lab.chances.win_chances import ArmChances

SEATS, GOAL, STEP = 3, 4, 0.4
TURN, DICE, DEALING = (list(CLASSES).index(name) for name in ("turn", "dice", "dealing"))
LEVEL = SEAT_STATE.index("level")


def credit_of(levels, shared=False):
    """What each seat has of a race that is over; a victory is shared with those up to two steps behind."""
    near = np.array(levels) >= GOAL - 2 * shared
    return near / max(near.sum(), 1) if max(levels) == GOAL else np.zeros(SEATS)


def true_chances(shared=False):
    """The credit of each seat by Levels and whose turn it is: the equations of one step, solved by going round."""
    states = list(product(range(GOAL), repeat=SEATS))
    value = {(levels, whose): np.full(SEATS, 1 / SEATS) for levels in states for whose in range(SEATS)}
    for _ in range(60):  # a round leaves at most 0.6 cubed of a mistake
        for levels in reversed(states):
            for whose in range(SEATS):
                higher = tuple(x + (s == whose) for s, x in enumerate(levels))
                after = (whose + 1) % SEATS
                won = credit_of(higher, shared) if higher[whose] == GOAL else value[higher, after]
                value[levels, whose] = STEP * won + (1 - STEP) * value[levels, after]
    return value


def race(games, seed=0, cap=10_000, shared=False):
    """Some races; nobody wins after `cap` turns."""
    luck = np.random.default_rng(seed)
    rows, credits = [], []
    for game in range(games):
        levels, turn, whose, begun = [0] * SEATS, 0, int(luck.integers(SEATS)), len(rows)
        rows.append((game, 0, -1, DEALING, list(levels)))
        while max(levels) < GOAL and turn < cap:
            turn += 1
            rows.append((game, turn, whose, TURN, list(levels)))
            levels[whose] += luck.random() < STEP
            rows.append((game, turn, whose, DICE, list(levels)))
            whose = (whose + 1) % SEATS
        credit = credit_of(levels, shared)
        credits += [credit] * (len(rows) - begun)
    return moments(rows), np.array(credits)


def moments(rows):
    """Rows of game, turn, whose turn, class and Levels as moments without combats."""
    game, turn, whose, about, levels = (np.array(column) for column in zip(*rows))
    n, nobody = len(rows), np.full(len(rows), -1)
    state = np.zeros((n, SEATS, len(SEAT_STATE)), np.int16)
    state[:, :, LEVEL] = levels
    last = np.r_[game[1:] != game[:-1], True]
    rounds = (turn + SEATS - 1) // SEATS
    return Moments(
        game, np.arange(n), turn, rounds, whose, about == DICE, about, nobody, whose, nobody, last, state,
        nobody, nobody, np.zeros(n, np.int64), np.zeros((n, SEATS), np.int8),
    )  # fmt: skip


def arm_of(games, **how):
    """An arm of races."""
    m, credit = race(games, **how)
    return ArmChances("r", "a", m, credit)
