"""Who plays: personas (rows of named integer weights), mixes of them, look-ahead and outside agents, by name.

The rows stand in `lab/agents/agents.toml`. This is the one place that resolves the names of `--agents`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.inputs.quote import bare, listed, quoted
from engine.policies.weights import FEATURES
from lab.agents.person import PERSON
from lab.agents.persona_file import FILE, LOOKAHEAD, MOST_PLAYOUTS, ORDINARY, Mix, Mood, Persona, in_mood, read_personas
from lab.errors import BadInput
from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_OUTSIDE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


def personas(path: Path = FILE) -> dict[str, Persona]:
    """Every persona of a file by name."""
    return read_personas(path).personas


def persona_names(path: Path = FILE) -> tuple[str, ...]:
    """Names of all personas."""
    return tuple(personas(path))


def mixes(path: Path = FILE) -> dict[str, Mix]:
    """Every mix of a file by name."""
    return read_personas(path).mixes


def moods_of(path: Path = FILE) -> dict[str, Mood]:
    """Every mood that somebody of a file may be in, by name: the file's own and those of the lab."""
    return {**read_personas().moods, **read_personas(path).moods}


def allowed_agents(path: Path = FILE) -> str:
    """What an agent may be called, in words."""
    names = listed((*persona_names(path), *mixes(path)))
    ahead = f"{LOOKAHEAD}:K with K from 1 to {MOST_PLAYOUTS}, " if LOOKAHEAD in personas(path) else ""
    moods = f"any of them in a mood ({', '.join(f'+{mood}' for mood in read_personas(path).moods)}), "
    return (
        f"{names}, {ahead}{moods}FILE.toml:NAME for a persona of your own, or an outside agent as package.module:Name"
    )


def expand(names: Sequence[str], path: Path = FILE) -> tuple[str, ...]:
    """The agents that some names stand for: mixes become their personas, everything else is checked and stays."""
    return tuple(agent for name in names for agent in _stands_for(name, path))


def _stands_for(name: str, path: Path) -> tuple[str, ...]:
    if name.endswith(".toml"):  # a file alone is everybody in it
        return tuple(f"{name}:{row}" for row in _own(Path(name)))
    file, row = _in_file(name)
    who, plus, moods = (row if file else name).partition("+")
    mix = mixes(Path(file) if file else path).get(who)
    if mix is not None:
        agents = tuple(f"{file}:{agent}{plus}{moods}" if file else f"{agent}{plus}{moods}" for agent in mix.agents)
        return tuple(agent for one in agents for agent in _stands_for(one, path))
    if not is_outside(name):
        find_persona(name, path)
    return (name,)


def _in_file(name: str) -> tuple[str, str]:
    """File and row of `FILE.toml:NAME`, a persona of one's own; two empty texts for any other name."""
    file, _, row = name.rpartition(":")
    return (file, row) if file.endswith(".toml") else ("", "")


def _own(file: Path) -> dict[str, Persona]:
    """The personas of a file of one's own; their weights are checked at once, before a game is played."""
    known = personas(file)
    try:
        weights_table(list(known.values()), [name for name, _ in FEATURES])
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    return known


def is_outside(name: str) -> bool:
    """Whether a name is the import path of an outside agent, `package.module:Name`, or a person."""
    return (
        name == PERSON
        or _OUTSIDE.fullmatch(name) is not None
        and not name.startswith(f"{LOOKAHEAD}:")
        and not _in_file(name)[0]
    )


def find_persona(name: str, path: Path = FILE) -> Persona:
    """A persona by name; `lookahead:K` is the row `lookahead` with K playouts, `FILE.toml:NAME` one of one's own.

    `NAME+MOOD+MOOD` is anybody in some moods.
    """
    file, row = _in_file(name)
    who, *moods = (row if file else name).split("+")
    if moods:
        persona = find_persona(f"{file}:{who}" if file else who, path)
        return in_mood(f"agent {quoted(name)}", persona, moods, moods_of(Path(file) if file else path))
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
