"""Win probability: the chance of every seat at a moment, learnt from the lab's own games, each judged by a stranger.

Games fall into folds by their number. The model that judges a game has seen none of its fold, so nothing that is said
of a game has been learnt from how it ended. A conditional logit (McFadden 1974): each seat has a score, the sum of
about a dozen numbers by their weights, and chances stand to each other as exp(score); that nobody wins is one more
that may come about, scored by how far the game is. A seat is known by how it stands and who plays it, never by its
number, so a table turned round has its chances turned round.

The weights are the likeliest ones less a small penalty, found by Newton's steps. Sums are made term by term in one
order, never by a library that shares them among threads: the same games give the same digits on any number of them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.chances.positions import SEAT_STATE, Ints, Moments

Array = NDArray[np.float64]
FOLDS = 5
PER_GAME = 16
"""Moments of a mean game that are learnt from, evenly spaced: those between them say hardly anything else."""
FEWEST_GAMES = 100
"""Games that an arm must have for anything to be learnt."""
BLOCK = 65_536
"""Moments that are judged in one go."""
RIDGE = 1.0
"""Penalty of a squared weight, of numbers with a spread of one: as much as a game or two of a few thousand say."""
PART, FEW = 8, 2_000
"""One of so many moments tells where the search begins, if they are at least so many."""
STEPS, CLOSE = 50, 1e-9
"""Newton's steps at most, and how little the last one moves a weight."""

FEATURES = (
    *SEAT_STATE, "level_squared", "lead", "level_strength", "doors_until", "leads_fight", "leads_fight_level", "who",
)  # fmt: skip
"""What a model knows of a seat; lead: Levels before all others; doors until: turns before its next door; leads fight:
it would win the combat as it stands; who: a number for each persona beyond the first."""
LEVELS = ("level", "level_squared", "lead")
"""What the simple model knows that others are compared with."""
FACTS = {"level": ("level", "level_squared", "lead")} | {one: (one,) for one in (*SEAT_STATE[1:], "doors_until", "who")}
"""What can be told of a seat while nobody fights, and the features it moves; Level times strength is half of each."""


@dataclass(frozen=True)
class WinModel:
    """Weights of what is known, a set for each fold; a fold that is not to be judged has none."""

    names: tuple[str, ...]
    personas: int
    weights: tuple[Array | None, ...]
    nobody: bool  # whether any game of the arm had no winner

    def chances(self, m: Moments, at: Ints) -> Array:
        """Chance of each seat, and of nobody in the last column, at some moments."""
        out = np.zeros((len(at), m.state.shape[1] + 1))
        fold = fold_of(m.game[at])
        for number, weights in enumerate(self.weights):
            rows = np.flatnonzero(fold == number)
            for block in np.split(rows, range(BLOCK, len(rows), BLOCK)):
                if len(block) and weights is not None:
                    x = _known(m, at[block], self.names, self.personas, self.nobody)
                    out[block, : x.shape[2]] = _shares(x, weights)[0]
        return out

    def apart(self, m: Moments, at: Ints, best: Ints) -> dict[str, Array]:
        """How much each of `FACTS` lifts the score of one seat above that of every seat, at moments of one game."""
        weights = self.weights[int(fold_of(m.game[at[:1]])[0])]
        assert weights is not None
        left, by, known = iter(weights.tolist()), dict[str, Array](), dict[str, list[Array]]()
        for name in self.names:
            known[name] = [one[np.arange(len(at)), best][:, None] - one for one in features(m, at, name, self.personas)]
            by[name] = sum((next(left) * gap for gap in known[name]), np.zeros((len(at), m.state.shape[1])))
        found = {fact: np.sum([by[name] for name in names], axis=0) for fact, names in FACTS.items()}
        (level,), (strength,), weight = known["level"], known["strength"], weights[self.names.index("level_strength")]
        found["level"] += weight * level * (features(m, at, "strength", 0)[0] + strength / 2)
        found["strength"] += weight * strength * (features(m, at, "level", 0)[0] + level / 2)
        return found


def fold_of(game: Ints) -> Ints:
    """The fold of each game: by its number alone, scrambled, as kept games may be every tenth."""
    mixed = game.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(33)) % np.uint64(FOLDS)).astype(np.int64)


def fit(
    m: Moments, credit: Array, names: tuple[str, ...] = FEATURES, folds: Collection[int] = range(FOLDS)
) -> WinModel:
    """Learn from some games; `credit` is that of each seat in the game of each moment; `folds` are to be judged."""
    chosen, personas = learnt_from(m), int(m.who.max()) + 1
    left = 1 - credit[chosen].sum(axis=1, keepdims=True).clip(0, 1).round(9)
    nobody = bool(left.any())
    x = _known(m, chosen, names, personas, nobody)
    won = np.hstack([credit[chosen], left])[:, : x.shape[2]]
    fold = fold_of(m.game[chosen])
    weights = [_learnt(x[:, fold != n], won[fold != n]) if n in folds else None for n in range(FOLDS)]
    return WinModel(names, personas, tuple(weights), nobody)


def learnt_from(m: Moments) -> Ints:
    """Moments that are learnt from, evenly spaced in each game: of long games more, as there are more to be judged.

    With as many of each game leaders would be taken for surer than they are: who has the same lead in a long game has
    it in many more moments, and wins less often.
    """
    first = np.flatnonzero(np.r_[True, m.last[:-1]])
    every = max(1, len(m) // (PER_GAME * len(first)))
    start = (np.modf(m.game * ((5**0.5 - 1) / 2))[0] * every).astype(np.int64)  # not the same places in every game
    place = np.arange(len(m)) - np.repeat(first, np.diff(first, append=len(m)))
    chosen: Ints = np.flatnonzero(((place + start) % every == 0) & ~m.last)
    return chosen


def _learnt(x: Array, won: Array) -> Array:
    """Weights of what is known that make what came of it likeliest; `x` number x moment x seat.

    Of many moments a part tells where to begin, so that few steps are over all of them.
    """
    begin = _learnt(x[:, ::PART], won[::PART]) if x.shape[1] > PART * FEW else np.zeros(len(x))
    spread = x.std(axis=(1, 2))
    spread[spread == 0] = 1
    z, w = x / spread[:, None, None], begin * spread
    loss, gradient, curve = _loss(z, won, w)
    for _ in range(STEPS):
        step = np.linalg.solve(curve, gradient)
        while (then := _loss(z, won, w - step))[0] > loss and np.abs(step).max() > CLOSE:
            step /= 2
        w, (loss, gradient, curve) = w - step, then
        if np.abs(step).max() <= CLOSE:
            break
    weights: Array = w / spread
    return weights


def _loss(x: Array, won: Array, weights: Array) -> tuple[float, Array, Array]:
    """The surprise at what came, with the penalty; its slope, and its curvature."""
    p, log_p = _shares(x, weights)
    off = p - won
    slope = RIDGE * weights + [float((one * off).sum()) for one in x]
    centred = (x - _over_seats(x, p)[:, :, None]).reshape(len(x), -1)
    curve, weighted = RIDGE * np.eye(len(x)), centred * p.reshape(-1)
    for at, one in enumerate(weighted):  # what this number has with those before is known
        row = np.einsum("i,ki->k", one, centred[at:])
        curve[at, at:] += row
        curve[at + 1 :, at] += row[1:]
    return float(RIDGE / 2 * (weights**2).sum() - (won * log_p).sum()), slope, curve


def _over_seats(x: Array, p: Array) -> Array:
    """The mean of each number over the seats: seat by seat, as a sum along so short an axis is slow."""
    out: Array = x[:, :, 0] * p[:, 0]
    for seat in range(1, x.shape[2]):
        out += x[:, :, seat] * p[:, seat]
    return out


def _shares(x: Array, weights: Array) -> tuple[Array, Array]:
    """Chances by what is known and its weights, and their logarithms."""
    score, part = np.zeros(x.shape[1:]), np.empty(x.shape[1:])
    for one, weight in zip(x, weights, strict=True):
        score += np.multiply(one, weight, out=part)
    score -= score.max(axis=1, keepdims=True)
    parts = np.exp(score)
    whole = np.sort(parts, axis=1).sum(axis=1, keepdims=True)  # the same digits wherever anybody sits
    return parts / whole, score - np.log(whole)


def _known(m: Moments, at: Ints, names: tuple[str, ...], personas: int, nobody: bool) -> Array:
    """What is known at some moments, number x moment x seat; a last seat is nobody's, with numbers of its own."""
    seats = [column for name in names for column in features(m, at, name, personas)]
    if not nobody:
        return np.stack(seats)
    table = of_table(m, at)
    out = np.zeros((len(seats) + len(table), len(at), m.state.shape[1] + 1))
    for place, column in enumerate(seats):
        out[place, :, :-1] = column
    out[len(seats) :, :, -1] = table
    return out


def features(m: Moments, at: Ints, name: str, personas: int) -> list[Array]:
    """One of `FEATURES` of each seat at some moments; who plays is as many columns as there are other personas."""
    if name in SEAT_STATE:
        return [m.state[at, :, SEAT_STATE.index(name)].astype(np.float64)]
    seats, level = m.state.shape[1], m.state[at, :, SEAT_STATE.index("level")].astype(np.float64)
    seat = np.arange(seats)
    if name == "level_squared":
        return [level * level]
    if name == "lead":
        most = np.sort(level, axis=1)[:, -2:]
        return [np.where(level == most[:, 1:], most[:, 1:] - most[:, :1], 0.0)]
    if name == "level_strength":
        return [level * m.state[at, :, SEAT_STATE.index("strength")]]
    if name == "who":
        return [(m.who[at] == persona).astype(np.float64) for persona in range(1, personas)]
    if name == "doors_until":
        whose, opened = m.whose[at][:, None], m.stage[at][:, None] > 0
        return [np.where(whose < 0, 0.0, (seat - whose - opened) % seats + opened)]
    leads = (m.fighter[at][:, None] == seat) & (m.margin[at][:, None] > 0)
    return [leads * (level if name == "leads_fight_level" else 1.0)]


def of_table(m: Moments, at: Ints) -> Array:
    """What says how likely it is that nobody wins: how long the game has lasted and how far they are."""
    level = m.state[at, :, SEAT_STATE.index("level")].astype(np.float64)
    turn, most = m.turn[at].astype(np.float64), level.max(axis=1)
    return np.stack([np.ones(len(at)), turn, turn * turn, most, turn * most, level.mean(axis=1)])
