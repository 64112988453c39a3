"""Which changes are made together in which arm, so that few games tell what each of many changes does.

A change has two levels, as it is and changed, or three where it has two values. Up to `MOST_WITH_PAIRS` columns the
arms are a fractional factorial of resolution V (Box, Hunter and Hunter, Statistics for Experimenters, table 6.22):
neither a main effect nor an interaction of two changes is mixed up with another one. More changes make a
Plackett-Burman design with its mirror image (Biometrika 33, 1946): no main effect is mixed up with an interaction of
two, but these are with each other. A change of two values takes two columns, both of them high being as it is again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab.errors import BadInput
from lab.stats.intervals import Array

GENERATORS = {
    5: "a b c d abcd", 6: "a b c d e abcde", 7: "a b c d e f abcdef", 8: "a b c d e f abcd abef",
    9: "a b c d e f g acdfg bcefg", 10: "a b c d e f g abcg bcde acdf", 11: "a b c d e f g abcg bcde acdf abcdefg",
}  # fmt: skip
"""Of so many columns the words of a design in which no two interactions of two columns are equal."""
MOST_WITH_PAIRS = max(GENERATORS)
PLACKETT_BURMAN = (12, 16, 20, 24, 32, 40, 48)
"""Rows of the designs that there are; each tells of as many columns with its mirror image."""
MOST_COLUMNS = PLACKETT_BURMAN[-1]

Design = tuple[tuple[int, ...], ...]
"""Of every arm the level of each change: 0 is as it is, 1 and 2 are its values."""


def factorial_design(values: Sequence[int]) -> Design:
    """The arms for changes with so many values each beside what is; the first arm changes nothing.

    Raises BadInput for more than two values of one change, and for too many of them.
    """
    if max(values) > 2:
        raise BadInput(f"a change has {max(values)} values; allowed: one or two beside what it is")
    if sum(values) > MOST_COLUMNS:
        raise BadInput(f"{len(values)} changes make a design of {sum(values)} columns; allowed: {MOST_COLUMNS}")
    high = _two_levels(sum(values))
    high = high != high[0]  # mirrored so that nothing is changed in the first arm
    levels, column = [], 0
    for several in values:
        own = high[:, column : column + several]
        levels.append(own[:, 0].astype(int) if several == 1 else np.where(own[:, 0] != own[:, 1], own @ [1, 2], 0))
        column += several
    return tuple(dict.fromkeys(tuple(map(int, row)) for row in np.stack(levels, axis=1)))


def tells_pairs(values: Sequence[int]) -> bool:
    """Whether the design for such changes tells every interaction of two of them from all others."""
    return sum(values) <= MOST_WITH_PAIRS


def _two_levels(columns: int) -> Array:
    """A design of columns with the levels -1 and 1."""
    from pyDOE3 import ff2n, fracfact, pbdesign

    if columns < min(GENERATORS):
        return np.asarray(ff2n(columns))
    if columns <= MOST_WITH_PAIRS:
        return np.asarray(fracfact(GENERATORS[columns]))
    rows = next(rows for rows in PLACKETT_BURMAN if rows >= columns)
    half = np.column_stack([np.ones(rows), pbdesign(rows - 1)])[:, :columns]  # the ones become a column beside -1
    return np.vstack([half, -half])
