"""Win probability: the chance of every seat at a moment, learnt from the lab's own games, each judged by a stranger.

Games fall into folds by their number. The model that judges a game has seen none of its fold, so nothing that is said
of a game has been learnt from how it ended. A model looks at one seat among the others and says how often such a seat
wins; the chances of a table are these numbers, made to add up to one, less what is left for nobody. It knows no seat
by its number: the others come in as their most and their mean, places as the way from whoever has the turn. So a table
turned round has its chances turned round.

The learner is scikit-learn's gradient boosting of histograms, fitted by one thread: sums of a gradient depend on how
many share them, and the same games must give the same digits on every machine.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.chances.positions import SEAT_STATE, Ints, Moments

Array = NDArray[np.float64]
FOLDS = 5
PER_GAME = 16
"""Moments of a game that are learnt from, evenly spaced: those between them say hardly anything else."""
FEWEST_GAMES = 100
"""Games that an arm must have for anything to be learnt."""
BLOCK = 65_536
"""Moments that are judged in one go."""
LEARNER: dict[str, Any] = {
    "max_iter": 80, "learning_rate": 0.1, "max_leaf_nodes": 8, "min_samples_leaf": 100, "early_stopping": False,
    "random_state": 0,
}  # fmt: skip
"""Small trees: with larger ones, or more of them, a few thousand games are learnt by heart."""

FEATURES = (
    "level", "highest_other", "mean_other_level", "lowest_other", "hand", "mean_other_hand", "table", "gold",
    "mean_other_gold", "strength", "strongest_other", "mean_other_strength", "identities", "bosses", "most_bosses",
    "doors_until", "stage", "role", "margin", "level_to_be", "highest_to_be", "round",
)  # fmt: skip
"""What a model knows of a seat; role: 0 no combat, 1 fighter, 2 helper, 3 bystander; doors until: turns before
the next door of a seat; Levels to be: if the combat ended as it stands."""
LEVELS = ("level", "highest_other", "mean_other_level", "lowest_other")
"""What the simple model knows that others are compared with."""


@dataclass(frozen=True)
class WinModel:
    """Fitted models, one for each fold; `nobody` is None where every game that was learnt from has a winner.

    A fold that is not to be judged has none.
    """

    columns: tuple[int, ...]
    seat: tuple[Any, ...]
    nobody: tuple[Any, ...]

    def chances(self, m: Moments, at: Ints) -> Array:
        """Chance of each seat, and of nobody in the last column, at some moments."""
        out = np.empty((len(at), m.state.shape[1] + 1))
        fold = fold_of(m.game[at])
        with _one_thread():
            for number, (seat, nobody) in enumerate(zip(self.seat, self.nobody)):
                rows = np.flatnonzero(fold == number)
                for block in np.split(rows, range(BLOCK, len(rows), BLOCK)):
                    out[block] = self._judged(seat, nobody, m, at[block])
        return out

    def _judged(self, seat: Any, nobody: Any, m: Moments, at: Ints) -> Array:
        if not len(at):
            return np.empty((0, m.state.shape[1] + 1))
        x = features(m, at)[:, :, self.columns]
        p = seat.predict_proba(x.reshape(-1, x.shape[2]))[:, 1].reshape(len(at), -1)
        none = nobody.predict_proba(of_table(m, at))[:, 1:] if nobody is not None else np.zeros((len(at), 1))
        whole = np.sort(p, axis=1).sum(axis=1, keepdims=True)  # the same digits wherever anybody sits
        return np.hstack([(1 - none) * p / whole, none])


def _one_thread() -> Any:
    """Let the learner use one thread: threads that wait for each other cost more than they bring on a busy machine."""
    import sklearn.ensemble  # noqa: F401 - only a library that is loaded can be told
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)


def fold_of(game: Ints) -> Ints:
    """The fold of each game: by its number alone, scrambled, as kept games may be every tenth."""
    mixed = game.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(33)) % np.uint64(FOLDS)).astype(np.int64)


def fit(
    m: Moments, credit: Array, names: tuple[str, ...] = FEATURES, folds: Collection[int] = range(FOLDS)
) -> WinModel:
    """Learn from some games; `credit` is that of each seat in the game of each moment; `folds` are to be judged."""
    chosen = learnt_from(m)
    fold = fold_of(m.game[chosen])
    columns = tuple(FEATURES.index(name) for name in names)
    seat: list[Any] = []
    nobody: list[Any] = []
    with _one_thread():
        for number in range(FOLDS):
            if number not in folds:
                seat.append(None)
                nobody.append(None)
                continue
            at = chosen[fold != number]
            x = features(m, at)[:, :, columns]
            seat.append(_learnt(x.reshape(-1, x.shape[2]), credit[at].ravel()))
            left = 1 - credit[at].sum(axis=1).clip(0, 1).round(9)
            nobody.append(_learnt(of_table(m, at), left) if left.any() else None)
    return WinModel(columns, tuple(seat), tuple(nobody))


def learnt_from(m: Moments) -> Ints:
    """Moments that are learnt from: as many of each game, whatever other games there are."""
    first = np.flatnonzero(np.r_[True, m.last[:-1]])
    length = np.flatnonzero(m.last) - first
    start = np.modf(m.game[first] * ((5**0.5 - 1) / 2))[0]  # not the same places in every game
    places = (np.arange(PER_GAME) + start[:, None]) / PER_GAME
    steps = np.minimum((places * length[:, None]).astype(np.int64), np.maximum(length - 1, 0)[:, None])
    chosen: Ints = (first[:, None] + steps)[length > 0].ravel()
    return chosen


def _learnt(x: Array, share: Array) -> Any:
    """A model of a share between 0 and 1; one that is split counts as both, by weight."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    won, lost = share > 0, share < 1
    y = np.r_[np.ones(won.sum()), np.zeros(lost.sum())]
    return HistGradientBoostingClassifier(**LEARNER).fit(
        np.concatenate([x[won], x[lost]]), y, sample_weight=np.r_[share[won], 1 - share[lost]]
    )


def features(m: Moments, at: Ints) -> Array:
    """`FEATURES` of each seat at some moments."""
    of = {name: m.state[at, :, n].astype(np.float64) for n, name in enumerate(SEAT_STATE)}
    seats = m.state.shape[1]
    seat = np.arange(seats)
    whose, fighter, helper = (column[at][:, None] for column in (m.whose, m.fighter, m.helper))
    role = np.where(fighter < 0, 0, np.where(fighter == seat, 1, np.where(helper == seat, 2, 3)))
    opened = m.stage[at][:, None] > 0
    margin = m.margin[at][:, None]
    to_be = of["level"] + ((role == 1) & (margin > 0))
    rows = {
        **of,
        "highest_other": _most_other(of["level"]),
        "mean_other_level": _mean_other(of["level"]),
        "lowest_other": -_most_other(-of["level"]),
        "mean_other_hand": _mean_other(of["hand"]),
        "mean_other_gold": _mean_other(of["gold"]),
        "strongest_other": _most_other(of["strength"]),
        "mean_other_strength": _mean_other(of["strength"]),
        "most_bosses": _most_other(of["bosses"]),
        "doors_until": np.where(whose < 0, -1, (seat - whose - opened) % seats + opened),
        "stage": m.stage[at][:, None],
        "role": role,
        "margin": margin,
        "level_to_be": to_be,
        "highest_to_be": _most_other(to_be),
        "round": m.round[at][:, None],
    }
    shape = (len(at), seats)
    return np.stack([np.broadcast_to(rows[name], shape) for name in FEATURES], axis=2).astype(np.float64)


def of_table(m: Moments, at: Ints) -> Array:
    """What says how likely it is that nobody wins: how long the game has lasted and how far they are."""
    level = m.state[at, :, SEAT_STATE.index("level")].astype(np.float64)
    return np.stack([m.turn[at], m.round[at], level.max(axis=1), level.mean(axis=1)], axis=1)


def _mean_other(x: Array) -> Array:
    """Mean of the others, for each seat; whole numbers are added, so their order is nothing to the sum."""
    out: Array = (x.sum(axis=1, keepdims=True) - x) / (x.shape[1] - 1)
    return out


def _most_other(x: Array) -> Array:
    """Most that any other has, for each seat."""
    order = np.sort(x, axis=1)
    most, second = order[:, -1:], order[:, -2:-1]
    return np.where(x == most, np.where(second == most, most, second), most)
