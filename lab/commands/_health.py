"""`lab metrics health`: whether a store and the numbers made of it are sound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.store.folder import Store

HEALTH = "health"
"""What the page is called among the metrics."""
COLOURS = {"green": "green", "red": "red"}


def check_alone(names: Sequence[str], as_csv: bool) -> None:
    """Refuse the page together with metrics, as it is no table of numbers, and several tables as one CSV."""
    from lab.errors import BadInput

    if HEALTH in names and len(names) > 1:
        others = ", ".join(name for name in names if name != HEALTH)
        raise BadInput(f"{HEALTH} is given with {others or 'itself'}; allowed: {HEALTH} alone, or any metrics")
    if as_csv and len(set(names)) > 1:
        raise BadInput(f"--csv is given with {', '.join(names)}; allowed: one metric, or lab export for all of them")


def show_health(store: Store, run: str | None, as_csv: bool, as_json: bool) -> NoReturn:
    """Print a line for each check of each run and end: exit code 1 if any is red."""
    from lab.commands._runs import say_empty
    from lab.commands._show import print_csv_rows, print_json
    from lab.commands._tournament import compile_engine
    from lab.health.page import examine

    runs = [run] if run is not None else store.runs()["run_id"].to_list()
    compile_engine()
    rows: list[dict[str, Any]] = []
    for row in examine(store, runs):
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
    from lab.commands._runs import heading
    from lab.commands._show import say, say_story

    if is_first:
        run = row["run_id"]
        say(heading(run, store.arms(run), store.table("game", run).collect().height))
    allowed = f" (allowed: {row['allowed']})" if row["allowed"] else ""
    chance = f"; p {_told(row['p_value'])}" if row["p_value"] is not None else ""
    text = f"{row['state']:5} {row['check']}: {row['looked_at']}: {row['found']}{chance}{allowed}"
    say_story(text, COLOURS.get(row["state"], ""))


def _told(p_value: float) -> str:
    from lab.measure.stats import p_text

    text = p_text(p_value)
    return text if text.startswith("<") else f"= {text}"


def _end(rows: list[dict[str, Any]], red: int) -> None:
    """What the colours mean, and what each red check asserts."""
    from lab.commands._show import say, say_story
    from lab.health.finding import FALSE_ALARMS

    for row in rows:
        if row["state"] == "red":
            say_story(f"red   {row['check']} of {row['run_id']} should hold: {row['says']}", "red")
    left = sum(row["state"] == "open" for row in rows)
    say(
        f"{len(rows)} checks, {red} red, {left} open (they cannot be made here); a page of sound games shows any red "
        f"at most once in {round(1 / FALSE_ALARMS)} times."
    )
