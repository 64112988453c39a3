"""A chart drawn in characters: one row for each arm, on one axis, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
"""From nothing to a full cell, in eighths."""
STEPS = (1, 2, 3, 4, 5, 6, 8, 10)
"""A column stands for so many units, or ten times as many, and so on."""
TICK = 10
"""Columns from one number of the axis to the next."""


def distributions(rows: Mapping[str, Sequence[int]], room: int) -> list[str]:
    """How numbers spread, one line for each named row, below a line with the axis; `room` is the width of a line.

    A row is as high as it gets at its own peak; its last column holds whatever is greater too. Numbers are at least 0.
    """
    names = max(map(len, rows), default=0)
    columns = max(room - names - 2, TICK)
    step = _step(max((_nearly_all(values) for values in rows.values()), default=0), columns)
    axis = "".join(f"{tick * step:<{TICK}}" for tick in range(0, columns, TICK))[:columns].rstrip()
    return [f"{'':{names}}  {axis}", *(f"{name:{names}}  {_row(rows[name], step, columns)}" for name in rows)]


def _nearly_all(values: Sequence[int]) -> int:
    """What one value in twenty exceeds."""
    return sorted(values)[math.ceil(0.95 * len(values)) - 1] if values else 0


def _step(most: int, columns: int) -> int:
    """The least round number of units a column, at which the greatest value has one."""
    tens = 1
    while most >= STEPS[-1] * tens * columns:
        tens *= 10
    return next(step * tens for step in STEPS if most < step * tens * columns)


def _row(values: Sequence[int], step: int, columns: int) -> str:
    """Blocks as high as many values fall into each column; who is there at all is seen."""
    counts = [0] * columns
    for value in values:
        counts[min(value // step, columns - 1)] += 1
    peak, top = max(counts) or 1, len(BLOCKS) - 1
    return "".join(BLOCKS[math.ceil(top * count / peak)] for count in counts).rstrip()
