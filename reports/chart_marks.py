"""Marks that several pages share: dots with intervals, one row per arm, one panel per number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import polars as pl
from plotly.subplots import make_subplots

from engine.inputs.quote import joined
from lab.tables.column import bounded, signed, written
from lab.tables.metric import load_metrics
from lab.tables.run_frames import sampled
from reports import theme
from reports.elements import Data, Row
from reports.theme import arm_names

PERCENT = "~%"
"""Ticks of shares, in plotly's language."""

ROOM = 0.25
"""Part of the reach of all marks that is left free at both ends of an axis."""

STEP, AROUND = 46, 66
"""Pixels of an arm's row, and of the axis below."""
LINE, BETWEEN = 17, 8
"""Pixels of a line of a label beside an axis, and between two labels."""
PART_STEP, LEAST_TEXT = 46, 11
"""Pixels of an arm's bar of parts, and of the smallest letters in it."""


@dataclass(frozen=True)
class Panel:
    """One number: the frame that holds it with its bounds, and how it is called and written."""

    title: str
    axis: str
    frame: pl.DataFrame
    value: str
    kind: str = "number"
    games: str = "games"


def dot_panels(data: Data, panels: Sequence[Panel], title: str, subtitle: str = "", caption: str = "") -> Row:
    """Side by side, one panel per number: every arm is a dot with its interval and its value."""
    return Row(title, [_dots(data, panel) for panel in panels], subtitle, caption)


def _dots(data: Data, panel: Panel) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    labels = [theme.arm_label(arm) for arm in styles]
    fig = theme.figure(panel.title, height=room_of(labels, STEP) * len(styles) + AROUND)
    for arm, style in styles.items():
        rows = panel.frame.filter(pl.col("arm") == arm)
        if rows.height:
            fig.add_trace(_dot(panel, rows.row(0, named=True), style))
    fig.update_yaxes(
        categoryorder="array", categoryarray=labels, type="category", range=[len(styles) - 0.4, -0.6], showgrid=False
    )
    return fig.update_xaxes(title_text=panel.axis, **_reach(panel)).update_layout(showlegend=False)


def room_of(labels: Sequence[str], least: int) -> int:
    """Pixels of a row beside which the longest of some labels fits, and at least so many."""
    return max([least, *(LINE * (label.count("<br>") + 1) + BETWEEN for label in labels)])


def _dot(panel: Panel, row: dict[str, Any], style: dict[str, Any]) -> go.Scatter:
    value, n = row[panel.value], row[panel.games]
    low, high = row[f"{panel.value}_low"], row[f"{panel.value}_high"]
    text = f"<b>{row['arm']}</b><br>{panel.title}: {bounded(row, panel.value, panel.kind)}<br>n = {n:,} games"
    return go.Scatter(
        x=[value], y=[theme.arm_label(row["arm"])], mode="markers+text",
        text=[written(value, panel.kind, low, high).split(" [")[0]],
        textposition="top center", hovertext=[text], hovertemplate="%{hovertext}<extra></extra>", name=row["arm"],
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
    """An axis that shows the difference: all estimates with their intervals, and room for what is written at them."""
    sides = [panel.frame[name].cast(pl.Float64) for name in (panel.value, f"{panel.value}_low", f"{panel.value}_high")]
    known = pl.concat([side.rename("end") for side in sides]).drop_nulls()
    low, high = (float(known.min() or 0), float(known.max() or 0)) if known.len() else (0.0, 0.0)  # type: ignore[arg-type]
    room = ROOM * (high - low) or abs(high) or 1.0
    ticks = {"tickformat": PERCENT} if panel.kind == "share" else {}
    return {"range": [low - room, high + room], "nticks": 5, "tickangle": 0, **ticks}


def point_ticks(ends: Sequence[float], count: int = 5) -> dict[str, Any]:
    """Ticks of an axis of differences of shares, in points: plotly itself could only write them as per cents."""
    low, high = ends
    least = 100 * (high - low) / count
    unit = 10.0 ** math.floor(math.log10(least))
    step = next(n * unit for n in (1, 2, 5, 10) if n * unit >= least)
    at = [n * step for n in range(math.ceil(100 * low / step), math.floor(100 * high / step) + 1)]
    return {"tickvals": [x / 100 for x in at], "ticktext": [signed(f"{x:+.4g}") for x in at], "tickangle": 0}


def stacked(
    data: Data, rows: Sequence[Mapping[str, Any]], parts: Mapping[str, tuple[str, str]], title: str, axis: str
) -> go.Figure:
    """A bar for each arm whose parts add up to all; `parts`: name of a part -> its word and colour, from left to right.

    Rows have arm, part, share and what is told of them. What is too narrow for its number carries none.
    """
    arms = theme.arm_names(data["arm"])
    room = room_of([theme.arm_label(arm) for arm in arms], PART_STEP)
    fig = theme.figure(title, f"{axis.capitalize()}", room * len(arms) + 110 + 12 * len(parts))
    for name, (word, colour) in parts.items():
        own = {row["arm"]: row for row in rows if row["part"] == name}
        shown = [own[arm] for arm in arms if arm in own]
        fig.add_trace(
            go.Bar(
                x=[r["share"] for r in shown], y=[theme.arm_label(r["arm"]) for r in shown], orientation="h", name=word,
                marker={"color": colour}, text=[f"{100 * r['share']:.0f}\u00a0%" if r["share"] else "" for r in shown],
                textposition="inside", insidetextanchor="middle", textangle=0,
                insidetextfont={"color": theme.ON_COLOUR.get(colour, theme.PAPER)},
                hovertext=[r["told"] for r in shown], hovertemplate="%{hovertext}<extra></extra>",
            )
        )  # fmt: skip
    fig.update_yaxes(range=[len(arms) - 0.4, -0.6], type="category", showgrid=False)
    fig.update_xaxes(title_text=axis, tickformat=PERCENT, range=[0, 1], nticks=5, tickangle=0)
    fig.update_layout(barmode="stack", bargap=0.3, showlegend=True, legend_traceorder="normal")
    return fig.update_layout(uniformtext={"minsize": LEAST_TEXT, "mode": "hide"})


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


def sample(data: Data, frame: pl.DataFrame, column: str = "games") -> str:
    """n of each arm, and who played: a result holds for these players only."""
    return f"{counted(data, frame, column)} {who_played(data)}"


def sample_of_cards(data: Data, frame: pl.DataFrame, column: str = "games") -> str:
    """The same of what is told of cards: where it was kept of a sample who got which, of how many games."""
    some = sampled(data["arm"])
    told = f" Who got which card was kept of {some}." if some else ""
    return f"{counted(data, frame, column)}{told} {who_played(data)}"


def counted(data: Data, frame: pl.DataFrame, column: str = "games", what: str = "games") -> str:
    """The number of games behind a frame, arm by arm where they differ."""
    top = {str(a): int(n or 0) for a, n in frame.group_by("arm").agg(pl.col(column).max()).iter_rows()}
    shown = [(arm, top[arm]) for arm in arm_names(data["arm"]) if arm in top]
    if len({n for _, n in shown}) == 1:
        each = " in each arm" if len(shown) > 1 else ""
        return f"n = {shown[0][1]:,} {what}{each}."
    return f"n = {', '.join(f'{n:,} ({arm})' for arm, n in shown)} {what}."


def who_played(data: Data) -> str:
    """Seats, personas and decks of the run."""
    arms = data["arm"]
    seats = sorted(set(arms["seats"].to_list()))
    personas = list(dict.fromkeys(arms["agents"].explode().to_list()))
    decks = list(dict.fromkeys(arms["decks"].explode().to_list()))
    people = " or ".join(map(str, seats))
    plural = "s" if len(personas) > 1 else ""
    return (
        f"Played by {people} seats with the deck {', '.join(decks)}, persona{plural} {joined(personas)}: "
        "the numbers hold for these players."
    )


def method(metric: str) -> str:
    """How the intervals of a metric are made, from the register."""
    return f"95 % intervals: {load_metrics()[metric].interval}."
