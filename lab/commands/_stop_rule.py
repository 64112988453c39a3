"""Playing batch after batch until a question is answered, and saying why that is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from lab.commands._output import console
from lab.commands._tournament import play
from lab.comparison.arm_pairs import pairs_of
from lab.comparison.comparison_words import OTHER_LENGTH
from lab.comparison.confidence_sequence import batches, bounds_of, reach
from lab.comparison.game_numbers import game_numbers, values_of
from lab.comparison.measure_names import name_of
from lab.store.remote_store import open_store
from lab.store.store_folder import Store

if TYPE_CHECKING:
    from lab.comparison.arm_comparison import Difference
    from lab.comparison.arm_pairs import Pair
    from lab.comparison.confidence_sequence import Goal
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Array, Interval

MOST_GAMES = 20_000
"""Games of each arm after which one stops without an answer, unless --games says otherwise."""


class Stop(NamedTuple):
    """Where playing stopped: the run, its games of each arm, why, and the intervals by pair of arms and measure."""

    run: str
    games: int
    why: str
    bounds: dict[tuple[Pair, str], Interval]


def play_until(spec: RunSpec, goal: Goal, options: Mapping[str, Any], every_pair: bool) -> Stop:
    """Play until the goal is reached for every pair of arms, or `spec.games` are played.

    Each batch is a run of its own that copies the one before, which is then removed: what stays is one run, the same
    as if its number of games had been asked for.
    """
    before: str | None = None
    looks = batches(spec.games, spec.shard_games)
    errors = reach(looks)
    for games in looks:
        part = spec.model_copy(update={"games": games})
        known = Store.open(options["store"], create=True).run_ids()
        run = play(
            part, options["store"], options["workers"], options["agent_seconds"], options["name"], tells=False
        ).run_id
        store = open_store(options["store"])
        if before is not None and before != run:
            store.remove(before)
        bounds = bounds_in(store, run, pairs_of(store, run, every_pair), goal.measure, errors)
        reasons = [goal.reached(found) for found in bounds.values()]
        if all(reasons):
            return Stop(run, games, " or ".join(dict.fromkeys(reasons)), _told(store, run, goal, bounds, errors))
        widest = max(found.high - found.low for found in bounds.values()) / 2
        console(stderr=True).print(f"after {games:,} games: {goal.measure} known to ±{widest:.3g}")
        before = None if run in known else run
    return Stop(run, games, "", _told(store, run, goal, bounds, errors))


def _told(
    store: Store, run: str, goal: Goal, bounds: Mapping[Pair, Interval], errors: float
) -> dict[tuple[Pair, str], Interval]:
    """The intervals of what a goal is about, and of the other length that the first sentence tells with it."""
    found = {(pair, goal.measure): one for pair, one in bounds.items()}
    if length := OTHER_LENGTH.get(goal.measure):
        found |= {(pair, length): one for pair, one in bounds_in(store, run, list(bounds), length, errors).items()}
    return found


def bounds_in(store: Store, run: str, pairs: Sequence[Pair], measure: str, errors: float) -> dict[Pair, Interval]:
    """The interval of each pair of arms after the games of a run, so many standard errors wide."""
    values = arm_values(store, run, measure)
    return {pair: bounds_of(values[pair.a], values[pair.b], pair.paired, errors=errors) for pair in pairs}


def arm_values(store: Store, run: str, measure: str) -> dict[str, Array]:
    """One number per game of each arm of a run."""
    numbers = game_numbers(store, run)
    return {arm: values_of(numbers.filter(pl.col("arm") == arm), measure) for arm in store.arms(run)["arm"]}


def told(stop: Stop, goal: Goal) -> str:
    """Why playing stopped, in a sentence."""
    measure = name_of(goal.measure)
    if not stop.why:
        asked = f"{measure} {goal.kind}{goal.told}"
        return f"Stopped without an answer after {stop.games:,} games of each arm: {asked} is open."
    why = f"Stopped after {stop.games:,} games of each arm because the difference in {measure} {stop.why}."
    return f"{why} Its interval holds whenever one stops; p would not, and is left out."


def anytime(rows: list[Difference], stop: Stop) -> list[Difference]:
    """The rows of what was asked with intervals that hold whenever one stops; p has no place there."""
    bounds = {(pair.a, pair.b, measure): found for (pair, measure), found in stop.bounds.items()}

    def at(row: Difference) -> Difference:
        found = bounds.get((row.a, row.b, row.metric))
        if found is None:
            return row
        outside = found.low > 0 or found.high < 0
        method = "normal, as wide as holds at all looks at once (Pocock), good whenever one stops"
        return replace(row, low=found.low, high=found.high, p_value=None, q_value=None, found=outside, method=method)

    return [at(row) for row in rows]
