"""What `lab tune` asks of each value that it looks at: games, their measure, and how many of them were given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lab.commands._tournament import play
from lab.comparison.value_search import measured
from lab.store.given_up_games import GivenUp, tallies
from lab.store.store_folder import Store

if TYPE_CHECKING:
    from lab.comparison.value_search import Target
    from lab.runs.run_spec import RunSpec
    from lab.runs.tunable_number import Knob
    from lab.stats.intervals import Interval


@dataclass
class Asked:
    """What is asked of each value, and of each the games that were given up by the last run that answered for it."""

    spec: RunSpec
    knob: Knob
    target: Target
    options: dict[str, Any]
    lacking: dict[int, GivenUp] = field(default_factory=dict)

    def measured(self, values: Sequence[int], games: int) -> Mapping[int, Interval]:
        """The measure under each value, from games that are played or found in the store."""
        store, run = self._played(values, games)
        lacking = {arm: tally for (_, arm), tally in tallies(store, run).items()}
        arms = {change: arm for arm, own in store.arms(run).select("arm", "changes").iter_rows() for change in own}
        found = {}
        for value in values:
            arm = arms[f"{self.knob.key}={value}"]
            self.lacking[value] = lacking.get(arm, GivenUp(games))
            self.lacking[value].check(f"games of {arm}")
            found[value] = measured(store, run, arm, self.target)
        return found

    def _played(self, values: Sequence[int], games: int) -> tuple[Store, str]:
        """The run that has so many games of each value."""
        knob, options = self.knob, self.options
        turned = getattr(self.spec, knob.axis) | {knob.key: tuple(map(str, values))}
        part = self.spec.model_copy(update={knob.axis: turned, "games": games})
        name = options["name"] or f"tune {knob.key}"
        run = play(part, options["store"], options["workers"], options["agent_seconds"], name, tells=False).run_id
        return Store.open(options["store"]), run

    def says(self, of: str) -> str:
        """What is said of games that were given up."""
        whole = GivenUp()
        for one in self.lacking.values():
            whole.join(one)
        return whole.says(of)
