"""What `lab screen`, `lab best`, `lab tune`, `lab balance` say of the games that a store holds: nothing is played here.

A search asks for one run after the other. Here each is read, until one lacks games: how many says how far the search
is, and what was read before is what can be said so far. What was played once is found by whoever asks the same again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from lab.commands import _tune_report, balance, best, screen, tune
from lab.commands._balance_words import sentences
from lab.commands._tournament import reading, several_arms
from lab.comparison.best_arm import best_arm, read_aim, rivals_of, rounds_of
from lab.comparison.comparison_words import change
from lab.comparison.confidence_sequence import whenever
from lab.comparison.factor_effects import Effects
from lab.comparison.largest_arm import by_size
from lab.comparison.measure_names import check_primary, name_of
from lab.runs.arms import identify, open_arms
from lab.runs.run_plan import shards
from lab.runs.run_spec import RunSpec
from lab.runs.runner import RunSummary
from lab.stats.intervals import Array, Interval
from lab.store.store_folder import Store
from reports.desk import search_charts
from reports.elements import Answer, Element, Note

LEAST = 20
"""Games that all rules have before anything is said of them."""


@dataclass(frozen=True)
class Stage:
    """How far a search is: what it says, the run that it lacks games of if it is not whole, and which one that is."""

    elements: tuple[Element, ...]
    lacks: RunSpec | None = None
    step: str = ""


class _Lacking(Exception):
    """A run of a search that is not whole."""

    def __init__(self, spec: RunSpec, number: int) -> None:
        self.spec, self.number = spec, number


class _Reader:
    """Gives a search its runs from the store, as long as they are whole."""

    def __init__(self, store: Store) -> None:
        self.store, self.number = store, 0

    def __call__(self, spec: RunSpec) -> RunSummary:
        self.number += 1
        run, done, total = state(self.store, spec)
        if done < total:
            raise _Lacking(spec, self.number)
        return RunSummary(run, total, 0, 0, 0, 0, 0.0, "finished")


def state(store: Store, spec: RunSpec) -> tuple[str, int, int]:
    """The id of a run, if a store has it, how many of its games there are, and how many there are to be."""
    if store.runs().filter(spec_hash=spec.spec_hash).is_empty():
        return "", 0, spec.games * len(spec.grid)
    run, plan = _plan(spec.spec_hash, spec)
    done = store.committed(run) if run in store.run_ids() else set()
    return run, sum(plan[name] for name in done if name in plan), sum(plan.values())


@st.cache_data(max_entries=256, ttl=60, show_spinner=False)
def _plan(spec_hash: str, _spec: RunSpec) -> tuple[str, dict[str, int]]:
    """The id of a run and its shards; for a minute: somebody may change a file of cards or rules."""
    arms = open_arms(_spec)
    return identify(_spec, arms), {one.name: one.count for one in shards(_spec, [arm.name for arm in arms])}


def stage(store: Store, words: Sequence[str]) -> Stage:
    """How far the search of a command's words is."""
    known = ("", 0)
    while True:
        found = _stage(str(store.path.resolve()), tuple(words), known)
        if found.lacks is None:
            return found
        _, done, total = state(store, found.lacks)
        now = (found.step, done if done == total or words[0] == "screen" else 0)
        if now == known or not now[1]:
            return found
        known = now


@st.cache_resource(max_entries=64, show_spinner="Reading the games …")
def _stage(store: str, words: tuple[str, ...], known: tuple[str, int]) -> Stage:
    """The same as it is when so many games of a step are known: of a run that is whole, the search goes on."""
    place = Store.open(store)
    name, *rest = words
    reader = _Reader(place)
    command, told = {
        "screen": (screen.screen, _screened), "best": (best.best, _best), "tune": (tune.tune, _tuned),
        "balance": (balance.balance, _balanced),
    }[name]  # fmt: skip
    context = reading(command, [*rest, "--store", store], reader)
    with context:
        return told(place, context.params, reader)


def _screened(store: Store, options: dict[str, Any], reader: _Reader) -> Stage:
    """Which change moves most, and all of them in their order."""
    primary = check_primary(options["primary"])
    spec = screen.spec_of_changes(options["variant"], options, primary)
    try:
        run = reader(spec).run_id
    except _Lacking:
        return _so_far(store, spec, primary)
    effects = screen.screened(store, run, spec, primary)
    said = Answer("\n".join(screen.sentences(effects, spec)))
    return Stage((said, *search_charts.of_effects(effects, primary, False)))


def _so_far(store: Store, spec: RunSpec, primary: str) -> Stage:
    """The same of a run that is played: intervals that hold whenever one stops."""
    run, done, _ = state(store, spec)
    lacking = Stage((), spec, f"{len(spec.grid)} mixtures of the changes")
    if not done or store.table("game", run).collect()["arm"].n_unique() < len(spec.grid):
        return lacking
    effects = screen.screened(store, run, spec, primary)
    if effects.games < LEAST:
        return lacking
    main = {}
    for one, rows in effects.main.items():
        known = whenever(Interval(rows[0].difference, rows[0].low, rows[0].high, rows[0].n))
        is_found = known.low > 0 or known.high < 0
        main[one] = [replace(rows[0], low=known.low, high=known.high, found=is_found), *rows[1:]]
    found = sorted((rows[0] for rows in main.values() if rows[0].found), key=by_size, reverse=True)
    told = "; ".join(f"{row.b}: {change(row)}" for row in found) or f"nothing moves {name_of(primary)} surely yet"
    said = Answer(f"So far, whenever you stop, after {effects.games:,} games of each mixture: {told}.")
    charts = search_charts.of_effects(Effects(main, {}, effects.games), primary, True)
    return replace(lacking, elements=(said, *charts))


def _best(store: Store, options: dict[str, Any], reader: _Reader) -> Stage:
    """Which rules are best for an aim, and which are ruled out."""
    aim = read_aim(options["target"])
    spec = several_arms(options["variants"], options, aim.measure)
    game, known = best.Games(spec, aim, options), dict[str, Array]()

    def ask(arms: Sequence[str], games: int) -> dict[str, Array]:
        found = game.ask(arms, games)
        known.update(found)
        return found

    names = [arm.name for arm in spec.grid]
    try:
        rivals = best_arm(names, spec.games, aim, ask)
    except _Lacking as lacking:
        step = f"round {lacking.number} of at most {len(rounds_of(len(names), spec.games))}"
        if not known:
            return Stage((Note(f"{len(names)} sets of rules compete: {'; '.join(names)}."),), lacking.spec, step)
        rivals = rivals_of(known, aim, spec.games)
        first, out = rivals[0].arm, sum(one.is_out for one in rivals)
        said = f"So far {first} is nearest to the aim; {out} of {len(rivals) - 1} others are ruled out."
        return Stage((Answer(said), *search_charts.of_rivals(rivals, aim)), lacking.spec, step)
    said = "\n".join(best.sentences(rivals, aim, spec.games))
    return Stage((Answer(said), *search_charts.of_rivals(rivals, aim)))


def _tuned(store: Store, options: dict[str, Any], reader: _Reader) -> Stage:
    """Which value brings a measure to a target, or how near all that were looked at come."""
    (asked,) = tune.asked_of(options)
    try:
        found, _ = tune.tuned(asked)
    except _Lacking as lacking:
        values = f"{len(lacking.spec.grid)} value{'s' * (len(lacking.spec.grid) > 1)}"
        is_fresh = lacking.spec.seed != asked.spec.seed
        step = "games that the search did not see" if is_fresh else f"round {lacking.number}, {values}"
        if not asked.known:
            return Stage((), lacking.spec, step)
        note = Note(f"So far {len(asked.known)} values were looked at.")
        return Stage((note, *search_charts.of_values(asked, ())), lacking.spec, step)
    said = Answer("\n".join(_tune_report.sentences(found, asked.knob, asked.target)))
    return Stage((said, *search_charts.of_values(asked, found.answer.possible)))


def _balanced(store: Store, options: dict[str, Any], reader: _Reader) -> Stage:
    """Whether a wish is met, by which changes, and what each of them buys."""
    table = balance.searched(options["variant"], options)
    try:
        seen, found, alone = balance.balanced(table)
    except _Lacking as lacking:
        number, is_fresh = lacking.number, lacking.spec.seed != table.spec.seed
        step = f"round {number // 2}, " + ("what each change does" if number % 2 == 0 else "what should meet the wish")
        step = "the game as it is" if number == 1 else "games that the search did not see" if is_fresh else step
        if number == 1:
            return Stage((), lacking.spec, step)
        (now,) = table.play([tuple(move.now for move in table.wish.moves)])
        return Stage(search_charts.of_points(table.wish, [now], now), lacking.spec, step)
    said = Answer("\n".join(sentences(table.wish, found, alone, seen[0])))
    return Stage((said, *search_charts.of_points(table.wish, seen, found)))
