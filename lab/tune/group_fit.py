"""Whose games are these: groups are made up and play, and what they play says which of them a log allows.

Approximate Bayesian computation with a local linear regression (Beaumont, Zhang & Balding
2002, Genetics 162: 2025-2035).
A made-up group is several of one persona: one of the lab's, each of its style numbers either near its own or anywhere
between the least and the largest of the lab's. The same seed gives the same answer, with any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.records.events import Ending
from lab.agents.personas import expand, weights_of
from lab.tune.candidate_games import Arena, Results, Weights
from lab.tune.persona_search import NAMES
from lab.tune.play_realism import columns_of

Array = NDArray[np.float64]
Say = Callable[[str], None]

STYLE = ("envy", "margin", "saving", "hinder", "hostility", "share", "demand", "stop_win", "sell", "help", "noise")
"""Weights by which groups differ, and which are searched."""
PEOPLE = ("balanced", "novice", "sharp", "cautious", "greedy", "helper", "saboteur", "hoarder", "dealer", "racer")
"""Whom a made-up group begins as."""
TABLES = ("table", "kitchen-table", "cut-throat")
"""Mixes of the lab that a group may resemble, beside four of one of the people."""
BATCH = 100
"""Groups that play at once: a game names who plays in eight bits."""
MOST_GAMES = 60
"""Games of a made-up group: as many as there are, but not more; then the answer is less sure than it could be."""
SHOWN_GAMES = 200
"""Games by which a table of the lab is known."""
NEAR = 0.4
"""Part of the made-up groups that the regression sees: those whose games are nearest."""
KEPT, NEARBY = 0.5, 0.1
"""Chance that a style number is near its persona's own, and how near, in parts of the way from least to largest."""
TOLD = 0.8
"""Width of an interval, in parts of what was possible before, above which a log tells nothing."""
LEVEL = (0.05, 0.95)
DRAWN = 8
"""Personas that are drawn from what the log allows."""


class Style(NamedTuple):
    """A style number of the group: estimate, 90 % interval, and its width in parts of the width before."""

    name: str
    value: float
    low: float
    high: float
    ratio: float

    @property
    def is_told(self) -> bool:
        """Whether the games say anything of it."""
        return self.ratio <= TOLD


class Draws(NamedTuple):
    """Made-up groups: whom each began as, its style as parts of the way from least to largest, its moments."""

    base: NDArray[np.int64]
    parts: Array
    moments: Array


class Fit(NamedTuple):
    """What a log says of who plays."""

    styles: list[Style]
    people: list[tuple[str, dict[str, int]]]  # persona it is like, and the style numbers: drawn, all as likely


def box() -> tuple[Array, Array]:
    """The least and the largest of each style number among the people."""
    found = weights_of(PEOPLE)[:, [NAMES.index(name) for name in STYLE]].astype(float)
    return found.min(axis=0), found.max(axis=0)


def game_columns(results: Results, seats: int) -> dict[str, Array]:
    """One number per game under each measure that a log may have; games that were broken off are left out."""
    found = dict(columns_of(results, seats))
    found["rounds"] = results.game["rounds"].astype(float)
    levels = np.sort(results.seat["final_level"].reshape(-1, seats), axis=1)[:, :-1].astype(float)
    found |= {"second": levels[:, -1], "middle": levels.mean(axis=1), "last": levels[:, 0]}
    over = results.game["ending"] != int(Ending.CAPPED)
    return {name: np.where(over, column, np.nan) for name, column in found.items()}


def moments_of(columns: Mapping[str, Array], names: list[str]) -> Array:
    """Mean and spread of each measure over some games, float64[2 * names]."""
    kept = [column[np.isfinite(column)] for column in (columns[name] for name in names)]
    means = [float(one.mean()) if len(one) else 0.0 for one in kept]
    spreads = [float(one.std(ddof=1)) if len(one) > 1 else 0.0 for one in kept]
    return np.array(means + spreads)


def errors_of(columns: Mapping[str, Array], names: list[str]) -> Array:
    """Sampling error of each moment, with that many games."""
    spread = moments_of(columns, names)[len(names) :]
    count = np.array([np.isfinite(columns[name]).sum() for name in names], float)
    spread = np.maximum(spread, 0.05)  # three equal games do not mean that all games are equal
    return np.concatenate([spread / np.sqrt(count), spread / np.sqrt(2 * (count - 1))])


def made_up(arena: Arena, names: list[str], count: int, games: int, say: Say) -> Draws:
    """Groups drawn from what is possible, each with games of its own."""
    rng = np.random.default_rng(arena.spec.seed)
    base = rng.integers(len(PEOPLE), size=count)
    weights, columns, (low, high) = weights_of(PEOPLE)[base], [NAMES.index(name) for name in STYLE], box()
    own = (weights[:, columns] - low) / (high - low) + rng.normal(scale=NEARBY, size=(count, len(STYLE)))
    parts = np.clip(np.where(rng.uniform(size=own.shape) < KEPT, own, rng.uniform(size=own.shape)), 0, 1)
    weights[:, columns] = styled(parts)
    games, moments = min(games, MOST_GAMES), []
    for first in range(0, count, BATCH):
        table = weights[first : first + BATCH]
        for told in _each(arena, table, first * games, games):
            moments.append(moments_of(told, names))
        say(f"{first + len(table)} of {count} made-up groups have played {games} games each")
    return Draws(base, parts, np.array(moments))


def styled(parts: Array) -> Weights:
    """Style numbers as whole numbers, of parts of the way from least to largest."""
    low, high = box()
    return np.rint(low + parts * (high - low)).astype(np.int64)


def _each(arena: Arena, table: Weights, first: int, games: int) -> list[dict[str, Array]]:
    """The games of each row of a table, four of a kind; no two rows play the same games."""
    seats = arena.spec.only.seats
    seating = np.repeat(np.arange(len(table)), games)[:, None].repeat(seats, axis=1)
    results = arena.play([table], seating, first)[0]
    columns, whose = game_columns(results, seats), results.place // games
    return [{name: column[whose == i] for name, column in columns.items()} for i in range(len(table))]


def fitted(draws: Draws, seen: Array, error: Array, seed: int) -> Fit:
    """The groups that a log's moments allow: those near it, moved along a regression to where it is."""
    far = np.sqrt((((draws.moments - seen) / error) ** 2).mean(axis=1))
    reach = max(float(np.quantile(far, NEAR)), 1e-9)
    weight = np.clip(1 - (far / reach) ** 2, 0, None)
    near = weight > 0
    weight = weight[near] / weight[near].sum()
    y = draws.parts[near]
    x = (draws.moments[near] - seen) / np.maximum(draws.moments.std(axis=0), 1e-9)
    design = np.column_stack([np.ones(len(x)), x])
    ridge = np.diag([0.0] + [1.0 / len(x)] * x.shape[1])
    slope = np.linalg.solve(design.T @ (design * weight[:, None]) + ridge, design.T @ (y * weight[:, None]))
    moved = np.clip(y - x @ slope[1:], 0, 1)  # nothing leaves what is possible
    low, high = box()
    before = np.subtract(*np.quantile(draws.parts, LEVEL[::-1], axis=0))
    styles = []
    for i, name in enumerate(STYLE):
        at = [_quantile(moved[:, i], weight, q) for q in (0.5, *LEVEL)]
        value, least, most = (float(low[i] + part * (high[i] - low[i])) for part in at)
        styles.append(Style(name, value, least, most, (at[2] - at[1]) / float(before[i])))
    chosen = np.random.default_rng([seed, 1]).choice(len(moved), DRAWN, p=weight)
    found = [dict(zip(STYLE, map(int, row), strict=True)) for row in styled(moved[chosen])]
    return Fit(styles, [(PEOPLE[base], row) for base, row in zip(draws.base[near][chosen], found, strict=True)])


def _quantile(values: Array, weight: Array, at: float) -> float:
    order = np.argsort(values, kind="stable")
    return float(np.interp(at, np.cumsum(weight[order]) - weight[order] / 2, values[order]))


def table_columns(arena: Arena, weights: Weights, games: int = SHOWN_GAMES, first: int = 0) -> dict[str, Array]:
    """Games of a table whose players change seats, by measure."""
    seats = arena.spec.only.seats
    seating = (np.arange(games)[:, None] + np.arange(seats)) % len(weights)
    return game_columns(arena.play([weights], seating, first)[0], seats)


def shipped_tables(arena: Arena) -> dict[str, dict[str, Array]]:
    """Games of every table of the lab that a group may resemble."""
    agents: dict[str, Any] = {name: expand([name]) for name in (*TABLES, *PEOPLE)}
    return {name: table_columns(arena, weights_of(who)) for name, who in agents.items()}


def resemblance(
    tables: Mapping[str, Mapping[str, Array]], seen: Array, names: list[str], games: int
) -> dict[str, float]:
    """Chance of each table of the lab if the group were one of them: normal errors, all as likely before."""
    logs = {}
    for table, columns in tables.items():
        rows = np.array([columns[name] for name in names])
        rows = rows[:, np.isfinite(rows).all(axis=0)]
        cover = np.atleast_2d(np.cov(rows)) + 0.01 * np.eye(len(names))
        cover *= 1 / games + 1 / rows.shape[1]
        off = rows.mean(axis=1) - seen[: len(names)]
        logs[table] = -0.5 * float(off @ np.linalg.solve(cover, off) + np.linalg.slogdet(cover)[1])
    top = max(logs.values())
    total = sum(np.exp(one - top) for one in logs.values())
    return {table: float(np.exp(one - top) / total) for table, one in sorted(logs.items(), key=lambda pair: -pair[1])}
