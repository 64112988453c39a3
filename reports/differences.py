"""Differences of arms as charts: a row for each measure, a colour for each arm, an interval at each mark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import plotly.graph_objects as go
import polars as pl

from lab.comparison.arm_comparison import Difference, from_frame
from lab.comparison.comparison_words import (
    amount,
    interval,
    is_share,
    percent,
    relative,
    written_difference,
)
from lab.comparison.difference_order import against, in_order
from lab.comparison.measure_names import name_of
from reports import theme
from reports.chart_marks import Mark, hover, interval_rows, shifts
from reports.elements import Ask, Data, Element, Note, Row, captioned

MOST_MEASURES = 12
"""Measures that a chart shows; tables have them all."""
LEAST = 1.0
"""A count of less than one a game is no measure to take per cents of: small steps would dwarf all else."""
TOLD = "said"
"""Rows of what is known whoever plays that hold a sentence; others hold the command that asks."""
LABEL = 14
"""Letters of a measure's name on one line."""


def references(data: Data) -> dict[str, str]:
    """What each arm is compared with unless the reader says otherwise: its reference, or the first arm of its run.

    Arms that are compared with nothing are not among them.
    """
    shown, out = theme.arm_names(data["arm"]), {}
    for (_,), arms in data["arm"].group_by("run_id", maintain_order=True):
        names = [str(name) for name in arms["arm"]]
        planned = dict(zip(names, arms["reference"] if "reference" in arms.columns else []))
        for name in names:
            known = planned.get(name)
            out[name] = str(known) if known in shown else names[0]
    return {arm: reference for arm, reference in out.items() if arm != reference}


def differences_of(data: Data) -> list[Difference]:
    """What every arm differs in from its reference."""
    rows = from_frame(data["comparison"])
    return [row for arm, one in references(data).items() for row in against(rows, one) if row.b == arm]


def difference_row(data: Data, rows: Sequence[Difference], title: str) -> Row | None:
    """Counts in per cent of what they are compared with, and shares in points; what moved most on top."""
    counts = [row for row in rows if relative(row) is not None and row.value_a >= LEAST]
    shares = [row for row in rows if is_share(row)]
    panels = [
        _intervals(data, _most(some), name, axis)
        for some, name, axis in (
            (counts, "Counts", "difference in % of the other's mean"), (shares, "Shares", "difference in points"),
        ) if some
    ]  # fmt: skip
    if not panels:
        return None
    left = "Counts of less than one a game stand in the numbers only." if len(counts) + len(shares) < len(rows) else ""
    return captioned(
        Row(title, panels, "Largest on top; hollow, below the others: no difference found", columns=2),
        left, _sample(rows), _methods([*counts, *shares]),
    )  # fmt: skip


def _sample(rows: Sequence[Difference]) -> str:
    numbers = sorted({row.n for row in rows})
    games = f"n = {numbers[0]:,}" if len(numbers) == 1 else f"n = {numbers[0]:,} to {numbers[-1]:,}"
    paired = {row.paired for row in rows}
    how = (
        "laid beside each other in pairs with the same randomness" if paired == {True} else "independent of each other"
    )
    return f"{games} games of each" + (f", {how}." if len(paired) == 1 else ", some of them in pairs.")


def _methods(rows: Sequence[Difference]) -> str:
    told = dict.fromkeys(row.method.split("; ")[0] for row in rows)
    return f"95 % intervals: {', '.join(told)}."


def _most(rows: Sequence[Difference]) -> list[Difference]:
    """The rows of the measures that moved surest in any arm: what was found first, and then by size."""
    surest = list(dict.fromkeys(row.metric for row in in_order(rows)))[:MOST_MEASURES]
    sizes = {metric: (False, 0.0) for metric in surest}
    for row in rows:
        if row.metric in sizes and (size := _drawn(row, row.difference)) is not None:
            sizes[row.metric] = max(sizes[row.metric], (row.found, abs(size)))
    order = sorted(surest, key=lambda metric: sizes[metric], reverse=True)
    return sorted((row for row in rows if row.metric in order), key=lambda row: order.index(row.metric))


def _intervals(data: Data, rows: Sequence[Difference], title: str, axis: str) -> go.Figure:
    """Measures in the order of the rows, in each a mark for each arm; hollow: no difference was found."""
    styles = theme.arm_styles(data["arm"])
    arms = [arm for arm in styles if any(row.b == arm for row in rows)]
    shift = shifts(arms)
    marks = [
        Mark(
            row.metric, (_drawn(row, row.difference), _drawn(row, row.low), _drawn(row, row.high)), arm, styles[arm],
            _hover(row), _label(row) if len(arms) == 1 else "", row.found, shift[arm], row.n,
        )
        for row in rows for arm in (row.b,)
    ]  # fmt: skip
    return interval_rows(marks, title, "", axis, label=lambda metric: theme.wrapped(name_of(metric), LABEL))


def _drawn(row: Difference, value: float) -> float | None:
    """A share as it is, a count as a part of what it is compared with."""
    return value / (1 if is_share(row) else row.value_a) if math.isfinite(value) else None


def _label(row: Difference) -> str:
    part = relative(row)
    return amount(row, written_difference(row), True) if part is None else percent(part)


def _hover(row: Difference) -> str:
    unit = " points" if is_share(row) else ""
    part = relative(row)
    more = "" if part is None else f", {percent(part)}"
    return hover(
        f"{row.b} against {row.a}",
        f"{name_of(row.metric)}: {amount(row, written_difference(row), True)}{unit} {interval(row)}{more}",
        f"{amount(row, row.value_a)} before, {amount(row, row.value_b)} after", n=row.n,
    )  # fmt: skip


def whoever_told(rows: pl.DataFrame) -> Iterator[Element]:
    """Whether the primary measure moves whoever plays, or the command that asks at many tables."""
    for text in rows.filter(pl.col("part") == TOLD)["text"]:
        yield Note(text)
    for line in rows.filter(pl.col("part") != TOLD)["text"].unique():  # said of every arm, whichever are shown
        yield Ask(
            "Does this hold with other players too? Some eighty other tables would play it, whose players weigh each "
            "thing up to a quarter more or a fifth less: four times as many games as there are. The answer is kept.",
            {"other players": line},
            "Try",
        )
