"""`lab runs`: what a store holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import polars as pl

from lab.commands._options import json_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say
from lab.commands._runs import RUN, run_rows, say_empty
from lab.runs.run_heading import left_out, personas
from lab.store.given_up_games import given_up
from lab.store.store_folder import Store
from lab.tables.column import EXTRA, KEY, LAST, Column


@click.command()
@store_option
@csv_option
@json_option
def runs(store: Path, as_csv: bool, as_json: bool) -> None:
    """List the runs of a store, the newest last: when, what, who, how many games, and how far.

    Wherever a command takes --run, the beginning of an id is enough.

    Example:

    \b
        lab runs --store lab-store
    """
    one_output(as_json, as_csv)
    place = Store.open(store)
    rows = run_rows(place)
    if as_json:
        print_json(rows)
    elif as_csv:
        print_csv(pl.DataFrame(rows, None if rows else list(RUN)))
    elif not say_empty(place):
        shown = pl.DataFrame([_shown(row) for row in rows])
        faulty = any(row["faults"] for row in rows)
        print_frame(
            f"Runs of {store}, the newest last", shown if faulty else shown.drop("given up"), columns=_columns()
        )
        for run in [row["run_id"] for row in rows if row["faults"]]:
            say(f"Run {run}: {left_out(given_up(place, run))}.")


def _columns() -> dict[str, Column]:
    return {
        "run_id": Column("run", rank=KEY), "name": Column("name"), "begun": Column("begun (UTC)", rank=EXTRA),
        "decks": Column("deck"),
        "players": Column("players"), "games": Column("games", "count"), "given up": Column("given up", "count"),
        "finished": Column("finished"),
        "seed": Column("seed", "plain", LAST),
    }  # fmt: skip


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    listed = {name: ", ".join(map(str, row[name])) for name in ("decks", "players")}
    listed["variants"] = " / ".join(row["variants"])  # an arm's name has commas of its own
    begun = str(row["begun"])[:16].replace("T", " ")
    return {
        "run_id": row["run_id"], "name": row["name"], "begun": begun, **listed, "personas": personas(row["personas"]),
        "games": row["games"], "given up": row["faults"] or None, "finished": _how_far(row), "seed": row["seed"],
    }  # fmt: skip


def _how_far(row: dict[str, Any]) -> str:
    """Whether a run is finished, or how many games it should have."""
    if row["status"] == "done":
        return "yes"
    return f"{row['status']}, {100 * row['games'] // max(row['planned'], 1)} %"
