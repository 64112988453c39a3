"""How do Levels grow, and when do winners pull away from the others?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import polars as pl

from reports import theme
from reports.captions import method, sample
from reports.elements import Data, Element, Note, captioned
from reports.marks import grid

TITLE, ORDER = "Level curves", 20
METRICS = ("level_curve",)

GROUPS = {"other": "others", "winner": "winners"}
OTHERS = "#7B8794"
IN_VIEW = 0.05
"""The charts open on the rounds that at least this share of games has reached."""


def draw(data: Data) -> Iterator[Element]:
    """Winners against others in each arm, then the winners of all arms, then how many games still run."""
    curve = data["level_curve"].filter(pl.col("arm").is_in(theme.arm_names(data["arm"])))
    if curve.is_empty():
        yield Note("No Levels are stored for this run yet.")
        return
    last = _last_round(curve)
    lesson = (
        "A game leaves the curve when it ends, so late rounds speak only of long games. "
        f"Dotted: fewer than {theme.FEW} games still running. The charts open on rounds up to {last}, which "
        f"{IN_VIEW:.0%} of games reach; double-click shows all."
    )
    yield captioned(
        _winners_and_others(data, curve, last), sample(data, curve),
        "Line: mean Level. Wide band: where 80 % of these players stand (10th to 90th percentile).", lesson,
    )  # fmt: skip
    if data["arm"].height > 1:
        yield captioned(
            _arms_together(data, curve, last), sample(data, curve), f"Band: {method('level_curve')}",
            "Who will win is known only afterwards: this is a description, not a forecast.", lesson,
        )  # fmt: skip
    yield captioned(_still_running(data, curve, last), sample(data, curve), "Counts, not estimates: no interval.")


def _last_round(curve: pl.DataFrame) -> int:
    everybody = curve.filter(pl.col("group") == "all") if "all" in curve["group"] else curve
    busy = everybody.filter(pl.col("games") >= IN_VIEW * pl.col("games").max().over("arm"))
    return int(busy.select(pl.col("round").max()).item())


def _winners_and_others(data: Data, curve: pl.DataFrame, last: int) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    columns, height = min(2, len(styles)), 330
    fig, places = grid(len(styles), list(styles), height, columns)
    lines = -(-len(styles) // columns)
    for (arm, style), place in zip(styles.items(), places):
        for group in GROUPS:
            rows = curve.filter((pl.col("arm") == arm) & (pl.col("group") == group)).sort("round")
            colour = style["color"] if group == "winner" else OTHERS
            for trace in _band(rows, ("q10", "q90"), colour, 0.16):
                fig.add_trace(trace, **place)
            for trace in _line(rows, f"{arm}, {GROUPS[group]}", {"color": colour, "dash": "solid"}):
                fig.add_trace(trace, **place)
    _axes(fig, curve, last)
    subtitle = "Colour: the later winners; grey: all others. Line: mean; band: 10th to 90th percentile"
    return theme.styled(fig, "Level by round: winners and others", subtitle, 130 + lines * height).update_layout(
        showlegend=False
    )


def _arms_together(data: Data, curve: pl.DataFrame, last: int) -> go.Figure:
    fig = theme.figure("Level of the later winner by round, arm by arm", "Mean with its 95 % interval", 440)
    for arm, style in theme.arm_styles(data["arm"]).items():
        rows = curve.filter((pl.col("arm") == arm) & (pl.col("group") == "winner")).sort("round")
        for trace in [*_band(rows, ("mean_low", "mean_high"), style["color"], 0.22), *_line(rows, arm, style, True)]:
            fig.add_trace(trace)
    return _axes(fig, curve, last)


def _still_running(data: Data, curve: pl.DataFrame, last: int) -> go.Figure:
    fig = theme.figure("Games still being played by round", "How many games each point of the curves stands on", 320)
    for arm, style in theme.arm_styles(data["arm"]).items():
        rows = curve.filter((pl.col("arm") == arm) & (pl.col("group") == "all")).sort("round")
        text = [f"<b>{arm}</b><br>round {r}: {n:,} games" for r, n in rows.select("round", "games").iter_rows()]
        fig.add_trace(
            go.Scatter(
                x=rows["round"].to_list(), y=rows["games"].to_list(), mode="lines", name=arm, text=text,
                hovertemplate="%{text}<extra></extra>",
                line={"color": style["color"], "dash": style["dash"], "shape": "hv"},
            )
        )  # fmt: skip
    fig.update_xaxes(title_text="round", range=[0.5, last + 0.5])
    return fig.update_yaxes(title_text="games", rangemode="tozero", tickformat=",d").update_layout(showlegend=True)


def _axes(fig: go.Figure, curve: pl.DataFrame, last: int) -> go.Figure:
    # An interval over two games may leave the chart: the axis is that of Levels, not of doubts.
    top = int(curve.filter(pl.col("round") <= last).select(pl.col("q90").max()).item())
    fig.update_xaxes(title_text="round", range=[0.5, last + 0.5])
    fig.for_each_yaxis(lambda axis: axis.update(title_text="" if axis.showticklabels is False else "Level"))
    return fig.update_yaxes(range=[0.7, top + 0.3], dtick=1 if top <= 12 else 2, tick0=0).update_layout(showlegend=True)


def _band(rows: pl.DataFrame, columns: tuple[str, str], colour: str, opacity: float) -> list[go.Scatter]:
    known = rows.drop_nulls(list(columns))
    x, quiet = known["round"].to_list(), {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    low, high = (known[c].to_list() for c in columns)
    fill = {"fill": "tonexty", "fillcolor": theme.faded(colour, opacity)}
    return [go.Scatter(x=x, y=y, showlegend=False, **quiet, **more) for y, more in ((low, {}), (high, fill))]


def _line(rows: pl.DataFrame, name: str, style: dict[str, Any], legend: bool = False) -> list[go.Scatter]:
    """The mean, dotted from where few games are left."""
    many = rows.filter(pl.col("games") >= theme.FEW)
    few = rows.slice(max(0, many.height - 1)) if many.height < rows.height else rows.clear()
    traces: list[go.Scatter] = []
    for part, dash in ((many, style["dash"]), (few, "dot")):
        if part.height:
            traces.append(
                go.Scatter(
                    x=part["round"].to_list(), y=part["mean"].to_list(), mode="lines", name=name, legendgroup=name,
                    showlegend=legend and not traces, text=[_hover(name, r) for r in part.iter_rows(named=True)],
                    hovertemplate="%{text}<extra></extra>", line={"color": style["color"], "width": 2.5, "dash": dash},
                    opacity=1 if part is many else 0.6,
                )
            )  # fmt: skip
    return traces


def _hover(name: str, row: dict[str, Any]) -> str:
    mean = theme.bounded(row, "mean", "fine")
    return (
        f"<b>{name}</b><br>round {row['round']}: mean Level {mean}<br>"
        f"10\u201350\u201390 %: {row['q10']} \u2013 {row['q50']} \u2013 {row['q90']}<br>n = {row['games']:,} games"
    )
