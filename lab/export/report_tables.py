"""The tables of a report: which there are, of which arm, and how each of them is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.comparison.arm_comparison import as_frame, compare_run
from lab.comparison.arm_pairs import is_every_pair_told
from lab.comparison.game_numbers import is_share
from lab.errors import BadInput
from lab.export.spreadsheet import MIXED, UNITS, Bounds, Entry, as_sheet
from lab.store.store_columns import COUNT, FLAG, REAL
from lab.store.store_columns import Column as Stored
from lab.store.store_views import shown
from lab.store.stored_tables import TABLES
from lab.tables.column import KEY, MAIN, Column, default_column
from lab.tables.metric import KEYS, compute, load_metrics

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FACTS = ("run", "arm", "card")
"""Small tables of the store that explain the others."""
COMPARISON = "comparison"
PARTS = "parts of 1"
"""The unit of a share that is not multiplied by 100."""


def _kind(row: Mapping[str, Any]) -> str:
    """What the values of a row of a comparison are, as the answer in words has it."""
    return "share" if is_share(row["metric"]) else "number"


def _change(row: Mapping[str, Any]) -> str:
    return "points" if _kind(row) == "share" else "number"


COMPARED = {
    "run_id": Column("run", rank=KEY, about="The run; results are never mixed over runs."),
    "metric": Column("measure", rank=KEY, about="What is compared."),
    "unit": Column("unit", about="Unit of the values; differences of per cents are percentage points."),
    "a": Column("before", rank=KEY, about="The arm that the other one is compared with."),
    "b": Column("after", rank=KEY, about="The arm that is compared."),
    "value_a": Column("value before", "number", kind_of=_kind, about="Its value in the arm before."),
    "value_b": Column("value after", "number", kind_of=_kind, about="Its value in the arm after."),
    "difference": Column("difference", "number", kind_of=_change, about="Value after minus value before."),
    "n": Column("games", "count", about="Pairs of games, or games of each arm where they are independent."),
    "correlation": Column("correlation", "fine", unit="", about="Correlation of the pairs' two games."),
    "variance_saved": Column("variance saved", "share", about="Share of the variance that pairing took away."),
    "p_value": Column("p", "p", about="Probability of such a difference, or a larger one, if there were none."),
    "q_value": Column("q", "p", about="The p-value adjusted for all secondary measures of the pair of arms."),
    "family": Column("family", "count", about="Measures that q is adjusted for."),
    "found": Column("found", about="Whether p of a primary or q of a secondary measure is small enough."),
    "identical": Column("identical", "share", about="Share of pairs in which both arms played the same game."),
    "role": Column("role", about="primary: named before one looked; secondary: looked at together with others."),
    "method": Column("method", about="How intervals and p are computed."),
    "paired": Column("paired", about="Whether games of equal numbers share their randomness."),
}  # fmt: skip
SIDES: Bounds = {"difference": ("low", "high"), "value_a": ("low_a", "high_a"), "value_b": ("low_b", "high_b")}


@dataclass(frozen=True)
class Wanted:
    """What of a store is asked for: all report tables of all arms unless something is named."""

    run: str | None = None
    tables: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """How a table is read: its columns, the unit of numbers without their own, values with unusual bounds."""

    columns: dict[str, Column] = field(default_factory=dict)
    unit: str = ""
    bounds: Bounds = field(default_factory=dict)


def report_tables(store: Store, wanted: Wanted) -> dict[str, pl.DataFrame]:
    """The wanted tables by name: facts about the runs, metrics, comparisons of arms; of the store others by name."""
    _check(store, wanted)
    metrics = [name for name in load_metrics() if not wanted.tables or name in wanted.tables]
    facts = [name for name in TABLES if name in (wanted.tables or FACTS)]
    found = {name: store.table(name, wanted.run).collect() for name in facts}
    if metrics:
        found |= compute(store, metrics, wanted.run)
    if not wanted.tables or COMPARISON in wanted.tables:
        compared = _comparison(store, wanted.run)
        if compared.height or wanted.tables:
            found[COMPARISON] = compared
    if not wanted.arms:
        return found
    arms = store.table("arm", wanted.run).collect().filter(pl.col("arm").is_in(wanted.arms))
    return {name: _of_arms(frame, arms) for name, frame in found.items()}


def _check(store: Store, wanted: Wanted) -> None:
    known = (*TABLES, *load_metrics(), COMPARISON)
    _known("table", wanted.tables, known)
    if wanted.arms:
        _known(
            "arm", wanted.arms, store.table("arm", wanted.run).collect()["arm"].unique(maintain_order=True).to_list()
        )


def _known(what: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise BadInput(f"no {what} named '{name}'; allowed: {', '.join(known) or 'none, the store is empty'}")


def _comparison(store: Store, run: str | None) -> pl.DataFrame:
    arms = store.table("arm", run).collect().group_by("run_id", maintain_order=True).len()
    several = arms.filter(pl.col("len") > 1)["run_id"].to_list()
    rows = [
        as_frame(compare_run(store, run_id, is_every_pair_told(store, run_id))).select(
            pl.lit(run_id).alias("run_id"), pl.all()
        )
        for run_id in several
    ]
    empty = as_frame([]).select(pl.lit("").alias("run_id"), pl.all())
    return pl.concat(rows, how="vertical_relaxed") if rows else empty


def _of_arms(frame: pl.DataFrame, arms: pl.DataFrame) -> pl.DataFrame:
    """The rows that speak of some arms; of a comparison those in which one of them is a side."""
    if {"a", "b"} <= set(frame.columns):
        names = {run: set(rows["arm"]) for (run,), rows in arms.group_by("run_id")}
        here = [bool({a, b} & names.get(run, set())) for run, a, b in frame.select("run_id", "a", "b").iter_rows()]
        return frame.filter(pl.Series(here, dtype=pl.Boolean))
    on = KEYS if "arm" in frame.columns else ["run_id"] if "run_id" in frame.columns else ["deck_hash"]
    return frame.join(arms, on=on, how="semi", maintain_order="left")


def reading(name: str) -> Reading:
    """How a table is read."""
    if name == COMPARISON:
        return Reading(COMPARED, bounds=SIDES)
    if name in TABLES:
        return Reading({c.column: _described(c) for c in shown(name)})
    metric = load_metrics()[name]
    return Reading(dict(metric.columns), metric.unit)


def _described(c: Stored) -> Column:
    kind = "number" if c.type == REAL else "text"
    return Column(c.column, kind, unit="" if c.unit == c.column else c.unit, about=c.meaning)


def spreadsheet(name: str, frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Entry]]:
    """A table under headings with units and rounded, and what each column is."""
    how = reading(name)
    if name in TABLES:
        frame = frame.with_columns(_true(c) for c in shown(name) if c.column in frame.columns)
    return as_sheet(frame, how.columns, how.unit, how.bounds)


def exact(name: str, frame: pl.DataFrame) -> list[Entry]:
    """What each column is of a table that keeps its stored names and all digits: shares are parts of 1."""
    how = reading(name)
    every = {n: replace(how.columns.get(n) or default_column(n, kind), rank=MAIN) for n, kind in frame.schema.items()}
    told = {e["column"]: e for e in as_sheet(frame.clear(), every, how.unit, how.bounds)[1]}
    units = dict.fromkeys(UNITS.values(), PARTS) | {MIXED: how.unit or "see the column unit"}
    return [{**told[n], "heading": n, "unit": units.get(told[n]["unit"], told[n]["unit"])} for n in frame.columns]


def _true(c: Stored) -> pl.Expr:
    """A column as the views show it: flags are true or false, what stands for nothing is nothing."""
    column = pl.col(c.column)
    if c.type == FLAG:
        return column.cast(pl.Boolean)
    if c.type == COUNT and c.nothing:
        return pl.when(column != int(c.nothing)).then(column).alias(c.column)
    return column
