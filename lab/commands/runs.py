"""`lab runs`: what a store holds."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import polars as pl

from lab.commands._options import json_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_json, say
from lab.commands._runs import DAMAGED, RUN, SEATED, run_rows, say_empty
from lab.runs.run_heading import left_out
from lab.store.given_up_games import given_up
from lab.store.store_folder import Store

STORE = re.compile(r" --store[ =]\S+")
"""What was typed of the store that is looked at."""
ENTRIES = 10
"""Entries of the diary that are printed, the newest ones, unless all are asked for."""
ARMS = 3
"""Variants that are named one by one."""


@click.command()
@store_option
@click.option("--all", "everything", is_flag=True, help=f"Every entry, not only the newest {ENTRIES}.")
@csv_option
@json_option
def runs(store: Path, everything: bool, as_csv: bool, as_json: bool) -> int:
    """List the runs of a store, the newest last: when, what was typed, and what was answered or played.

    Wherever a command takes --run, the beginning of an id is enough. A damaged run blocks no other: it is listed with
    what is wrong and the command that mends it, and the exit code is 1.

    Example:

    \b
        lab runs --store lab-store
    """
    one_output(as_json, as_csv)
    place = Store.open(store)
    rows = run_rows(place)
    if as_json:
        print_json([{name: row[name] for name in RUN} for row in rows])
    elif as_csv:
        print_csv(pl.DataFrame(rows, None if rows else list(RUN)).select(RUN))
    elif not say_empty(place):
        entries = [list(same) for _, same in groupby(rows, lambda row: row["command"] or row["run_id"])]
        shown = entries if everything else entries[-ENTRIES:]
        earlier = f"; {len(entries) - len(shown)} earlier: --all" if len(shown) < len(entries) else ""
        say(f"Runs of {store}, the newest last{earlier}\n")
        for same in shown:
            _print(same)
        for run in [row["run_id"] for row in rows if row["faults"]]:
            say(f"Run {run}: {left_out(given_up(place, run))}.")
    return int(any(row["status"] == DAMAGED for row in rows))


def _print(rows: list[dict[str, Any]]) -> None:
    """An entry of the diary: the runs that one command made."""
    first, sound = rows[0], [row for row in rows if row["status"] != DAMAGED]
    begun, more = str(first["begun"])[:16].replace("T", " "), f"and {len(rows) - 1} more" if len(rows) > 1 else ""
    say("  ".join(part for part in (begun, first["run_id"], more, first["name"]) if part))
    if first["command"]:
        say(STORE.sub("", first["command"]), "    ")
    unfinished = "; ".join(_how_far(row) for row in sound if row["status"] != "done")
    if answers := [row["answer"] for row in sound if row["answer"]]:
        say(answers[-1], "    ")
    elif sound:
        say(_played(sound), "    ")
    for row in rows:
        if row["status"] == DAMAGED:
            say(f"Damaged: {row['answer'].partition(': ')[2]}.", "    ")
    if unfinished:
        say(f"{unfinished}", "    ")
    say("")


def _played(rows: list[dict[str, Any]]) -> str:
    """What was played, of runs about which nobody has asked."""
    first = rows[0]
    arms = list(dict.fromkeys(name for row in rows for name in row["variants"]))
    told = " / ".join(arms) if len(arms) <= ARMS else f"{len(arms)} variants"
    games, seats = sum(row["games"] for row in rows), " or ".join(map(str, first["players"]))
    deck = ", ".join(dict.fromkeys(name for row in rows for name in row["decks"]))
    return f"{games:,} game{'s' * (games != 1)} of {told}, deck {deck}; {seats} players: {first[SEATED]}"


def _how_far(row: dict[str, Any]) -> str:
    """How much of a run is there that is not finished."""
    return f"{row['run_id']} {row['status']}, {100 * row['games'] // max(row['planned'], 1)} %"
