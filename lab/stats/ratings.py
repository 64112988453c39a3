"""Strength of players on one scale, from who won at which table.

The model is Luce's choice rule: at a table of players with strengths s the chance of each to win is s / sum of all s.
It is what Elo's rule becomes with more than two players, and two players of it are exactly Elo's. A victory shared by
k players counts 1/k for each; a game without a winner says nothing about who is stronger and adds nothing.

Strengths are the maximum of the likelihood, found by scipy with exact derivatives; a weak prior (a normal
distribution 800 points wide) keeps finite whoever never or always won. Intervals come from the information matrix;
the unit is the game, and a shared victory makes them a little too wide, never too narrow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.stats.intervals import never_zero, z_quantile

SCALE = 400 / np.log(10)
"""Rating points of one natural unit: 400 points are ten times the strength, as in Elo's scale."""
PRIOR_WIDTH = 800 / SCALE
ANCHOR, ANCHOR_RATING = "balanced", 1500.0
Array = NDArray[np.float64]


class Ratings(NamedTuple):
    """Rating points of some players with the bounds of their intervals, and p-values of being the anchor's equal."""

    points: Array
    low: Array
    high: Array
    p_value: Array


def rate(present: Any, credit: Any, anchor: int = -1) -> Ratings:
    """Ratings from games: `present` int[games, players] seats played, `credit` float[games, players] won there.

    The anchor has 1500 points and no interval: the others' intervals are those of the difference to it. Without an
    anchor (-1) the mean of all players is 1500.
    """
    from scipy.special import ndtr

    seats, won = _tables(np.asarray(present, np.float64), np.asarray(credit, np.float64))
    strength, covariance = _fit(seats, won)
    contrast = np.eye(len(strength)) - _reference(len(strength), anchor)
    points = SCALE * contrast @ strength
    error = SCALE * np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", contrast, covariance, contrast), 0))
    half = z_quantile() * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p = never_zero(2 * ndtr(-np.abs(points / error)))
    centre = points + ANCHOR_RATING
    return Ratings(centre, centre - half, centre + half, p)


def chance(points: float, seats: int) -> float:
    """Chance to win of somebody that many points above the others, who are equals, at a table of some seats."""
    return float(1 / (1 + (seats - 1) * np.exp(-points / SCALE)))


def points_of(share: float, seats: int) -> float:
    """Points above the others, who are equals, that a chance to win stands for: the reverse of `chance`."""
    with np.errstate(divide="ignore"):
        return float(SCALE * (np.log(share) - np.log1p(-share) + np.log(seats - 1)))


def _reference(players: int, anchor: int) -> Array:
    row = np.full(players, 1 / players) if anchor < 0 else np.eye(players)[anchor]
    return np.tile(row, (players, 1))


def _tables(present: Array, credit: Array) -> tuple[Array, Array]:
    """Games with the same company added up: seats by table, and credit won there."""
    seats, table = np.unique(present, axis=0, return_inverse=True)
    won = np.zeros_like(seats)
    np.add.at(won, table.reshape(-1), credit)
    return seats, won


def _fit(seats: Array, won: Array) -> tuple[Array, Array]:
    """Strengths that make the victories likeliest (logarithms), and the covariance of their errors."""
    from scipy import optimize

    games = won.sum(axis=1)
    prior = 1 / PRIOR_WIDTH**2

    def shares(strength: Array) -> Array:
        weight = seats * np.exp(strength - strength.max())
        share: Array = weight / weight.sum(axis=1, keepdims=True)
        return share

    def loss(strength: Array) -> float:
        total = np.log((seats * np.exp(strength - strength.max())).sum(axis=1)) + strength.max()
        return float(games @ total - won.sum(axis=0) @ strength + prior * strength @ strength / 2)

    def slope(strength: Array) -> Array:
        down: Array = games @ shares(strength) - won.sum(axis=0) + prior * strength
        return down

    def curve(strength: Array) -> Array:
        share = shares(strength)
        bend: Array = np.diag(games @ share + prior) - (share * games[:, None]).T @ share
        return bend

    start = np.zeros(seats.shape[1])
    found = optimize.minimize(loss, start, jac=slope, hess=curve, method="trust-exact", options={"gtol": 1e-6})
    covariance: Array = np.linalg.inv(curve(found.x)).astype(np.float64)
    return found.x, covariance
