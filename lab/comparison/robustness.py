"""Which conclusions hold whoever plays: house rules and cards asked at several tables of players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import polars as pl

from lab.comparison.arm_comparison import Difference
from lab.comparison.game_numbers import MINUTES
from lab.comparison.table_agreement import Agreement, effect
from lab.stats.intervals import false_discovery, normal_p, z_quantile
from lab.stats.shrinkage import disattenuated, shrunken_columns

RULES = (
    "faster", "shared-victory", "hand-limit-seven", "no-selling", "run-away-four", "deal-two", "first-kill-two-levels",
    "catch-up-treasure", "no-early-backstab", "help-any-time", "ties-to-munchkins",
)  # fmt: skip
"""House rules of all kinds, each laid on the game as it is; the winning Level of `GOAL` is one more."""
GOAL = 8
TABLES = ("table", "kitchen-table", "cut-throat", "balanced", "novice", "sharp")
"""Ordinary people, careful ones and hard ones; four of a kind: sensible ones, beginners, and who plays to win."""
CARDS = "cards"
MEASURES = ("turns", MINUTES, "lost_share", "helps", "deaths", "lead_changes")


class Signs(NamedTuple):
    """One measure under one rule: at how many tables it rises and falls, and how far, least and most of those."""

    rule: str
    measure: str
    tables: int
    rises: int
    falls: int
    least: float  # parts of the game without the rule, shares as they are; nan if nothing was found anywhere
    most: float

    @property
    def is_split(self) -> bool:
        """Whether it rises at one table and falls at another."""
        return bool(self.rises and self.falls)


class Likeness(NamedTuple):
    """How alike tables put things in order: of all pairs of tables the middle and the lowest correlation."""

    what: str
    middle: float
    lowest: float


def signs_of(rows: Sequence[Agreement]) -> list[Signs]:
    """Every measure under every rule, over the tables at which it was found to move."""
    found = []
    for one in rows:
        far = sorted((effect(row)[0] for row in one.found), key=abs) or [float("nan")]
        rises = sum(row.difference > 0 for row in one.found)
        found.append(Signs(one.question, one.metric, len(one.rows), rises, len(one.found) - rises, far[0], far[-1]))
    return found


def likeness_of_rules(rows: Sequence[Agreement], measure: str) -> Likeness:
    """How alike the tables put the rules in order by what they do to a measure."""
    asked = [one for one in rows if one.metric == measure]
    tables = asked[0].tables if asked else ()
    by_table = {table: [_effect_at(one, table) for one in asked] for table in tables}
    return _likeness(measure, [np.array(effects) for effects in by_table.values()])


def _effect_at(one: Agreement, table: str) -> tuple[float, float]:
    """What moved at a table, with its standard error."""
    row: Difference = dict(zip(one.tables, one.rows, strict=True))[table]
    value, half = effect(row)
    return value, half / z_quantile()


def likeness_of_cards(cards: pl.DataFrame) -> Likeness:
    """How alike the tables put the cards in order; `cards` has table, id, value and its standard error `se`."""
    known = cards.drop_nulls(["value", "se"])
    tables = known["table"].unique(maintain_order=True).to_list()
    both = known.group_by("id").len().filter(pl.col("len") == len(tables))["id"]
    rows = known.filter(pl.col("id").is_in(both.implode())).sort("id")
    return _likeness(
        "cards", [rows.filter(pl.col("table") == table).select("value", "se").to_numpy() for table in tables]
    )


def _likeness(what: str, tables: Sequence[np.ndarray]) -> Likeness:
    """Correlations of all pairs of tables, without what errors take from them; each table [things, value and error]."""
    pairs = [disattenuated(a[:, 0], b[:, 0], a[:, 1], b[:, 1]) for a, b in combinations(tables, 2)]
    known = [r for r in pairs if not np.isnan(r)]
    return Likeness(what, float(np.median(known)), min(known)) if known else Likeness(what, float("nan"), float("nan"))


def pooled_cards(cards: pl.DataFrame) -> pl.DataFrame:
    """What each card is worth whoever plays: a row for each card that was measured at all tables.

    `cards` has table, id, name, family, value and se. The value is the mean over the tables, which are taken for a few
    of many; its error is that of games and of who happened to be asked: how much the tables of a family differ beyond
    the errors of games. Then it is shrunken with its family: columns shrunken, shrunken_low, shrunken_high and q.
    """
    known = cards.drop_nulls(["value", "se"])
    tables = known["table"].n_unique()
    each = known.group_by("id", "name", "family").agg(
        pl.len(), pl.col("value").mean(), pl.col("value").var().alias("apart2"), (pl.col("se") ** 2).mean().alias("se2")
    )
    players2 = (pl.col("apart2") - pl.col("se2")).mean().clip(0).over("family")
    error = ((pl.col("se2") + players2) / tables).sqrt()
    whole = each.filter(pl.col("len") == tables).with_columns(error.alias("error"), players2.sqrt().alias("players"))
    tested = whole.with_columns(p=normal_p(pl.col("value"), pl.col("error")))
    pooled = tested.with_columns(false_discovery("p").alias("q"))
    return pooled.with_columns(shrunken_columns("value", "error", ["family"], "shrunken")).sort("shrunken", "id")
