"""Mutation check of the rules: break one switch or one opcode in the data, and see whether anything turns red.

A switch is given every other value it may have (a number is moved by one); an opcode's effect rows are made
to do nothing. Nothing is compiled anew. First those scenarios run that could notice: for a switch, those that set
it or cite a rule it governs; for an opcode, those that name a card with it. What no scenario notices is then
shown to the tests that name the switch or the opcode, in a process of their own (`plant`).
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from decks.read_decks import deck_names
from engine.records.opcodes import BY_NAME, OPCODES
from engine.records.switches import RULES, Switch
from lab.errors import BadInput
from lab.games.game_table import compiled_decks
from lab.scenarios.position import variant_of
from lab.scenarios.rule_coverage import PROJECT
from lab.scenarios.scenario_run import run_scenario, scenario_files
from lab.scenarios.scenario_schema import Scenario, load_scenario
from variants.ledger import read_ledger
from variants.variant_schema import SWITCHES, in_words

VARIABLE = "LAB_MUTATION"
"""Environment variable that names the mutation a test process is to run under."""

TESTS = ("tests/rules", "tests/effects")
"""Folders whose tests are asked when no scenario notices."""

PATIENCE = 300
"""Seconds after which a test process counts as having noticed: what never ends is red."""


@dataclass(frozen=True)
class Mutation:
    """One change of the data: an opcode dropped, a switch set to `value`, or a switch moved by `shift`."""

    name: str
    value: int | None = None
    shift: int = 0

    @property
    def is_switch(self) -> bool:
        """Whether a switch is changed, rather than an opcode dropped."""
        return self.value is not None or self.shift != 0  # `hand_limit` is the name of a switch and of an opcode

    @property
    def text(self) -> str:
        """How the mutation is written: `hand_limit+1`, `combat.ties=munchkins_win`, `opcode strength`."""
        if not self.is_switch:
            return f"opcode {self.name}"
        if self.value is not None:
            return f"{self.name}={in_words(SWITCHES[self.name], self.value)}"
        return f"{self.name}{self.shift:+d}"

    @property
    def is_idle(self) -> bool:
        """Whether a switch at its default stays as it is."""
        return self.is_switch and self.changed(SWITCHES[self.name].default) == SWITCHES[self.name].default

    def changed(self, own: int) -> int:
        """Value of the mutated switch where it was `own`; the same if nothing changes."""
        row = SWITCHES[self.name]
        new = own + self.shift if self.value is None else self.value
        return new if row.low <= new <= row.high else own


@dataclass(frozen=True)
class Verdict:
    """What became of one mutation; `noticed_by` is empty if nothing turned red."""

    mutation: Mutation
    noticed_by: str
    asked: int  # scenarios that could have noticed


def mutations() -> list[Mutation]:
    """Every mutation of every switch, then of every opcode."""
    return [m for switch in RULES for m in _of_switch(switch)] + [Mutation(o.name) for o in OPCODES]


def _of_switch(switch: Switch) -> Iterator[Mutation]:
    if switch.low == switch.high:
        return
    if switch.words:
        yield from (Mutation(switch.name, value=v) for v in range(switch.low, switch.high + 1))
    else:
        yield from (Mutation(switch.name, shift=s) for s in (1, -1))


def rows_of(opcode: str) -> int:
    """Effect rows of all decks that an opcode has: as many do nothing when it is dropped."""
    return sum(int((compiled_decks((deck,)).effect["op"] == BY_NAME[opcode].code).sum()) for deck in deck_names())


def find(text: str) -> Mutation:
    """The mutation a text names."""
    for mutation in mutations():
        if mutation.text == text:
            return mutation
    raise BadInput(f"mutation '{text}' is unknown; allowed: a switch such as 'hand_limit+1', or 'opcode strength'")


def check(
    chosen: Iterable[Mutation], folder: Path = PROJECT / "tests" / "scenarios", tests: Sequence[str] = TESTS
) -> Iterator[Verdict]:
    """Try mutations one by one: the scenarios of a folder first, then the tests.

    A switch that no able scenario sets otherwise, and that its default leaves as it is, is no mutation.
    """
    scenarios = [load_scenario(path) for path in scenario_files([folder])]
    for mutation in chosen:
        able = [s for s in scenarios if could_notice(mutation, s)]
        if not able and mutation.is_idle:
            continue
        red = next((s.id for s in able if _is_red(mutation, s)), "")
        yield Verdict(mutation, red or _red_test(mutation, tests), len(able))


def could_notice(mutation: Mutation, scenario: Scenario) -> bool:
    """Whether a scenario depends on what the mutation changes."""
    if not mutation.is_switch:
        return mutation.name in opcodes_of(scenario)
    cited = any(mutation.name in _governed().get(rule, ()) for rule in scenario.rules)
    if not cited and mutation.name not in scenario.switches:
        return False
    own = variant_of(scenario)[mutation.name]
    return mutation.changed(own) != own


@cache
def _governed() -> dict[str, tuple[str, ...]]:
    return {rule.id: tuple(rule.switches) for rule in read_ledger()}


def opcodes_of(scenario: Scenario) -> set[str]:
    """Opcodes of the cards a scenario defines, and of those of its decks that it names (or deals)."""
    found = {str(s["op"]) for card in scenario.cards for k in ("effects", "bad_stuff") for s in card.get(k, ())}
    found |= {"strength" for card in scenario.cards if card.get("against")}
    used = set(_named(scenario))
    for name, steps in _deck_opcodes(tuple(scenario.deck or variant_of(scenario).deck)).items():
        if scenario.dealt or name in used:
            found |= steps
    return found


def _named(scenario: Scenario) -> Iterator[str]:
    piles = (scenario.doors, scenario.treasures, scenario.door_discards, scenario.treasure_discards)
    hands = ((*s.play, *s.carry, *s.hand, *s.curses) for s in scenario.seats)
    for texts in (*piles, *hands):
        yield from (text.partition(" on ")[0].partition("#")[0] for text in texts)


@cache
def _deck_opcodes(decks: tuple[str, ...]) -> dict[str, frozenset[str]]:
    box = compiled_decks(decks)
    ops: dict[str, frozenset[str]] = {}
    for name, card in zip(box.ids, box.cards, strict=True):
        ops[name] = frozenset({step.op for _, step in card.steps()} | ({"strength"} if card.against else set()))
    return ops


def _is_red(mutation: Mutation, scenario: Scenario) -> bool:
    try:
        if not mutation.is_switch:
            return not run_scenario(scenario, dead=(BY_NAME[mutation.name].code,)).passed
        own = variant_of(scenario)[mutation.name]
        switches = {**scenario.switches, mutation.name: mutation.changed(own)}
        return not run_scenario(scenario.model_copy(update={"switches": switches})).passed
    except Exception:  # noqa: BLE001 - with its rules broken the engine may stop in any way: it is red
        return True


def _red_test(mutation: Mutation, folders: Sequence[str]) -> str:
    """The first test that fails under a mutation: those that name what it changes, then all others of their files."""
    paths = [path for folder in folders for path in sorted((PROJECT / folder).glob("test_*.py"))]
    files = [path for path in paths if _names(path.read_text(encoding="utf-8"), mutation)]
    named = [f"{path}::{name}" for path in files for name in _tests_naming(path, mutation)]
    return _first_red(named, mutation) or _first_red([str(path) for path in files], mutation)


def _first_red(tests: Sequence[str], mutation: Mutation) -> str:
    if not tests:
        return ""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-rf", *tests]
    try:
        done = subprocess.run(
            command, cwd=PROJECT, env={**os.environ, VARIABLE: mutation.text}, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"{tests[0]} (does not end)"
    red = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAILED ")]
    return red[0] if done.returncode == 1 and red else ""


def _tests_naming(path: Path, mutation: Mutation) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min((d.lineno for d in node.decorator_list), default=node.lineno)
            if _names("\n".join(text.splitlines()[first - 1 : node.end_lineno]), mutation):
                yield node.name


def _names(text: str, mutation: Mutation) -> bool:
    plain = mutation.name.replace(".", "_")
    spellings = (mutation.name, plain, mutation.name.replace(".", "__"), plain.upper())
    return any(spelling in text for spelling in spellings)


def plant(text: str) -> None:
    """Change the data of every Book that this process makes from now on; for a test process."""
    from engine.loop import game_ranges
    from lab.games import game_table as tables

    mutation, make = find(text), game_ranges.make_book

    def spoiled(rules: np.ndarray, card: np.ndarray, effect: np.ndarray, *players: np.ndarray) -> Any:
        if mutation.is_switch:
            at = list(SWITCHES).index(mutation.name)
            rules = rules.copy()
            rules[at] = mutation.changed(int(rules[at]))
        else:
            card, effect = tables.without_opcodes(card, effect, (BY_NAME[mutation.name].code,))
        return make(rules, card, effect, *players)

    for module in (game_ranges, tables):
        vars(module)["make_book"] = spoiled
