"""One tuning from its options to its row: search, final check on fresh games, and only then a new persona."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lab.agents.persona_file import Persona
from lab.agents.personas import find_persona, is_outside, weights_table
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec, make_spec
from lab.tune.candidate_games import Arena, Weights
from lab.tune.persona_search import (
    NAMES,
    Round,
    Space,
    add_row,
    check_installed,
    check_place,
    provenance,
    row_of,
    search,
    space_of,
)
from lab.tune.play_realism import measures_of, of_one_kind, targets
from lab.tune.tuning_objective import Goal, Realism, Verdict, Win

Say = Callable[[str], None]
SHOWN_GAMES = 1000
"""Games from which the table of one kind is described beside the verdict."""


@dataclass(frozen=True)
class Outcome:
    """What came of a tuning."""

    name: str
    goal: str
    weights: Mapping[str, int]
    moved: Mapping[str, tuple[int, int]]
    verdict: Verdict
    table: Mapping[str, tuple[float, float]]  # measure of a table of one kind: of the old persona, of the new one
    row: str
    written_to: str | None
    given_up: str = ""  # a sentence about games that are in no number, or nothing

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        found = asdict(self)
        result = self.verdict.result._asdict()
        return found | {"verdict": {**self.verdict._asdict(), "result": result}}

    def lines(self) -> list[str]:
        """The verdict and the table of one kind, for people."""
        words = [f"{self.name}: {self.verdict.says}", "A table of nothing but this persona, and of the old one:"]
        for name, (was, now) in self.table.items():
            low, high = targets()[name].low, targets()[name].high
            words.append(f"  {name:17} {now:8.4g}   before {was:8.4g}   people {low:g} to {high:g}")
        return words + ([f"{self.given_up}."] if self.given_up else [])


@dataclass(frozen=True)
class Session:
    """A tuning that is ready to start: everything that could be wrong with the input has been said."""

    persona: Persona
    name: str
    to: Path | None
    aim: str
    goal: Goal
    spec: RunSpec
    space: Space
    rounds: int
    games: int
    fresh: int
    workers: int

    def run(self, say: Say) -> Outcome:
        """Search, check, and write the row if the check is passed."""
        arena = Arena(self.spec, self.workers)
        found, rounds = search(self.space, self.goal, arena, self.rounds, self.games, lambda r: say(self._line(r)))
        say(f"final check on {self.fresh} fresh games ...")
        first = self.rounds * self.games
        verdict = self.goal.check(arena, found, self.space.base, first, self.fresh)
        kinds = of_one_kind(arena, [self.space.base, found], first, min(self.fresh, SHOWN_GAMES))
        was, now = (measures_of(columns) for columns in kinds)
        row = self._row(found, rounds, verdict)
        if verdict.is_better and self.to is not None:
            add_row(self.to, self.name, row)
        return Outcome(
            self.name, self.aim, _named(found), self._moved(found), verdict,
            {name: (was[name], now[name]) for name in was}, row,
            str(self.to) if verdict.is_better and self.to is not None else None,
            arena.given_up.says("games"),
        )  # fmt: skip

    def _line(self, r: Round) -> str:
        median, best = self.goal.written(r.median), self.goal.written(r.best)
        return f"round {r.number} of {r.of}: median of the candidates {median}, best {best}, step {r.width:.2f}"

    def _row(self, found: Weights, rounds: int, verdict: Verdict) -> str:
        whom = self.goal.against if isinstance(self.goal, Win) and self.goal.rivals else "its own kind"
        aims = {"win": f"to win against {whom}", "realism": "so that its games are like people's"}
        why = f"{self.persona.name}, tuned by self-play {aims[self.aim]}. {self.persona.why}"
        how = f"goal {self.goal.title}, {rounds} rounds of {self.games} games for each candidate"
        return row_of(self.name, self.persona, found, why, provenance(self.persona, self.spec, how, verdict.says))

    def _moved(self, found: Weights) -> dict[str, tuple[int, int]]:
        """What moved, and from where to where; first what went furthest, in first steps of the search."""
        far = np.abs(found - self.space.base)[list(self.space.columns)] / self.space.steps
        order = [self.space.columns[i] for i in np.argsort(-far, kind="stable") if far[i] > 0]
        return {NAMES[i]: (int(self.space.base[i]), int(found[i])) for i in order}


def start(name: str, new_name: str, to: Path | None, options: Mapping[str, Any]) -> Session:
    """Check everything a tuning needs."""
    if is_outside(name):
        raise BadInput(f"agent '{name}' is an outside agent: it has no weights; allowed: a persona")
    persona = find_persona(name)
    only = tuple(part.strip() for part in options["only"].split(",") if part.strip())
    space = space_of(persona, only)
    seats = int(options["seats"])
    games, fresh = (-(-int(options[key]) // seats) * seats for key in ("games", "fresh"))  # every seat equally often
    values = {"decks": tuple(options["decks"]), "arms": (options["variant"],), "seats": seats, "games": games}
    spec = make_spec(values | {"seed": options["seed"], "agents": (name,), "events": "none"}, "command line")
    if to is not None:
        check_place(to, new_name)
    check_installed()
    goal = _goal(options)
    rounds, workers = int(options["rounds"]), int(options["workers"])
    return Session(persona, new_name, to, options["goal"], goal, spec, space, rounds, games, fresh, workers)


def _goal(options: Mapping[str, Any]) -> Goal:
    against = str(options["against"])
    if options["goal"] == "realism":
        if against:
            raise BadInput(f"--against is '{against}' with --goal realism; allowed: with --goal win")
        return Realism()
    if not against:
        return Win(float(options["price"]))
    if is_outside(against):
        raise BadInput(f"--against: '{against}' is an outside agent, whom a search cannot ask; allowed: a persona")
    rivals = weights_table([find_persona(against)], NAMES)[0]
    return Win(float(options["price"]), rivals=tuple(int(w) for w in rivals), against=against)


def default_name(name: str, end: str = "tuned") -> str:
    """What a new persona is called if nobody says: `shy-tuned` for `shy`, `mine.toml:shy` and `shy:8`."""
    head, _, row = name.rpartition(":")
    return f"{row if not head or head.endswith('.toml') else head}-{end}".replace("+", "-")


def _named(weights: Weights) -> dict[str, int]:
    return {name: int(value) for name, value in zip(NAMES, weights) if value}
