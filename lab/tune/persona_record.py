"""A tuned persona as a row of a TOML file, with its provenance; what the file holds already is not touched."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.records.switches import RULES_VERSION
from lab.agents.personas import NAME, Persona, mixes, personas
from lab.errors import BadInput
from lab.store.atomic_files import placed
from lab.tune.persona_search import NAMES

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec
    from lab.tune.candidate_games import Weights

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
        raise BadInput(f"{path}: cannot be written ({error.strerror}); allowed: a place of yours") from None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in escaped) + '"'
