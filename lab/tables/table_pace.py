"""The pace of a table: seconds for a turn, a decision and a combat, declared in `pace.toml` and editable there."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from engine.inputs.quote import bare, quoted
from engine.inputs.toml import parse_toml
from lab.errors import BadInput

FILE = Path(__file__).resolve().with_name("pace.toml")
WRITTEN = FILE.read_bytes()
"""The declared pace as it was when the code was loaded: what is kept is found again by the file of that moment."""
LONGEST = 3600.0
"""Seconds that nothing takes longer than."""


@dataclass(frozen=True)
class Pace:
    """Seconds for each turn, each decision and each combat."""

    turn: float
    decision: float
    combat: float


PARTS = {"turn": "turns", "decision": "decisions", "combat": "combats"}
"""What is counted for each of them: columns of the table game."""


@lru_cache(maxsize=1)
def pace() -> Pace:
    """The declared pace."""
    return parsed_pace(WRITTEN, FILE)


def parsed_pace(written: bytes, path: Path) -> Pace:
    """The pace that a file declares."""
    names = [field.name for field in fields(Pace)]
    said = parse_toml(written, BadInput, str(path))
    for name in [*said, *names]:
        if name not in names:
            raise BadInput(f"{path}: there is no key '{bare(name)}'; allowed: {', '.join(names)}")
        value = said.get(name)
        # bool is a kind of int, and nan is not within any bounds
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
            raise BadInput(f"{path}: {name} is {quoted(value)}; allowed: seconds, 0 to {LONGEST:.0f}")
    return Pace(**{name: float(said[name]) for name in names})
