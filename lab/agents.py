"""Personas: rows of named integer weights, read from `lab/agents.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.errors import BadInput
from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FILE = Path(__file__).resolve().with_name("agents.toml")
MOST = 1_000_000
"""Largest weight, up or down: sums of many stay far inside the engine's whole numbers."""


@dataclass(frozen=True)
class Persona:
    """One way to play."""

    name: str
    why: str
    weights: Mapping[str, int]


@lru_cache(maxsize=8)
def personas(path: Path = FILE) -> dict[str, Persona]:
    """Every persona of a file by name; names of weights are checked when the engine is at hand."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not valid TOML: {' '.join(str(error).split())}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{path}: cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}"
        ) from None
    return {name: _persona(f"{path}: [{name}]", name, row) for name, row in data.items()}


def persona_names(path: Path = FILE) -> tuple[str, ...]:
    """Names of all personas."""
    return tuple(personas(path))


def weights_of(names: Sequence[str], path: Path = FILE) -> npt.NDArray[np.int64]:
    """Weights of the named personas, int64[names, features], in the order of the engine's features."""
    from engine.policies.features import FEATURES

    return weights_table([find_persona(name, path) for name in names], [row[0] for row in FEATURES])


def weights_table(rows: Sequence[Persona], features: Sequence[str]) -> npt.NDArray[np.int64]:
    """Weights of some personas as int64[personas, features]."""
    import numpy as np

    table = np.zeros((len(rows), len(features)), np.int64)
    for i, persona in enumerate(rows):
        for name, value in persona.weights.items():
            if name not in features:
                raise BadInput(f"persona '{persona.name}': unknown weight '{name}'; allowed: {', '.join(features)}")
            table[i, list(features).index(name)] = value
    return table


def find_persona(name: str, path: Path = FILE) -> Persona:
    """A persona by name."""
    known = personas(path)
    if name not in known:
        raise BadInput(f"unknown agent '{name}'; allowed: {', '.join(known)}")
    return known[name]


def agents_hash(names: Sequence[str], path: Path = FILE) -> str:
    """Fingerprint of how the named personas play: other weights give another run."""
    rows = [find_persona(name, path) for name in names]
    return fingerprint([f"{p.name}: {sorted(p.weights.items())}" for p in rows], 16)


def _persona(where: str, name: str, row: Any) -> Persona:
    if not isinstance(row, dict):
        raise BadInput(f"{where} is {row!r}; allowed: a table with the keys why and weights")
    if unknown := [key for key in row if key not in ("why", "weights")]:
        raise BadInput(f"{where}: unknown key '{unknown[0]}'; allowed: why, weights")
    why, weights = row.get("why", ""), row.get("weights", {})
    if not isinstance(why, str) or not isinstance(weights, dict):
        raise BadInput(f"{where}: why or weights has the wrong form; allowed: a text, and a table of whole numbers")
    for key, value in weights.items():
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST:
            raise BadInput(f"{where}: weight {key} is {value!r}; allowed: a whole number from -{MOST} to {MOST}")
    return Persona(name, why, weights)
