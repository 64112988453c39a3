"""What `lab tune` asks of each value that it looks at: games, their measure, and what was found."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import polars as pl

from lab.cards.wished_cards import with_cards
from lab.commands._output import print_frame, say
from lab.commands._tournament import SO_FAR, play
from lab.comparison.confidence_sequence import values_so_far, whenever
from lab.comparison.game_numbers import MINUTES, WITHIN, WORTH, game_numbers, values_of
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
    from lab.stats.intervals import Array, Interval


MOST_POSSIBLE = 2
"""Values of which as many may be left for an answer, however few were searched."""
FEWEST = 10
"""Games in common from which a correlation is taken."""


@dataclass
class Asked:
    """What is asked of each value, and of each the games that were given up by the last run that answered for it."""

    spec: RunSpec
    knob: Knob
    target: Target
    options: dict[str, Any]
    lacking: dict[int, GivenUp] = field(default_factory=dict)
    run: str = ""  # that was looked at last
    games: dict[int, tuple[Array, Array]] = field(default_factory=dict)  # of each value: their numbers, their measures
    known: dict[int, Interval] = field(default_factory=dict)  # each value as it was measured last

    def measured(self, values: Sequence[int], games: int) -> Mapping[int, Interval]:
        """The measure under each value, from games that are played or found in the store."""
        store, run = self._played(values, games)
        self.run = run
        lacking = {arm: tally for (_, arm), tally in tallies(store, run).items()}
        worth = WORTH + self.target.card  # what one card does in other ways goes along with it
        numbers = game_numbers(store, run)
        numbers = with_cards(numbers, store, run, [worth]) if self.target.card else numbers
        arms = {change: arm for arm, own in store.arms(run).select("arm", "changes").iter_rows() for change in own}
        found = {}
        for value in values:
            arm = arms[f"{self.knob.key}={value}"]
            self.lacking[value] = lacking.get(arm, GivenUp(games))
            self.lacking[value].check(f"games of {arm}")
            found[value] = measured(store, run, arm, self.target, numbers)
            own = numbers.filter(arm=arm)
            each = own[worth].to_numpy() if self.target.card else values_of(own, self.target.measure)
            self.games[value] = own["game"].to_numpy(), each
        self.known |= found
        return found

    def alike(self, one: int, other: int) -> float:
        """Correlation of the errors of two values, of which one may have been measured on fewer of the same games."""
        (games, own), (others, theirs) = self.games[one], self.games[other]
        _, at, there = np.intersect1d(games, others, assume_unique=True, return_indices=True)
        known = np.isfinite(own[at] + theirs[there])
        a, b = own[at][known], theirs[there][known]
        if len(a) < FEWEST or not a.std() * b.std():
            return 0.0
        few, many = sorted((len(games), len(others)))
        together: Array = np.corrcoef(a, b)
        return float(together[0, 1]) * math.sqrt(few / many)

    def _played(self, values: Sequence[int], games: int) -> tuple[Store, str]:
        """The run that has so many games of each value."""
        knob, options = self.knob, self.options
        turned = getattr(self.spec, knob.axis) | {knob.key: tuple(map(str, values))}
        part = self.spec.model_copy(update={knob.axis: turned, "games": games})
        name = options["name"] or f"tune {knob.key}"
        click.get_current_context().meta[SO_FAR] = self.so_far
        run = play(part, options["store"], options["workers"], options["agent_seconds"], name, tells=False).run_id
        return Store.open(options["store"]), run

    def so_far(self, store: Store, run: str) -> list[str]:
        """What is known of the measure while games are played: by them, or by those before."""
        unit = self.target.unit
        known = [
            f"{self.knob.key}={value}: {name_of(self.target.measure)} {interval_told(whenever(found), unit)}"
            for value, found in sorted(self.known.items())
        ]
        return known if self.target.card else values_so_far(store, run, self.target.measure) or known

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
    """The answer: which value meets the target, what else it could be, how it fared on games it was not chosen by."""
    answer, best = found.answer, found.answer.best
    wanted, name = value_told(target.value, target.unit), named(target)
    there = interval_told(answer.measured[best], target.unit)
    if answer.reached:
        few = len(answer.possible) <= max(MOST_POSSIBLE, len(answer.near) // 2)
        meets = f"{knob.key} = {best}{runs(answer.possible, best)} meets {name} {wanted}"
        lines = [f"{meets}: {there}." if few else undecided(found, knob, name)]
        if not few:
            lines.append(f"{knob.key} = {best}: {name} {there}, nearest to the target of {wanted}.")
    elif answer.passed is not None:
        low, high = answer.passed
        sides = " and ".join(f"{interval_told(answer.measured[v], target.unit)} at {v}" for v in (low, high))
        lines = [f"No value meets {name} {wanted}: it is stepped over, {sides}. Nearest: {best}."]
    else:
        ends = sorted(answer.measured, key=lambda v: answer.measured[v].value)
        reach = " to ".join(
            f"{value_told(answer.measured[v].value, target.unit)} (at {v})" for v in (ends[0], ends[-1])
        )
        lines = [
            f"Not reachable with {knob.key} from {knob.values[0]} to {knob.values[-1]}: {name} goes from {reach}, the "
            f"target is {wanted}. Nearest is {best} with {there}."
        ]
    fresh = f"On {found.games:,} games it was not chosen by: {interval_told(found.fresh, target.unit)}"
    verdict = "the target is inside" if holds(found.fresh, target.value) else "the target is outside"
    return [*lines, f"{fresh}; {verdict}." if answer.reached else f"{fresh}.", *found.lacking]


def runs(possible: Sequence[int], best: int) -> str:
    """The values that are not ruled out as intervals, that of the best one first: ` [3, 6] or [14, 15]`."""
    whole = range(min(possible), max(possible) + 1)
    parts = "".join("x" if value in possible else " " for value in whole).split()
    starts, told = [value for value in possible if value - 1 not in possible], []
    for start, part in zip(starts, parts, strict=True):
        told.append((not start <= best < start + len(part), f"[{start}, {start + len(part) - 1}]"))
    return " " + " or ".join(text for _, text in sorted(told))


def undecided(found: Found, knob: Knob, name: str) -> str:
    """The first sentence where most values are as good as the nearest: how many games would tell."""
    of, games = found.answer.possible, found.tried
    cannot = f"{games:,} games cannot tell {knob.key} = {of[0]} from {of[-1]}"
    needed = found.answer.games_to_tell(games)
    if needed is None:
        no_line = f"nothing says yet that {knob.key} moves {name} at all"
        return f"{cannot}, and {no_line}; try a wider --range, or more --games."
    return f"{cannot}; about {rounded(needed):,} of each would tell neighbours apart."


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
            "curve": [interval_told(found.answer.near[value], target.unit) for value, _ in rows],
            "possible": ["*" if value in found.answer.possible else "" for value, _ in rows],
        }
    )
    columns = {
        "value": Column(knob.key, "plain", KEY), "measure": Column(named(target), "figures", MAIN),
        "games": Column("games", "count", MAIN), "curve": Column("by all values", "figures", MAIN),
        "possible": Column("not ruled out", "text", MAIN),
    }  # fmt: skip
    print_frame("every value that was looked at; those with few games only to find the others", frame, columns=columns)


def named(target: Target) -> str:
    """What people call the measure of a target."""
    return f"{target.measure} of {target.card}" if target.card else name_of(target.measure)
