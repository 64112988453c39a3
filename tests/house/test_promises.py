"""The table of CONTRIBUTING that says which test keeps which promise: every file is there, and plain pytest runs it."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.sources import ROOT, text_of, tree_of

HEADING = "## Promises and their tests"


def promises() -> dict[str, list[str]]:
    """Each promise of the table with the files of its tests."""
    section = text_of(ROOT / "CONTRIBUTING.md").partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (`tests/.+`) \|$", section, re.MULTILINE)
    return {promise: re.findall(r"`([^`]+)`", files) for promise, files in rows}


def core_tests(tree: ast.Module) -> list[str]:
    """Names of the tests of a file that plain pytest runs, at least in some cases."""
    said = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign)]
    if any(line.startswith("pytestmark") and "mark.deep" in line for line in said):
        return []
    tests = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    return [t.name for t in tests if "pytest.mark.deep" not in map(ast.unparse, t.decorator_list)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def test_a(): ...", ["test_a"]),
        ("@pytest.mark.deep\ndef test_a(): ...", []),
        ("@pytest.mark.deep(but=2)\ndef test_a(): ...", ["test_a"]),
        ("pytestmark = pytest.mark.deep\ndef test_a(): ...", []),
        ("pytestmark = [pytest.mark.deep]\ndef test_a(): ...", []),
    ],
)
def test_deep_tests_are_not_of_the_core(source, found):
    assert core_tests(ast.parse(source)) == found


def test_every_promise_has_tests_that_plain_pytest_runs():
    files = {file for named in promises().values() for file in named}
    assert len(promises()) > 20 and all(promises().values())
    assert not {file for file in files if not (ROOT / file).is_file()}, "the file was moved: change the table"
    assert not {file for file in files if file.startswith("tests/deep/") or not core_tests(tree_of(ROOT / file))}
