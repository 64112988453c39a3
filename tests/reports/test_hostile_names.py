"""Names with HTML, scripts, Markdown and formulas are text in the report and in every table that is written."""

from __future__ import annotations

import csv
import re

import pytest

from lab import cli
from lab.export.csv_export import export_tables
from lab.export.spreadsheet import NUMBER, RUNS
from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, run_spec
from lab.store.store_folder import Store
from reports.html_report import report_text
from tests.lab.fakes import fake_arms

NAMES = ("<img src=x onerror=alert(1)>", "**b** [x](javascript:alert(1))", "=1+1|</script><script>alert(2)</script>")
TITLE = Title("=cmd <svg onload=alert(3)>", "@<svg onload=alert(3)>")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    spec = RunSpec(arms=NAMES, games=20, shard_games=10)
    path = tmp_path_factory.mktemp("hostile") / "store"
    run_spec(spec, path, 1, title=TITLE, arms=fake_arms(spec))
    return Store.open(path)


@pytest.mark.deep
def test_the_report_shows_them_as_text(store):
    text = report_text(store)
    assert "<script>alert" not in text and text.count("<script") == text.count("</script>")
    plain = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "&lt;img src=x onerror=alert(1)&gt;" in plain and "[x](javascript:alert(1))" in plain
    assert not re.findall(r"<(?:img|svg)[^>]*(?:onerror|onload)", plain)
    assert not re.findall(r"<[^>]*href=[^>]*javascript", plain)
    assert "<b>b</b>" not in plain


def test_no_cell_of_an_export_or_of_csv_on_the_terminal_is_a_formula(store, tmp_path, capsys):
    files = export_tables(store, tmp_path / "out", "lab export")
    tables = [file.read_text(encoding="utf-8") for file in files if file.suffix == ".csv"]
    for line in ("metrics endings", "runs", "query 'SELECT arm FROM arm'"):
        words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]
        assert cli.main([*words, "--store", str(store.path), "--csv"]) == 0
        tables.append(capsys.readouterr().out)
    cells = [cell for text in tables for row in csv.reader(text.splitlines()) for cell in row]
    assert [cell for cell in cells if re.match(RUNS, cell) and not re.match(NUMBER, cell)] == []
    assert any(cell.startswith("'=1+1") for cell in cells) and any(cell.startswith("'@<svg") for cell in cells)
