"""Differences of arms as charts: a row for each measure, a colour for each arm, an interval at each mark."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, in_order, interval, is_share, name_of, percent, relative
from reports import theme
from reports.chart_marks import bars, who_played
from reports.elements import Data, Row, captioned

MOST_MEASURES = 12
"""Measures that a chart shows; tables have them all."""
LEAST = 1.0
"""A count of less than one a game is no measure to take per cents of: small steps would dwarf all else."""
SCALE = 100.0
LINE, STEP, BELOW, ENTRY = 36, 14, 96, 22
"""Pixels of a measure, of each further arm in it, of the axis, of an arm in the legend."""
BESIDE = 0.12
"""Share of an axis kept free on either side of the intervals."""
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


def difference_row(data: Data, rows: Sequence[Difference], title: str) -> Row | None:
    """Counts in per cent of what they are compared with, and shares in points; what moved surest on top."""
    counts = [row for row in rows if relative(row) is not None and row.value_a >= LEAST]
    shares = [row for row in rows if is_share(row)]
    panels = [
        _intervals(data, _most(some), name, axis)
        for some, name, axis in (
            (counts, "Counts", "difference in % of the other arm's mean"), (shares, "Shares", "difference in points"),
        ) if some
    ]  # fmt: skip
    if not panels:
        return None
    return captioned(
        Row(title, panels, "Surest on top. Bars are 95 % intervals; hollow marks: no difference found", columns=2),
        _sample(rows), who_played(data), _methods([*counts, *shares]),
        "Counts of less than one a game stand in the tables only." if len(counts) + len(shares) < len(rows) else "",
    )  # fmt: skip


def _sample(rows: Sequence[Difference]) -> str:
    numbers = sorted({row.n for row in rows})
    games = f"n = {numbers[0]:,}" if len(numbers) == 1 else f"n = {numbers[0]:,} to {numbers[-1]:,}"
    paired = {row.paired for row in rows}
    how = (
        "laid beside each other in pairs with the same randomness" if paired == {True} else "independent of each other"
    )
    return f"{games} games in each arm" + (f", {how}." if len(paired) == 1 else ", some of them in pairs.")


def _methods(rows: Sequence[Difference]) -> str:
    told = dict.fromkeys(row.method.split("; ")[0] for row in rows)
    return f"95 % intervals: {', '.join(told)}."


def _most(rows: Sequence[Difference]) -> list[Difference]:
    """The rows of the measures that moved surest in any arm."""
    order = list(dict.fromkeys(row.metric for row in in_order(rows)))[:MOST_MEASURES]
    return sorted((row for row in rows if row.metric in order), key=lambda row: order.index(row.metric))


def _intervals(data: Data, rows: Sequence[Difference], title: str, axis: str) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    measures = list(dict.fromkeys(row.metric for row in rows))
    arms = [arm for arm in styles if any(row.b == arm for row in rows)]
    room = LINE + STEP * (len(arms) - 1)
    legend = ENTRY * len(arms) if len(arms) > 1 else 0
    fig = theme.figure(title, height=room * len(measures) + BELOW + legend)
    fig.add_vline(0, line={"color": theme.SOFT, "width": 1})
    for i, arm in enumerate(arms):
        offset = STEP / room * (i - (len(arms) - 1) / 2)
        if len(arms) > 1:
            fig.add_trace(_entry(arm, styles[arm]))
        fig.add_trace(_marks([row for row in rows if row.b == arm], measures, offset, styles[arm], len(arms) == 1))
    fig.update_yaxes(
        tickvals=list(range(len(measures))), ticktext=[theme.wrapped(name_of(m), LABEL) for m in measures],
        range=[len(measures) - 0.5, -0.5], showgrid=False, zeroline=False,
    )  # fmt: skip
    fig.update_xaxes(title_text=axis, tickformat="~r", zeroline=False, nticks=7, range=_reach(rows))
    return fig.update_layout(showlegend=len(arms) > 1)


def _reach(rows: Sequence[Difference]) -> list[float] | None:
    """From where to where the axis goes: beside the outermost interval there is room for a mark's value."""
    ends = [x for row in rows for bound in (row.low, row.high) if math.isfinite(x := _drawn(row, bound))]
    if not ends:
        return None
    low, high = min(0.0, *ends), max(0.0, *ends)
    room = BESIDE * (high - low) or 1.0
    return [low - room, high + room]


def _marks(
    rows: Sequence[Difference], measures: Sequence[str], offset: float, style: Mapping[str, str], alone: bool
) -> go.Scatter:
    x = [_drawn(row, row.difference) for row in rows]
    low, high = [_drawn(row, row.low) for row in rows], [_drawn(row, row.high) for row in rows]
    return go.Scatter(
        x=x, y=[measures.index(row.metric) + offset for row in rows], name=rows[0].b, legendgroup=rows[0].b,
        showlegend=False, mode="markers+text" if alone else "markers", text=[_label(row) for row in rows],
        textposition="top center",
        hovertext=[_hover(row) for row in rows], hovertemplate="%{hovertext}<extra></extra>", cliponaxis=False,
        marker={
            "color": [style["color"] if row.found else theme.PAPER for row in rows], "symbol": style["symbol"],
            "size": 9, "line": {"color": style["color"], "width": 2},
        },
        error_x=bars(x, low, high, style["color"], 0),
        opacity=1 if rows[0].n >= theme.FEW else theme.FAINT,
    )  # fmt: skip


def _entry(arm: str, style: Mapping[str, str]) -> go.Scatter:
    """An arm in the legend, by a full mark: its first mark in the chart may be hollow."""
    marker = {"color": style["color"], "symbol": style["symbol"], "size": 9}
    return go.Scatter(x=[None], y=[None], mode="markers", name=arm, legendgroup=arm, marker=marker)


def _drawn(row: Difference, value: float) -> float:
    return SCALE * value / (1 if is_share(row) else row.value_a)


def _label(row: Difference) -> str:
    part = relative(row)
    return amount(row, row.difference, True) if part is None else percent(part)


def _hover(row: Difference) -> str:
    unit = " points" if is_share(row) else ""
    part = relative(row)
    more = "" if part is None else f", {percent(part)}"
    return (
        f"<b>{row.b}</b> against {row.a}<br>{name_of(row.metric)}: {amount(row, row.difference, True)}{unit} "
        f"{interval(row)}{more}<br>{amount(row, row.value_a)} before, {amount(row, row.value_b)} after<br>"
        f"n = {row.n:,} games"
    )
