"""The same question at a second, small table of other players: whether the answer hangs on who plays."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from lab.agents.personas import expand
from lab.comparison.arm_comparison import compare_run
from lab.comparison.game_numbers import CREDIT_OF
from lab.runs import arms
from lab.runs.runner import run_spec
from lab.store.store_folder import Store

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


def second_table(spec: RunSpec, rows: Sequence[Difference], every_pair: bool, workers: int = 0) -> SecondTable | None:
    """Play the arms of a spec at another table, a tenth of the games that its comparison `rows` is made of.

    The games have the randomness of the spec's first ones; nothing of them is kept. None where others cannot be asked
    the same: a spec that has several tables of players asks for itself, the wins of somebody are nobody else's.
    """
    games = max(row.n for row in rows)
    if len(spec.agents) > 1 or rows[0].metric.startswith(CREDIT_OF) or not games:
        return None
    other = IN_ITS_PLACE if spec.agents[0] == expand((SECOND,)) else SECOND
    few = min(games, max(FEWEST, games // PART))
    small = spec.model_copy(update={"agents": (expand((other,)),), "games": few, "events": "none"})
    with TemporaryDirectory(prefix="lab-second-table-") as folder:
        run = run_spec(small, folder, workers or None, arms=arms.open_arms(small)).run_id
        there = compare_run(Store.open(folder), run, every_pair, rows[0].metric)
    return SecondTable(other, tuple(there))
