"""`lab metrics health`: whether a store and the numbers made of it are sound, and what their intervals hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click
import polars as pl

from lab.commands._options import Whole
from lab.commands._output import console, print_csv, print_csv_rows, print_frame, print_json, say, say_story
from lab.commands._runs import say_empty
from lab.commands._tournament import compile_engine
from lab.errors import BadInput
from lab.health import health_check
from lab.health.health_check import FALSE_ALARMS
from lab.health.interval_catalogue import FEW_EVENTS, FEW_GAMES, HIGH, LOW, printed_intervals, summary
from lab.runs.run_heading import heading_of
from lab.stats.intervals import p_text
from lab.tables.column import EXTRA, KEY, LAST, Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.store.store_folder import Store

HEALTH = "health"
"""What the page is called among the metrics."""
COLOURS = {"green": "green", "red": "red"}
SIZE = 250


class Cut(NamedTuple):
    """How games are cut into batches: in how many ways (none: not at all), and how many games a batch has."""

    ways: int | None
    size: int


def cut_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of `Cut`, given to the command as `cut`."""

    @click.option(
        "--coverage",
        "ways",
        metavar="WAYS",
        type=Whole(1, 100),
        help="With health: how often each printed interval holds, over so many ways of cutting games into 200 batches.",
    )
    @click.option(
        "--batch", "size", default=SIZE, show_default=True, type=Whole(2, 1_000_000), help="Games of a batch."
    )
    @wraps(command)
    def cut(*args: Any, ways: int | None, size: int, **kwargs: Any) -> Any:
        return command(*args, cut=Cut(ways, size), **kwargs)

    return cut


def check_alone(names: Sequence[str], as_csv: bool, cut: Cut) -> None:
    """Refuse the page together with metrics, as it is no table of numbers, and several tables as one CSV."""
    if cut.ways and HEALTH not in names:
        raise BadInput(f"--coverage is given with {', '.join(names) or 'no name'}; allowed: {HEALTH}")

    if HEALTH in names and len(names) > 1:
        others = ", ".join(name for name in names if name != HEALTH)
        raise BadInput(f"{HEALTH} is given with {others or 'itself'}; allowed: {HEALTH} alone, or any metrics")
    if as_csv and len(set(names)) > 1:
        raise BadInput(f"--csv is given with {', '.join(names)}; allowed: one metric, or lab export for all of them")


def show_health(store: Store, run: str | None, _cut: Cut, as_csv: bool, as_json: bool) -> NoReturn:
    """Print a line for each check of each run and end: exit code 1 if any is red."""
    runs = [run] if run is not None else store.runs()["run_id"].to_list()
    compile_engine()
    rows: list[dict[str, Any]] = []
    for row in health_check.examine(store, runs):
        if not (as_csv or as_json):
            _show(store, row, is_first=not rows or rows[-1]["run_id"] != row["run_id"])
        rows.append(row)
    red = sum(row["state"] == "red" for row in rows)
    if as_json:
        print_json({"checks": rows, "red": red})
    elif as_csv:
        print_csv_rows(rows)
    elif not say_empty(store):
        _end(rows, red)
    click.get_current_context().exit(1 if red else 0)


def _show(store: Store, row: dict[str, Any], is_first: bool) -> None:
    """One line, below the heading of its run."""
    if is_first:
        say(heading_of(store, row["run_id"]))
    allowed = f" (allowed: {row['allowed']})" if row["allowed"] else ""
    chance = f"; p {_told(row['p_value'])}" if row["p_value"] is not None else ""
    text = f"{row['state']:5} {row['check']}: {row['looked_at']}: {row['found']}{chance}{allowed}"
    say_story(text, COLOURS.get(row["state"], ""))


def _told(p_value: float) -> str:
    text = p_text(p_value)
    return text if text.startswith("<") else f"= {text}"


def _end(rows: list[dict[str, Any]], red: int) -> None:
    """What the colours mean, and what each red check asserts."""
    for row in rows:
        if row["state"] == "red":
            say_story(f"red   {row['check']} of {row['run_id']} should hold: {row['says']}", "red")
    left = sum(row["state"] == "open" for row in rows)
    say(
        f"{len(rows)} checks, {red} red, {left} open (they cannot be made here); a page of sound games shows any red "
        f"at most once in {round(1 / FALSE_ALARMS)} times."
    )


def show_coverage(store: Store, run: str | None, cut: Cut, as_csv: bool, as_json: bool) -> NoReturn:
    """Print how often the intervals of each run hold, and end: exit code 1 if chance does not explain some of it."""
    screen, runs = console(stderr=True), [run] if run is not None else store.runs()["run_id"].to_list()
    frames = []
    for one in runs:
        rows = printed_intervals(store, one, cut.size, cut.ways or 1, lambda text: screen.print(f"[dim]{text}"))
        frames.append(rows.select(pl.lit(one).alias("run_id"), pl.all()))
        if not (as_csv or as_json):
            say(heading_of(store, one))
            if rows.is_empty():
                say(f"Fewer than two batches of {cut.size} games in its first arm.\n")
            else:
                print_frame("", summary(rows), None, _coverage_columns())
    found = pl.concat(frames) if frames else pl.DataFrame({"wrong": []}, schema={"wrong": pl.Boolean})
    if as_json:
        print_json(found.to_dicts())
    elif as_csv:
        print_csv(found)
    elif not say_empty(store):
        say(_read_coverage(int(found["wrong"].sum()), found.height))
    click.get_current_context().exit(1 if found["wrong"].any() else 0)


def _read_coverage(wrong: int, intervals: int) -> str:
    return (
        f"{intervals:,} intervals of the first arm (and of two arms compared), {wrong} beyond what chance explains of "
        f"intervals that hold in {LOW:.0%} to {HIGH:.0%} of the batches. Set apart are those that stand for fewer than "
        f"{FEW_EVENTS} events or {FEW_GAMES} games of a batch, that most batches lack, or of which nothing varies in "
        "some batch; --csv and --json have a row for each."
    )


def _coverage_columns() -> dict[str, Any]:
    return {
        "metric": Column("metric", rank=KEY),
        "number": Column("number", rank=KEY),
        "judged": Column("intervals", "count", about="Intervals that are judged."),
        "mean": Column("hold", "share", about="Share of the batches in which they hold the truth, on average."),
        "least": Column("least", "share", EXTRA, about="That of the one that holds least often."),
        "most": Column("most", "share", EXTRA, about="That of the one that holds most often."),
        "below": Column("too low", "share", EXTRA, about="Share of the batches whose interval lies below the truth."),
        "above": Column("too high", "share", EXTRA, about="Share of the batches whose interval lies above it."),
        "outside": Column("outside", "count", EXTRA, about="Intervals whose share is not from 93 to 97 %."),
        "wrong": Column("wrong", "count", about="Those of which chance does not explain it."),
        "apart": Column("set apart", "count", LAST, about="Intervals that are not judged."),
        "apart_mean": Column("those hold", "share", LAST, about="Share of the batches in which those hold."),
    }
