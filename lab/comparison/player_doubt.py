"""What is not known of the players in what a rule does: an interval whoever plays, and which weights move the answer.

The same question is asked at many tables, whose players weigh each thing a quarter more or a fifth less than those who
were asked, by a design in which no weight goes along with another one (`factorial_design`). All tables play the same
games. What the rule does then differs from table to table, beyond what games leave open: the
interval is where a further such table lies in 95 of 100 cases (Student's t). A weight moves the answer if the rule does
another thing where it is larger; that is a contrast of each game over all tables, with t over games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, change
from lab.comparison.factorial_design import Design
from lab.stats.intervals import FDR, Array, q_values, t_quantile
from lab.stats.paired import t_test

NAMED = 3
"""Weights that are named at most."""


class Doubt(NamedTuple):
    """What a rule does whoever plays, and at how many tables and games it was asked."""

    row: Difference  # mean of the tables; its interval holds 95 of 100 further tables
    moved_by: tuple[
        tuple[str, float, float], ...
    ]  # weights, most moving first: the difference with less and with more of them
    weights: int
    tables: int
    is_found_here: bool  # by the players who were asked


def player_doubt(here: Difference, a: Array, b: Array, design: Design, weights: Sequence[str]) -> Doubt:
    """The answer to the question of `here` over all tables.

    `a`, `b`: of every table and game the measure without and with the rule, [tables, games], nan where a game was given
    up somewhere. `design`: of every table whether there is less (0) or more (1) of each weight.
    """
    whole = np.isfinite(a + b).all(axis=0)
    difference = (b - a)[:, whole]  # [tables, games]
    tables, games = difference.shape
    each = difference.mean(axis=1)
    noise = float((difference - difference.mean(axis=0)).var(axis=1, ddof=1).mean()) / games
    spread2 = max(float(each.var(ddof=1)) - noise, 0.0)
    error2 = float(difference.mean(axis=0).var(ddof=1)) / games + spread2 / tables
    half = float(t_quantile(tables)) * math.sqrt(spread2 + error2)
    mean = float(each.mean())
    row = replace(
        here, value_a=float(a[:, whole].mean()), value_b=float(b[:, whole].mean()), difference=mean, low=mean - half,
        high=mean + half, n=games, found=True, p_value=None, q_value=None,
    )  # fmt: skip
    sides = np.array(design) * 2.0 - 1
    by_weight = sides.T @ difference / tables  # [weights, games]: half of what more instead of less of a weight does
    found = q_values([t_test(own) for own in by_weight])
    size = by_weight.mean(axis=1)
    order = [at for at in np.argsort(-np.abs(size)) if found[at] < FDR]
    moved_by = tuple((weights[at], mean - float(size[at]), mean + float(size[at])) for at in order)
    return Doubt(row, moved_by, len(weights), tables, here.found)


def sentences(doubt: Doubt) -> list[str]:
    """The interval whoever plays, and what of the players moves the answer."""
    row = doubt.row
    turns = " Which way it goes hangs on who plays." if row.low < 0 < row.high and doubt.is_found_here else ""
    first = (
        f"Whoever plays, {row.b} against {row.a}: {change(row)}. So it is at 95 of 100 tables whose players weigh each "
        f"thing a quarter more or a fifth less ({doubt.tables} tables of {row.n:,} games).{turns}"
    )
    if not doubt.moved_by:
        return [first, f"None of their {doubt.weights} weights is found to move it."]
    named = [
        f"{name} ({amount(row, less, True)} with less of it, {amount(row, more, True)} with more)"
        for name, less, more in doubt.moved_by[:NAMED]
    ]
    others = len(doubt.moved_by) - NAMED
    most = joined([*named, *[f"{others} more"] * (others > 0)])
    return [
        first,
        f"Of their {doubt.weights} weights {len(doubt.moved_by)} move it: {most} (false discovery rate 10 %).",
    ]
