"""Style and behaviour that the dashboard and the report share: no font, script or picture comes from elsewhere.

Colours are pairs, one for a light page and one for a dark page; the browser takes the right one of `light-dark(a, b)`
by the page's colour scheme. Charts are drawn in the light colours, and the style sheet exchanges each of them by what
plotly writes into its SVG.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from reports.theme import ACCENT, AT_NIGHT, FONT, GRID, INK, PAPER, RAISED, SOFT, WARNING

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
