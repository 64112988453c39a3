"""Marks that several pages share: dots with intervals, one row per arm, one panel per number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import polars as pl
from plotly.subplots import make_subplots

from reports import theme
from reports.elements import Data

PERCENT, SIGNED_PERCENT = "~%", "+~%"
"""Ticks of shares and of differences of shares, in plotly's language."""

SMALL_SHARE = 0.05

BETWEEN, AROUND = 95, 155
"""Pixels between two lines of panels (ticks, axis title, next heading) and around all of them (the margins)."""


@dataclass(frozen=True)
class Panel:
    """One number: the frame that holds it with its bounds, and how it is called and written."""

    title: str
    axis: str
    frame: pl.DataFrame
    value: str
    kind: str = "number"
    games: str = "games"


def dot_panels(data: Data, panels: Sequence[Panel], title: str, subtitle: str = "", columns: int = 3) -> go.Figure:
    """Side by side, one panel per number: every arm is a dot with its interval."""
    columns = min(columns, len(panels))
    lines = -(-len(panels) // columns)
    arms = theme.arm_names(data["arm"])
    row_height = 40 + 42 * len(arms)
    inside = lines * row_height + (lines - 1) * BETWEEN
    fig = make_subplots(
        lines, columns, shared_yaxes=True, subplot_titles=[p.title for p in panels],
        horizontal_spacing=0.05, vertical_spacing=BETWEEN / inside if lines > 1 else 0,
    )  # fmt: skip
    for i, panel in enumerate(panels):
        place = {"row": i // columns + 1, "col": i % columns + 1}
        for arm, style in theme.arm_styles(data["arm"]).items():
            rows = panel.frame.filter(pl.col("arm") == arm)
            if rows.height:
                fig.add_trace(_dot(panel, rows.row(0, named=True), style), **place)
        fig.update_xaxes(title_text=panel.axis, **_reach(panel), **place)
    labels = [theme.arm_label(a) for a in arms]
    fig.update_yaxes(
        categoryorder="array", categoryarray=labels, type="category", range=[len(arms) - 0.4, -0.6], showgrid=False
    )
    fig.update_annotations(font_size=14)
    return theme.styled(fig, title, subtitle, inside + AROUND).update_layout(showlegend=False)


def _dot(panel: Panel, row: dict[str, Any], style: dict[str, Any]) -> go.Scatter:
    value, n = row[panel.value], row[panel.games]
    low, high = row[f"{panel.value}_low"], row[f"{panel.value}_high"]
    text = f"<b>{row['arm']}</b><br>{panel.title}: {theme.bounded(row, panel.value, panel.kind)}<br>n = {n:,} games"
    return go.Scatter(
        x=[value], y=[theme.arm_label(row["arm"])], mode="markers", text=[text], hovertemplate="%{text}<extra></extra>",
        marker={"color": style["color"], "symbol": style["symbol"], "size": 11},
        error_x=bars([value], [low], [high], style["color"]), cliponaxis=False,
        opacity=1 if n >= theme.FEW else theme.FAINT,
    )  # fmt: skip


def bars(values: Sequence[Any], low: Sequence[Any], high: Sequence[Any], colour: str, width: int = 5) -> dict[str, Any]:
    """Error bars from the bounds of intervals; where there is no interval there is no bar."""
    up = [None if v is None or h is None else h - v for v, h in zip(values, high)]
    down = [None if v is None or x is None else v - x for v, x in zip(values, low)]
    return {
        "type": "data", "symmetric": False, "array": up, "arrayminus": down, "color": colour, "thickness": 2,
        "width": width,
    }  # fmt: skip


def _reach(panel: Panel) -> dict[str, Any]:
    """An axis from zero; shares show at least a twentieth, so that a tiny share looks tiny."""
    if panel.kind != "share":
        return {"rangemode": "tozero"}
    top = panel.frame.select(pl.max_horizontal(pl.col(panel.value, f"{panel.value}_high").max())).item() or 0.0
    return {"range": [0, min(1.02, max(SMALL_SHARE, 1.06 * top))], "tickformat": PERCENT}


def grid(count: int, titles: Sequence[str], height: int, columns: int = 2) -> tuple[go.Figure, list[dict[str, int]]]:
    """Panels with shared axes, and the place of each."""
    columns = min(columns, count)
    lines = -(-count // columns)
    fig = make_subplots(
        lines, columns, shared_xaxes="all", shared_yaxes="all", subplot_titles=list(titles),
        horizontal_spacing=0.05, vertical_spacing=min(0.9, 96 / (height * lines)) if lines > 1 else 0,
    )  # fmt: skip
    fig.update_annotations(font_size=14)
    fig.update_xaxes(showticklabels=True)
    return fig, [{"row": i // columns + 1, "col": i % columns + 1} for i in range(count)]
