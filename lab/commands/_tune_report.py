"""What `lab tune` asks of each value that it looks at: games, their measure, and what was found."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import polars as pl

from lab.commands._output import print_frame, say
from lab.commands._tournament import play
from lab.comparison.game_numbers import MINUTES, WITHIN
from lab.comparison.measure_names import interval_told, name_of, value_told
from lab.comparison.value_search import holds, measured
from lab.store.given_up_games import GivenUp, tallies
from lab.store.store_folder import Store
from lab.tables.column import KEY, MAIN, Column
from lab.tables.table_pace import where_from

if TYPE_CHECKING:
    from lab.comparison.value_search import Answer, Target
    from lab.runs.run_spec import RunSpec
    from lab.runs.tunable_number import Knob
    from lab.stats.intervals import Interval


MOST_POSSIBLE = 2
"""Values of which as many may be left for an answer: more, and the games have not told."""


@dataclass
class Asked:
    """What is asked of each value, and of each the games that were given up by the last run that answered for it."""

    spec: RunSpec
    knob: Knob
    target: Target
    options: dict[str, Any]
    lacking: dict[int, GivenUp] = field(default_factory=dict)
    run: str = ""  # that was looked at last

    def measured(self, values: Sequence[int], games: int) -> Mapping[int, Interval]:
        """The measure under each value, from games that are played or found in the store."""
        store, run = self._played(values, games)
        self.run = run
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


class Found(NamedTuple):
    """The answer for one table of players, and the nearest value's measure on games that the search never saw."""

    table: str
    answer: Answer
    fresh: Interval
    games: int  # of these, that came to an end
    tried: int  # games of each value that the search looked at well
    lacking: tuple[str, ...] = ()  # what is said of games that were given up


def print_found(found: Sequence[Found], knob: Knob, target: Target, store: Path) -> None:
    """Sentences and a table for each table of players, and whether they agree."""
    for one in found:
        if len(found) > 1:
            click.echo(f"\n{one.table}:")
        for sentence in sentences(one, knob, target):
            say(sentence)
        _print_values(one, knob, target)
    if len(found) > 1:
        say(agreement(found, knob))
    if target.measure in (MINUTES, WITHIN):
        say(where_from(store))


def sentences(found: Found, knob: Knob, target: Target) -> list[str]:
    """The answer: the nearest value, what else it could be, and how it fared on games that it was not chosen by."""
    answer, best = found.answer, found.answer.best
    wanted, name = value_told(target.value, target.unit), named(target)
    nearest = f"{knob.key} = {best}: {name} {interval_told(answer.measured[best], target.unit)}"
    if answer.reached:
        lines = [f"{nearest}, nearest to the target of {wanted}."]
        if len(answer.possible) > MOST_POSSIBLE:
            lines.insert(0, undecided(found, knob, name))
        else:
            others = [str(value) for value in answer.possible if value != best]
            lines.append(f"Not ruled out either: {', '.join(others)}." if others else "Its neighbours are ruled out.")
    elif answer.passed is not None:
        low, high = answer.passed
        there = " and ".join(f"{interval_told(answer.measured[v], target.unit)} at {v}" for v in (low, high))
        lines = [f"No value that was looked at meets {name} {wanted}: it is stepped over, {there}. Nearest: {best}."]
    else:
        ends = sorted(answer.measured, key=lambda v: answer.measured[v].value)
        reach = " to ".join(
            f"{value_told(answer.measured[v].value, target.unit)} (at {v})" for v in (ends[0], ends[-1])
        )
        lines = [
            f"Not reachable with {knob.key} from {knob.values[0]} to {knob.values[-1]}: {name} goes from {reach}, the "
            f"target is {wanted}. Nearest is {best} with {interval_told(answer.measured[best], target.unit)}."
        ]
    fresh = f"On {found.games:,} games it was not chosen by: {interval_told(found.fresh, target.unit)}"
    verdict = "the target is inside" if holds(found.fresh, target.value) else "the target is outside"
    return [*lines, f"{fresh}; {verdict}." if answer.reached else f"{fresh}.", *found.lacking]


def undecided(found: Found, knob: Knob, name: str) -> str:
    """The first sentence where most values are as good as the nearest: how many games would tell."""
    of, games = found.answer.possible, found.tried
    in_a_row = list(knob.values[knob.values.index(of[0]) :][: len(of)]) == list(of)
    those = f"all from {of[0]} to {of[-1]}" if in_a_row else ", ".join(map(str, of))
    cannot = f"{games:,} games cannot tell which value it is: {those} could be"
    needed = found.answer.games_to_tell(games)
    if needed is None:
        no_line = f"nothing says yet that {knob.key} moves {name} at all"
        return f"{cannot}, and {no_line}; try a wider --range, or more --games."
    return f"{cannot}. About {rounded(needed):,} games of each would tell neighbours apart."


def rounded(games: float) -> int:
    """Games to two digits, upwards: no more is known of them."""
    whole = math.ceil(games)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // unit) * unit


def agreement(found: Sequence[Found], knob: Knob) -> str:
    """Whether one value will do at all tables of players."""
    common = set.intersection(*(set(one.answer.possible) for one in found))
    if common:
        return f"At all {len(found)} tables possible: {knob.key} = {', '.join(map(str, sorted(common)))}."
    nearest = ", ".join(f"{one.answer.best} at {one.table}" for one in found)
    return f"No value of {knob.key} does it at all {len(found)} tables: {nearest}. The answer hangs on who plays."


def _print_values(found: Found, knob: Knob, target: Target) -> None:
    rows = sorted(found.answer.measured.items())
    frame = pl.DataFrame(
        {
            "value": [value for value, _ in rows],
            "measure": [interval_told(one, target.unit) for _, one in rows],
            "games": [one.n for _, one in rows],
            "possible": ["*" if holds(one, target.value) else "" for _, one in rows],
        }
    )
    columns = {
        "value": Column(knob.key, "plain", KEY), "measure": Column(named(target), "figures", MAIN),
        "games": Column("games", "count", MAIN), "possible": Column("not ruled out", "text", MAIN),
    }  # fmt: skip
    print_frame("every value that was looked at; those with few games only to find the others", frame, columns=columns)


def named(target: Target) -> str:
    """What people call the measure of a target."""
    return f"{target.measure} of {target.card}" if target.card else name_of(target.measure)
