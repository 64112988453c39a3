"""`lab metrics all`: measure everything that pages read, before anybody waits for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lab.commands._runs import say_empty
from lab.commands._show import say
from lab.errors import BadInput
from lab.precompute import lock_of, measure
from lab.store.store_locks import alone

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ALL = "all"
"""What stands for everything among the metrics."""


def check_all(names: Sequence[str], as_csv: bool, as_json: bool) -> None:
    """Refuse the word together with metrics, or as a table."""
    if ALL in names and len(names) > 1:
        others = ", ".join(name for name in names if name != ALL)
        raise BadInput(f"{ALL} is given with {others or 'itself'}; allowed: {ALL} alone, or any metrics")
    if ALL in names and (as_csv or as_json):
        raise BadInput(f"{'--csv' if as_csv else '--json'} is given with {ALL}; allowed: one metric, or lab export")


def measure_all(store: Store, run: str | None) -> None:
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
