"""What the words of charts, tables and commands mean: one list for the dashboard, the report and `lab help`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.inputs.toml import read_toml
from lab.errors import BadInput

TERMS = Path(__file__).resolve().parent / "terms.toml"


def terms() -> dict[str, str]:
    """Each word and what it means, in the order in which they are listed."""
    return {row["word"]: " ".join(row["means"].split()) for row in read_toml(TERMS, BadInput)["term"]}


def found(asked: str, known: Mapping[str, str]) -> str | None:
    """The word that is meant: itself, in the plural, one of several, what else people say, or the only one with it."""
    said = {one: word for word, others in _also().items() if word in known for one in others}
    whole = said | {one.casefold().replace("-", " "): word for word in known for one in (word, *word.split(", "))}
    given = " ".join(asked.casefold().replace("-", " ").split())
    for one in (given, given.removesuffix("s")):
        if one in whole:
            return whole[one]
    holding = [word for word in known if given in word.casefold().replace(",", "").split()]
    return holding[0] if len(holding) == 1 else None


def leads(asked: str) -> list[str]:
    """Where a word is told of that is none of tables."""
    given = " ".join(asked.casefold().replace("-", " ").split())
    return [" ".join(row["says"].split()) for row in read_toml(TERMS, BadInput)["see"] if given in row["words"]]


def _also() -> dict[str, list[str]]:
    """What people type for a word that is listed by another name."""
    return {row["word"]: row.get("also", []) for row in read_toml(TERMS, BadInput)["term"]}
