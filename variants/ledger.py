"""The rule ledger: what the rule sheets say, one numbered sentence a rule, in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.inputs.quote import quoted
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, VariantError, read_toml

LEDGER_FILE = Path(__file__).resolve().parent / "ledger.toml"
KEYS = ("id", "area", "text", "sets", "switches", "note", "lines")


@dataclass(frozen=True)
class LedgerRule:
    """One rule of the ledger."""

    id: str
    area: str
    text: str
    sets: tuple[str, ...]  # sheets that state the rule; the others inherit it
    switches: tuple[str, ...]  # switches that turn it on, off or change its number
    note: str  # how a silence, doubt or contradiction is resolved
    lines: str  # where on the sheets: a letter for the sheet, then line numbers


@cache
def sheets() -> dict[str, str]:
    """Every preset that has a rule sheet, by the letter that stands for the sheet in the ledger."""
    found: dict[str, str] = {}
    for file in (f for f in known_variants() if f.sheet):
        if file.sheet in found:
            other = found[file.sheet]
            raise VariantError(f'variants/{file.key}.toml: sheet = "{file.sheet}" is that of {other}; allowed: another')
        found[file.sheet] = file.key
    return found


@cache
def read_ledger(path: Path = LEDGER_FILE) -> tuple[LedgerRule, ...]:
    """All rules in the order of the file, checked."""
    rows = read_toml(path).get("rule", [])
    rules = tuple(_rule(path, row, place) for place, row in enumerate(rows, 1))
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise VariantError(f'{path}: id = "{rule.id}" stands twice; allowed: each id once')
        seen.add(rule.id)
    return rules


def _rule(path: Path, row: dict[str, Any], place: int) -> LedgerRule:
    where = f"{path}: rule {place} ('{row.get('id', '?')}')"
    for key in row:
        if key not in KEYS:
            raise VariantError(f"{where}: unknown key '{key}'; allowed: {', '.join(KEYS)}")
    for key in ("id", "area", "text", "lines"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise VariantError(
                f"{where}: {key} = {quoted(row.get(key))} is not allowed; allowed: a text that is not empty"
            )
    sets = _names(where, row, "sets", tuple(sheets().values()))
    switches = _names(where, row, "switches", tuple(SWITCHES))
    return LedgerRule(row["id"], row["area"], row["text"], sets, switches, row.get("note", ""), row["lines"])


def _names(where: str, row: dict[str, Any], key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    for name in row.get(key, []):
        if name not in known:
            raise VariantError(f"{where}: {key} holds '{name}'; allowed: {', '.join(known)}")
    return tuple(row.get(key, []))
