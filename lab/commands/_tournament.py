"""What `run`, `compare` and `demo` share: a spec from options, a run with its progress on the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from lab.agents.outside import SECONDS
from lab.commands._show import cell, console, print_frame

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from lab.measure.compare import Difference
    from lab.runs.runner import Progress, RunSummary
    from lab.runs.spec import RunSpec

PLAIN_LINES = 15.0
"""Seconds between two lines of progress where the output is no terminal."""


def spec_of(arms: tuple[str, ...], options: dict[str, Any]) -> RunSpec:
    """A spec from the options of `tournament_options`."""
    from lab.runs.spec import make_spec

    keys = ("decks", "seats", "games", "seed", "events")
    agents = tuple(name.strip() for name in options["agents"].split(","))
    return make_spec({"arms": arms, "agents": agents} | {key: options[key] for key in keys}, "command line")


def command_line() -> str:
    """The command as it was typed."""
    return str(click.get_current_context().find_root().obj or "lab")


def play(spec: RunSpec, store: Path, workers: int, agent_seconds: float = SECONDS) -> RunSummary:
    """Play what the store does not hold yet, showing games per second and time left on stderr."""
    from lab.runs.arms import identify, open_arms
    from lab.runs.plan import shards
    from lab.runs.runner import run_spec
    from lab.store.folder import Store

    arms = open_arms(spec, agent_seconds)  # whatever is wrong with the input is said before anything else
    place = Store.open(store, create=True)
    screen = console(stderr=True)
    missing = {s.name for s in shards(spec)} - place.committed(identify(spec, arms))
    if missing:
        compile_engine()
    with shown_progress(screen) as progress:
        summary = run_spec(spec, place, workers, progress, command=command_line(), arms=arms)
    screen.print(told(summary))
    return summary


def compile_engine() -> None:
    """Compile the engine on all cores, showing how far it is, unless that has been done."""
    from engine.loop.pack import is_compiled_before
    from engine.loop.warm import compile_all

    if is_compiled_before():
        return
    screen = console(stderr=True)
    screen.print("The engine is being compiled, once for this version.")
    if not screen.is_terminal:
        compile_all(told=lambda _done, _all: None)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("kernels"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("kernels", total=None)
        compile_all(told=lambda done, of: bar.update(task, completed=done, total=of))


def told(summary: RunSummary) -> str:
    """One line about a run."""
    if not summary.games_played:
        return f"run {summary.run_id}: all {summary.games} games were in the store already"
    kept = summary.games - summary.games_played
    before = f" ({kept} were in the store already)" if kept else ""
    rate = f"{summary.wall_s:.1f} s, {summary.games_per_s:,.0f} games/s"
    return f"run {summary.run_id}: {summary.games_played} games played in {rate}{before}"


@contextmanager
def shown_progress(screen: Console) -> Iterator[Progress]:
    """A bar on a terminal, a line now and then elsewhere."""
    if not screen.is_terminal:
        yield _lines(screen)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("games", total=None, pace="")

        def show(done: int, total: int, rate: float, left: float) -> None:
            bar.update(task, completed=done, total=total, pace=pace(rate, left))

        yield show


def _lines(screen: Console) -> Callable[[int, int, float, float], None]:
    last = time.monotonic()

    def show(done: int, total: int, rate: float, left: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PLAIN_LINES:
            last = time.monotonic()
            screen.print(f"{done} of {total} games, {pace(rate, left)}")

    return show


def pace(rate: float, left: float) -> str:
    """Games per second and time left, in words."""
    if not rate:
        return "starting"
    minutes, seconds = divmod(round(left), 60)
    return f"{rate:,.0f} games/s, {minutes}:{seconds:02d} left"


def print_comparison(rows: list[Difference]) -> None:
    """Print one table for each pair of arms, and below it what may be concluded from it."""
    import polars as pl

    for a, b in dict.fromkeys((r.a, r.b) for r in rows):
        of_pair = [r for r in rows if (r.a, r.b) == (a, b)]
        frame = pl.DataFrame(
            {
                "metric": [r.metric for r in of_pair],
                "a": [r.value_a for r in of_pair],
                "b": [r.value_b for r in of_pair],
                "b - a": [r.difference for r in of_pair],
                "95 % interval": [between(r) for r in of_pair],
                "p": [r.p_value for r in of_pair],
                "q": [r.q_value for r in of_pair],
                "found": ["*" if r.found else "" for r in of_pair],
                "correlation": [r.correlation for r in of_pair],
                "variance saved": [r.variance_saved for r in of_pair],
                "unit": [r.unit for r in of_pair],
            }
        )
        print_frame(f"a = {a}, b = {b}: {of_pair[0].n} pairs of games with the same randomness", frame)
        for line in how_to_read(of_pair):
            click.echo(f"  {line}")


def between(row: Difference) -> str:
    """The interval of a difference; where no pair tells from another there is none."""
    if row.low == row.high:
        return "the same in every pair"
    return f"{cell(row.low)} to {cell(row.high)}"


def how_to_read(rows: list[Difference]) -> list[str]:
    """What the pairing of two arms was worth, and which p-values may be believed."""
    from lab.measure.paired import ROUNDING
    from lab.measure.stats import FDR

    first = rows[0]
    same = "" if first.identical is None else f"{first.identical:.1%} of the pairs are the same game in both arms. "
    worth = f"{same}For {first.metric} the pairs "
    if first.correlation is None or first.variance_saved is None:
        worth += "have no correlation to speak of: one arm never varies."
    else:
        left = 1 - first.variance_saved
        games = f", as good as {1 / left:.1f} times the games" if left > ROUNDING else ""
        worth += f"correlate by {first.correlation:.2f} and save {first.variance_saved:.0%} of the variance{games}."
    return [
        worth,
        f"Primary measure: {first.metric}, declared before looking (--primary); its p stands as it is, * below 0.05. "
        f"The other {len(rows) - 1} are one family:",
        f"q is p adjusted for all of them (Benjamini-Hochberg), * below {FDR:g}: of those marked at most about "
        f"one in {1 / FDR:.0f} is no difference at all.",
    ]
