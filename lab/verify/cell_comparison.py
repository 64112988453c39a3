"""Two tables beside each other, cell by cell: what was claimed, and what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lab.errors import BadInput
from lab.export.report_tables import reading
from lab.store.stored_tables import ABOUT, FACTS, VOLATILE
from lab.tables.column import KEY
from lab.verify.export_claim import SHOWN, Claim
from lab.verify.export_replay import Found

CLOSE = 1e-9
"""Relative difference of two numbers that are the same: sums in another order differ in their last digits.

A sheet rounds both in the same way, and no sum in another order tips a half (`written.rounded`).
"""
NEAR_NOTHING = 1e-12
OF_ROWS = {
    "game": (), "seat": ("seat",), "level": ("round", "seat"), "event": ("seq",),
    "exposure": ("seat", "card", "copy", "drawn_turn", "how"), "run": ("run_id",), "arm": ("arm",),
    "card": ("deck_hash", "card"), "rule": ("arm", "switch"), "weight": ("agent", "feature"),
}  # fmt: skip
"""Columns that name a row of a stored table, beside run, arm and game."""
HOW_MADE = (*VOLATILE, "name", "engine_version")
"""Columns of `run` that no play can know."""
NTH, CLAIMED, FOUND = "row of this name", " claimed", " found"


@dataclass(frozen=True)
class Difference:
    """A cell that is not what was found; of a row that one side lacks the column is empty."""

    row: str
    column: str
    claimed: str
    found: str


@dataclass(frozen=True)
class Outcome:
    """What came of it: rows and cells that were compared, columns that were not, what differs."""

    rows: int
    cells: int
    left_out: tuple[str, ...]
    differences: list[Difference]


def compared(claim: Claim, found: Found) -> Outcome:
    """Every cell of a claimed table beside the one that was found; rows are found by their names, whatever order."""
    claimed, now = claim.cells, found.cells
    if claimed.columns != now.columns:
        odd = sorted(set(claimed.columns) ^ set(now.columns)) or claimed.columns
        raise BadInput(
            f"{claim.path}: its columns are not those of {claim.table} (column '{odd[0][:SHOWN]}'); allowed: as "
            "`lab export` of this version writes them"
        )
    if found.sampled is not None:
        claimed = claimed.join(found.sampled, on=found.sampled.columns, how="semi", maintain_order="left")
    keys = _keys(claim.table, found.headings)
    unknown = HOW_MADE if claim.table == "run" else ()
    left_out = tuple(found.headings[name] for name in unknown if name in found.headings)
    columns = [name for name in claimed.columns if name not in (*keys, *left_out)]
    both = _side_by_side(claimed, now, keys)
    matched = both.filter(pl.col(f"there{CLAIMED}").is_not_null() & pl.col(f"there{FOUND}").is_not_null())
    differences = [*_lone(both, keys), *(one for name in columns for one in _of_column(matched, name, keys))]
    return Outcome(both.height, matched.height * (len(columns) + len(keys)), left_out, differences)


def _keys(table: str, headings: Mapping[str, str]) -> list[str]:
    """Headings of the columns that name a row."""
    if table in FACTS or table in ABOUT:
        names: Sequence[str] = ("run_id", "arm", "game", *OF_ROWS[table])
        return list(dict.fromkeys(headings[name] for name in names if name in headings))
    columns = reading(table).columns
    return [headings[name] for name in headings if name in columns and columns[name].rank == KEY]


def _side_by_side(claimed: pl.DataFrame, found: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Rows of equal names in one row; of several rows of a name the first beside the first, and so on."""

    def named(frame: pl.DataFrame, side: str) -> pl.DataFrame:
        nth = pl.int_range(pl.len()).over(keys) if keys else pl.int_range(pl.len())
        frame = frame.with_columns(nth.alias(NTH), pl.lit(True).alias("there"))
        return frame.rename({name: f"{name}{side}" for name in frame.columns if name not in (*keys, NTH)})

    sides = named(claimed, CLAIMED), named(found, FOUND)
    return sides[0].join(sides[1], on=[*keys, NTH], how="full", coalesce=True, maintain_order="left")


def _lone(both: pl.DataFrame, keys: list[str]) -> list[Difference]:
    """Rows that are on one side only."""
    told = {CLAIMED: (FOUND, "a row", "no such row"), FOUND: (CLAIMED, "no such row", "a row")}
    return [
        Difference(_name(row, keys), "", claimed, found)
        for side, (other, claimed, found) in told.items()
        for row in both.filter(pl.col(f"there{other}").is_null() & pl.col(f"there{side}")).select(*keys, NTH).to_dicts()
    ]


def _of_column(both: pl.DataFrame, column: str, keys: list[str]) -> list[Difference]:
    """The cells of a column that are neither the same text nor the same number."""
    left, right = pl.col(f"{column}{CLAIMED}"), pl.col(f"{column}{FOUND}")
    one, other = (side.cast(pl.Float64, strict=False) for side in (left, right))
    close = (one - other).abs() <= CLOSE * pl.max_horizontal(one.abs(), other.abs()) + NEAR_NOTHING
    rows = both.filter((left != right) & ~close.fill_null(False))
    names = [f"{column}{CLAIMED}", f"{column}{FOUND}"]
    return [
        Difference(_name(row, keys), column, *(row[name] for name in names))
        for row in rows.select(*keys, NTH, *names).to_dicts()
    ]


def _name(row: Mapping[str, object], keys: list[str]) -> str:
    """A row by its keys; without any, by its number from 1."""
    named = ", ".join(str(row[key]) for key in keys if row[key])
    again = f", its {int(str(row[NTH])) + 1}. row" if keys and row[NTH] else ""
    return f"{named}{again}" if keys else f"row {int(str(row[NTH])) + 1}"
