"""`lab metrics`: compute registered metrics over a store."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click
import polars as pl

from lab.commands._health import HEALTH, Cut, check_alone, cut_options, show_coverage, show_health
from lab.commands._options import json_option, run_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_groups, print_json, say
from lab.commands._runs import asked_run, by_run, say_empty
from lab.errors import BadInput
from lab.precompute import lock_of, measure
from lab.store.store_folder import Store
from lab.store.store_locks import alone
from lab.tables.metric import compute, load_metrics, pick
from lab.tables.run_frames import EXPOSURE

GROUPS = {
    "How long games are": "game_length length_survival restricted_length estimated_minutes reshuffles",
    "How they end": "endings ending_incidence ending_flow last_fights",
    "Who wins": "decided_at seat_advantage persona_win rating",
    "Who leads, and who is left behind": "lead_changes lead_gap drama comebacks hopeless_time kingmaking",
    "Levels": "level_curve level_race level_groups level_time level_difference",
    "Combats": "combats combat_course fight_margins monsters",
    "What players do": "helping hostility style economy gold_curve downtime",
    "Cards": "card_table card_draws card_rules kind_rules card_reliability curses",
}
"""Heading in the list -> the metrics below it."""
ALL = "all"
"""What stands for everything among the metrics."""
ROWS = 40
"""Rows that are printed for one run, of all metrics together, unless all are asked for."""
FEWEST = 10
"""Rows of each metric."""
HAPPENS = {"endings": "ending"}
"""Metrics whose rows are what may happen, and the column that names it: what no arm has is left out, no row is cut."""


@click.command()
@click.argument("names", nargs=-1)
@store_option
@run_option
@cut_options
@click.option("--all", "everything", is_flag=True, help="Every row; in the list, what each metric is.")
@csv_option
@json_option
def metrics(
    names: tuple[str, ...], store: Path, run_id: str | None, cut: Cut, everything: bool, as_csv: bool, as_json: bool
) -> None:
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
        _list_metrics(everything, as_csv, as_json)
        return
    _check_all(names, everything, as_csv, as_json)
    if HEALTH not in names and ALL not in names:
        pick(names)  # a misspelt name is said before the store is looked at
    check_alone(names, as_csv, cut)
    place = Store.open(store)
    run = asked_run(place, run_id)
    if ALL in names:
        _measure_all(place, run)
        return
    if HEALTH in names:
        (show_coverage if cut.ways else show_health)(place, run, cut, as_csv, as_json)
    _show(place, names, run, None if everything else max(FEWEST, ROWS // len(names)), as_csv, as_json)


def _check_all(names: Sequence[str], everything: bool, as_csv: bool, as_json: bool) -> None:
    """Refuse the word together with metrics, or as a table, and every row of what is no table."""
    if everything and (alone := {ALL, HEALTH} & {*names}):
        raise BadInput(f"--all is given with {min(alone)}; allowed: names of metrics, or none to list them")
    if ALL in names and len(names) > 1:
        others = ", ".join(name for name in names if name != ALL)
        raise BadInput(f"{ALL} is given with {others or 'itself'}; allowed: {ALL} alone, or any metrics")
    if ALL in names and (as_csv or as_json):
        raise BadInput(f"{'--csv' if as_csv else '--json'} is given with {ALL}; allowed: one metric, or lab export")


def _measure_all(store: Store, run: str | None) -> None:
    """Measure and keep what is not there, the newest run first, and say for each run how long it took."""
    if say_empty(store):
        return
    runs = [run] if run is not None else store.runs()["run_id"].to_list()[::-1]
    with alone(lock_of(store)) as is_alone:
        if not is_alone:
            say(f"Nothing was measured: another process measures {store.path}, or it may not be written to.")
            return
        is_watched = sys.stderr.isatty()
        for one in runs:
            begun, last = time.monotonic(), 0
            for step in measure(store, [one]):
                last = step.number
                if is_watched:
                    click.echo(f"\r{step.number} of {step.of}  {step.name:<40}", nl=False, err=True)
            if is_watched:
                click.echo(f"\r{'':<60}\r", nl=False, err=True)
            say(f"{one}: {last} results are there, after {time.monotonic() - begun:.0f} s.")


def _show(store: Store, names: tuple[str, ...], run: str | None, most: int | None, as_csv: bool, as_json: bool) -> None:
    """Compute the metrics and print them as they are wanted; `most` rows of each in a table."""
    found = compute(store, names, run)
    if as_json:
        print_json({name: frame.to_dicts() for name, frame in found.items()})
    elif as_csv:
        print_csv(found[names[0]])
    elif not say_empty(store):
        for name, frame in found.items():
            print_metric(store, name, frame, run, most)


def print_metric(store: Store, name: str, frame: pl.DataFrame, run: str | None, most: int | None = ROWS) -> None:
    """What a metric says, and a table of it for each run."""
    known = load_metrics()[name]
    say(f"{name}: {known.says}\n{known.unit}; intervals 95 %: {known.interval}\n")
    happens = HAPPENS.get(name) if most is not None else None
    for heading, rows in by_run(store, frame, run, EXPOSURE in known.needs):
        seen = rows.filter(pl.col("count").sum().over(happens) > 0) if happens else rows
        print_frame(heading, seen, None if happens else most, known.columns, by="arm")
        if seen.height < rows.height:
            say("What no game has is left out; --all has every row.\n")


def _list_metrics(everything: bool, as_csv: bool, as_json: bool) -> None:
    known = load_metrics()
    rows = [
        {"metric": m.name, "says": m.says, "unit": m.unit, "needs": m.needs, "interval": m.interval}
        for m in known.values()
    ]
    if as_json:
        print_json(rows)
    elif as_csv:
        print_csv(pl.DataFrame(rows))
    else:
        told = {n: f"{m.asks} {m.says}" if everything else m.asks for n, m in known.items()}
        print_groups({title: [(n, told[n]) for n in of.split()] for title, of in GROUPS.items()}, everything)
        say("lab metrics NAME computes one of the newest run; --all says of each what it is.")
