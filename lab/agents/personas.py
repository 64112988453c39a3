"""Who plays: personas (rows of named integer weights), mixes of them, look-ahead and outside agents, by name.

The rows stand in `lab/agents/agents.toml`. This is the one place that resolves the names of `--agents`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.inputs.quote import bare, listed, quoted
from engine.inputs.toml import read_toml
from lab.errors import BadInput
from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FILE = Path(__file__).resolve().with_name("agents.toml")
MOST = 1_000_000
"""Largest weight, up or down: sums of many stay far inside the engine's whole numbers."""
USUAL = "table"
"""Who plays where nobody says: a mix of different ordinary people."""
LOOKAHEAD = "lookahead"
ORDINARY = "balanced"
"""The persona row, and its weight, that `lookahead:K` stands for."""
MOST_PLAYOUTS = 4096
MOST_TURNS = 100
BOUNDS = {LOOKAHEAD: (0, MOST_PLAYOUTS), f"{LOOKAHEAD}_turns": (0, MOST_TURNS)}
"""Weights that cost time: more playouts, or longer ones, and no game would end."""
PERSONA_KEYS = ("why", "weights", "like", "provenance")
MIX_KEYS = ("why", "agents")

NAME = re.compile(r"[a-z][a-z0-9_-]{0,59}")
"""What a row may be called."""
_OUTSIDE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True)
class Persona:
    """One way to play."""

    name: str
    why: str
    weights: Mapping[str, int]
    provenance: str = ""  # how the weights were found, where they were not set by hand


@dataclass(frozen=True)
class Mix:
    """A named list of personas: a table."""

    name: str
    why: str
    agents: tuple[str, ...]


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
        raise BadInput(
            f"{path}: mix is {quoted(tables)}; allowed: tables [mix.NAME] with the keys {', '.join(MIX_KEYS)}"
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
    from engine.policies.features import FEATURES

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
    from engine.policies.features import FEATURES

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
    """A row of the file; `like` takes over the weights of a row above it that this one does not name."""
    _check_table(where, name, row, PERSONA_KEYS)
    like = row.get("like", "")
    if not isinstance(like, str) or (like and like not in above):
        raise BadInput(
            f"{where}: like is {quoted(like)}; allowed: a row above it ({', '.join(above) or 'there is none'})"
        )
    why, weights, provenance = row.get("why", ""), row.get("weights", {}), row.get("provenance", "")
    if not isinstance(why, str) or not isinstance(weights, dict) or not isinstance(provenance, str):
        raise BadInput(
            f"{where}: why, weights or provenance has the wrong form; "
            "allowed: why and provenance texts, weights a table of whole numbers"
        )
    for key, value in weights.items():
        low, high = BOUNDS.get(key, (-MOST, MOST))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadInput(
                f"{where}: weight {bare(key)} is {quoted(value)}; allowed: a whole number from {low} to {high}"
            )
    return Persona(name, why, {**above[like].weights, **weights} if like else weights, provenance)


def _mix(where: str, name: str, row: Any, known: tuple[str, ...]) -> Mix:
    _check_table(where, name, row, MIX_KEYS)
    why, agents = row.get("why", ""), row.get("agents")
    if not isinstance(why, str) or not isinstance(agents, list) or not agents:
        raise BadInput(f"{where}: why or agents has the wrong form; allowed: a text, and a list of personas")
    if name in known:
        raise BadInput(f"{where}: a persona is called '{name}' too; allowed: a name that is not {listed(known)}")
    if strange := [agent for agent in agents if agent not in known]:
        raise BadInput(f"{where}: agents names {quoted(strange[0])}; allowed: {listed(known)}")
    return Mix(name, why, tuple(agents))


def _check_table(where: str, name: str, row: Any, keys: tuple[str, ...]) -> None:
    if not isinstance(row, dict):
        raise BadInput(f"{where} is {quoted(row)}; allowed: a table with the keys {' and '.join(keys[:2])}")
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{where}: the name is {quoted(name)}; allowed: lower-case letters, digits, - and _, a letter first"
        )
    if unknown := [key for key in row if key not in keys]:
        raise BadInput(f"{where}: unknown key {quoted(unknown[0])}; allowed: {', '.join(keys)}")
