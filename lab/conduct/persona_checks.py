"""The table of persona checks: which way games change with the rules, and how much strange play there is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from lab.agents.personas import mixes, personas
from lab.conduct.changed_tables import Table, book_of, watch
from lab.conduct.persona_checks_file import EVERY_CHECK, Direction, Habit, directions, habits, left_out
from lab.conduct.play_measures import MEASURES, ON_EVENTS, Column
from lab.conduct.strange_play import seen_in, share
from lab.errors import BadInput
from lab.store.given_up_games import GivenUp
from lab.tune.play_realism import seen_targets

CLEAR, WRONG = 3.0, -3.0
"""Standard errors by which a way must be gone in all, and by which no step may go the other way."""
WATCHED = 600
"""Games whose events are read for the habits."""
LONGEST = 3000
"""Turns after which a game of a check is given up: long games must show, not be cut."""
ORDINARY = ("balanced", "table", "kitchen-table")
"""Who stands for people: these tables are held against what is known of real ones."""


@dataclass(frozen=True)
class Row:
    """One line of the table: a check, who played, what was found, and whether it is as it must be."""

    kind: str
    name: str
    agents: str
    found: str
    asked: str
    good: bool
    given_up: str = ""  # a sentence about games that are in no number


def everybody() -> tuple[str, ...]:
    """Every persona and every mix."""
    return (*personas(), *mixes())


def checked() -> tuple[str, ...]:
    """Everybody but those who are left out of every check."""
    return tuple(name for name in everybody() if _excused(name, EVERY_CHECK) is None)


def _excused(agents: str, check: str) -> Row | None:
    """The line of an exception, if there is one for these players and this check."""
    for one in left_out():
        if (one.agents, one.check) == (agents, check):
            return Row("left out", check, agents, one.reason, "nothing", True)
    return None


def check_direction(one: Direction, agents: str, games: int, *, seed: int = 0, workers: int = 0) -> Row:
    """Play the same games at every value, and compare them in pairs."""
    columns: list[Column] = []
    lacking = GivenUp()
    for value in one.values:
        table = Table().changed(one.change, value).changed("max_turns", LONGEST).plain()
        events = games if one.measure in ON_EVENTS else 0
        measured, given_up = _measured(table, agents, games, events, seed, workers)
        columns.append(measured[one.measure])
        lacking.join(given_up)
    means = ", ".join(f"{value}: {np.nanmean(column):.3g}" for value, column in zip(one.values, columns))
    steps = [_score(one.sign * (after - before)) for before, after in zip(columns, columns[1:])]
    whole = _score(one.sign * (columns[-1] - columns[0]))
    good = min(steps) > WRONG and (whole > CLEAR or not one.strict)
    asked = ("up" if one.sign > 0 else "down") + ("" if one.strict else " or as it is")
    found = f"{one.measure} at {one.change} {means}"
    return Row("direction", one.name, agents, found, asked, good, lacking.says("games"))


@lru_cache(maxsize=64)
def _measured(
    table: Table, agents: str, games: int, events: int, seed: int, workers: int
) -> tuple[dict[str, Column], GivenUp]:
    """Everything that can be measured of some games: several directions begin at the same table.

    A number for each game; nan for one that was given up.
    """
    seen = watch(table, [agents], games, seed=seed, events=events, workers=workers)
    found = {}
    for name, measure in MEASURES.items():
        if events > 0 or name not in ON_EVENTS:
            found[name] = np.full(games, np.nan)
            found[name][seen.number] = measure(seen.facts)
    return found, seen.given_up


def _score(difference: Column) -> float:
    """Mean of a paired difference in standard errors, over the pairs that are there; 0 where nothing differs."""
    difference = difference[np.isfinite(difference)]
    spread = float(difference.std())
    if spread == 0:
        return 0.0 if difference.mean() == 0 else math.copysign(math.inf, difference.mean())
    return float(difference.mean() / (spread / np.sqrt(len(difference))))


def check_habits(asked: Sequence[Habit], agents: str, games: int, *, seed: int = 0, workers: int = 0) -> list[Row]:
    """Watch games at each kind of table that the habits name."""
    rows = []
    for name in dict.fromkeys(habit.table for habit in asked):
        table = Table(name)
        seen = watch(table, [agents], games, seed=seed, events=games, workers=workers)
        count = seen_in(seen.facts.event, book_of(table), table.seats)
        lacking = seen.given_up.says(f"games of {name}")
        rows += [
            _excused(agents, habit.name)
            or replace(_judged(habit, agents, share(count, habit.part, habit.whole)), given_up=lacking)
            for habit in asked
            if habit.table == name
        ]
    return rows


def _judged(habit: Habit, agents: str, found: float) -> Row:
    good = math.isnan(found) or habit.least <= found <= habit.most
    least, most = habit.least > 0, habit.most < math.inf
    limit = f"{habit.least:g} to {habit.most:g}" if least and most else f"at most {habit.most:g}"
    if not most:
        limit = f"at least {habit.least:g}"
    says = "does not occur" if math.isnan(found) else f"{found:.4f} of {habit.whole} ({habit.table})"
    return Row("habit", habit.name, agents, says, limit, good)


def check_people(agents: str, games: int, *, seed: int = 0, workers: int = 0) -> list[Row]:
    """Whether the games of a table are like those of people, by the ranges of `lab/tune/targets.toml`."""
    table = Table()
    facts, _, given_up = watch(table, [agents], games, seed=seed, events=games, workers=workers)
    found = seen_targets(facts, seen_in(facts.event, book_of(table), table.seats), table.seats)
    lacking = given_up.says("games")
    return [
        Row("people", n, agents, f"{value:.3g}", f"{target.low:g} to {target.high:g}", target.cost(value) == 0, lacking)
        for n, (target, value) in found.items()
    ]


def check_all(
    agents: Sequence[str], only: Sequence[str], games: int, *, like_people: Sequence[str], seed: int, workers: int
) -> Iterator[Row]:
    """Every check for everybody, one row after another."""
    wanted = [d for d in directions() if _is_wanted(d.name, only)]
    watched = [h for h in habits() if _is_wanted(h.name, only)]
    if not wanted and not watched and not _is_wanted("people", only):
        names = ", ".join([*(d.name for d in directions()), *(h.name for h in habits()), "people"])
        raise BadInput(f"no check is called {' or '.join(only)}; allowed: part of one of {names}")
    for one in agents:
        excused = _excused(one, EVERY_CHECK)
        if excused is not None:
            yield excused
            continue
        if watched:
            yield from check_habits(watched, one, min(games, WATCHED), seed=seed, workers=workers)
        if one in like_people and _is_wanted("people", only):
            yield from check_people(one, games, seed=seed, workers=workers)
        for direction in wanted:
            spared = _excused(one, direction.name)
            yield spared or check_direction(direction, one, games, seed=seed, workers=workers)


def _is_wanted(name: str, only: Sequence[str]) -> bool:
    return not only or any(part.lower() in name.lower() for part in only)
