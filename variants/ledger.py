"""The rule ledger: what the rule sheets say, one numbered sentence a rule, in our own words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Strict, StringConstraints, ValidationInfo, field_validator

from engine.inputs.quote import quoted
from engine.inputs.rows import checked_rows
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, VariantError, read_toml

LEDGER_FILE = Path(__file__).resolve().parent / "ledger.toml"
Text = Annotated[str, StringConstraints(pattern=r"\S", min_length=1)]
Names = Annotated[tuple[str, ...], Strict(False)]


class LedgerRule(BaseModel):
    """One rule of the ledger."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: Text
    area: Text
    text: Text
    sets: Names = ()  # sheets that state the rule; the others inherit it
    switches: Names = ()  # switches that turn it on, off or change its number
    note: str = ""  # how a silence, doubt or contradiction is resolved
    lines: Text  # where on the sheets: a letter for the sheet, then line numbers

    @field_validator("sets", "switches")
    @classmethod
    def _are_known(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        known = SWITCHES if info.field_name == "switches" else sheets().values()
        if strange := [name for name in names if name not in known]:
            raise ValueError(f"is {quoted(strange[0])}; allowed: {', '.join(known)}")
        return names


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
    rules = checked_rows(LedgerRule, read_toml(path).get("rule", []), VariantError, f"{path}: rule")
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise VariantError(f'{path}: id = "{rule.id}" stands twice; allowed: each id once')
        seen.add(rule.id)
    return rules
