"""Tables and JSON on the terminal."""

from __future__ import annotations

import json
import math
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """The terminal; a pipe has no width of its own and gets 160 columns."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 160, highlight=False)


def print_json(data: Any) -> None:
    """Print data as JSON; what has no value is null."""
    click.echo(json.dumps(_plain(data), indent=1, default=str, allow_nan=False))


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def print_frame(title: str, frame: pl.DataFrame, limit: int | None = None) -> None:
    """Print a table; `limit` cuts long ones and says so. Columns named p or q (`stats.P_NAME`) never show 0."""
    from rich import box
    from rich.table import Table

    from lab.measure.stats import P_NAME

    shown = frame if limit is None else frame.head(limit)
    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name, kind in shown.schema.items():
        grid.add_column(name, justify="right" if kind.is_numeric() else "left")
    p_values = [P_NAME.search(name) is not None for name in shown.columns]
    for row in shown.iter_rows():
        grid.add_row(*(cell(value, p_value) for value, p_value in zip(row, p_values, strict=True)))
    screen = console()
    screen.print(grid)
    if shown.height < frame.height:
        screen.print(f"... {frame.height - shown.height} more rows; `lab export` writes them all.")


def cell(value: object, p_value: bool = False) -> str:
    """One value for a terminal: four significant digits, nothing for what is unknown."""
    from rich.markup import escape

    if value is None:
        return ""
    if isinstance(value, float):
        from lab.measure.stats import p_text

        return "" if value != value else p_text(value) if p_value else f"{value:.4g}"
    return escape(str(value))
