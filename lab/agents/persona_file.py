"""The file of personas: rows of named integer weights, mixes of them, and moods that anybody may be in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.inputs.quote import bare, listed, quoted
from engine.inputs.rows import checked
from engine.inputs.toml import read_toml
from engine.policies.weights import FEATURES
from lab.errors import BadInput

FILE = Path(__file__).resolve().with_name("agents.toml")
MOST = 1_000_000
"""Largest weight, up or down: sums of many stay far inside the engine's whole numbers."""
LOOKAHEAD = "lookahead"
LEARNED = "learned"
ORDINARY = "balanced"
"""The persona row, and its weight, that `lookahead:K` stands for."""
MOST_PLAYOUTS = 4096
MOST_TURNS = 100
MOST_PERCENT = 1000
BOUNDS = {LOOKAHEAD: (0, MOST_PLAYOUTS), f"{LOOKAHEAD}_turns": (0, MOST_TURNS)}
"""Weights that cost time: more playouts, or longer ones, and no game would end."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,59}")
"""What a row may be called."""
KEYS = {"mix": "why, agents", "mood": "why, percent, add"}
"""Tables of tables beside the personas, and what a row of them says."""


class _Row(BaseModel):
    """What the file says of a persona or a mix."""

    model_config = ConfigDict(extra="forbid", strict=True)

    why: str = ""


class PersonaRow(_Row):
    """A persona as it is written: `like` takes over the weights of another that this one does not name."""

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


class Mood(_Row):
    """How somebody plays for once: some weights in per cent of what they are, then something added to some."""

    percent: dict[str, Annotated[int, Field(ge=0, le=MOST_PERCENT)]] = {}
    add: dict[str, Annotated[int, Field(ge=-MOST, le=MOST)]] = {}

    @field_validator("percent", "add")
    @classmethod
    def _name_weights(cls, weights: dict[str, int]) -> dict[str, int]:
        allowed = [name for name, _ in FEATURES if name not in BOUNDS]
        if strange := [name for name in weights if name not in allowed]:
            raise ValueError(f"names {quoted(strange[0])}; allowed: {', '.join(allowed)}")
        return weights

    def of(self, persona: Persona) -> dict[str, int]:
        """Weights of somebody in this mood, towards 0 where a part is no whole number."""
        weights = dict(persona.weights)
        for name, percent in self.percent.items():
            weights[name] = int(weights.get(name, 0) * percent / 100)
        for name, more in self.add.items():
            weights[name] = weights.get(name, 0) + more
        if strange := [name for name, value in weights.items() if abs(value) > MOST]:
            raise BadInput(f"{persona.name}: {strange[0]} is {weights[strange[0]]} in this mood; allowed: up to {MOST}")
        return weights


@dataclass(frozen=True)
class Persona:
    """One way to play."""

    name: str
    why: str
    weights: Mapping[str, int]
    provenance: str = ""  # how the weights were found, where they were not set by hand


class PersonaFile(NamedTuple):
    """What a file says, by name."""

    personas: dict[str, Persona]
    mixes: dict[str, Mix]
    moods: dict[str, Mood]


def read_personas(path: Path = FILE) -> PersonaFile:
    """A file of personas; whoever has edited it, or has gone to another folder, gets it anew."""
    try:
        about = path.stat()
        stamp = (about.st_mtime_ns, about.st_size)
    except OSError:
        stamp = (0, 0)
    return _read_once(path, str(path.absolute()), stamp)


@lru_cache(maxsize=8)
def _read_once(path: Path, whole: str, stamp: tuple[int, int]) -> PersonaFile:
    data = read_toml(path, BadInput)
    tables = {kind: data.pop(kind, {}) for kind in KEYS}
    for kind, rows in tables.items():
        if not isinstance(rows, dict):
            named = f"tables [{kind}.NAME] with the keys {KEYS[kind]}"
            raise BadInput(f"{path}: {kind} is {quoted(rows)}; allowed: {named}")
    if strange := [name for rows in (data, *tables.values()) for name in rows if not NAME.fullmatch(name)]:
        raise BadInput(
            f"{path}: [{bare(strange[0])}]: the name is {quoted(strange[0])}; "
            "allowed: lower-case letters, digits, - and _, a letter first"
        )
    moods = {name: checked(Mood, row, BadInput, f"{path}: [mood.{bare(name)}]") for name, row in tables["mood"].items()}
    known: dict[str, Persona] = {}
    for name, row in data.items():
        known[name] = _persona(f"{path}: [{bare(name)}]", name, row, PersonaFile(known, {}, moods), path == FILE)
    mixes = {name: _mix(f"{path}: [mix.{bare(name)}]", name, row, tuple(known)) for name, row in tables["mix"].items()}
    return PersonaFile(known, mixes, moods)


def in_mood(where: str, persona: Persona, moods: Sequence[str], known: Mapping[str, Mood]) -> Persona:
    """Somebody in some moods of those that are known, one after the other."""
    for mood in moods:
        if mood not in known:
            raise BadInput(f"{where}: no mood {quoted(mood)}; allowed: {listed(known) or 'none'}")
        persona = replace(persona, name=f"{persona.name}+{mood}", weights=known[mood].of(persona))
    return persona


def _persona(where: str, name: str, row: Any, above: PersonaFile, is_ours: bool) -> Persona:
    """A row; it may be like a row above it, or, in a file of one's own, like one of the lab's, in some mood."""
    said = checked(PersonaRow, row, BadInput, where)
    if not said.like:
        return Persona(name, said.why, said.weights, said.provenance)
    like, *moods = said.like.split("+")
    ours = above if is_ours else read_personas()
    known = {**ours.personas, **above.personas}
    if like not in known:
        rows = f"{'' if is_ours else 'one of the lab, or '}a row above it ({listed(known) or 'there is none'})"
        raise BadInput(f"{where}: like is {quoted(said.like)}; allowed: {rows}")
    model = in_mood(f"{where}: like", known[like], moods, {**ours.moods, **above.moods})
    return Persona(name, said.why, {**model.weights, **said.weights}, said.provenance)


def _mix(where: str, name: str, row: Any, known: tuple[str, ...]) -> Mix:
    said = checked(Mix, row, BadInput, where)
    if name in known:
        raise BadInput(f"{where}: a persona is called '{name}' too; allowed: a name that is not {listed(known)}")
    if strange := [agent for agent in said.agents if agent not in known]:
        raise BadInput(f"{where}: agents names {quoted(strange[0])}; allowed: {listed(known)}")
    return said
