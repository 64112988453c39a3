"""The same question at a second, small table of other players: whether the answer hangs on who plays.

What it says of every measure is kept with the run, so that it is asked once, whatever measure somebody calls primary.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from lab.agents.personas import expand
from lab.comparison.arm_comparison import READS, as_frame, compare_run, declared, from_frame
from lab.comparison.game_numbers import CREDIT_OF
from lab.provenance import engine_hash
from lab.runs import arms
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables.shelf import NotMeasured, Shelf, Source
from lab.tables.table_pace import take_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.comparison.arm_comparison import Difference
    from lab.runs.run_spec import RunSpec

SECOND, IN_ITS_PLACE = "cut-throat", "kitchen-table"
"""Who is asked beside everybody else, and beside the first of these: they play far from ordinary people."""
PART = 10
"""One game there for so many here."""
FEWEST = 200
"""Games of each arm below which a second table tells nothing, unless the first has no more itself."""


class SecondTable(NamedTuple):
    """What the players are called, and what moved at their table."""

    players: str
    rows: tuple[Difference, ...]


def second_table(
    spec: RunSpec, shelf: Shelf, rows: Sequence[Difference], every_pair: bool, workers: int = 0
) -> SecondTable | None:
    """Play the arms of a spec at another table, a tenth of the games that its comparison `rows` is made of.

    The games have the randomness of the spec's first ones; of them only what moved is kept, on the `shelf` of the run.
    None where others cannot be asked the same: a spec that has several tables of players asks for itself, the wins of
    somebody are nobody else's.
    """
    games = max(row.n for row in rows)
    if len(spec.agents) > 1 or rows[0].metric.startswith(CREDIT_OF) or not games:
        return None
    if kept := kept_table(shelf, rows, every_pair):
        return kept
    other = IN_ITS_PLACE if spec.agents[0] == expand((SECOND,)) else SECOND
    few = min(games, max(FEWEST, games // PART))
    small = spec.model_copy(update={"agents": (expand((other,)),), "games": few, "events": "none"})
    small = arms.at_pace_of(shelf.store.path, small)
    with TemporaryDirectory(prefix="lab-second-table-") as folder:
        take_along(shelf.store.path, Path(folder))
        run = run_spec(small, folder, workers or None, arms=arms.open_arms(small)).run_id
        there = compare_run(Store.open(folder), run, every_pair, rows[0].metric)
    shelf.keep(_source(every_pair), as_frame(there).with_columns(players=pl.lit(other)))
    return SecondTable(other, tuple(there))


def kept_table(shelf: Shelf, rows: Sequence[Difference], every_pair: bool) -> SecondTable | None:
    """What a second table said when it was asked of this run, of the primary measure of `rows`; None if it was not."""
    primary, found = rows[0].metric, shelf.find(_source(every_pair))
    if found is None:
        return None
    by_pair: dict[tuple[str, str], list[Difference]] = {}
    for row in from_frame(found):
        by_pair.setdefault((row.a, row.b), []).append(row)
    if not all(any(row.metric == primary for row in pair) for pair in by_pair.values()):
        return None  # an ending that never came there, the wins of somebody who did not play
    return SecondTable(
        str(found["players"][0]), tuple(row for pair in by_pair.values() for row in declared(pair, primary))
    )


def _source(every_pair: bool) -> Source:
    """Where it is kept; nothing makes it but `second_table`."""
    code = f"{engine_hash()} {PART} {FEWEST} {SECOND}"
    return Source(f"second-table-{'every_pair' if every_pair else 'first_arm'}", _unasked, READS, code)


def _unasked(shelf: Shelf) -> pl.DataFrame:
    raise NotMeasured(shelf.run)
