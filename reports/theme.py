"""How everything looks: one plotly template, colours that everybody can tell apart, number formats, style and script.

Dashboard and report share them: no font, script or picture comes from elsewhere. Colours are pairs, one for a light
page and one for a dark page; the browser takes the right one of `light-dark(a, b)` by the page's colour scheme. Charts
are drawn in the light colours, and the style sheet exchanges each of them by what plotly writes into its SVG.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import polars as pl

ARM_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5F5F5F")
"""Okabe and Ito's palette without yellow and black: told apart by colour-blind readers, legible on white."""

AS_TEXT = {
    "#D55E00": "#A84300", "#009E73": "#117733", "#CC79A7": "#882255", "#E69F00": "#7A6A00", "#56B4E9": "#2F7F86",
}  # fmt: skip
"""Arms in whose colour nothing can be read -> a darker one."""

GROUP_COLOURS = ("#332288", "#882255", "#117733", "#C26A00", "#2F7F86", "#7A6A00")
"""Places and personas are not arms and must not look like them (after Paul Tol's muted palette)."""

SEAT_COLOURS = ("#332288", "#2F7F86", "#882255", "#7A6A00", "#117733", "#C26A00", "#4477AA", "#5F5F5F")
"""Players at one table, who are no arms either."""

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "pentagon", "star")
SIGNS = dict(zip(SYMBOLS, "\u25cf\u25a0\u25c6\u25b2\u25bc\u2b1f\u2605", strict=True))
DASHES = ("solid", "18px,4px", "18px,4px,4px,4px", "30px,6px")
"""By place, so that arms are told apart without their colours; dots are for what rests on few games."""

MOSS, PLUM, LILAC, CLAY, SAND, TEAL, BRICK, MIST = (
    "#6F7D2C", "#84489A", "#B9A6E0", "#C98B7B", "#DDCF9A", "#3A6F78", "#8E3B34", "#BFC6CC",
)  # fmt: skip
"""What things come to, such as an ending or a fight: none of them is the colour of an arm, and those that stand beside
each other are told apart by colour-blind readers."""

ENDING_COLOURS = {
    "kill": MOSS, "shared": LILAC, "boss": BRICK, "last_sane": PLUM, "all_cultists": CLAY, "card": SAND,
    "time_limit": TEAL, "capped": MIST,
}  # fmt: skip

ON_COLOUR = {
    **dict.fromkeys((MOSS, PLUM, TEAL, BRICK), "#FFFFFE"),
    **dict.fromkeys((LILAC, CLAY, SAND, MIST, "#56B4E9", "#E69F00"), "#1F292F"),
}
"""Text on a bar of a colour, legible on both its shades: neither INK nor PAPER, so it stays as it is on a dark page."""

ENDING_WORDS = {
    "kill": "kill for the last Level", "shared": "shared victory", "boss": "boss", "last_sane": "last sane player",
    "all_cultists": "everybody a cultist", "card": "won by a card", "time_limit": "time limit",
    "capped": "capped, no winner",
}  # fmt: skip

KINDS = {
    "monster": ("Monsters", "#882255", "diamond"), "curse": ("Curses", "#332288", "square"),
    "item": ("Items", "#2F7F86", "circle"), "one_shot": ("One-shots", "#C26A00", "triangle-up"),
    "go_up_a_level": ("Go up a Level", "#7A6A00", "star"), "class": ("Classes, Races", "#117733", "pentagon"),
    "blank": ("blank card", "#56616C", "x"),
}  # fmt: skip
"""Families of kinds of cards: word, colour and symbol; what is no arm must not look like one."""
LIKE = {"item_enhancer": "item", "race": "class", "role": "class", "drive": "class", "birthright": "class"}
OTHER_KINDS = ("other kinds", "#7B8794", "triangle-down")


def kind_style(kind: str) -> tuple[str, str, str]:
    """What a kind of card is called beside the others, its colour and its symbol."""
    return KINDS.get(LIKE.get(kind, kind), OTHER_KINDS)


FEW = 100
"""Below this many games a number is drawn pale: it stays visible, and nobody should lean on it."""

CHART = {
    "displaylogo": False, "responsive": True,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "toImage", "autoScale2d", "zoomIn2d", "zoomOut2d", "pan2d"],
}  # fmt: skip
"""Settings of plotly's own tool bar, wherever a chart is shown; pictures are made with their caption."""

FAINT = 0.35
"""Opacity of what is pale."""

INK, SOFT, GRID, PAPER, RAISED, ACCENT, WARNING = (
    "#1F2933", "#56616C", "#E1E6EB", "#FFFFFF", "#F5F7F9", "#0068A6", "#A84300",
)  # fmt: skip
"""Text, lesser text, lines, the page, what stands on the page, links, what needs care; on a light page."""

AT_NIGHT = {
    INK: "#E8ECF0", SOFT: "#A9B3BD", GRID: "#343C46", PAPER: "#12161C", RAISED: "#1B2129", ACCENT: "#5CB3F0",
    WARNING: "#F2995C", "#0072B2": "#3D9BE0", "#D55E00": "#F0803C", "#009E73": "#2DBE94", "#CC79A7": "#E29BC3",
    "#E69F00": "#F2B632", "#56B4E9": "#8FD3FF", "#5F5F5F": "#A3A9B0", "#7B8794": "#94A1AE",
    "#332288": "#8F86E0", "#882255": "#D9739F", "#117733": "#4FB46F", "#C26A00": "#E59A3C", "#2F7F86": "#5FB9C1",
    "#7A6A00": "#C2AE3B", PLUM: "#9B5FB0", BRICK: "#B2564A",
}  # fmt: skip
"""Colour on a light page -> the same on a dark one, where they differ. Charts are drawn in the light ones; the style
sheet exchanges them (`reports.theme`), so that a chart follows its page without being drawn anew."""

FONT = "'Source Sans', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
LETTERS = 16
"""Letters of a label beside an axis that fit on one line of a phone."""
LOOK = "lab"
"""Name of the house's plotly template."""


def _template() -> go.layout.Template:
    axis = {
        "gridcolor": GRID, "zerolinecolor": GRID, "linecolor": GRID, "ticks": "", "automargin": True,
        "ticklabelstandoff": 6, "tickfont": {"color": SOFT},
        "title": {"font": {"size": 13, "color": SOFT}, "standoff": 10},
    }  # fmt: skip
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 13, "color": INK},
            "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)", "colorway": list(ARM_COLOURS),
            "xaxis": axis, "yaxis": axis, "margin": {"l": 8, "r": 16, "t": 12, "b": 44},
            "legend": {
                "orientation": "h", "x": 0, "xref": "container", "xanchor": "left", "y": 0, "yref": "container",
                "yanchor": "bottom", "traceorder": "normal",
            },
            "hoverlabel": {
                "font": {"family": FONT, "size": 13, "color": INK}, "align": "left", "bgcolor": PAPER,
                "bordercolor": SOFT,
            },
            "hovermode": "closest",
        }
    )  # fmt: skip


pio.templates[LOOK] = _template()


def template() -> dict[str, Any]:
    """The house's plotly template as JSON."""
    return dict(pio.templates[LOOK].to_plotly_json())


def figure(title: str, subtitle: str = "", height: int = 420) -> go.Figure:
    """An empty figure in the house style; its title is no part of it: who shows it writes that above it."""
    return go.Figure(layout={"template": LOOK, "meta": {"title": title, "subtitle": subtitle}, "height": height})


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
        "dash": DASHES[place % len(DASHES)],
    }


def step_width(style: Mapping[str, Any]) -> float:
    """Pixels of an arm's line of steps, on which dashes would break into crumbs."""
    return 2 if style["dash"] == DASHES[0] else 3.5


def arm_label(name: str) -> str:
    """An arm's name broken at its house rules and long ones at their hyphens, so that it fits beside an axis."""
    first, *rules = name.split("+")
    return "<br>".join([wrapped(first, LETTERS), *(wrapped(f"+ {rule}", LETTERS) for rule in rules)])


def wrapped(name: str, letters: int) -> str:
    """A name in lines of about so many letters, so that it leaves room beside an axis."""
    return "<br>".join(wrap(name, letters, break_long_words=False))


def faded(colour: str, opacity: float) -> str:
    """A colour with an opacity."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


FOLDER = Path(__file__).resolve().parent / "looks_files"
NAMES = {
    "ink": INK, "soft": SOFT, "line": GRID, "paper": PAPER, "raised": RAISED, "accent": ACCENT, "warning": WARNING,
}  # fmt: skip


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet of everything that a page yields."""
    names = "".join(f"--lab-{name}: {pair(colour)}; " for name, colour in NAMES.items())
    root = f":root {{ {names}--lab-font: {FONT}; }}\n"
    return root + (FOLDER / "elements.css").read_text() + "".join(map(_exchanged, AT_NIGHT))


@lru_cache(maxsize=1)
def script() -> str:
    """What tables and charts do: sort, filter, pictures and numbers to keep."""
    return (FOLDER / "elements.js").read_text()


def pair(colour: str) -> str:
    """A colour for light pages with the one for dark pages."""
    return f"light-dark({colour}, {AT_NIGHT.get(colour, colour)})"


def _exchanged(colour: str) -> str:
    """Rules for SVG of plotly that is painted in a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    said = f"rgb({red}, {green}, {blue})"
    return "".join(
        f'.js-plotly-plot svg [style*="{what}: {said}"] {{ {what}: {pair(colour)} !important; }}\n'
        for what in ("fill", "stroke")
    )
