"""The page of health: every check of every run, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lab.health.finding import FALSE_ALARMS, load_checks, row
from lab.health.look import Look

if TYPE_CHECKING:
    from lab.store.folder import Store


def examine(store: Store, runs: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each run and check.

    The rate of false alarms is that of the whole page: it is shared out over all checks of all runs in which chance
    plays a part.
    """
    checks = load_checks()
    luck = FALSE_ALARMS / max(1, sum(one.by_chance for one in checks) * len(runs))
    for run in runs:
        look = Look(store, run, luck)
        for one in checks:
            yield row(run, one, one.examine(look))
