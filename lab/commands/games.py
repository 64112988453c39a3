"""`lab games`: games worth looking at."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import polars as pl

from lab.commands._options import DEFAULT_STORE, Whole, json_option, run_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say, say_command
from lab.commands._runs import asked_run, by_run, say_empty
from lab.comparison.notable_games import notable
from lab.errors import BadInput, did_you_mean
from lab.store.store_folder import Store

PREFIX = 4
"""Letters of a run's id that a command line is given at least."""

_KINDS = {
    "longest": "The most turns.",
    "shortest": "The fewest turns.",
    "closest": "Winner and best other the fewest Levels apart.",
    "comeback": "A winner was the most Levels behind.",
    "typical": "Ended as most do, after about as many turns.",
    "most-changed": "The same game under two variants, with the most different end.",
}


def _kind_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for kind, says in reversed(_KINDS.items()):
        command = click.option(f"--{kind}", "kinds", flag_value=kind, multiple=True, help=says)(command)
    return command


@click.command()
@store_option
@run_option
@click.option("--arm", "arms", multiple=True, help="Only this variant; with --most-changed: the one or two to compare.")
@_kind_options
@click.option("--top", default=5, show_default=True, type=Whole(1, 1000), help="Games of each run.")
@csv_option
@json_option
def games(
    store: Path, run_id: str | None, arms: tuple[str, ...], kinds: tuple[str, ...], top: int, as_csv: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Find games worth looking at, each with the command that tells it.

    Example:

    \b
        lab games --closest
        lab games --run 4f1c --arm cthulhu+faster --comeback --top 3
        lab games --run 4f1c --most-changed --arm cthulhu+faster
    """
    one_output(as_json, as_csv)
    if len(kinds) != 1:
        given = ", ".join(f"--{kind}" for kind in kinds) or "no kind of game"
        raise BadInput(f"games: {given} is given; allowed: one of {', '.join(f'--{kind}' for kind in _KINDS)}")
    place, found = Store.open(store), {}
    for run in _runs(place, asked_run(place, run_id, *arms, least=1 + (kinds[0] == "most-changed")), arms, kinds[0]):
        frame = notable(place, run, kinds[0], top, arms)
        lines = [replay_command(place.run_ids(), run, row, store) for row in frame.to_dicts()]
        found[run] = frame.select(pl.lit(run).alias("run_id"), pl.all(), pl.Series("replay", lines, pl.String))
    if as_json:
        print_json([row for frame in found.values() for row in frame.to_dicts()])
    elif as_csv:
        print_csv(pl.concat(found.values()) if found else pl.DataFrame(schema=["run_id", "arm", "game", "replay"]))
    elif not say_empty(place):
        _print(place, found, kinds[0])


def _runs(store: Store, wanted: str | None, arms: tuple[str, ...], kind: str) -> list[str]:
    """The run that was named, or all those that have these arms, and two where two are compared."""
    if wanted is not None:
        return [wanted]
    held = {run: store.arms(run)["arm"].to_list() for run in store.run_ids()}
    runs = [run for run in store.runs()["run_id"].to_list() if set(arms) <= set(held[run])]
    if held and not runs:
        known = ", ".join(dict.fromkeys(arm for names in held.values() for arm in names))
        meant = did_you_mean(arms[0], {arm for names in held.values() for arm in names})
        raise BadInput(f"--arm is '{', '.join(arms)}', and no run has it; {meant}allowed here: {known}")
    if kind == "most-changed":
        runs = [run for run in runs if len(held[run]) > 1]
        if held and not runs:
            raise BadInput(f"store {store.path}: --most-changed compares two variants; allowed: a run that has two")
    return runs


def replay_command(runs: list[str], run: str, row: dict[str, Any], store: Path) -> str:
    """The command that tells a game."""
    short = next(run[:n] for n in range(min(PREFIX, len(run)), len(run) + 1) if _is_alone(run, n, runs))
    words = ["lab", "replay", "--run", short, "--arm", row["arm"], "--game", str(row["game"])]
    words += ["--diff", row["other"]] if "other" in row else []
    return shlex.join(words + (["--store", str(store)] if str(store) != DEFAULT_STORE else []))


def _is_alone(run: str, letters: int, runs: list[str]) -> bool:
    return letters == len(run) or sum(other.startswith(run[:letters]) for other in runs) == 1


def _print(store: Store, found: dict[str, pl.DataFrame], kind: str) -> None:
    """For each run a table, and below it the command that tells each game."""
    from lab.comparison.notable_games import WORDS, says

    for run, frame in found.items():
        for heading, rows in by_run(store, frame, run):
            print_frame(heading, rows.drop("replay"), columns=WORDS)
        for line in frame["replay"]:
            say_command(line)
        click.echo()
    say(says(kind))
