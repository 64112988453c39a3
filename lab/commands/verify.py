"""`lab verify`: plays again what an export or a store claims, and says what holds."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from lab.commands._options import DEFAULT_STORE, Whole, json_option
from lab.commands._output import console, print_json, print_rows, say
from lab.commands._progress import shown_progress
from lab.commands._runs import say_empty
from lab.commands._tournament import compile_engine
from lab.errors import BadInput
from lab.store.run_names import find_run
from lab.store.store_folder import Store
from lab.store.stored_tables import ABOUT
from lab.verify.cell_comparison import compared
from lab.verify.export_claim import digest_of, look_up, read_claim
from lab.verify.export_replay import opened, play_again
from lab.verify.shard_replay import OPEN, PACKED, SAME, SAMPLE, WRONG, look_at

if TYPE_CHECKING:
    from lab.verify.cell_comparison import Outcome
    from lab.verify.export_claim import Claim
    from lab.verify.export_replay import Found
    from lab.verify.shard_replay import Looked

SHOWN = 20
"""Differences that are printed; --json has all."""


@click.command()
@click.argument("file", metavar="[FILE.csv | DIGEST]", required=False, type=click.Path(path_type=Path))
@click.option("--store", type=click.Path(file_okay=False, path_type=Path), help="Look at stored shards instead.")
@click.option("--run", "run_id", help="With --store: only this run (default: all of them).")
@click.option(
    "--games", type=Whole(1), metavar="N",
    help="Games of each arm that are played, in whole shards: of a store (250 unless said), or of an exported table "
    "with rows for each game (1000 unless said).",
)  # fmt: skip
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@json_option
def verify(
    file: Path | None, store: Path | None, run_id: str | None, games: int | None, workers: int, as_json: bool
) -> None:
    """Play again what an exported table claims, and compare it cell by cell.

    The provenance.toml beside the file says which runs it comes from. They are played again, the table is made anew,
    and every cell that is not the same is named with its row, its column, what was claimed and what was found; exit
    code 1 if there is any. A file that was made by another engine, other rules, cards or players is refused. With
    --store a sample of stored shards is played again and must have equal bytes.

    Given the digest of a run, as reports, the provenance of an export and the page Overview cite it, it plays nothing:
    it says which run of the store that is, and whether all its files are still those that were cited.

    Example:

    \b
        lab verify lab-store/csv/endings.csv
        lab verify csv/game.csv --games 5000
        lab verify --store lab-store --games 500
        lab verify 5ca1ab1e0001-0123456789abcdef0123456789abcdef --store lab-store
    """
    digest = "" if file is None or file.exists() else digest_of(str(file))
    if digest:
        if run_id is not None or games is not None:
            raise BadInput(f"--{'games' if run_id is None else 'run'} is given with a digest; allowed: --store")
        _verify_digest(digest, store or Path(DEFAULT_STORE), as_json)
    if (file is None) == (store is None):
        raise BadInput(
            f"verify is given {'neither a file nor a store' if file is None else 'a file and a store'}; allowed: one "
            "of them, FILE.csv or --store FOLDER, or a digest"
        )
    if file is not None:
        if run_id is not None:
            raise BadInput(f"--run is given with {file}; allowed: with --store")
        _verify_file(file, games, workers, as_json)
    elif store is not None:
        _verify_store(store, run_id, games, workers, as_json)


def _verify_digest(digest: str, path: Path, as_json: bool) -> NoReturn:
    found = look_up(Store.open(path), digest)
    if as_json:
        print_json(asdict(found) | {"holds": not found.wrong})
    elif not found.wrong:
        named = f" '{found.name}'" if found.name else ""
        far = "all" if found.games >= found.planned else f"{found.games:,} of"
        say(f"Holds: it is run {found.run}{named} of {path}, and {far} {found.planned:,} games are what was cited.")
    else:
        say(f"Does not hold{f': run {found.run} of {path}' if found.run else ''}: {'; '.join(found.wrong)}.")
    click.get_current_context().exit(1 if found.wrong else 0)


def _verify_file(file: Path, games: int | None, workers: int, as_json: bool) -> NoReturn:
    claim = read_claim(file)
    opened(claim)  # what cannot be verified is said before anything is compiled
    if claim.table not in ABOUT:
        compile_engine()
    with tempfile.TemporaryDirectory(prefix="lab-verify-") as folder, shown_progress(console(stderr=True)) as progress:
        found = play_again(claim, Path(folder), games, workers, progress)
        outcome = compared(claim, found)
    if as_json:
        print_json(_as_json(claim, found, outcome))
    else:
        _tell(claim, found, outcome)
    click.get_current_context().exit(1 if outcome.differences else 0)


def _as_json(claim: Claim, found: Found, outcome: Outcome) -> dict[str, Any]:
    return {
        "file": str(claim.path), "table": claim.table, "runs": [run.run_id for run in claim.runs],
        "games_played": found.games, "rows": outcome.rows, "cells": outcome.cells,
        "left_out": list(outcome.left_out), "holds": not outcome.differences,
        "differences": [asdict(one) for one in outcome.differences],
    }  # fmt: skip


def _tell(claim: Claim, found: Found, outcome: Outcome) -> None:
    runs = ", ".join(run.run_id for run in claim.runs)
    sampled = " of a sample of shards" if found.sampled is not None else ""
    played = f"{found.games:,} games{sampled} played again" if found.games else "no game needed to be played"
    say(f"{claim.path}: table {claim.table} of run {runs}; {played}.")
    if outcome.left_out:
        say(f"Not compared, as they say how a run was made and not what it is: {', '.join(outcome.left_out)}.")
    if not outcome.differences:
        say(f"Holds: all {outcome.cells:,} cells of {_rows(outcome.rows)} are what the games give.")
        return
    say(f"Does not hold: {len(outcome.differences):,} of {outcome.cells:,} cells of {_rows(outcome.rows)} are others.")
    rows = [
        {"row": one.row, "column": one.column or "(the whole row)", "claimed": one.claimed, "found": one.found}
        for one in outcome.differences[:SHOWN]
    ]
    print_rows("", rows)
    if len(outcome.differences) > SHOWN:
        say(f"... {len(outcome.differences) - SHOWN:,} more; --json has them all.")


def _rows(count: int) -> str:
    return f"{count:,} row{'s' * (count != 1)}"


def _verify_store(path: Path, run: str | None, games: int | None, workers: int, as_json: bool) -> NoReturn:
    store = Store.open(path)
    runs = store.runs()["run_id"].to_list() if run is None else [find_run(path, run)]
    compile_engine()
    looked: list[Looked] = []
    for name in runs:
        looked += look_at(store, name, games or SAMPLE, workers)
    if looked and all(one.state == OPEN for one in looked):
        raise BadInput(
            f"store {path}: made by other code, cards or players than there are now; allowed: those of today"
        )
    bad = any(one.state in WRONG for one in looked)
    if as_json:
        print_json({"shards": [asdict(one) for one in looked], "holds": not bad})
    elif not say_empty(store):
        _tell_shards(looked)
    click.get_current_context().exit(1 if bad else 0)


def _tell_shards(looked: list[Looked]) -> None:
    arms: dict[tuple[str, str], list[Looked]] = {}
    for one in looked:
        arms.setdefault((one.run_id, one.arm), []).append(one)
    rows = []
    for (run, arm), own in arms.items():
        states = [one.state for one in own]
        words = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
        rows.append(
            {"run": run, "arm": arm, "games": f"{sum(one.games for one in own):,}",
             "shards": words if own[0].state != OPEN else "other code, cards or players than there are now"}
        )  # fmt: skip
    print_rows("Shards that were played again:", rows, ("games",))
    for one in looked:
        if one.state in WRONG:
            games = f": game {', '.join(map(str, one.differ[:3]))}{' ..' if len(one.differ) > 3 else ''}"
            say(f"{one.state}: shard {one.shard} of run {one.run_id}{games if one.differ else ''}")
    same = sum(one.state in (SAME, PACKED) for one in looked)
    packed = sum(one.state == PACKED for one in looked)
    other = f" ({packed} of them packed by another version of a package)" if packed else ""
    there = [one for one in looked if one.state != OPEN]
    say(f"{same} of {len(there)} shards with {sum(one.games for one in there):,} games are the same{other}.")
