"""The search: CMA-ES over scaled integer weights, every candidate of a round on the same games.

What is found is a row of a TOML file with its provenance; what the file holds already is not touched.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.policies.weights import FEATURES
from engine.records.switches import RULES_VERSION
from lab.agents.persona_file import MOST, NAME, Persona
from lab.agents.personas import mixes, personas, weights_table
from lab.errors import BadInput, why_not
from lab.interrupt import Ended
from lab.store.atomic_files import placed
from lab.tune.candidate_games import Arena, Weights
from lab.tune.tuning_objective import Goal

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec

NAMES = tuple(name for name, _ in FEATURES)
LEFT_ALONE = ("uniform", "lookahead", "win_")
"""Beginnings of the weights that are tuned only where --only names them: switches, and what look-ahead alone reads."""
NOT_NEGATIVE = ("noise",)
_NOT_NEGATIVE = tuple(NAMES.index(name) for name in NOT_NEGATIVE)
PART = 4
"""A first step of a weight is a quarter of its largest size among all personas."""

Told = Callable[["Round"], None]
Array = NDArray[np.float64]


class Round(NamedTuple):
    """How far a search is: its candidates' median and best cost, and the width of the next step."""

    number: int
    of: int
    median: float
    best: float
    width: float


@dataclass(frozen=True)
class Space:
    """The weights that are tuned: where they start, and how far one step goes.

    A weight keeps its sign: a price stays a price, and a persona stays the one it was. One that was 0 may go anywhere.
    """

    base: Weights
    columns: tuple[int, ...]
    steps: Array

    def weights(self, x: Any) -> Weights:
        """The weights of a point of the search, as whole numbers."""
        found = self.base.copy()
        columns = list(self.columns)
        start = self.base[columns]
        moved = np.rint(start + self.steps * np.asarray(x)[: len(columns)])
        low = np.where((start > 0) | np.isin(columns, _NOT_NEGATIVE), 0, -MOST)
        found[columns] = np.clip(moved, low, np.where(start < 0, 0, MOST))
        return found


def space_of(persona: Persona, only: Sequence[str] = ()) -> Space:
    """The weights of a persona that a search moves."""
    base = weights_table([persona], NAMES)[0]
    if base[NAMES.index("uniform")]:
        raise BadInput(f"persona '{persona.name}' chooses at random; allowed: a persona that follows its weights")
    if unknown := [name for name in only if name not in NAMES]:
        raise BadInput(f"unknown weight '{unknown[0]}'; allowed: {', '.join(NAMES)}")
    names = tuple(only) or tuple(name for name in NAMES if not name.startswith(LEFT_ALONE))
    every = np.abs(weights_table([persona, *personas().values()], NAMES)).max(axis=0)
    columns = tuple(NAMES.index(name) for name in dict.fromkeys(names))
    return Space(base, columns, np.maximum(1.0, every[list(columns)] / PART))


def search(
    space: Space, goal: Goal, arena: Arena, rounds: int, games: int, told: Told | None = None
) -> tuple[Weights, int]:
    """The centre of the search after its last round, or after the last before an interruption; and that round's number.

    Round k plays the games k * games .. (k + 1) * games - 1 with every candidate. What is returned is the mean of the
    distribution and not the luckiest candidate: with noisy costs the luckiest is the most overrated.
    """
    es = _strategy(len(space.columns), arena.spec.seed)
    old = space.base
    try:
        for number in range(rounds):
            points = es.ask()
            costs = goal.costs(arena, [space.weights(x) for x in points], old, number * games, games)
            es.tell(points, [cost + goal.pull * float(x @ x) for cost, x in zip(costs, points)])
            if told is not None:
                told(Round(number + 1, rounds, float(np.median(costs)), min(costs), float(es.sigma)))
    except KeyboardInterrupt as asked:
        if es.countiter == 0 or isinstance(asked, Ended):
            raise
    return space.weights(es.result.xfavorite), int(es.countiter)


def check_installed() -> None:
    """Say what is missing before anything is compiled or played."""
    if find_spec("cma") is None:
        raise BadInput('tuning needs the package cma; allowed: pip install -e ".[tune]" first')


def _strategy(dimensions: int, seed: int) -> Any:
    """CMA-ES around 0 with steps of 1, and randomness of its own: numpy's global state is left alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it cannot plot
        import cma
    rng = np.random.default_rng(seed)
    options = {"randn": lambda *shape: rng.standard_normal(shape), "seed": float("nan"), "verbose": -9, "verb_log": 0}
    # In one dimension the strategy would change its own rules; a second one that nobody reads keeps them.
    return cma.CMAEvolutionStrategy(np.zeros(max(2, dimensions)), 1.0, options)


HEAD = (
    "# Personas of our own: rows as in lab/agents/agents.toml. "
    "Use one as FILE.toml:NAME wherever a persona may be named.\n"
)


def check_place(path: Path, name: str) -> None:
    """Refuse, before an hour is spent on it, a file or a name that the new row could not have."""
    if not NAME.fullmatch(name):
        raise BadInput(
            f"the new persona's name is '{name}'; allowed: lower-case letters, digits, - and _, a letter first"
        )
    if path.is_dir() or not path.resolve().parent.is_dir() or path.suffix != ".toml":
        raise BadInput(f"{path}: a persona cannot be written there; allowed: a .toml file in a folder that exists")
    if path.exists() and name in {**personas(path), **mixes(path)}:
        raise BadInput(f"{path}: there is a row [{name}] already; allowed: another name, with --name")


def provenance(persona: Persona, spec: RunSpec, how: str, verdict: str) -> str:
    """Where a row's weights come from, in a line."""
    decks = "+".join(spec.only.deck) or "its own deck"
    where = f"{spec.only.variant}, {decks}, {spec.only.seats} seats, seed {spec.seed}, RULES_VERSION {RULES_VERSION}"
    return f"from {persona.name}; {how}; {where}; {verdict}; {datetime.now(UTC).date().isoformat()}"


def row_of(name: str, persona: Persona, weights: Weights, why: str, provenance: str) -> str:
    """The row as TOML: the weights in the order of the persona they come from."""
    order = [*persona.weights, *(n for n in NAMES if n not in persona.weights and weights[NAMES.index(n)])]
    values = "".join(f"{n} = {int(weights[NAMES.index(n)])}\n" for n in order)
    return f"[{name}]\nwhy = {_quoted(why)}\nprovenance = {_quoted(provenance)}\n[{name}.weights]\n{values}"


def add_row(path: Path, name: str, row: str) -> None:
    """Put a row at the end of a file, which is read once more before it takes the old one's place."""
    check_place(path, name)
    before = path.read_text(encoding="utf-8") if path.exists() else HEAD
    gap = "" if before.endswith("\n") else "\n"

    def write(draft: Path) -> None:
        draft.write_text(f"{before}{gap}\n{row}", encoding="utf-8")
        personas(draft)

    try:
        placed(path, write)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({why_not(error)}); allowed: a place of yours") from None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in escaped) + '"'
