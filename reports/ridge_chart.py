"""How long games are, as ridges: one hill for each arm, whose height says how many games are so long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from reports import theme
from reports.chart_marks import HOVER, by_arm, hover
from reports.display_names import short_labels
from reports.elements import Data

STEPS = 120
"""Places along the axis at which a hill has a height."""
SMOOTH = 0.018
"""Spread of the kernel that smooths a hill, as a part of the axis: what is narrower is chance."""
IN_VIEW = 0.995
"""The axis ends where so many games of every arm have ended."""
HIGHEST = 0.78
"""Height of the highest hill, in rows: above it stands when half of its games are over."""
ROW, AROUND = 100, 74
"""Pixels of a row, and of the axis below."""


def ridges(data: Data, title: str, subtitle: str, measure: str = "turns") -> go.Figure:
    """A hill of the lengths of games in turns or rounds for each arm, the first above, with its median.

    Heights are parts of all games, on one scale for all arms; games that met the cap are not in them.
    """
    frame = data["length_survival"].filter(pl.col("measure") == measure)
    end = _end(frame)
    hills = {arm: _hill(rows, end) for arm, _, rows in by_arm(data, frame)}
    top = max((float(hill.max()) for hill in hills.values()), default=0.0) or 1.0
    labels = short_labels(theme.arm_names(data["arm"]))
    fig = theme.figure(title, subtitle, ROW * len(hills) + AROUND)
    halves = {row["arm"]: row for row in data["game_length"].filter(pl.col("measure") == measure).to_dicts()}
    for place, (arm, style, _) in enumerate(by_arm(data, frame)):
        _draw(fig, -place, hills[arm] * HIGHEST / top, end, style, halves[arm] | {"measure": measure})
    fig.update_yaxes(
        tickvals=[-place for place in range(len(hills))], ticktext=[theme.arm_label(labels[arm]) for arm in hills],
        range=[0.9 - len(hills), 1.0], showgrid=False, zeroline=False,
    )  # fmt: skip
    return fig.update_xaxes(title_text=measure, range=[0, end], zeroline=False).update_layout(showlegend=False)


def _end(frame: pl.DataFrame) -> float:
    """Where the axis ends."""
    still = frame.filter(pl.col("running") > 1 - IN_VIEW)
    return float(max((still if still.height else frame)["length"].to_list(), default=1)) + 1


def _hill(rows: pl.DataFrame, end: float) -> np.ndarray:
    """Part of the games that end about each of `STEPS` lengths from 0 to `end`: float64, sums to about 1 a turn."""
    rows = rows.sort("length")
    length, running = rows["length"].to_numpy().astype(float), rows["running"].to_numpy()
    ended = -np.diff(running, prepend=1.0)
    spread = SMOOTH * end
    at = np.linspace(0, end, STEPS)[:, None]
    return np.asarray(np.exp(-0.5 * ((at - length) / spread) ** 2) / (spread * np.sqrt(2 * np.pi)) @ ended)


def _draw(
    fig: go.Figure, base: float, hill: np.ndarray, end: float, style: Mapping[str, Any], row: Mapping[str, Any]
) -> None:
    at = np.linspace(0, end, STEPS)
    colour, half, unit = style["color"], row["median"], row["measure"]
    told = hover(row["arm"], f"half of the games are over after {half:,} {unit}", n=row["games"])
    fig.add_trace(go.Scatter(x=at, y=np.full(STEPS, base), mode="lines", line={"width": 0}, hoverinfo="skip"))
    fig.add_trace(
        go.Scatter(
            x=at, y=base + hill, mode="lines", line={"color": colour, "width": 2}, fill="tonexty",
            fillcolor=theme.faded(colour, 0.25), name=row["arm"], meta={"base": base},
            hovertext=[told] * STEPS, hovertemplate=HOVER,
        )
    )  # fmt: skip
    if half is not None:
        top = base + float(hill.max())
        line = {"color": colour, "width": 2, "dash": "dot"}
        fig.add_shape(type="line", x0=half, x1=half, y0=base, y1=top, line=line)
        fig.add_annotation(
            x=half, y=top, text=f"half by {unit.removesuffix('s')} {half:,}", showarrow=False,
            yanchor="bottom", font={"size": 13, "color": theme.INK},
        )  # fmt: skip
