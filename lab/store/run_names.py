"""Which stored run somebody means."""

from __future__ import annotations

from pathlib import Path
from typing import overload

from lab.errors import BadInput, did_you_mean


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
    if not runs:
        raise BadInput(f"store {store}: run '{given}' is not stored; the store holds no run yet, lab run plays one")
    stored = ", ".join(named or runs)
    meant = "" if named else did_you_mean(given, _names(store))
    raise BadInput(f"store {store}: run '{given}' {problem}; {meant}allowed: the beginning of one of {stored}")


def _called(store: Path, name: str) -> list[str]:
    """Runs that somebody gave this name; one whose row is lost has none."""
    return [run for own, runs in _names(store).items() if name and own == name for run in runs]


def _names(store: Path) -> dict[str, list[str]]:
    """Names that people gave runs, and which runs have them."""
    from lab.store.store_folder import Store

    place = Store(store)
    found: dict[str, list[str]] = {}
    for run in place.run_ids():
        found.setdefault(str((place.row(run) or {}).get("name") or ""), []).append(run)
    return {name: runs for name, runs in found.items() if name}
