"""Which stored run somebody means."""

from __future__ import annotations

from pathlib import Path
from typing import overload

from lab.errors import BadInput


@overload
def find_run(store: Path, given: None) -> None: ...
@overload
def find_run(store: Path, given: str) -> str: ...


def find_run(store: Path, given: str | None) -> str | None:
    """The run whose name it is, or whose id begins with it; nothing stays nothing, which stands for all runs."""
    if given is None:
        return None
    from lab.store.run_folder import run_names

    runs = run_names(store)
    named = [given] if given in runs else _called(store, given) or [run for run in runs if run.startswith(given)]
    if len(named) == 1:
        return named[0]
    problem = "fits several runs" if named else "is not stored"
    stored = ", ".join(named or runs) or "none, the store is empty"
    raise BadInput(f"store {store}: run '{given}' {problem}; allowed: the beginning of one of {stored}")


def _called(store: Path, name: str) -> list[str]:
    """Runs that somebody gave this name; one whose row is lost has none."""
    from lab.store.store_folder import Store

    place = Store(store)
    named = {run: (place.row(run) or {}).get("name") for run in place.run_ids()} if name else {}
    return [run for run, own in named.items() if own == name]
