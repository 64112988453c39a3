"""How everything looks: one plotly template, colours that everybody can tell apart, number formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import polars as pl

from lab.measure.written import FORMATS

ARM_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5F5F5F")
"""Okabe and Ito's palette without yellow and black: told apart by colour-blind readers, legible on white."""

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "pentagon", "star")
DASHES = ("solid", "dash", "dot", "dashdot")

ENDING_COLOURS = {
    "kill": "#4477AA", "shared": "#66CCEE", "boss": "#AA3377", "last_sane": "#228833", "all_cultists": "#EE6677",
    "card": "#CCBB44", "time_limit": "#EE8866", "capped": "#BBBBBB",
}  # fmt: skip
"""Paul Tol's bright palette: endings are not arms and must not look like them."""

ENDING_WORDS = {
    "kill": "kill for the last Level", "shared": "shared victory", "boss": "boss", "last_sane": "last sane player",
    "all_cultists": "everybody a cultist", "card": "won by a card", "time_limit": "time limit",
    "capped": "capped, no winner",
}  # fmt: skip

FEW = 100
"""Below this many games a number is drawn pale: it stays visible, and nobody should lean on it."""

FAINT = 0.35
"""Opacity of what is pale."""

INK, SOFT, GRID, PAPER = "#1F2933", "#6B7785", "#E4E8EC", "#FFFFFF"
DARK_INK, DARK_SOFT, DARK_GRID = "#E6EAEE", "#9AA5B1", "#3A424C"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
LIGHT, DARK = "lab", "lab_dark"

CHART = {"displaylogo": False, "responsive": True, "modeBarButtonsToRemove": ["select2d", "lasso2d"]}
"""Settings of plotly's own tool bar, wherever a chart is shown."""


def _template(ink: str, soft: str, grid: str, paper: str) -> go.layout.Template:
    axis = {
        "gridcolor": grid, "zerolinecolor": grid, "linecolor": grid, "ticks": "", "automargin": True,
        "ticklabelstandoff": 6,
        "title": {"font": {"size": 13, "color": soft}, "standoff": 10},
    }  # fmt: skip
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 13, "color": ink},
            "title": {
                "x": 0, "xref": "container", "xanchor": "left", "pad": {"l": 12, "t": 14},
                "y": 1, "yref": "container", "yanchor": "top", "font": {"size": 17},
                "subtitle": {"font": {"size": 13, "color": soft}},
            },
            "paper_bgcolor": paper, "plot_bgcolor": paper, "colorway": list(ARM_COLOURS),
            "xaxis": axis, "yaxis": axis, "margin": {"l": 16, "r": 20, "t": 105, "b": 50},
            "legend": {"orientation": "h", "x": 0, "xanchor": "left", "y": 1, "yanchor": "bottom"},
            "hoverlabel": {"font": {"family": FONT, "size": 13}, "align": "left"},
            "hovermode": "closest",
        }
    )  # fmt: skip


pio.templates[LIGHT] = _template(INK, SOFT, GRID, PAPER)
pio.templates[DARK] = _template(DARK_INK, DARK_SOFT, DARK_GRID, "rgba(0,0,0,0)")


def figure(title: str, subtitle: str = "", height: int = 420) -> go.Figure:
    """An empty figure in the house style."""
    return styled(go.Figure(), title, subtitle, height)


def styled(fig: go.Figure, title: str, subtitle: str = "", height: int = 420) -> go.Figure:
    """Give a figure the house style, a title and a height."""
    return fig.update_layout(template=LIGHT, title={"text": title, "subtitle": {"text": subtitle}}, height=height)


def for_dark(fig: go.Figure) -> go.Figure:
    """The same figure for a dark page."""
    return fig.update_layout(template=DARK)


def arm_names(arm: pl.DataFrame) -> list[str]:
    """The arms that are shown, in the order of the run."""
    return [str(a) for a in arm["arm"]]


def arm_styles(arm: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """Colour, symbol and dash of each arm: by its place in the run, whichever arms are shown."""
    places = arm["position"] if "position" in arm.columns else range(arm.height)
    return {name: _style(int(place)) for name, place in zip(arm_names(arm), places)}


def _style(place: int) -> dict[str, Any]:
    lap, colour = divmod(place, len(ARM_COLOURS))
    return {
        "color": ARM_COLOURS[colour],
        "symbol": SYMBOLS[(colour + lap) % len(SYMBOLS)],
        "dash": DASHES[lap % len(DASHES)],
    }


def arm_label(name: str) -> str:
    """An arm's name broken at its house rules, so that it fits beside an axis."""
    return name.replace("+", "<br>+ ")


def faded(colour: str, opacity: float) -> str:
    """A colour with an opacity."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


# --- numbers as text ---------------------------------------------------------------------------


SCALE = {"share": 100.0, "points": 100.0}
"""Kinds that are written in hundredths."""


def written(value: Any, kind: str) -> str:
    """A value as text; what does not exist is a dash."""
    return "\u2013" if value is None else FORMATS[kind](value)


def bounds(low: Any, high: Any, kind: str) -> str:
    """An interval as text; nothing where there is none."""
    return "" if low is None or high is None else f"[{written(low, kind)}, {written(high, kind)}]"


def bounded(row: Mapping[str, Any], value: str, kind: str) -> str:
    """A value of a row with its interval as text."""
    return f"{written(row[value], kind)} {bounds(row[f'{value}_low'], row[f'{value}_high'], kind)}".strip()
