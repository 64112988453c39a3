"""What a house rule may say, it does: games with it are other games than those without it."""

from __future__ import annotations

from typing import Any

import pytest

from decks.card_edits import LASTS
from decks.program_steps import may_count
from engine.effects.effect_dispatch import EFFECTS
from engine.records.card_kinds import HAPPENS, Trigger
from engine.records.opcodes import BY_CODE, BY_NAME
from lab.conduct.changed_tables import Table, watch

GAMES = 300
VALUES: dict[str, Any] = {"amount": 2, "of": "elf", "tag": "fire", "slot": "head", "except": "fire"}
"""A value for each key that an opcode must have."""


def rule(folder: Any, step: str) -> str:
    """A variant of `base` with one rule."""
    path = folder / "mine.toml"
    path.write_text(f'name = "Mine"\nwhy = "To see."\noverlay = true\n[[rule]]\n{step}\n')
    return f"base+{path}"


def differ(variant: str) -> int:
    """Games that are not those of `base`."""
    one, two = (watch(Table(name), ["balanced"], GAMES, events=0).facts.game for name in ("base", variant))
    return int((one["decisions"] != two["decisions"]).sum())


@pytest.mark.parametrize(("on", "op"), [(on, op) for on, ops in LASTS.items() for op in ops])
def test_whatever_lasts_on_a_rule_changes_games(tmp_path, on, op):
    row = BY_NAME[op]
    wanted = [name for name in row.params if name == "amount" or not row.may_omit(name)]
    values = {name: VALUES[name] for name in wanted} | ({"tag": "undead"} if op == "strength_vs_tag" else {})
    said = "".join(f"{key} = {value!r}\n" for key, value in values.items())
    assert differ(rule(tmp_path, f'op = "{op}"\non = "{on.name.lower()}"\n{said}')) > 0


@pytest.mark.parametrize("trigger", [*HAPPENS, Trigger.TURN_START, Trigger.WON, Trigger.JOINED, Trigger.GOT_AWAY])
def test_every_moment_comes_in_games(tmp_path, trigger):
    does = 'op = "lose_levels"' if trigger == Trigger.DIED else 'op = "draw"\npile = "treasure"'
    assert differ(rule(tmp_path, f'{does}\non = "{trigger.name.lower()}"')) > 0


def test_amounts_count_where_kernels_ask_for_them():
    """An instant opcode may count if its kernel asks `amount_of` or `count_of`, and only then."""
    import inspect

    for code, kernel in EFFECTS.items():
        row = BY_CODE[code]
        if "amount" in row.params:
            source = inspect.getsource(getattr(kernel, "py_func", kernel))
            assert may_count(row) == ("amount_of(" in source or "count_of(" in source), row.name
