"""The same question at several tables of players, on the terminal: what moves the same way at all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import polars as pl

from lab.commands._show import print_frame
from lab.comparison.comparison_words import amount, is_share, name_of
from lab.tables.column import KEY, MAIN, Column

if TYPE_CHECKING:
    from lab.comparison.arm_comparison import Difference
    from lab.comparison.table_agreement import Agreement


def print_tables(rows: Sequence[Agreement]) -> None:
    """A table for each question: its measures down, the tables of players across; * = found at that table."""
    for question, of_question in groupby(sorted(rows, key=lambda one: one.question), key=lambda one: one.question):
        shown = [one for one in of_question if one.found or one.rows[0].role == "primary"]
        tables = shown[0].tables
        columns = {"measure": [name_of(one.metric) + (" %" if is_share(one.rows[0]) else "") for one in shown]}
        columns |= {name: [_cell(one, name) for one in shown] for name in tables}
        columns["agree"] = ["" if len(one.found) < 2 else "yes" if one.agrees else "no" for one in shown]
        kinds = {"measure": Column("measure", "text", KEY), "agree": Column("agree", "text", MAIN)}
        kinds |= {name: Column(name, "figures", MAIN) for name in tables}
        print_frame(f"{question}: differences at {len(tables)} tables of players", pl.DataFrame(columns), columns=kinds)


def _cell(one: Agreement, table: str) -> str:
    rows: dict[str, Difference] = dict(zip(one.tables, one.rows, strict=True))
    if table not in rows:
        return ""
    row = rows[table]
    return amount(row, row.difference, True) + ("*" if row.found else "")
