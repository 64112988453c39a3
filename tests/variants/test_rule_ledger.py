"""The ledger is complete, and everything that names its rules or switches names existing ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.switches import RULES
from lab.scenarios.rule_coverage import coverage, implementations, rule_status, select, unknown_citations
from variants import ledger
from variants.ledger import read_ledger, sheets
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, VariantError

RULES_ON_THE_SHEETS = 298
"""A rule is never dropped from the ledger; a new one raises the number."""


def test_the_ledger_holds_every_rule_once_with_a_text() -> None:
    ledger = read_ledger()
    assert len({rule.id for rule in ledger}) == len(ledger) == RULES_ON_THE_SHEETS
    for rule in ledger:
        assert len(rule.text) >= 15 and rule.text.endswith((".", "!")), rule.id
        assert rule.sets and set(rule.sets) <= set(sheets().values()), rule.id


def test_switches_and_ledger_name_each_other() -> None:
    governed = {rule.id: rule.switches for rule in read_ledger()}
    for switch in RULES:
        assert switch.ledger, f"{switch.name} cites no rule"
        for rule_id in switch.ledger:
            assert rule_id in governed, f"{switch.name} cites the unknown rule {rule_id}"
            assert switch.name in governed[rule_id], f"ledger: {rule_id} must list the switch {switch.name}"
    for rule_id, names in governed.items():
        assert set(names) <= set(SWITCHES), rule_id


def test_nothing_cites_a_rule_that_does_not_exist() -> None:
    assert unknown_citations() == {}


def test_every_rule_is_implemented_and_covered_and_every_scenario_is_read_once(monkeypatch) -> None:
    read: list[Path] = []
    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda path, *args, **kind: read.append(path) or opened(path, *args, **kind))
    assert [row.rule.id for row in rule_status() if not row.implemented_in or not row.covered_by] == []
    scenarios = [path for path in read if "scenarios" in path.parts and path.suffix == ".toml"]
    assert len(scenarios) > 900 and len(set(scenarios)) == len(scenarios)


ROW = 'id = "a.b"\narea = "x"\ntext = "t"\nlines = "K1"'


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (ROW + "\nextra = 1", "unknown key 'extra'"),
        (ROW.replace('"t"', '""'), "text is ''; allowed: a text that is not empty"),
        (ROW + '\nswitches = ["zzz"]', "switches is 'zzz'; allowed: "),
        (ROW + '\nsets = ["zzz"]', "sets is 'zzz'; allowed: conan, "),
        (ROW + "\n[[rule]]\n" + ROW, "stands twice"),
    ],
)
def test_a_faulty_ledger_is_refused(tmp_path: Path, row: str, told: str) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(f"[[rule]]\n{row}\n")
    with pytest.raises(VariantError, match=told):
        read_ledger(path)


def test_the_letters_of_the_sheets_are_those_of_the_presets() -> None:
    letters = sheets()
    assert letters.items() >= {"K": "critical_role", "R": "russia", "C": "conan", "M": "magical_mess"}.items()
    assert {place[0] for rule in read_ledger() for place in rule.lines.split()} <= set(letters)


def test_two_sheets_of_one_letter_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = [f.model_copy(update={"sheet": "R"}) if f.key == "conan" else f for f in known_variants()]
    monkeypatch.setattr(ledger, "known_variants", lambda: twins)
    with pytest.raises(VariantError, match='russia.toml: sheet = "R" is that of conan'):
        sheets.__wrapped__()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A tiny project with one kernel, one constant, one scenario and two marked tests."""
    files = {
        "engine/steps/turn/door.py": '@kernel("turn.kick-open", "turn.kick-open.curse")\ndef open_door(g): pass\n',
        "lab/deal.py": 'IMPLEMENTS = ("setup.players",)\n',
        "tests/scenarios/door/one.toml": 'id = "one"\nrules = ["turn.kick-open", "no.such-rule"]\n',
        "tests/scenarios/door/broken.toml": "rules = [",
        "tests/test_a.py": 'import pytest\n\n@pytest.mark.rule("setup.players", "turn.order")\ndef test_x(): pass\n',
        "tests/test_b.py": 'class TestB:\n    @pytest.mark.rule("turn.order")\n    def test_y(self): pass\n',
        "tests/test_c.py": 'import pytest\npytestmark = pytest.mark.rule("turn.order")\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_citations_are_read_from_sources(project: Path) -> None:
    assert implementations(project) == {
        "turn.kick-open": ["engine/steps/turn/door.py:open_door"],
        "turn.kick-open.curse": ["engine/steps/turn/door.py:open_door"],
        "setup.players": ["lab/deal.py"],
    }
    assert coverage(project) == {
        "turn.kick-open": ["tests/scenarios/door/one.toml"],
        "no.such-rule": ["tests/scenarios/door/one.toml"],
        "setup.players": ["tests/test_a.py::test_x"],
        "turn.order": ["tests/test_a.py::test_x", "tests/test_b.py::TestB::test_y", "tests/test_c.py"],
    }
    assert unknown_citations(project) == {"no.such-rule": ["tests/scenarios/door/one.toml"]}


def test_rules_are_selected_by_id_area_and_lack_of_tests(project: Path) -> None:
    assert len(rule_status(project)) == RULES_ON_THE_SHEETS
    (row,) = select("turn.kick-open", None, False, project)
    assert row.covered_by == ("tests/scenarios/door/one.toml",) and not row.missing
    door = {row.rule.id: row.missing for row in select(None, "door", False, project)}
    assert door["turn.kick-open"] is False and door["turn.kick-open.other"] is True
    assert all(row.missing for row in select(None, "door", True, project))
    with pytest.raises(VariantError, match=r"no rule 'turn.kick'; allowed: .*turn.kick-open"):
        select("turn.kick", None, False, project)
    with pytest.raises(VariantError, match=r"no area 'x'; allowed: bad-stuff"):
        select(None, "x", False, project)
