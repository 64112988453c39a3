"""One fit of a group, from its log to its personas: what can be wrong is said before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.inputs.quote import quoted
from lab.agents.persona_file import NAME
from lab.agents.personas import personas
from lab.errors import BadInput, why_not
from lab.runs.run_spec import RunSpec, make_spec
from lab.store.atomic_files import placed
from lab.tune.candidate_games import Arena
from lab.tune.group_fit import (
    DRAWN,
    Array,
    Fit,
    Style,
    errors_of,
    fitted,
    made_up,
    moments_of,
    resemblance,
    shipped_tables,
    table_columns,
)
from lab.tune.persona_search import HEAD, NAMES
from lab.tune.play_tests import PlayTests, kept_games, read_play_tests

OURS = "table"
APART = 2.0
"""Standard errors beyond which a measure sets the group apart."""
FIRST = 1_000_000
"""Number of the first game by which the fitted group is shown: none that it was fitted on."""
MEANS = {
    "second": "Level of the second", "middle": "mean Level of the losers", "last": "Level of the last",
    "turns": "turns", "rounds": "rounds", "combats": "combats", "flights": "fights lost", "deaths": "deaths",
    "helps": "helps", "bought": "Levels bought", "lead_changes": "changes of the lead",
}  # fmt: skip
"""Every measure in words."""


@dataclass(frozen=True)
class Measure:
    """A measure of the group's games with its error, beside the fitted group and the lab's table."""

    name: str
    group: float
    error: float
    fitted: float
    ours: float

    @property
    def apart(self) -> float:
        """How far the group is from the lab's table, in standard errors."""
        return (self.group - self.ours) / self.error


@dataclass(frozen=True)
class Outcome:
    """What a log says of who plays."""

    games: int
    seats: int
    used: Mapping[str, str]
    unused: tuple[str, ...]
    resembles: Mapping[str, float]
    styles: list[Style]
    measures: list[Measure]
    written_to: str

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self) | {"styles": [one._asdict() | {"is_told": one.is_told} for one in self.styles]}

    def sentence(self) -> str:
        """Whom the group resembles, and what sets it apart from the lab's table."""
        (first, sure), (second, less) = list(self.resembles.items())[:2]
        far = sorted((m for m in self.measures if abs(m.apart) > APART), key=lambda m: -abs(m.apart))[:3]
        words = [f"{m.name} {m.group:.3g} against {m.ours:.3g}" for m in far]
        apart = f"what sets it apart from our default table: {'; '.join(words)}" if far else (
            "nothing sets it apart from our default table beyond two standard errors"
        )  # fmt: skip
        shares = f"({100 * sure:.0f} %, then {second} {100 * less:.0f} %)"
        whom = f"resembles {first} most of the lab's tables {shares}"
        return f"By its {self.games} games your group {whom}; {apart}."


@dataclass(frozen=True)
class Session:
    """A fit that is ready to start."""

    tests: PlayTests
    spec: RunSpec
    arena: Arena
    out: Path
    draws: int

    def run(self, say: Callable[[str], None]) -> Outcome:
        """Let made-up groups play, keep what the log allows, and write its personas."""
        tests, arena, seed = self.tests, self.arena, self.spec.seed
        names = list(tests.columns)
        seen, error = moments_of(tests.columns, names), errors_of(tests.columns, names)
        fit = fitted(made_up(arena, names, self.draws, tests.games, say), seen, error, seed)
        say("the tables of the lab play ...")
        tables = shipped_tables(arena)
        _write(self.out, _file_text(self.out.stem, fit, tests.games, self.spec))
        rows = np.array([_weights(self.out, i) for i in range(DRAWN)])
        shown = moments_of(table_columns(arena, rows, first=FIRST), names)
        measures = _measures(names, (seen, error, shown, moments_of(tables[OURS], names)))
        resembles = resemblance(tables, seen, names, tests.games)
        seats = self.spec.only.seats
        return Outcome(tests.games, seats, tests.used, tests.unused, resembles, fit.styles, measures, str(self.out))


def start(plays: Path, out: Path, replace: bool, options: Mapping[str, Any]) -> Session:
    """Check everything a fit needs."""
    if out.suffix != ".toml" or out.is_dir() or not out.resolve().parent.is_dir() or not NAME.fullmatch(out.stem):
        raise BadInput(
            f"--out is {quoted(str(out))}; allowed: a .toml file, named like a persona, in a folder that exists"
        )
    if out.exists() and not replace:
        raise BadInput(f"{out}: there is such a file; allowed: another place by --out, or --replace")
    values = {"decks": tuple(options["decks"]), "arms": (options["variant"],), "games": 100, "agents": (OURS,)}
    values |= {"seed": options["seed"], "events": "none", "seats": options["seats"] or 4}
    arena = Arena(make_spec(values, "command line"), int(options["workers"]))
    kept = kept_games(plays, arena.arm, options["seats"]) if plays.is_dir() else None
    tests = read_play_tests(plays, arena.arm.variant["victory.level"], kept)
    if tests.seats and options["seats"] not in (None, tests.seats):
        raise BadInput(
            f"--seats is {options['seats']}, and {plays} has {tests.seats} players; allowed: the same number"
        )
    if tests.seats and tests.seats != values["seats"]:
        arena = Arena(make_spec(values | {"seats": tests.seats}, "command line"), int(options["workers"]))
    return Session(tests, arena.spec, arena, out, int(options["draws"]))


def _measures(names: list[str], moments: tuple[Array, Array, Array, Array]) -> list[Measure]:
    return [Measure(MEANS[name], *(float(one[i]) for one in moments)) for i, name in enumerate(names)]


def _weights(path: Path, row: int) -> list[int]:
    known = list(personas(path).values())[row].weights
    return [known.get(name, 0) for name in NAMES]


def _file_text(name: str, fit: Fit, games: int, spec: RunSpec) -> str:
    """The personas that were drawn, and the mix of all of them under the name of the file."""
    arm = spec.only
    where = f"lab agents fit, {games} games, {arm.variant}, {'+'.join(arm.deck) or 'its own deck'}, {arm.seats} seats"
    short = name[:50]
    rows, members = [HEAD], [f"player-{i + 1}" for i in range(len(fit.people))]
    for member, (like, style) in zip(members, fit.people, strict=True):
        weights = "".join(f"{weight} = {value}\n" for weight, value in style.items())
        rows.append(
            f'[{member}]\nwhy = "Somebody of {short}, as likely as the others here."\nlike = "{like}"\n'
            f'provenance = "{where}, seed {spec.seed}"\n[{member}.weights]\n{weights}'
        )
    rows.append(f'[mix.group]\nwhy = "Who may have played."\nagents = {members}\n'.replace("'", '"'))
    return "\n".join(rows)


def _write(path: Path, text: str) -> None:
    def write(draft: Path) -> None:
        draft.write_text(text, encoding="utf-8")
        personas(draft)

    try:
        placed(path, write)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({why_not(error)}); allowed: a place of yours") from None
