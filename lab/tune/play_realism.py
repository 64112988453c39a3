"""Realism: how far the games of a table are from those of people, by ranges with their sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from engine.inputs.quote import bare
from engine.inputs.rows import checked
from engine.inputs.toml import parse_toml, read_bytes
from engine.records.events import Ending
from lab.errors import BadInput
from lab.tune.candidate_games import Arena, Weights

TARGETS = Path(__file__).resolve().with_name("targets.toml")
Array = NDArray[np.float64]
Columns = Mapping[str, Array]
"""One number per game under each name."""


FAR = 1_000_000
"""Larger than any measure of a game."""
Number = Annotated[float, Field(ge=0, le=FAR, allow_inf_nan=False)]


class Target(BaseModel):
    """The range a measure of real tables lies in."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    low: Number
    high: Number
    scale: Annotated[float, Field(ge=1e-6, le=FAR, allow_inf_nan=False)]
    weight: Number
    source: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    events: bool = False  # read from the events of games: not looked at while tuning, only by `lab agents check`

    def cost(self, value: float) -> float:
        """Nothing inside the range, and the squared distance in units of `scale` outside."""
        outside = max(self.low - value, value - self.high, 0.0)
        return self.weight * (outside / self.scale) ** 2


MEASURES: dict[str, Callable[[Columns], float]] = {
    "turns": lambda t: float(np.median(t["turns"])),
    "lost_share": lambda t: float(t["flights"].sum() / max(1.0, t["combats"].sum())),
    "combats_per_turn": lambda t: float(t["combats"].sum() / max(1.0, t["turns"].sum())),
    "capped": lambda t: float(t["capped"].mean()),
    "helps": lambda t: float(t["helps"].mean()),
    "deaths": lambda t: float(t["deaths"].mean()),
    "levels_bought": lambda t: float(t["bought"].mean()),
    "lead_changes": lambda t: float(t["lead_changes"].mean()),
}
"""Every measure of the targets file."""


@lru_cache(maxsize=1)
def targets() -> dict[str, Target]:
    """The ranges of `targets.toml` by measure."""
    return parsed_targets(read_bytes(TARGETS, BadInput), str(TARGETS))


def parsed_targets(written: bytes, where: str) -> dict[str, Target]:
    """The ranges that a file declares, checked: each of a measure that there is, with low up to high."""
    found: dict[str, Target] = {}
    for name, row in parse_toml(written, BadInput, where).items():
        place = f"{where}: [{bare(name)}]"
        if name not in MEASURES and name not in SEEN:
            raise BadInput(f"{place}: there is no such measure; allowed: {', '.join((*MEASURES, *SEEN))}")
        target = checked(Target, row, BadInput, place)
        if target.low > target.high:
            raise BadInput(f"{place}: low is {target.low:g} and high {target.high:g}; allowed: low at most high")
        if target.events != (name in SEEN):
            says = str(name in SEEN).lower()
            raise BadInput(f"{place}: events is {str(target.events).lower()}; allowed for this measure: {says}")
        found[name] = target
    return found


def columns_of(results: Any, seats: int) -> dict[str, Array]:
    """Everything the measures need, from the facts of some games."""
    game = results.game
    plain = ("turns", "combats", "flights", "helps", "deaths", "lead_changes")
    columns = {name: game[name].astype(np.float64) for name in plain}
    columns["capped"] = (game["ending"] == int(Ending.CAPPED)).astype(np.float64)
    columns["bought"] = results.seat["levels_bought"].reshape(-1, seats).sum(axis=1).astype(np.float64)
    return columns


SEEN: dict[str, Callable[[Mapping[str, int]], float]] = {
    "last_fights": lambda n: n["last_fights"] / n["games"],
    "last_fights_stopped": lambda n: n["last_fights.stopped"] / max(1, n["last_fights.winning"]),
    "best_loser": lambda n: n["best_loser"] / n["games"],
    "at_leader": lambda n: n["hostile.leader"] / max(1, n["hostile"]),
    "leader_over_last": lambda n: _per_fight(n, "hostile.leader") / max(1e-9, _per_fight(n, "hostile.last")),
    "hand": lambda n: n["hand_at_turn"] / max(1, n["turns"]),
    "late_levels": lambda n: n["gual.late"] / max(1, n["gual"]),
}
"""Measures that need the events of games, from the counts of a witness (`lab.conduct.strange_play`)."""


def _per_fight(n: Mapping[str, int], what: str) -> float:
    """Acts against whoever stands somewhere, in parts of their combats."""
    return n[what] / max(1, n[what.replace("hostile", "fights")])


def measures_of(columns: Columns) -> dict[str, float]:
    """Every measure of some games that needs no events."""
    return {name: MEASURES[name](columns) for name, target in targets().items() if not target.events}


def seen_targets(facts: Any, counts: Mapping[str, int], seats: int) -> dict[str, tuple[Target, float]]:
    """Every target beside what some games with all their events show."""
    found = measures_of(columns_of(facts, seats)) | {name: measure(counts) for name, measure in SEEN.items()}
    return {name: (target, found[name]) for name, target in targets().items()}


def distance(columns: Columns) -> float:
    """How far some games are from a table of people: 0 is inside every range."""
    return sum(targets()[name].cost(value) for name, value in measures_of(columns).items())


def of_one_kind(arena: Arena, ones: list[Weights], first: int, games: int) -> list[dict[str, Array]]:
    """Games of tables at which only one persona plays, for each of some personas."""
    seats = arena.spec.only.seats
    played = arena.play([one[None, :] for one in ones], np.zeros((games, seats), np.int64), first)
    return [columns_of(results, seats) for results in played]
