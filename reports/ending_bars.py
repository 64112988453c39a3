"""How games end, as a bar for each rules whose parts add up to all games."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded
from reports import theme
from reports.chart_marks import hover, stacked
from reports.display_names import short_labels, with_shares
from reports.elements import Data, in_order
from reports.headlines import endings_of


def most_frequent(data: Data) -> str:
    """The ending that most games of all arms have; none if there is no game."""
    counts = endings_of(data).group_by("ending", maintain_order=True).agg(pl.col("count").sum())
    return str(counts.sort("count", descending=True, maintain_order=True)["ending"][0]) if counts.height else ""


def kinds(frame: pl.DataFrame) -> list[str]:
    """The endings of a frame, in the order in which they are told."""
    there = set(frame["ending"].to_list())
    return [e for e in theme.ENDING_WORDS if e in there] + sorted(there - set(theme.ENDING_WORDS))


def ending_bars(data: Data, title: str) -> go.Figure:
    """The shares of all endings that were seen, with a legend that has their numbers."""
    words, arms = theme.ENDING_WORDS, theme.arm_names(data["arm"])
    seen = in_order(endings_of(data).filter(pl.col("count").sum().over("ending") > 0), arms)
    parts = {
        ending: (
            with_shares(words.get(ending, ending), seen.filter(ending=ending)["share"].to_list()),
            theme.ENDING_COLOURS.get(ending, theme.SOFT),
        )
        for ending in kinds(seen)
    }
    rows = [
        {"bar": row["arm"], "part": row["ending"], "share": row["share"], "told": hover(
            row["arm"], f"{words.get(row['ending'], row['ending'])}: {bounded(row, 'share', 'share')}", n=row["games"],
        )} for row in seen.iter_rows(named=True)
    ]  # fmt: skip
    bars = {arm: theme.arm_label(label) for arm, label in short_labels(arms).items()}
    return stacked(bars, rows, parts, title, "share of games").update_layout(bargap=0.55)
