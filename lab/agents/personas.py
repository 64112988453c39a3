"""Who plays: personas (rows of named integer weights), mixes of them, look-ahead and outside agents, by name.

The rows stand in `lab/agents/agents.toml`. This is the one place that resolves the names of `--agents`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.inputs.quote import bare, listed, quoted
from engine.inputs.rows import checked
from engine.inputs.toml import read_toml
from lab.errors import BadInput
from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FILE = Path(__file__).resolve().with_name("agents.toml")
MOST = 1_000_000
"""Largest weight, up or down: sums of many stay far inside the engine's whole numbers."""
LOOKAHEAD = "lookahead"
ORDINARY = "balanced"
"""The persona row, and its weight, that `lookahead:K` stands for."""
MOST_PLAYOUTS = 4096
MOST_TURNS = 100
BOUNDS = {LOOKAHEAD: (0, MOST_PLAYOUTS), f"{LOOKAHEAD}_turns": (0, MOST_TURNS)}
"""Weights that cost time: more playouts, or longer ones, and no game would end."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,59}")
"""What a row may be called."""
_OUTSIDE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


class _Row(BaseModel):
    """What the file says of a persona or a mix."""

    model_config = ConfigDict(extra="forbid", strict=True)

    why: str = ""


class PersonaRow(_Row):
    """A persona as it is written: `like` takes over the weights of a row above it that this one does not name."""

    weights: dict[str, Annotated[int, Field(ge=-MOST, le=MOST)]] = {}
    like: str = ""
    provenance: str = ""

    @field_validator("weights")
    @classmethod
    def _take_no_ages(cls, weights: dict[str, int]) -> dict[str, int]:
        for key, (low, high) in BOUNDS.items():
            if not low <= (value := weights.get(key, low)) <= high:
                raise ValueError(f"{key} is {value}; allowed: a whole number from {low} to {high}")
        return weights


class Mix(_Row):
    """A named list of personas: a table."""

    agents: tuple[str, ...] = Field(strict=False, min_length=1, description="a list of personas")


@dataclass(frozen=True)
class Persona:
    """One way to play."""

    name: str
    why: str
    weights: Mapping[str, int]
    provenance: str = ""  # how the weights were found, where they were not set by hand


def _read(path: Path) -> tuple[dict[str, Persona], dict[str, Mix]]:
    try:
        about = path.stat()
        stamp = (about.st_mtime_ns, about.st_size)
    except OSError:
        stamp = (0, 0)
    return _read_once(path, str(path.absolute()), stamp)


@lru_cache(maxsize=8)
def _read_once(path: Path, whole: str, stamp: tuple[int, int]) -> tuple[dict[str, Persona], dict[str, Mix]]:
    """Personas and mixes of a file; whoever has edited it, or has gone to another folder, gets it anew."""
    data = read_toml(path, BadInput)
    tables = data.pop("mix", {})
    if not isinstance(tables, dict):
        raise BadInput(f"{path}: mix is {quoted(tables)}; allowed: tables [mix.NAME] with the keys why, agents")
    if strange := [name for name in (*data, *tables) if not NAME.fullmatch(name)]:
        raise BadInput(
            f"{path}: [{bare(strange[0])}]: the name is {quoted(strange[0])}; "
            "allowed: lower-case letters, digits, - and _, a letter first"
        )
    known: dict[str, Persona] = {}
    for name, row in data.items():
        known[name] = _persona(f"{path}: [{bare(name)}]", name, row, known)
    return known, {name: _mix(f"{path}: [mix.{bare(name)}]", name, row, tuple(known)) for name, row in tables.items()}


def personas(path: Path = FILE) -> dict[str, Persona]:
    """Every persona of a file by name; names of weights are checked when the engine is at hand."""
    return _read(path)[0]


def persona_names(path: Path = FILE) -> tuple[str, ...]:
    """Names of all personas."""
    return tuple(personas(path))


def mixes(path: Path = FILE) -> dict[str, Mix]:
    """Every mix of a file by name."""
    return _read(path)[1]


def allowed_agents(path: Path = FILE) -> str:
    """What an agent may be called, in words."""
    names = listed((*persona_names(path), *mixes(path)))
    ahead = f"{LOOKAHEAD}:K with K from 1 to {MOST_PLAYOUTS}, " if LOOKAHEAD in personas(path) else ""
    return f"{names}, {ahead}FILE.toml:NAME for a persona of your own, or an outside agent as package.module:Name"


def expand(names: Sequence[str], path: Path = FILE) -> tuple[str, ...]:
    """The agents that some names stand for: mixes become their personas, everything else is checked and stays."""
    return tuple(agent for name in names for agent in _stands_for(name, path))


def _stands_for(name: str, path: Path) -> tuple[str, ...]:
    if name.endswith(".toml"):  # a file alone is everybody in it
        return tuple(f"{name}:{row}" for row in _own(Path(name)))
    file, row = _in_file(name)
    mix = mixes(Path(file)).get(row) if file else mixes(path).get(name)
    if mix is not None:
        return tuple(f"{file}:{agent}" for agent in mix.agents) if file else mix.agents
    if not is_outside(name):
        find_persona(name, path)
    return (name,)


def _in_file(name: str) -> tuple[str, str]:
    """File and row of `FILE.toml:NAME`, a persona of one's own; two empty texts for any other name."""
    file, _, row = name.rpartition(":")
    return (file, row) if file.endswith(".toml") else ("", "")


def _own(file: Path) -> dict[str, Persona]:
    """The personas of a file of one's own; their weights are checked at once, before a game is played."""
    from engine.policies.weights import FEATURES

    known = personas(file)
    try:
        weights_table(list(known.values()), [name for name, _ in FEATURES])
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    return known


def is_outside(name: str) -> bool:
    """Whether a name is the import path of an outside agent, `package.module:Name`."""
    return _OUTSIDE.fullmatch(name) is not None and not name.startswith(f"{LOOKAHEAD}:") and not _in_file(name)[0]


def find_persona(name: str, path: Path = FILE) -> Persona:
    """A persona by name; `lookahead:K` is the row `lookahead` with K playouts, `FILE.toml:NAME` one of one's own."""
    file, row = _in_file(name)
    if file:
        own = _own(Path(file))
        if row not in own:
            raise BadInput(f"{file}: no persona {quoted(row)}; allowed: {listed(own) or 'none, the file is empty'}")
        return replace(own[row], name=name)
    known = personas(path)
    if name in known:
        return known[name]
    head, colon, count = name.partition(":")
    if not colon or head != LOOKAHEAD or head not in known:
        raise BadInput(f"unknown agent {quoted(name)}; allowed: {allowed_agents(path)}")
    if not (count.isascii() and count.isdigit() and len(count) <= 6 and 1 <= int(count) <= MOST_PLAYOUTS):
        raise BadInput(
            f"agent {quoted(name)}: playouts are {quoted(count)}; allowed: a whole number from 1 to {MOST_PLAYOUTS}"
        )
    return replace(known[head], name=name, weights={**known[head].weights, LOOKAHEAD: int(count)})


def ordinary() -> npt.NDArray[np.int64]:
    """Weights of an ordinary player, int64[features]: whom somebody who looks ahead takes the others for."""
    row: npt.NDArray[np.int64] = weights_of([ORDINARY])[0]
    return row


def weights_of(names: Sequence[str], path: Path = FILE) -> npt.NDArray[np.int64]:
    """Weights of the named agents, int64[names, features], in the order of the engine's features.

    The row of an outside agent is 0: the engine never asks it.
    """
    from engine.policies.weights import FEATURES

    rows = [Persona(n, "", {}) if is_outside(n) else find_persona(n, path) for n in names]
    return weights_table(rows, [name for name, _ in FEATURES])


def weights_table(rows: Sequence[Persona], features: Sequence[str]) -> npt.NDArray[np.int64]:
    """Weights of some personas as int64[personas, features]."""
    import numpy as np

    place = {name: i for i, name in enumerate(features)}
    table = np.zeros((len(rows), len(features)), np.int64)
    for i, persona in enumerate(rows):
        for name, value in persona.weights.items():
            if name not in place:
                raise BadInput(
                    f"persona '{bare(persona.name)}': unknown weight {quoted(name)}; allowed: {', '.join(features)}"
                )
            table[i, place[name]] = value
    return table


def agents_hash(names: Sequence[str], path: Path = FILE) -> str:
    """Fingerprint of how the named agents play: other weights give another run."""
    rows = [Persona(n, "", {}) if is_outside(n) else find_persona(n, path) for n in names]
    if any(row.weights.get(LOOKAHEAD, 0) for row in rows):
        rows.append(find_persona(ORDINARY))
    return fingerprint([f"{p.name}: {sorted(p.weights.items())}" for p in rows], 16)


def _persona(where: str, name: str, row: Any, above: Mapping[str, Persona]) -> Persona:
    said = checked(PersonaRow, row, BadInput, where)
    if said.like and said.like not in above:
        raise BadInput(
            f"{where}: like is {quoted(said.like)}; allowed: a row above it ({listed(above) or 'there is none'})"
        )
    weights = {**above[said.like].weights, **said.weights} if said.like else said.weights
    return Persona(name, said.why, weights, said.provenance)


def _mix(where: str, name: str, row: Any, known: tuple[str, ...]) -> Mix:
    said = checked(Mix, row, BadInput, where)
    if name in known:
        raise BadInput(f"{where}: a persona is called '{name}' too; allowed: a name that is not {listed(known)}")
    if strange := [agent for agent in said.agents if agent not in known]:
        raise BadInput(f"{where}: agents names {quoted(strange[0])}; allowed: {listed(known)}")
    return said
