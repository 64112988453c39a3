"""What is said of one estimate among many, in words.

The rule, in this order, on the shrunken number with its interval and q, the p-value adjusted for the whole family:

1. The interval lies within what does not matter, -M to +M: about average.
2. q < 0.10, the interval leaves out zero and the number is at least M: too strong; at most -M: too weak.
3. Else: cannot tell yet. More games will tell.

What is not known is not judged. Strong and weak are against the average of the family, not against nothing.
"""

from __future__ import annotations

import polars as pl

from lab.measure.stats import FDR

STRONG, WEAK, AVERAGE, UNCLEAR = "too strong", "too weak", "about average", "cannot tell yet"
VERDICTS = (STRONG, WEAK, AVERAGE, UNCLEAR)
MATTERS = 0.02
"""The smallest difference that matters, unless somebody says another: two percentage points."""


def verdict(name: str, q: str, matters: float = MATTERS) -> pl.Expr:
    """The word for the number NAME with its bounds NAME_low and NAME_high."""
    value, low, high = (pl.col(name + side) for side in ("", "_low", "_high"))
    found = (pl.col(q) < FDR).fill_null(False)
    return (
        pl.when(value.is_null() | low.is_null() | high.is_null())
        .then(pl.lit(None, pl.String))
        .when((low >= -matters) & (high <= matters))
        .then(pl.lit(AVERAGE))
        .when(found & (low > 0) & (value >= matters))
        .then(pl.lit(STRONG))
        .when(found & (high < 0) & (value <= -matters))
        .then(pl.lit(WEAK))
        .otherwise(pl.lit(UNCLEAR))
    )
