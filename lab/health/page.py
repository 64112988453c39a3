"""The page of health: every check of every run, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lab.health.finding import FALSE_ALARMS, load_checks, row
from lab.health.kept import keep_health
from lab.health.look import Look

if TYPE_CHECKING:
    from lab.store.folder import Store


def examine(store: Store, runs: Sequence[str], light: bool = False) -> Iterator[dict[str, Any]]:
    """A row for each run and check; `light`: without those that take long.

    The rate of false alarms is that of the whole page: it is shared out over all checks of all runs in which chance
    plays a part. What was found of a finished run is kept with it.
    """
    checks = [one for one in load_checks() if not (light and one.slow)]
    luck = FALSE_ALARMS / max(1, sum(one.by_chance for one in checks) * len(runs))
    for run in runs:
        look, rows = Look(store, run, luck), []
        for one in checks:
            rows.append(row(run, one, one.examine(look)))
            yield rows[-1]
        keep_health(store, run, rows)
