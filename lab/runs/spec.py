"""What a run is: decks, variants, seats, agents, games, seed. Equal specs give equal bytes."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from lab.agents.personas import USUAL, allowed_agents, expand
from lab.errors import BadInput

ALLOWED = {
    "decks": "names of decks, or nothing for the deck of each variant",
    "arms": "one or more different variants, such as cthulhu+faster",
    "seats": "3 to 6 players",
    "agents": "",  # what is known, filled in when it is asked
    "games": "a whole number from 1 to 100000000",
    "seed": "a whole number from 0 to 9223372036854775807",
    "events": "all, none, or sample:N with N games of each arm",
    "shard_games": "a whole number from 1 to 100000",
}
"""What each key may hold, in words."""

MOST_AGENTS = 100
_EVENTS = re.compile(r"all|none|sample:[1-9][0-9]{0,8}")
Names = tuple[Annotated[str, Field(min_length=1)], ...]


class RunSpec(BaseModel):
    """One tournament: every variant of `arms` plays the games 0 to `games` - 1 with the same randomness."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    decks: Names = ()
    arms: Names = Field(min_length=1)
    seats: int = Field(default=4, ge=3, le=6)
    agents: Names = Field(default=(USUAL,), min_length=1, max_length=MOST_AGENTS, validate_default=True)
    games: int = Field(default=1000, ge=1, le=100_000_000)
    seed: int = Field(default=0, ge=0, le=2**63 - 1)
    events: str = "all"
    shard_games: int = Field(default=250, ge=1, le=100_000)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise BadInput(_sentence(error)) from None

    @field_validator("decks", "arms", "agents", mode="before")
    @classmethod
    def _as_names(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value

    @field_validator("arms")
    @classmethod
    def _all_different(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if twice := [name for name in value if value.count(name) > 1]:
            raise BadInput(f"arms names '{twice[0]}' twice; allowed: {ALLOWED['arms']}")
        return value

    @field_validator("agents")
    @classmethod
    def _all_known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        agents = expand(value)  # a stored spec names no mixes: it says who really played
        if len(agents) > MOST_AGENTS:
            raise BadInput(f"agents stands for {len(agents)} players; allowed: at most {MOST_AGENTS}")
        return agents

    @field_validator("events")
    @classmethod
    def _known_policy(cls, value: str) -> str:
        if not _EVENTS.fullmatch(value):
            raise BadInput(f"events is '{value}'; allowed: {ALLOWED['events']}")
        return value

    @property
    def spec_hash(self) -> str:
        """Fingerprint of the canonical text."""
        return hashlib.sha256(spec_text(self).encode()).hexdigest()


def spec_text(spec: RunSpec) -> str:
    """The spec as TOML; equal specs give equal texts."""
    return "".join(f"{key} = {_toml(getattr(spec, key))}\n" for key in RunSpec.model_fields)


def parse_spec(text: str, where: str = "spec") -> RunSpec:
    """Read a spec from TOML; `where` names the text in error messages."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: not valid TOML: {' '.join(str(error).split())}") from None
    return make_spec(values, where)


def make_spec(values: Mapping[str, Any], where: str) -> RunSpec:
    """Check values from a file or a command line; `where` names them in error messages."""
    try:
        return RunSpec(**values)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def read_spec(path: Path) -> RunSpec:
    """Read a spec file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path}: cannot be read: {reason}") from None
    return parse_spec(text, str(path))


def _sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    key = str(first["loc"][0])
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    if first["type"] == "extra_forbidden":
        return f"unknown key '{key}'; allowed: {', '.join(ALLOWED)}"
    allowed = ALLOWED[key] or allowed_agents()
    if first["type"] == "missing":
        return f"missing key '{key}'; allowed: {allowed}"
    return f"{key} is {_shown(first['input'])}; allowed: {allowed}"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "empty"
    if value == "":
        return "an empty name"
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'
