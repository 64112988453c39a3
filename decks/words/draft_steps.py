"""Drafts as the steps of a card file: with an identity under the word of its axis, and names as short as may be."""

from __future__ import annotations

from typing import Any

from decks.condition_rows import BY_WORD, LISTED
from decks.program_steps import Step
from decks.value_kinds import Fault, Names
from decks.words.drafts import IDENTITIES, Draft, Pairs


def step_of(draft: Draft, says_when: bool, names: Names) -> Step:
    """A draft as a card file has it."""
    row: dict[str, Any] = {"on": draft.at} if says_when else {}
    row |= {"op": draft.op, **{name: _plain(value, names) for name, value in draft.values}}
    return Step.model_validate(row | ({"when": _when(draft.when, names)} if draft.when else {}))


def _when(pairs: Pairs, names: Names) -> dict[str, Any]:
    """Conditions as a card file has them: an identity under the word of its axis."""
    found: dict[str, Any] = {}
    for word, value in sorted(pairs, key=lambda pair: pair[0] in IDENTITIES and len(_axes(pair[1])) == 1):
        if word in IDENTITIES:
            own = "".join(["not_" * (word == "is_not"), *_axes(value)])
            word = own if own in BY_WORD and own not in found else word
        if word in found and word in LISTED and found[word] != value:
            value = (found[word], value)
        elif word in found:
            raise Fault(f"{word} is said twice; allowed: once in one step")
        found[word] = _plain(value, names)
    return found


def _axes(value: tuple[str, ...]) -> set[str]:
    """The axes of some identities."""
    return {one.partition(":")[0] for one in value}


def _plain(value: Any, names: Names) -> Any:
    """A value as a card file has it: one name alone, and an identity without its axis where that says no less."""
    if isinstance(value, tuple):
        several = [_plain(one, names) for one in value]
        return several[0] if len(several) == 1 else several
    if value not in names.identities:
        return value
    name = value.partition(":")[2]
    alike = [key for key in names.identities if key.partition(":")[2] == name]
    return name if len(alike) == 1 else value
