"""Every rules question under tests/scenarios is one test."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lab.scenarios.scenario_run import run_scenario
from lab.scenarios.scenario_schema import load_scenario
from variants.ledger import read_ledger

FOLDER = Path(__file__).resolve().parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(FOLDER).with_suffix("")) for p in FILES])
def test_scenario(path: Path) -> None:
    """With everybody's windows and, unless the file names its windows, with those of real games."""
    scenario = load_scenario(path)
    outcome = run_scenario(scenario.model_copy(update={"windows": scenario.windows or "variant"}))
    assert outcome.passed, outcome.failure


def test_each_scenario_has_an_id_of_its_own_and_cites_rules_of_the_ledger() -> None:
    scenarios = [load_scenario(path) for path in FILES]
    known = {rule.id for rule in read_ledger()}
    assert [name for name, n in Counter(s.id for s in scenarios).items() if n > 1] == []
    assert {s.file: [r for r in s.rules if r not in known] for s in scenarios if not set(s.rules) <= known} == {}
