"""Tables, JSON and CSV on the terminal."""

from __future__ import annotations

import json
import math
import os
import sys
import textwrap
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from lab.commands._layout import Strip, fit, wrapped
from lab.errors import BadInput

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console

    from lab.tables.column import Column

PIPE = 160
"""Columns of sentences and menus where the output is no terminal; tables are as wide there as they like."""
LEAST_WIDTH = 20
LONG_NAME = 24
"""Letters beyond which what a table is about stands above its rows rather than in each of them."""

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV with full numbers instead of a table.")


def width() -> int | None:
    """Columns there are: COLUMNS if it is set, else those of the terminal; a pipe has no width of its own."""
    said = os.environ.get("COLUMNS", "")
    if said.isdigit() and int(said) > 0:
        return max(int(said), LEAST_WIDTH)
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns, LEAST_WIDTH) if sys.stdout.isatty() else None
    except (OSError, ValueError):
        return None


def console(stderr: bool = False) -> Console:
    """The terminal for sentences, menus and progress."""
    from rich.console import Console  # a list of names needs neither this nor tables

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else width() or PIPE, highlight=False)


def say(text: str, indent: str = "") -> None:
    """Print a sentence, wrapped where the terminal has a width."""
    room = width()
    for line in text.split("\n"):
        for number, part in enumerate([line] if room is None else wrapped(line, room - len(indent))):
            click.echo(f"{' ' * len(indent) if number else indent}{part}")


def warn(sentence: str) -> None:
    """Say on stderr what whoever reads the output should know."""
    click.echo(f"lab: {sentence}", err=True)


def say_story(text: str, colour: str = "") -> None:
    """Print indented lines; what is too long for the terminal goes on in the next line, deeper.

    Words, such as paths, stay whole. The first word may have a colour.
    """
    room = width()
    for line in text.removesuffix("\n").split("\n"):
        depth = len(line) - len(line.lstrip())
        fits = room is None or len(line) <= room
        deeper = " " * min(depth + 4, LEAST_WIDTH // 2)
        parts = (
            [line]
            if fits or room is None
            else textwrap.wrap(line, room, subsequent_indent=deeper, break_long_words=False, break_on_hyphens=False)
        )
        for number, part in enumerate(parts):
            first, space, rest = part.partition(" ")
            click.echo(click.style(first, fg=colour) + space + rest if colour and not number else part)


def say_command(line: str) -> None:
    """Print a command line; where it is too long it goes on after a backslash, as a shell reads it."""
    room, lines = width(), [""]
    for word in line.split(" "):
        if room is not None and lines[-1] and len(lines[-1]) + len(word) + 3 > room:
            lines[-1] += " \\"
            lines.append(f"   {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    for part in lines:
        click.echo(part)


def print_json(data: Any) -> None:
    """Print data as JSON; what has no value is null."""
    click.echo(json.dumps(_plain(data), indent=1, default=str, allow_nan=False))


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def print_csv(frame: pl.DataFrame) -> None:
    """Print a table as CSV with full numbers; a list becomes its items with spaces between, no text a formula."""
    from lab.export.csv_export import csv_text

    click.echo(csv_text(frame), nl=False)


def one_output(as_json: bool, as_csv: bool) -> None:
    """Refuse two forms of output at once."""
    if as_json and as_csv:
        raise BadInput("--json and --csv are given together; allowed: one of them")


def print_frame(
    title: str, frame: pl.DataFrame, limit: int | None = None, columns: Mapping[str, Column] | None = None,
    gaps: Collection[int] = (), by: str = "",
) -> None:  # fmt: skip
    """Print a table that fits the terminal; `limit` cuts long ones and says so.

    `columns` says what the columns are; of others the names tell (`column.default_column`), and of a table without
    any description the first column names the rows. Dots after the rows counted in `gaps` say that others are between.
    What is in the column `by` shares the limit, and stands above its rows where its names are long.
    """
    shown, sections = (frame if limit is None else frame.head(limit)), list[list[str]]()
    if by in frame.columns and frame.height:
        shown, sections = _by(frame, by, limit)
    if title:
        say(title)
    lines, left_out = fit(_strips(shown, columns, gaps), width(), sections)
    for line in lines:
        click.echo(line)
    if left_out:
        say(f"Left out for want of room: {', '.join(left_out)}. They are in --csv and --json, and in a wider window.")
    if shown.height < frame.height:
        say(f"... {frame.height - shown.height:,} more rows; --csv and --json print them all.")
    click.echo()


def _by(frame: pl.DataFrame, by: str, limit: int | None) -> tuple[pl.DataFrame, list[list[str]]]:
    """The first rows of each value of a column, and the lines that name it above them, without it, if it is long."""
    several, room = frame[by].n_unique(), width()
    each = frame.height if limit is None or frame.height <= limit else max(limit // several, 1)
    shown = frame.group_by(by, maintain_order=True).head(each).select(frame.columns)
    if max(map(len, shown[by])) <= LONG_NAME:
        return shown, []
    lines = [[f"{name}:"] if room is None else wrapped(f"{name}:", room) for name in shown[by]]
    return shown.drop(by), lines


def print_rows(title: str, rows: Sequence[Mapping[str, Any]], numbers: Collection[str] = ()) -> None:
    """Print a table of words and whole numbers that fits the terminal; the first column names the rows.

    `numbers` are columns whose numbers are written out already.
    """
    if title:
        say(title)
    names = list(rows[0]) if rows else []
    strips = [
        Strip(
            name, tuple(str(row[name]) for row in rows), name in numbers or isinstance(rows[0][name], int),
            name == names[0],
        )
        for name in names
    ]  # fmt: skip
    for line in fit(strips, width())[0]:
        click.echo(line)
    click.echo()


def print_groups(groups: Mapping[str, Sequence[tuple[str, str]]], everything: bool) -> None:
    """Print names with what is said of each, below headings; `everything`: all of it rather than one line of each."""
    room = width() or PIPE
    names = max(len(name) for rows in groups.values() for name, _ in rows) + 4
    for heading, rows in groups.items():
        say(f"{heading}:")
        for name, text in rows:
            one = [textwrap.shorten(text, room - names, placeholder=" …")]
            first, *rest = textwrap.wrap(text, room - names) if everything else one
            click.echo(f"  {name:<{names - 2}}{first}")
            for line in rest:
                click.echo(" " * names + line)


def print_csv_rows(rows: Sequence[Mapping[str, Any]], names: Sequence[str] = ()) -> None:
    """Print rows as CSV; `names` are the columns of a table that may be empty."""
    import polars as pl

    print_csv(pl.DataFrame(list(rows), infer_schema_length=None) if rows else pl.DataFrame(schema=list(names)))


def _strips(frame: pl.DataFrame, columns: Mapping[str, Column] | None, gaps: Collection[int]) -> list[Strip]:
    from lab.tables.column import KEY, MAIN, TEXTS, cells  # what prints no table needs no polars

    strips: list[Strip] = []
    for name, column, texts in cells(frame, columns or {}):
        is_key = column.rank == KEY or (columns is None and name == frame.columns[0])
        told = [" ".join(text.split()) for text in texts]
        for gap in sorted(gaps, reverse=True):
            if 0 < gap < len(told):
                told.insert(gap, "" if strips else "...")
        right = frame.schema[name].is_numeric() or column.kind not in TEXTS
        strips.append(Strip(column.label, tuple(told), right, is_key, max(column.rank - MAIN, 0)))
    return strips
