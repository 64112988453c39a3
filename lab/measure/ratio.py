"""Ratios of sums over games, such as waits by their number: one pair of sums per game, and games are the clusters."""

from __future__ import annotations

import polars as pl

from lab.measure.stats import half_width


def ratio_parts(above: str, below: str, name: str) -> list[pl.Expr]:
    """Aggregations NAME, NAME_error, NAME_n of two columns that hold one sum per game each.

    The error is that of the linearised ratio: from what each game's sum is away from ratio * its other sum.
    """
    over, under = pl.col(above).cast(pl.Float64), pl.col(below).cast(pl.Float64)
    ratio = over.sum() / under.sum()
    error = (over - ratio * under).pow(2).sum().sqrt() / under.sum()
    return [ratio.alias(name), error.alias(f"{name}_error"), pl.len().alias(f"{name}_n")]


def ratio_bounds(name: str, least: float | None = None, most: float | None = None) -> list[pl.Expr]:
    """Columns NAME_low and NAME_high from the aggregations of `ratio_parts`, inside what a value can be."""
    half = half_width(pl.col(f"{name}_error"), f"{name}_n")
    sides = {"low": pl.col(name) - half, "high": pl.col(name) + half}
    return [bound.clip(least, most).alias(f"{name}_{side}") for side, bound in sides.items()]
