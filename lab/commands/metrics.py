"""`lab metrics`: compute registered metrics over a store."""

from __future__ import annotations

from pathlib import Path

import click
import polars as pl

from lab.commands._ahead import ALL, check_all, measure_all
from lab.commands._health import HEALTH, Cut, check_alone, cut_options, show_coverage, show_health
from lab.commands._options import json_option, run_option, store_option
from lab.commands._runs import by_run, say_empty
from lab.commands._show import csv_option, one_output, print_csv, print_frame, print_json, say
from lab.store.run_names import find_run
from lab.store.store_folder import Store
from lab.tables.metric import compute, load_metrics, pick
from lab.tables.run_frames import EXPOSURE

ROWS = 60
"""Rows of a table that are printed for one run."""


@click.command()
@click.argument("names", nargs=-1)
@store_option
@run_option
@cut_options
@csv_option
@json_option
def metrics(names: tuple[str, ...], store: Path, run_id: str | None, cut: Cut, as_csv: bool, as_json: bool) -> None:
    """Compute metrics over stored games; without a name, list them.

    The name health stands for a page of checks instead: whether the games and the numbers made of them are sound. Each
    check is a line, green or red, or open if it cannot be made; exit code 1 if any is red. With --coverage it asks of
    every printed interval in how many batches of games it holds what all say. The name all measures everything that
    pages of the dashboard read, and keeps it, so that they open at once. The beginning of a run's id is enough.

    Example:

    \b
        lab metrics
        lab metrics game_length endings --store lab-store
        lab metrics level_curve --run 4f1c --csv > curve.csv
        lab metrics health --run 4f1c
        lab metrics health --run 4f1c --coverage 1
        lab metrics all --run 4f1c
    """
    one_output(as_json, as_csv)
    if not names:
        _list_metrics(as_csv, as_json)
        return
    check_all(names, as_csv, as_json)
    if HEALTH not in names and ALL not in names:
        pick(names)  # a misspelt name is said before the store is looked at
    check_alone(names, as_csv, cut)
    place, run = Store.open(store), find_run(store, run_id)
    if ALL in names:
        measure_all(place, run)
        return
    if HEALTH in names:
        (show_coverage if cut.ways else show_health)(place, run, cut, as_csv, as_json)
    _show(place, names, run, as_csv, as_json)


def _show(store: Store, names: tuple[str, ...], run: str | None, as_csv: bool, as_json: bool) -> None:
    """Compute the metrics and print them as they are wanted."""
    found = compute(store, names, run)
    if as_json:
        print_json({name: frame.to_dicts() for name, frame in found.items()})
    elif as_csv:
        print_csv(found[names[0]])
    elif not say_empty(store):
        for name, frame in found.items():
            print_metric(store, name, frame, run)


def print_metric(store: Store, name: str, frame: pl.DataFrame, run: str | None) -> None:
    """What a metric says, and a table of it for each run."""
    known = load_metrics()[name]
    say(f"{name}: {known.says}\n{known.unit}; intervals 95 %: {known.interval}\n")
    for heading, rows in by_run(store, frame, run, EXPOSURE in known.needs):
        print_frame(heading, rows, ROWS, known.columns)


def _list_metrics(as_csv: bool, as_json: bool) -> None:
    known = load_metrics().values()
    rows = [{"metric": m.name, "says": m.says, "unit": m.unit, "needs": m.needs, "interval": m.interval} for m in known]
    if as_json:
        print_json(rows)
    elif as_csv:
        print_csv(pl.DataFrame(rows))
    else:
        print_frame("", pl.DataFrame(rows).select("metric", "says"))
