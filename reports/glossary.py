"""What the words of charts, tables and commands mean: one list for the dashboard, the report and `lab help`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from engine.inputs.toml import read_toml
from lab.errors import BadInput

TERMS = Path(__file__).resolve().parent / "terms.toml"
NEAR = 4
"""Words that are named to whoever asks for one that is not there."""
CLOSE = 0.65
"""How like a word has to be."""


def terms() -> dict[str, str]:
    """Each word and what it means, in the order in which they are listed."""
    return {row["word"]: " ".join(row["means"].split()) for row in read_toml(TERMS, BadInput)["term"]}


def found(asked: str, known: Mapping[str, str]) -> str | None:
    """The word that is meant: itself, in the plural, one of several, or the only one that holds it."""
    whole = {one.casefold().replace("-", " "): word for word in known for one in (word, *word.split(", "))}
    given = " ".join(asked.casefold().replace("-", " ").split())
    for one in (given, given.removesuffix("s")):
        if one in whole:
            return whole[one]
    holding = [word for word in known if given in word.casefold().replace(",", "").split()]
    return holding[0] if len(holding) == 1 else None


def near(asked: str, known: Iterable[str]) -> list[str]:
    """Words like the one that was asked for, those that hold it first."""
    words = list(known)
    given, lower = asked.casefold(), {word.casefold(): word for word in words}
    holding = [word for word in words if given and given in word.casefold()]
    like = [lower[one] for one in get_close_matches(given, lower, NEAR, CLOSE)]
    return list(dict.fromkeys([*holding, *like]))[:NEAR]
