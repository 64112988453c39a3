"""Hills, one for each arm: of how long games are, or of how likely each worth of a card is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from lab.tables.column import signed
from reports import theme
from reports.chart_marks import HOVER, by_arm, ends, hover
from reports.display_names import short_labels
from reports.elements import Data

STEPS = 120
"""Places along the axis at which a hill has a height."""
SMOOTH = 0.025
"""Spread of the kernel that smooths a hill, as a part of the axis: what is narrower is chance."""
IN_VIEW = 0.99
"""The axis ends where so many games of every arm have ended."""
HIGHEST = 0.78
"""Height of the highest hill, in rows: above it stands when half of its games are over."""
ROW, AROUND = 100, 74
"""Pixels of a row, and of the axis below."""
TOGETHER, NAMED = 330, 0.72
"""Pixels of two hills on one ground, and at which part of its height each is named."""
WORTH_ROW, HILL = 124, 0.46
"""Pixels of a row of worth, and the height of its hill in rows: its shares stand right above, far from the next."""
SURE, TINY = 1.96, 1e-6
"""Standard deviations in half of a 95 % interval, and one of what is known exactly."""
LEAST_REACH, TAIL, NEARLY = 2.0, 3.2, 0.995
"""How far an axis of worth reaches at least, in what matters, where a hill ends, in spreads, and a share like all."""


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
        _draw(fig, -place, hills[arm] * HIGHEST / top, end, style, halves[arm] | {"is_named": True})
    fig.update_yaxes(
        tickvals=[-place for place in range(len(hills))], ticktext=[theme.arm_label(labels[arm]) for arm in hills],
        range=[0.9 - len(hills), 1.0], showgrid=False, zeroline=False,
    )  # fmt: skip
    return fig.update_xaxes(title_text=measure, range=[0, end], zeroline=False).update_layout(showlegend=False)


def lengths(data: Data, title: str) -> go.Figure:
    """How long games are in turns: of two arms both hills on one ground with what lies between them, else `ridges`."""
    frame, own = data["length_survival"].filter(measure="turns"), data["game_length"].filter(measure="turns")
    rows = {row["arm"]: row | {"is_named": False} for row in own.to_dicts() if row["mean"] is not None}
    arms = [(arm, style) for arm, style, _ in by_arm(data, frame) if arm in rows]
    if len(arms) != 2 or data["arm"].height != 2:
        return ridges(data, title, "Each hill holds the games of its rules")
    end, means = _end(frame), [rows[arm]["mean"] for arm, _ in arms]
    fig, labels = theme.figure(title, "", TOGETHER), short_labels([arm for arm, _ in arms])
    hills = [_hill(frame.filter(arm=arm), end) for arm, _ in arms]
    top = max(float(hill.max()) for hill in hills) or 1.0
    for (arm, style), hill, mean in zip(arms, hills, means):
        _draw(fig, 0, hill / top, end, style, rows[arm])
        is_left = mean < max(means) or means[0] == means[1] and arm == arms[0][0]
        side = np.flatnonzero(hill >= NAMED * hill.max())[0 if is_left else -1]
        fig.add_annotation(
            x=np.linspace(0, end, STEPS)[side], y=float(hill[side]) / top, showarrow=False, yanchor="bottom",
            text=f"<b>{labels[arm]}</b><br>mean {mean:.1f}", xanchor="right" if is_left else "left",
            xshift=-8 if is_left else 8, align="right" if is_left else "left",
            font={"color": theme.AS_TEXT.get(style["color"], style["color"]), "size": 14},
        )  # fmt: skip
    _between(fig, *means)
    seen = frame.filter(pl.col("length") <= end).group_by("arm").agg(pl.col("running").min()).sort("running", "arm")
    arm, still = seen.row(-1)
    if still > 0:
        fig.add_annotation(
            x=1, xref="paper", xanchor="right", y=0.16, yanchor="bottom", showarrow=False, align="right",
            text=f"{100 * still:.1f}\u00a0% of {labels[arm]}<br>are longer \u2192", font={"color": theme.SOFT},
        )  # fmt: skip
    seats = data["arm"]["seats"].unique().to_list()
    rounds = f"; {means[1]:.0f} are {means[1] / seats[0]:.1f} rounds" if len(seats) == 1 else ""
    fig.update_yaxes(range=[0, 1.3], showticklabels=False, showgrid=False, zeroline=False)
    axis = {"title_text": f"player turns{rounds}", "range": [0, end], "zeroline": False, "showgrid": False}
    return fig.update_xaxes(**axis).update_layout(showlegend=False, margin_l=16)


def _between(fig: go.Figure, was: float, now: float) -> None:
    """How far the second mean is from the first, as an arrow above both hills."""
    for x in (was, now):
        line = {"color": theme.SOFT, "width": 1, "dash": "dot"}
        fig.add_shape(type="line", x0=x, x1=x, y0=0, y1=1.12, line=line)
    if was != now:
        across = {"xref": "x", "yref": "y", "axref": "x", "ayref": "y", "text": "", "arrowhead": 2, "arrowwidth": 2}
        fig.add_annotation(x=now, ax=was, y=1.12, ay=1.12, arrowcolor=theme.INK, **across)
    apart = abs(round(now, 1) - round(was, 1))  # of the two numbers as they are written
    text = f"<b>{apart:.1f} turns {'shorter' if now < was else 'longer'}</b>" if was != now else "as long"
    fig.add_annotation(x=(was + now) / 2, y=1.15, text=text, showarrow=False, yanchor="bottom", font={"size": 14})


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
    fig: go.Figure,
    base: float,
    hill: np.ndarray,
    end: float,
    style: Mapping[str, Any],
    row: Mapping[str, Any],
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
    if half is not None and row["is_named"]:
        top = base + float(hill.max())
        line = {"color": colour, "width": 2, "dash": "dot"}
        fig.add_shape(type="line", x0=half, x1=half, y0=base, y1=top, line=line)
        fig.add_annotation(
            x=half, y=top, text=f"half by {unit.removesuffix('s')} {half:,}", showarrow=False,
            yanchor="bottom", font={"size": 13, "color": theme.INK},
        )  # fmt: skip


def worths(
    rows: Sequence[Mapping[str, Any]], name: str, looks: Mapping[str, Mapping[str, Any]], words: Sequence[str],
    matters: float,
) -> go.Figure:  # fmt: skip
    """How likely each worth of a card is, given what was seen: a hill for each row (an arm), in three zones.

    NAME is the number with its 95 % interval, `told` its text; `words` call the zones below, within and above what
    `matters`, and the axis. The hill is the normal curve of the interval.
    """
    known = [
        (row, float(row[name]), float(row[f"{name}_high"] - row[f"{name}_low"]) / 2 / SURE or TINY)
        for row in rows if None not in ends(row, name)
    ]  # fmt: skip
    down, up = (
        max([LEAST_REACH * matters, *(side * value + TAIL * spread for _, value, spread in known)]) for side in (-1, 1)
    )
    sides = (-max(down, up / 2), -matters, matters, max(up, down / 2))
    narrowest = min([spread for *_, spread in known], default=TINY)
    fig = theme.figure("Where its true worth probably lies", "", WORTH_ROW * len(known) + AROUND + 48)
    fig.add_vrect(x0=-matters, x1=matters, fillcolor=theme.GRID, opacity=0.45, line_width=0, layer="below")
    for word, low, high in zip(words, sides, sides[1:]):
        text = word.replace(" ", "<br>", 1)
        fig.add_annotation(x=(low + high) / 2, y=1.0, text=text, showarrow=False, font={"color": theme.SOFT})
    for place, (row, value, spread) in enumerate(known):
        look = (looks[row["arm"]]["color"], HILL * narrowest / spread)
        _worth(fig, -place, sides, (value, spread), look, row["told"])
    fig.update_yaxes(
        tickvals=[0.15 - place for place in range(len(known))],
        ticktext=[theme.arm_label(str(row["label"])) for row, *_ in known],
        range=[0.85 - len(known), 1.2], showgrid=False, zeroline=False,
    )  # fmt: skip
    step = matters * math.ceil((sides[-1] - sides[0]) / (6 * matters))
    at = [n * step for n in range(math.ceil(sides[0] / step), math.floor(sides[-1] / step) + 1)]
    ticks = {"tickvals": at, "ticktext": [signed(f"{100 * x:+.4g}") if x else "0" for x in at], "tickangle": 0}
    title = f"{words[-1]}<br>the higher the hill, the likelier"
    fig.update_xaxes(title_text=title, range=[sides[0], sides[-1]], zeroline=False, showgrid=False, **ticks)
    return fig.update_layout(showlegend=False)


def near_average(row: Mapping[str, Any], name: str, matters: float) -> float:
    """How likely a worth lies within what matters: the middle part of its hill."""
    value, low, high = ends(row, name)
    if value is None or low is None or high is None:
        return 0.0
    scale = (high - low) / 2 / SURE or TINY
    inner, outer = (0.5 * math.erfc((value - end) / scale / math.sqrt(2)) for end in (-matters, matters))
    return outer - inner


def _worth(
    fig: go.Figure, base: float, sides: Sequence[float], curve: tuple[float, float], look: tuple[str, float], told: str
) -> None:  # fmt: skip
    """A hill in its three zones with the share of each: a CURVE of mean and spread, a LOOK of colour and height."""
    value, scale = curve
    for low, high, shade in zip(sides, sides[1:], (0.8, 0.2, 0.8)):
        at = np.linspace(low, high, STEPS)
        _shade(fig, at, base, look[1] * np.exp(-0.5 * ((at - value) / scale) ** 2), (look[0], shade), told)
        share = _below(high, value, scale, sides) - _below(low, value, scale, sides)
        part = ">99" if share >= NEARLY else f"{100 * share:.0f}" if share > 1 - NEARLY else "<1"
        place = {"x": (low + high) / 2, "y": HILL + 0.14 + base, "showarrow": False}
        font = {"size": 15, "color": theme.AS_TEXT.get(look[0], look[0])}
        fig.add_annotation(**place, text=f"<b>{escape(part)}\u00a0%</b>", font=font)


def _shade(
    fig: go.Figure, at: np.ndarray, base: float, hill: np.ndarray, look: tuple[str, float], told: str
) -> None:  # fmt: skip
    """A part of a hill in a colour of some opacity, filled down to its base."""
    fig.add_trace(go.Scatter(x=at, y=np.full(len(at), base), mode="lines", line={"width": 0}, hoverinfo="skip"))
    fig.add_trace(go.Scatter(
        x=at, y=base + hill, mode="lines", line={"color": look[0], "width": 2}, fill="tonexty",
        fillcolor=theme.faded(*look), meta={"base": base},
        hovertext=[told] * len(at), hovertemplate=HOVER,
    ))  # fmt: skip


def _below(end: float, value: float, spread: float, sides: Sequence[float]) -> float:
    """The part of a normal curve below an end; the ends of the axis are those of all."""
    return float(end > 0) if end in (sides[0], sides[-1]) else 0.5 * math.erfc((value - end) / spread / math.sqrt(2))
