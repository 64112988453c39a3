"""The lab: plans experiments, plays and stores them, measures them. Importing it loads nothing heavy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from engine.table import Table
    from lab.store.store_folder import Store

__all__ = ["compare", "open_store", "run", "table"]


def run(variant: str | Sequence[str] = "base", store: str | Path = "lab-store", **options: Any) -> pl.DataFrame:
    """Play a tournament, as `lab run`, and return its game table; options are those of `RunSpec`, and `workers`."""
    from lab.runs.run_spec import RunSpec
    from lab.runs.runner import Title, run_spec

    workers = options.pop("workers", None)
    summary = run_spec(RunSpec(arms=variant, **options), store, workers, title=Title("lab.run"))
    return open_store(store).table("game", summary.run_id).collect()


def compare(*variants: str, store: str | Path = "lab-store", primary: str = "turns", **options: Any) -> pl.DataFrame:
    """Play several variants with the same randomness, as `lab compare`, and return the paired differences."""
    from lab.comparison.arm_comparison import as_frame, compare_run
    from lab.comparison.game_numbers import check_primary
    from lab.runs.run_spec import RunSpec
    from lab.runs.runner import Title, run_spec

    check_primary(primary)
    workers = options.pop("workers", None)
    summary = run_spec(RunSpec(arms=variants, **options), store, workers, title=Title("lab.compare"))
    return as_frame(compare_run(open_store(store), summary.run_id, primary=primary))


def open_store(path: str | Path = "lab-store") -> Store:
    """Open a store to read: `table(name)` gives LazyFrames, `query(sql)` frames."""
    from lab.store.store_folder import Store

    return Store.open(path)


def table(
    deck: str | Sequence[str] = (), variant: str = "base", seats: int = 4, seed: int = 0, **options: Any
) -> Table:
    """One game to step by hand: the friendly door to `engine.table.Table`."""
    from lab.games.game_table import table as make_table

    return make_table(deck, variant, seats, seed, **options)
