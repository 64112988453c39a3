"""Conventions of the house, checked."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.records.opcodes import OPCODES
from engine.records.switches import RULES
from lab.cli import command_files, summary
from lab.tables.metric import load_metrics
from tests.house.sources import ROOMS, ROOT, SOURCES, TESTS, name_of, nodes, text_of, tree_of

MAX_LINES = 300
MAX_FUNCTION = 40

TOO_LONG: set[str] = set()
"""Files that may be longer than the limit; this list may only shrink."""

OPCODE_NUMBERS = ROOT / "tests" / "opcode_numbers.txt"
"""Frozen `number name` lines: opcode numbers are stored, so lines are added and never changed."""

VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "core", "misc"}
NAMED_AFTER = {"lab/commands", "lab/metrics", "reports/commands", "reports/pages", "reports/desk/live_pages"}


def test_files_stay_small():
    long = {name_of(p) for p in [*SOURCES, *TESTS] if len(text_of(p).splitlines()) > MAX_LINES}
    assert not long - TOO_LONG, f"more than {MAX_LINES} lines: {sorted(long - TOO_LONG)}"
    assert not TOO_LONG - long, f"short enough now, take them off the list: {sorted(TOO_LONG - long)}"


def test_functions_stay_small():
    long = [
        f"{name_of(path)}: {node.name}"
        for path in SOURCES
        for node in nodes(tree_of(path))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION
    ]
    assert not long, f"more than {MAX_FUNCTION} lines: {long}"


def test_no_file_has_a_vague_name():
    assert not [name_of(p) for p in SOURCES if p.stem in VAGUE]


def test_a_file_name_has_one_meaning():
    """Commands, metrics and pages are named after what they are about; any other name is there once."""
    names = [p.stem for p in SOURCES if name_of(p.parent) not in NAMED_AFTER and p.name != "__init__.py"]
    assert not {name for name in names if names.count(name) > 1}


def test_no_two_files_of_tests_have_the_same_name():
    names = [p.name for p in TESTS if p.name.startswith("test_")]  # pytest imports them by their name alone
    assert sorted(names) == sorted(set(names))


def test_every_file_says_what_it_is():
    silent = [name_of(p) for p in SOURCES if not ast.get_docstring(tree_of(p))]
    assert not silent


def test_nothing_names_a_folder_outside_the_project():
    outside = re.compile(r"\.\./" + "shared|/work/" + "shared|/work/" + "main")
    ours = [p for room in (*ROOMS, "tests", ".ci") for p in (ROOT / room).rglob("*")] + [*ROOT.glob("*")]
    texts = [p for p in ours if p.suffix in {".py", ".toml", ".md", ".txt", ".sql", ".csv"} and p.is_file()]
    assert not [name_of(p) for p in texts if outside.search(text_of(p))]


def test_opcode_numbers_and_names_are_unique():
    assert len({o.code for o in OPCODES}) == len({o.name for o in OPCODES}) == len(OPCODES)


def test_opcode_numbers_never_change():
    frozen = dict(line.split() for line in OPCODE_NUMBERS.read_text(encoding="utf-8").splitlines())
    now = {str(o.code): o.name for o in OPCODES}
    assert {k: now.get(k) for k in frozen} == frozen, "a stored opcode number got another meaning"
    new = {k: v for k, v in now.items() if k not in frozen}
    assert not new, f"add these lines to {name_of(OPCODE_NUMBERS)}: {new}"


def test_every_opcode_explains_itself_in_a_sentence():
    assert not [o.name for o in OPCODES if not o.says.endswith(".")]


def ledger_ids() -> set[str]:
    ledger = tomllib.loads((ROOT / "variants" / "ledger.toml").read_text(encoding="utf-8"))
    rows = ledger.get("rule", ledger.get("rules", []))
    return {row["id"] for row in rows}


def cited_in(path: Path) -> set[str]:
    """Ids in `@kernel(...)` decorators and `rule` marks of a file."""
    found: set[str] = set()
    for node in nodes(tree_of(path)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
            "kernel",
            "rule",
        ):
            found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def test_cited_rules_exist_in_the_ledger():
    known = ledger_ids()
    citing = [p for p in [*SOURCES, *TESTS] if "kernel(" in text_of(p) or "rule(" in text_of(p)]
    assert not {name_of(p): unknown for p in citing if (unknown := sorted(cited_in(p) - known))}
    of_switches = {i for s in RULES for i in s.ledger}
    assert not of_switches - known


@pytest.mark.parametrize("name", command_files())
def test_every_command_has_help_and_an_example(name):
    path = command_files()[name]
    assert re.fullmatch(r"[A-Z].*\.", summary(path)), f"{name_of(path)}: help must begin with one sentence"
    text = path.read_text(encoding="utf-8")
    assert "Example" in text and re.search(rf"\n +lab {name}", text), f"{name_of(path)}: help must show an example"


def test_help_imports_nothing_heavy():
    heavy = ("numba", "polars", "duckdb", "plotly", "streamlit", "scipy", "numpy", "pydantic")
    code = f"import sys; from lab.cli import main; main(['--help']); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_metric_has_a_sentence():
    assert not [m.name for m in load_metrics().values() if not re.fullmatch(r"[A-Z].*\.", m.says)]


def test_every_dashboard_page_asks_its_question():
    for path in sorted((ROOT / "reports" / "pages").glob("[a-z]*.py")):
        tree = tree_of(path)
        names = {
            t.id
            for n in tree.body
            if isinstance(n, ast.Assign | ast.AnnAssign)
            for t in ast.walk(n)
            if isinstance(t, ast.Name)
        }
        functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        assert ast.get_docstring(tree), name_of(path)
        assert {"TITLE", "ORDER", "METRICS"} <= names and "draw" in functions, name_of(path)


def test_the_readme_has_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/lab demo\n" in text
    assert 'python3 -m venv .venv && .venv/bin/pip install -e ".[dev]" && .venv/bin/pytest\n' in text


def test_constraints_name_exact_versions_and_no_index():
    lines = [x for x in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if x and x[0] != "#"]
    assert lines and all(re.fullmatch(r"[A-Za-z0-9._-]+==[^\s/@]+", line) for line in lines)
