"""`lab store`: whether a store is whole, and mending it."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import Commands, Whole, json_option, only_run_option, store_option
from lab.commands._output import print_json, say_story
from lab.errors import BadInput
from lab.runs.mend import mend as mend_runs
from lab.store.remote_store import open_store
from lab.store.run_names import find_run
from lab.store.store_folder import Store

LOOSE = "the same command plays on and writes them anew, lab store mend removes them"
"""What becomes of files that whoever was killed has left."""


@click.group(cls=Commands)
def store() -> None:
    """Check that a store holds what was committed, and play again what is damaged.

    Every other command compares the files it reads with their checksums; here every file of the store is compared.

    Example:

    \b
        lab store check --store lab-store
        lab store mend --store lab-store
    """


@store.command()
@store_option
@only_run_option
@json_option
def check(store: Path, run_id: str | None, as_json: bool) -> int:
    """Compare every file of a store with the checksum that it was committed with.

    Exit code 1 if anything is damaged.

    Example:

    \b
        lab store check --store lab-store --run 4f1c
    """
    place, run = Store.open(store), find_run(store, run_id)
    names = place.run_ids() if run is None else [run]
    found = {name: place.damages(name) for name in names}
    door = "" if any(found.values()) or run is not None else place.door_fault()
    if as_json:
        rows = [
            {"run": d.run, "shard": d.shard, "file": str(d.place), "damage": d.what} for n in names for d in found[n]
        ]
        print_json(rows + ([{"run": "", "shard": "", "file": "lab.duckdb", "damage": door}] if door else []))
        return 1 if rows or door else 0
    for name, damages in found.items():
        say_story(f"run {name}: {_several(len(place.committed(name)), 'shard')}, {_verdict(len(damages))}")
        for damage in damages:
            say_story(f"  {damage.place} {damage.what}")
        if not damages and (loose := place.uncommitted(name)):
            say_story(f"  {_several(len(loose), 'file')} of a run that was stopped, never committed; {LOOSE}")
    if door:
        say_story(f"lab.duckdb {door}")
    if door or any(found.values()):
        say_story(f"lab store mend --store {store} plays again what is damaged, and nothing else.")
    elif not names:
        say_story(f"{store} holds no run yet.")
    return 1 if door or any(found.values()) else 0


def _several(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _verdict(number: int) -> str:
    return "whole" if not number else "1 thing damaged" if number == 1 else f"{number} things damaged"


@store.command()
@store_option
@only_run_option
@click.option("--workers", default=0, type=Whole(0), help="Threads (0: one for each core).")
@json_option
def mend(store: Path, run_id: str | None, workers: int, as_json: bool) -> None:
    """Play again exactly what is damaged; afterwards the files are, byte for byte, what they were.

    A run whose engine, rules, cards or players have changed since is refused: its games cannot be had again.

    Example:

    \b
        lab store mend --store lab-store
    """
    place, run = open_store(store), find_run(store, run_id)
    done, refused = mend_runs(place, place.run_ids() if run is None else [run], workers)
    door = place.door_fault()
    if door:
        place.renew_door()
    if as_json:
        print_json([one._asdict() for one in done])
    for one in () if as_json else done:
        games = f"{_several(one.shards, 'shard')} ({_several(one.games, 'game')}) played again"
        did = f"{one.damages} damaged, {games}" if one.damages else ""
        say_story(f"run {one.run}: {'; '.join(filter(None, (did, one.note)))}")
    if door and not as_json:
        say_story("lab.duckdb is written anew")
    if refused:
        raise BadInput(refused[0] + (f" (and {len(refused) - 1} more runs)" if refused[1:] else ""))
    if not done and not door and not as_json:
        say_story(f"{store}: nothing is damaged.")
