"""Which changes are made together in which arm, so that few games tell what each of many changes does.

A change has two levels, as it is and changed, or three where it has two values. Up to `MOST_WITH_PAIRS` columns the
arms are a fractional factorial of resolution V (Box, Hunter and Hunter, Statistics for Experimenters, table 6.22):
neither a main effect nor an interaction of two changes is mixed up with another one; where pairs are asked for there
are such arms for up to `MOST_PAIRED` columns (the code [17, 9, 5]). More changes make a Plackett-Burman design with its
mirror image (Biometrika 33, 1946): no main effect is mixed up with an interaction of two, but these are with each
other. A change of two values takes two columns, both of them high being as it is again.

Numbers over ranges are spread evenly over all of them at once (Sobol's points), so that a straight line and a bend of
each, and what two do together, can be told apart.
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
PAIRED = "a b c d e f g h abcd abef aceg bdfg bceh abdfh abdegh acdfgh abcefgh".split()
"""The same for as many columns as one takes of these, in 256 arms."""
MOST_PAIRED, ARMS_OF_PAIRED = len(PAIRED), 256
SPREAD, MOST_SPREAD = 128, 30
"""Arms over ranges, and the most numbers and changes that they tell of."""
PLACKETT_BURMAN = (12, 16, 20, 24, 32, 40, 48)
"""Rows of the designs that there are; each tells of as many columns with its mirror image."""
MOST_COLUMNS = PLACKETT_BURMAN[-1]

Design = tuple[tuple[int, ...], ...]
"""Of every arm the level of each change: 0 is as it is, 1 and 2 are its values."""


def factorial_design(values: Sequence[int], pairs: bool = False) -> Design:
    """The arms for changes with so many values each beside what is; the first arm changes nothing.

    `pairs`: whether pairs of changes are worth many arms. Raises BadInput for more than two values of one change, and
    for too many of them.
    """
    if max(values) > 2:
        raise BadInput(f"a change has {max(values)} values; allowed: one or two beside what it is")
    if sum(values) > MOST_COLUMNS:
        raise BadInput(f"{len(values)} changes make a design of {sum(values)} columns; allowed: {MOST_COLUMNS}")
    high = _two_levels(sum(values), pairs)
    high = high != high[0]  # mirrored so that nothing is changed in the first arm
    levels, column = [], 0
    for several in values:
        own = high[:, column : column + several]
        levels.append(own[:, 0].astype(int) if several == 1 else np.where(own[:, 0] != own[:, 1], own @ [1, 2], 0))
        column += several
    return tuple(dict.fromkeys(tuple(map(int, row)) for row in np.stack(levels, axis=1)))


def spread_design(values: Sequence[int]) -> Design:
    """Arms over changes with so many values each beside what is, all of them equally often and evenly together.

    Raises BadInput for more changes than so many arms tell of.
    """
    from scipy.stats.qmc import Sobol

    if len(values) > MOST_SPREAD:
        raise BadInput(f"{len(values)} changes with ranges among them; allowed: {MOST_SPREAD}")
    points = Sobol(len(values), rng=np.random.default_rng(0)).random(SPREAD)
    levels = (points * (np.array(values) + 1)).astype(int)
    return tuple(dict.fromkeys(tuple(map(int, row)) for row in levels))


def tells_pairs(values: Sequence[int], arms: int = 0) -> bool:
    """Whether the design for such changes, of so many arms, tells every interaction of two of them from all others."""
    if max(values) > 2:
        return len(values) * (len(values) + 3) // 2 <= arms // 2
    return sum(values) <= (MOST_PAIRED if arms == ARMS_OF_PAIRED else MOST_WITH_PAIRS)


def _two_levels(columns: int, pairs: bool) -> Array:
    """A design of columns with the levels -1 and 1."""
    from pyDOE3 import ff2n, fracfact, pbdesign

    if columns < min(GENERATORS):
        return np.asarray(ff2n(columns))
    if columns <= MOST_WITH_PAIRS:
        return np.asarray(fracfact(GENERATORS[columns]))
    if pairs and columns <= MOST_PAIRED:
        return np.asarray(fracfact(" ".join(PAIRED[:columns])))
    rows = next(rows for rows in PLACKETT_BURMAN if rows >= columns)
    half = np.column_stack([np.ones(rows), pbdesign(rows - 1)])[:, :columns]  # the ones become a column beside -1
    return np.vstack([half, -half])
