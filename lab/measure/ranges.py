"""Intervals end where what they are about ends: a share at 0 and 1, the difference of two shares at -1 and 1.

A t interval knows nothing of that: of a card that came twice it reaches hundreds of points. What lies beyond the ends
cannot be true, so whoever cuts it off loses no truth, and every interval of the lab is cut in this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from lab.measure.written import Column, default_column

Ends = tuple[float, float]
SHARE, POINTS, CHANGES = (0.0, 1.0), (-1.0, 1.0), (-2.0, 2.0)
"""Of a share, of the difference of two of them, and of the difference of two such differences."""
ENDS: Mapping[str, Ends] = {"share": SHARE, "points": POINTS, "p": SHARE}
"""Kind of a column -> the least and the most that there can be of it; a column may say others (`Column.ends`)."""


def ends_of(column: Column, row: Mapping[str, Any]) -> Ends | None:
    """Between what the numbers of a column lie in some row, if anything is known of it."""
    return column.ends or ENDS.get(column.kind_of(row) if column.kind_of else column.kind)


def within(frame: pl.DataFrame, columns: Mapping[str, Column]) -> pl.DataFrame:
    """The same table with the bounds NAME_low and NAME_high of every column NAME cut at its ends."""
    return frame.with_columns(
        side
        for name, kind in frame.schema.items()
        if f"{name}_low" in frame.columns
        for side in _sides(frame, name, columns.get(name) or default_column(name, kind))
    )


def _sides(frame: pl.DataFrame, name: str, column: Column) -> list[pl.Series]:
    """The bounds of one column, cut."""
    if column.kind_of and not column.ends:
        ends = [ends_of(column, row) or (None, None) for row in frame.iter_rows(named=True)]
    elif known := ends_of(column, {}):
        ends = [known] * frame.height
    else:
        return []
    least, most = (pl.Series([pair[side] for pair in ends], dtype=pl.Float64) for side in (0, 1))
    return [frame[f"{name}_{side}"].clip(least, most) for side in ("low", "high")]


def cut(ends: Ends, *numbers: float) -> tuple[float, ...]:
    """Numbers cut at ends; what is not known stays so."""
    return tuple(x if x != x else min(max(x, ends[0]), ends[1]) for x in numbers)
