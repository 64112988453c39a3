"""The table of persona checks: which way games change with the rules, and how much strange play there is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.inputs.quote import nearest, quoted
from lab.agents.personas import mixes, personas
from lab.conduct.changed_tables import Table, book_of, watch
from lab.conduct.check_row import Row
from lab.conduct.people_checks import LENGTH, WINS, check_length, check_people, check_wins
from lab.conduct.persona_checks_file import EVERY_CHECK, Direction, Habit, directions, habits, left_out
from lab.conduct.play_measures import MEASURES, ON_EVENTS, Column
from lab.conduct.regret_checks import ALL, check_regret, wanted
from lab.conduct.shapes import CLEAR, SHAPES, SURE, bent_steps, is_mirrored, score
from lab.conduct.strange_play import seen_in, share
from lab.errors import BadInput
from lab.store.given_up_games import GivenUp

WATCHED = 600
"""Games whose events are read for the habits."""
LONGEST = 3000
"""Turns after which a game of a check is given up: long games must show, not be cut."""
FIRST = 8
"""A part so large of the games is played first: a direction of which each step is clear then needs no more."""
AGAIN = 5
"""Times as many games by which a step is played again whose sign the first ones leave in doubt, and a habit that is
beyond its limit."""
ORDINARY = ("balanced", "table", "kitchen-table")
"""Who stands for people: these tables are held against what is known of real ones."""


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
    lacking = GivenUp()

    def measured(value: int, number: int) -> Column:
        table = Table().changed(one.change, value).changed("max_turns", LONGEST).plain()
        events = number if one.measure in ON_EVENTS else 0
        columns, given_up = _measured(table, agents, number, events, seed, workers)
        lacking.join(given_up)
        return columns[one.measure]

    columns = [measured(value, max(2, games // FIRST)) for value in one.values]
    if not _is_clear(one, columns):
        columns = [measured(value, games) for value in one.values]
    means = ", ".join(f"{value}: {np.nanmean(column):.3g}" for value, column in zip(one.values, columns))
    found, faults = f"{one.measure} at {one.change} {means} ({len(columns[0]):,} games each)", _faults(one, columns)
    for low, high in _bent(one, columns):
        step = measured(high, AGAIN * games) - measured(low, AGAIN * games)
        said = f"from {low} to {high} {np.nanmean(step):+.2g} in {AGAIN * games:,} games"
        if score(step if one.shape == "rising" else -step) < SURE:
            faults.append(f"not {said}")
        else:
            found += f"; {said}"
    found += "".join(f"; {fault}" for fault in faults)
    good = SHAPES[one.shape](columns) and not faults
    return Row("direction", one.name, agents, found, one.shape, good, lacking.says("games"), one.reason)


def _is_clear(one: Direction, columns: Sequence[Column]) -> bool:
    """Whether each step goes the right way beyond doubt, and nothing but its way is asked for."""
    sign = {"rising": 1, "falling": -1}.get(one.shape, 0)
    steps = [score(sign * (after - before)) for before, after in zip(columns, columns[1:])]
    return sign != 0 and not one.every_step and not one.mirror and min(steps) > CLEAR


def _bent(one: Direction, columns: Sequence[Column]) -> list[tuple[int, int]]:
    """The values around each step whose sign is in doubt: flatter than a smooth curve by more than its noise."""
    bent = bent_steps(one.values, columns, 1 if one.shape == "rising" else -1) if one.every_step else []
    return [(one.values[i], one.values[i + 1]) for i in bent]


def _faults(one: Direction, columns: Sequence[Column]) -> list[str]:
    """What is wrong beside the shape as a whole."""
    said = []
    if one.mirror and not is_mirrored(*(columns[one.values.index(value)] for value in one.mirror)):
        low, middle, high = (float(np.nanmean(columns[one.values.index(value)])) for value in one.mirror)
        said.append(f"from {one.mirror[1]} down {low - middle:+.3g}, up {high - middle:+.3g}")
    return said


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


def check_habits(asked: Sequence[Habit], agents: str, games: int, *, seed: int = 0, workers: int = 0) -> list[Row]:
    """Watch games at each kind of table that the habits name, and more of them where one is beyond its limit."""
    rows = []
    for name in dict.fromkeys(habit.table for habit in asked):
        habits_here = [habit for habit in asked if habit.table == name]
        found = _watched(habits_here, agents, games, seed, workers)
        beyond = [habit for habit, row in zip(habits_here, found) if not row.good]
        surer = iter(_watched(beyond, agents, AGAIN * games, seed, workers) if beyond else ())
        rows += [row if row.good else next(surer) for row in found]
    return rows


def _watched(asked: Sequence[Habit], agents: str, games: int, seed: int, workers: int) -> list[Row]:
    """The rows of habits of one kind of table."""
    table = Table(asked[0].table)
    seen = watch(table, [agents], games, seed=seed, events=games, workers=workers)
    count = seen_in(seen.facts.event, book_of(table), table.seats)
    lacking = seen.given_up.says(f"games of {asked[0].table}")
    return [
        _excused(agents, habit.name)
        or replace(_judged(habit, agents, share(count, habit.part, habit.whole)), given_up=lacking)
        for habit in asked
    ]


def _judged(habit: Habit, agents: str, found: float) -> Row:
    good = math.isnan(found) or habit.least <= found <= habit.most
    least, most = habit.least > 0, habit.most < math.inf
    limit = f"{habit.least:g} to {habit.most:g}" if least and most else f"at most {habit.most:g}"
    if not most:
        limit = f"at least {habit.least:g}"
    says = "does not occur" if math.isnan(found) else f"{found:.4f} of {habit.whole} ({habit.table})"
    return Row("habit", habit.name, agents, says, limit, good, meaning=habit.reason)


class Asked(NamedTuple):
    """What is asked for: checks by part of their names (all, if none is named), how many games, and how deep."""

    only: tuple[str, ...] = ()
    games: int = 2000
    deep: bool = False
    seed: int = 0
    workers: int = 0

    def has(self, name: str) -> bool:
        """Whether a check of this name is wanted."""
        return not self.only or any(part.lower() in name.lower() for part in self.only)


def check_all(agents: Sequence[str], asked: Asked, like_people: Sequence[str] = ORDINARY) -> Iterator[Row]:
    """Every check for everybody, one row after another."""
    _check_names(asked)
    for one in agents:
        excused = _excused(one, EVERY_CHECK)
        if excused is not None:
            yield excused
            continue
        yield from _table_rows(one, asked, like_people)
        for direction in directions():
            if asked.has(direction.name):
                spared = _excused(one, direction.name)
                yield spared or check_direction(direction, one, asked.games, seed=asked.seed, workers=asked.workers)
        for part in wanted(asked.only, asked.deep):
            yield from check_regret(one, part, seed=asked.seed, workers=asked.workers)


def _table_rows(agents: str, asked: Asked, like_people: Sequence[str]) -> Iterator[Row]:
    """What is read from the events of games, and who wins them."""
    how = {"seed": asked.seed, "workers": asked.workers}
    people = agents in like_people
    watched = [habit for habit in habits() if asked.has(habit.name) and (people or not habit.people)]
    if watched:
        yield from check_habits(watched, agents, min(asked.games, WATCHED), **how)
    if people and asked.has("people"):
        yield from check_people(agents, asked.games, **how)
    if people and asked.has(LENGTH):
        yield from check_length(agents, min(asked.games, WATCHED), **how)
    if agents in mixes() and asked.has(WINS):
        yield check_wins(agents, asked.games, **how)


def _check_names(asked: Asked) -> None:
    names = [*(d.name for d in directions()), *(h.name for h in habits()), "people", LENGTH, WINS, ALL]
    if not any(asked.has(name) for name in names) and not wanted(asked.only, asked.deep):
        word = asked.only[0]
        raise BadInput(f"no check is called {quoted(word)}; allowed: part of {nearest(word, dict.fromkeys(names))}")
