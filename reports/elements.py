"""What a page may yield: a plotly figure, a table or a note; none of them knows where it will be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from plotly.graph_objects import Figure

Data = Mapping[str, pl.DataFrame]
"""What a page draws: its metrics by name, and the tables `run`, `arm` and `card` of the run."""


@dataclass(frozen=True)
class Column:
    """One column of a table: its heading, the kind of its numbers, and the columns with its interval."""

    label: str
    kind: str = "text"  # a key of `theme.FORMATS`
    low: str | None = None
    high: str | None = None
    about: str = ""  # a sentence for those who point at the heading


@dataclass(frozen=True)
class Table:
    """A frame to be read: `columns` names what is shown, in order; rows whose `pale` column is true are dimmed."""

    frame: pl.DataFrame
    caption: str
    columns: Mapping[str, Column]
    title: str = ""
    pale: str | None = None


@dataclass(frozen=True)
class Note:
    """A paragraph; `kind` is info or warning."""

    text: str
    kind: str = "info"


Element = Figure | Table | Note


def interval(name: str, label: str, kind: str, about: str = "") -> dict[str, Column]:
    """A column NAME whose bounds are in the columns NAME_low and NAME_high."""
    return {name: Column(label, kind, f"{name}_low", f"{name}_high", about)}


def captioned(figure: Figure, *sentences: str) -> Figure:
    """Put a caption under a figure; whoever shows the figure prints it."""
    figure.layout.meta = {"caption": " ".join(s for s in sentences if s)}
    return figure


def caption_of(figure: Figure) -> str:
    """The caption of a figure, if it has one."""
    meta = figure.layout.meta
    return str(meta["caption"]) if isinstance(meta, dict) and "caption" in meta else ""


def title_of(figure: Figure) -> str:
    """The title of a figure in one line."""
    return str(figure.layout.title.text or "").replace("<br>", " ")


def in_order(frame: pl.DataFrame, arms: Sequence[str]) -> pl.DataFrame:
    """Rows in the order of the run's arms; within an arm their order stays."""
    place = {arm: i for i, arm in enumerate(arms)}
    rank = pl.col("arm").replace_strict(place, default=len(place), return_dtype=pl.Int64)
    return frame.sort(rank, maintain_order=True)
