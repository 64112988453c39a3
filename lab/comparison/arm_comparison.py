"""Comparison of arms: game by game with the same keyed randomness where both have it, else of independent games.

One measure of a comparison is primary, named before one looks: its p-value stands as it is. All others are looked at
together, so theirs are adjusted as one family (Benjamini-Hochberg): q is the share of false finds among those marked.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from lab.comparison.arm_pairs import Pair, pair_of, pairs_of
from lab.comparison.game_numbers import (
    CREDIT,
    CREDIT_OF,
    PRIMARY,
    SUMMED,
    game_numbers,
    is_share,
    is_yes_or_no,
    measures_of,
    values_of,
)  # fmt: skip
from lab.comparison.measure_names import check_primary
from lab.stats.intervals import CONFIDENCE, FDR, Array, Interval, mean, proportion, q_values
from lab.stats.paired import paired, unpaired
from lab.tables import column
from lab.tables.shelf import Shelf, Source

if TYPE_CHECKING:
    from lab.store.store_folder import Store

KEPT, READS = "comparison", ("game", "seat", "arm", "card")
"""The name under which comparisons are kept with a run, and the tables that they read."""


MEANS = "paired t; arms t"
SHARES = "Tango's score interval; arms Wilson or Jeffreys; McNemar exact"
METHODS = {
    (True, False): MEANS, (True, True): SHARES, (False, False): "Welch t; arms t",
    (False, True): "Newcombe's hybrid score interval; arms Wilson or Jeffreys; Fisher exact",
}  # fmt: skip
"""What is computed of pairs or of independent games, of means or of shares."""
LAID_OUT = "; of a ratio or a median laid out over its games"


@dataclass(frozen=True)
class Difference:
    """One row of a comparison: `difference` is b minus a, over pairs of games with equal numbers if `paired`.

    `role` is primary or secondary; `q_value` is the p-value of a secondary measure adjusted for all `family` of them,
    and `found` says whether it is below the lab's rate of false discoveries (a primary one: p below 0.05) and the
    interval leaves zero out.
    `identical` is the share of pairs in which both arms played the same game.
    """

    metric: str
    unit: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    n: int
    low_a: float
    high_a: float
    low_b: float
    high_b: float
    correlation: float | None
    variance_saved: float | None
    p_value: float | None
    method: str
    paired: bool = True
    role: str = "secondary"
    family: int = 1
    q_value: float | None = None
    found: bool = False
    identical: float | None = None


_KINDS = {"str": pl.String, "float": pl.Float64, "float | None": pl.Float64, "int": pl.Int64, "bool": pl.Boolean}
COLUMNS = {field.name: _KINDS[str(field.type)] for field in fields(Difference)}
"""A comparison as a table: a column keeps its type where no row knows it."""


def compare_run(store: Store, run: str, every_pair: bool = False, primary: str = PRIMARY) -> list[Difference]:
    """Compare the arms of a run with its first arm (or every arm with every other); a finished run is compared once."""
    primary = check_primary(primary)
    return from_frame(Shelf(store, run).frame(comparison_of(every_pair, primary)))


def compare_two(store: Store, run: str, a: str, b: str, primary: str = PRIMARY) -> list[Difference]:
    """Compare any two arms of a run: what is kept of them, else computed."""
    kept = [row for row in compare_run(store, run, False, primary) if (row.a, row.b) == (a, b)]
    return kept or compare_arms(game_numbers(store, run), pair_of(store, run, a, b), primary)


def comparison_of(every_pair: bool, primary: str = PRIMARY) -> Source:
    """The same as a source that is kept with the run."""

    def made(shelf: Shelf) -> pl.DataFrame:
        return as_frame(_compared(shelf.store, shelf.run, every_pair, primary))

    return Source(f"{KEPT}-{primary}-{'every_pair' if every_pair else 'first_arm'}", made, READS)


def _compared(store: Store, run: str, every_pair: bool, primary: str) -> list[Difference]:
    pairs = pairs_of(store, run, every_pair)
    games = game_numbers(store, run)
    return [row for pair in pairs for row in compare_arms(games, pair, primary)]


def compare_arms(
    games: pl.DataFrame, pair: Pair, primary: str = PRIMARY, only: Collection[str] | None = None
) -> list[Difference]:
    """Every number of arm `b` minus that of arm `a`, the primary one first; of pairs over the games that both have.

    `only`: the measures that are looked at, the primary one among them; the others are not of their family.
    """
    left, right = (games.filter(pl.col("arm") == arm) for arm in (pair.a, pair.b))
    if pair.paired:
        both = left.select("game", "course").join(right.select("game", "course"), on="game", suffix="_b")
        left, right = (one.filter(pl.col("game").is_in(both["game"].implode())) for one in (left, right))
    wanted = measures_of(left, right, primary)
    rows = [
        _difference(name, unit, pair, (values_of(left, name), values_of(right, name)))
        for name, unit in wanted.items()
        if only is None or name in only
    ]
    if pair.paired:
        same = float((both["course"] == both["course_b"]).mean() or 0.0) if both.height else None  # type: ignore[arg-type]
        rows = [replace(row, identical=same) for row in rows]
    return declared(rows, primary)


def declared(rows: list[Difference], primary: str) -> list[Difference]:
    """The primary measure as it is, and the others with the p-values that their number leaves of them."""
    first = next(row for row in rows if row.metric == primary)
    others = [row for row in rows if row is not first]
    adjusted = q_values([float("nan") if row.p_value is None else row.p_value for row in others])
    is_found = first.p_value is not None and first.p_value < 1 - CONFIDENCE and _leaves_zero_out(first)
    first = replace(first, role="primary", family=1, q_value=None, found=is_found)
    return [
        first,
        *(
            replace(
                row, role="secondary", family=len(others), q_value=_known(float(q)),
                found=bool(q < FDR) and _leaves_zero_out(row),
            )
            for row, q in zip(others, adjusted, strict=True)
        ),
    ]  # fmt: skip


def _leaves_zero_out(row: Difference) -> bool:
    return row.low * row.high > 0


def _difference(name: str, unit: str, pair: Pair, values: tuple[Array, Array]) -> Difference:
    x, y = values
    yes_or_no = is_yes_or_no(name) or (name == CREDIT and bool(np.isin(np.concatenate([x, y]), (0, 1)).all()))
    result = (paired if pair.paired else unpaired)(x, y, yes_or_no)
    one, other = (_share(x), _share(y)) if yes_or_no else (mean(x), mean(y))
    difference = result.difference
    if is_share(name):
        one, other, difference = _cut(one, column.SHARE), _cut(other, column.SHARE), _cut(difference, column.POINTS)
    laid_out = name in SUMMED or name.startswith(CREDIT_OF)
    method = METHODS[pair.paired, yes_or_no] + (LAID_OUT if laid_out else "")
    return Difference(
        metric=name, unit=unit, a=str(pair.a), b=str(pair.b), method=method, paired=pair.paired,
        value_a=one.value, low_a=one.low, high_a=one.high, value_b=other.value, low_b=other.low, high_b=other.high,
        difference=difference.value, low=difference.low, high=difference.high, n=difference.n,
        correlation=_known(result.correlation), variance_saved=_known(result.variance_saved),
        p_value=_known(result.p_value),
    )  # fmt: skip


def _cut(known: Interval, ends: column.Ends) -> Interval:
    low, high = column.cut(ends, known.low, known.high)
    return known._replace(low=low, high=high)


def _share(values: Any) -> Interval:
    return proportion(int(values.sum()), len(values))


def _known(number: float) -> float | None:
    return None if number != number else number


def as_frame(rows: list[Difference]) -> pl.DataFrame:
    """The comparison as a table."""
    return pl.DataFrame([asdict(r) for r in rows], schema=COLUMNS)


def from_frame(frame: pl.DataFrame) -> list[Difference]:
    """The comparison that a table holds; further columns of it are left aside."""
    return [Difference(**row) for row in frame.select(list(COLUMNS)).iter_rows(named=True)]
