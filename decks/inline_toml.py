"""Values and steps as TOML on one line, as they may be written in a card file or in a cell of a spreadsheet."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from decks.program_steps import Step


def toml_value(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {toml_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else toml_value(key)


def step_keys(step: Step) -> tuple[str, ...]:
    """The keys of a step as they may be written in a card file."""
    first = {"on": step.on} if step.on is not None else {}
    last = {"when": step.when} if step.when else {}
    return tuple(f"{key} = {toml_value(one)}" for key, one in {**first, "op": step.op, **step.params, **last}.items())


def program(steps: Sequence[Step]) -> str:
    """The steps of `effects` or `bad_stuff` as one list."""
    return "[" + ", ".join("{ " + ", ".join(step_keys(step)) + " }" for step in steps) + "]"
