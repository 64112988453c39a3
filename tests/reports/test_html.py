"""The report in one file: what it holds, how it is marked up, and names that would break it."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest

from lab import cli
from lab.cli import main
from lab.errors import BadInput
from lab.export.csv_export import export_tables
from lab.export.spreadsheet import NUMBER, RUNS
from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, run_spec
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports import html_markup, html_report
from reports.desk.draw_elements import Place, _address
from reports.elements import Answer, Ask, Column, Link, Note, Table
from reports.html_report import report_text, write_report
from reports.page_list import load_pages
from reports.verdict_page import verdict
from tests.lab.fakes import fake_arms


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two runs of fake games."""
    path = tmp_path_factory.mktemp("report") / "store"
    for seed in (1, 2):
        spec = RunSpec(arms=["base", "base+faster"], games=30, shard_games=10, seed=seed)
        run_spec(spec, path, 1, title=Title("lab run <&>"), arms=fake_arms(spec))
    return Store.open(path)


def without_scripts(text):
    return re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)


def test_nothing_is_loaded_from_elsewhere(store):
    text = report_text(store)
    assert not re.findall(r"""<(?:script|link|img|iframe|source)[^>]*(?:src|href)\s*=\s*(?!["']data:image/svg)""", text)
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", without_scripts(text))
    assert not re.findall(r"@import|url\(", re.search(r"<style>.*?</style>", text, re.DOTALL).group())
    assert "default-src 'none'" in text
    assert text.count("plotly.js v") == 1


def test_the_cover_comes_first_and_chapters_are_folded_below_their_answers(store):
    """The cover is what `lab verdict` says, once a run; a run of one arm has none."""
    text = without_scripts(report_text(store, store.run_ids()[0]))
    page = verdict(store, store.run_ids()[0])
    assert text.index(f"<h1>{page.question}</h1>") < text.index("<svg") < text.index("<section")
    chapters = re.findall(r'<section id="[^"]+"><details class="chapter"><summary>(.*?)</summary>', text, re.DOTALL)
    assert len(chapters) == text.count("<section") == len(load_pages()) and "<details open" not in text
    assert sum("<b>" in chapter or "[" in chapter for chapter in chapters) > len(chapters) / 2  # with their answers
    assert text.count('class="cover"') == 1 and 'class="chapter run"' not in text
    both = without_scripts(report_text(store))
    assert both.count('<details class="chapter run"><summary>') == 2 == both.count(f"{page.question} <b>")


@pytest.mark.deep
def test_every_page_of_every_run_is_in_it_and_in_the_contents(store):
    text = report_text(store)
    about = [page.name for page in load_pages() if page.metrics]
    for mark in [*(f"{run}-{name}" for run in store.run_ids() for name in about), "guide"]:  # the Guide once for all
        assert f'id="{mark}"' in text and f'href="#{mark}"' in text
    marks = re.findall(r' id="([^"]+)"', without_scripts(text))
    assert len(marks) == len(set(marks))


@pytest.mark.deep
def test_one_run_alone_and_its_provenance(store):
    one, other = store.run_ids()
    text = without_scripts(report_text(store, one))
    assert one in text and other not in text
    row = store.table("run", one).collect().row(0, named=True)
    assert row["spec_hash"] in text and "rules version" in text
    assert "lab run &lt;&amp;&gt;" in text


@pytest.fixture
def planted(monkeypatch):
    """Two pages that fail: one raises after its first element, the other needs what cannot be measured."""

    def raising(_data):
        yield Note("so far so good")
        _ = {}["gone"]

    pages = [replace(page, draw=raising) if page.name == "seats" else page for page in load_pages()]
    monkeypatch.setattr(html_report, "load_pages", lambda: pages)
    real = Shelf.get

    def measured(shelf, name):
        if name == "monsters":
            raise TypeError("planted")
        return real(shelf, name)

    monkeypatch.setattr(Shelf, "get", measured)


def test_a_page_that_fails_is_a_sentence_in_its_place_and_all_others_are_there(store, planted, tmp_path, capsys):
    path, run = tmp_path / "report.html", store.run_ids()[0]
    assert main(["report", "--store", str(store.path), "--to", str(path), "--run", run]) == 0
    text = without_scripts(path.read_text(encoding="utf-8"))
    sections = dict(re.findall(rf'<section id="{run}-(\w+)">(.*?)</section>', text, re.DOTALL))
    assert set(sections) == {page.name for page in load_pages() if page.metrics}
    told = capsys.readouterr().err.splitlines()
    failed = {page.name for page in load_pages() if page.name == "seats" or "monsters" in page.metrics}
    assert {name for name in sections if "cannot be shown" in sections[name]} == failed
    assert "so far so good" in sections["seats"] and len(told) == len(failed)
    for said in ("Seats cannot be shown: KeyError in .*: 'gone'", "Monsters cannot be shown: TypeError in .*: planted"):
        assert any(re.fullmatch(rf"lab: The page {said}\.", line) for line in told), said


@pytest.mark.deep
def test_damage_of_the_store_is_no_fault_of_a_page(store, tmp_path, capsys):
    elsewhere = copytree(store.path, tmp_path / "store")
    path = next(elsewhere.glob("runs/*/event/*.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    assert main(["report", "--store", str(elsewhere), "--run", "all", "--to", str(tmp_path / "report.html")]) == 2
    assert "lab store mend" in capsys.readouterr().err and not (tmp_path / "report.html").exists()


def test_an_unknown_run_is_named(store):
    with pytest.raises(BadInput, match="no run 'x'; allowed: "):
        report_text(store, "x")


@pytest.mark.deep
def test_a_report_that_fails_leaves_the_old_one(store, tmp_path, monkeypatch):
    path = tmp_path / "report.html"
    path.write_text("old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no space left")))
    with pytest.raises(BadInput, match="report.html: cannot be written .no space left."):
        write_report(store, path)
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["report.html"]


def test_an_empty_store_gives_a_friendly_file(tmp_path):
    text = report_text(Store.open(tmp_path / "empty", create=True))
    assert "There is no run in this store yet." in text


@pytest.mark.deep
def test_the_command_writes_the_file(store, tmp_path, capsys):
    path = tmp_path / "report.html"
    assert main(["report", "--store", str(store.path), "--to", str(path), "--run", store.run_ids()[0]]) == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out == f"wrote {path}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--store", "{store}", "--to", "{tmp}/no/such/report.html"], "allowed: a file name in a folder that exists"),
        (["--store", "{store}", "--to", "{tmp}/r.html", "--run", "zzz"], "run 'zzz' is not stored"),
        (["--store", "{tmp}/nothing", "--to", "{tmp}/r.html"], "there is no store here"),
    ],
)
def test_bad_input_is_one_sentence(store, tmp_path, capsys, arguments, sentence):
    assert main(["report", *(a.format(store=store.path, tmp=tmp_path) for a in arguments)]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_lines_of_an_answer_are_findings_below_its_sentence():
    text = html_markup.answer(Answer("Games are **short** <4>.\nOne.\nTwo **b**."))
    assert text.startswith('<p class="lab answer">Games are <b>short</b> &lt;4&gt;.</p>')
    assert text.count("<li>") == 2 and "<li>Two <b>b</b>.</li>" in text
    assert "<ul" not in html_markup.answer(Answer("Only one."))


def test_no_line_ends_in_a_share_or_in_an_option_and_the_text_is_as_it_was():
    html = html_markup.note(Note("1,003 more, +112 % [\u22121.5 %]: lab cards --run r-1 <b> --no-blank."))
    whole = ["+112 %", "\u22121.5 %", "--run", "--no-blank"]
    assert [html.count(f'<span class="whole">{part}</span>') for part in whole] == [1] * 4
    assert html.count("<span") == 4 and "&lt;b&gt;" in html and " r-1 " in html
    assert "so does <code>lab replay</code> <b>" in html_markup.note(Note("so does `lab replay` **x**"))
    css = (Path(html_markup.__file__).parent / "looks_files" / "elements.css").read_text(encoding="utf-8")
    assert ".lab .whole { white-space: nowrap; }" in css


def test_a_question_that_is_open_shows_the_command_of_each_arm_to_be_copied():
    asked = Ask("Known once **asked**.", {"a<1>": "lab card x --store s", "b": "lab card x --variant b --store s"})
    html = html_markup.ask(asked)
    assert "<b>asked</b>" in html and html.count("<code>") == 2 and "a&lt;1&gt;: <code>lab card x " in html
    assert "<code>" not in html_markup.ask(asked, with_commands=False)
    assert "b: " not in html_markup.ask(Ask("t", {"b": "lab card x"}))


def test_a_cell_leads_to_the_page_that_its_row_names():
    frame = pl.DataFrame({"word": ["turns", "luck"], "page": ["game_length", None], "arm": ["a+b", "c"]})
    place = Place("compare", "", {"run": ["r"]})
    table = Table(frame, "", {"word": Column("measure", link=Link("", {"arm": "arm"}, by_row="page"))})
    html = html_markup.table(table, "", "t", lambda link, row: _address(place, link, row))
    assert '<a href="game_length?run=r&amp;arm=a%2Bb" data-page target="_self">turns</a>' in html
    assert "<td>luck</td>" in html


NAMES = ("<img src=x onerror=alert(1)>", "**b** [x](javascript:alert(1))", "=1+1|</script><script>alert(2)</script>")
TITLE = Title("=cmd <svg onload=alert(3)>", "@<svg onload=alert(3)>")


@pytest.fixture(scope="module")
def hostile_store(tmp_path_factory):
    spec = RunSpec(arms=NAMES, games=20, shard_games=10)
    path = tmp_path_factory.mktemp("hostile") / "store"
    run_spec(spec, path, 1, title=TITLE, arms=fake_arms(spec))
    return Store.open(path)


@pytest.mark.deep
def test_the_report_shows_them_as_text(hostile_store):
    text = report_text(hostile_store)
    assert "<script>alert" not in text and text.count("<script") == text.count("</script>")
    plain = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "&lt;img src=x onerror=alert(1)&gt;" in plain and "[x](javascript:alert(1))" in plain
    assert not re.findall(r"<(?:img|svg)[^>]*(?:onerror|onload)", plain)
    assert not re.findall(r"<[^>]*href=[^>]*javascript", plain)
    assert "<b>b</b>" not in plain


def test_no_cell_of_an_export_or_of_csv_on_the_terminal_is_a_formula(hostile_store, tmp_path, capsys):
    files = export_tables(hostile_store, tmp_path / "out", "lab export")
    tables = [file.read_text(encoding="utf-8") for file in files if file.suffix == ".csv"]
    for line in ("metrics endings", "runs", "query 'SELECT arm FROM arm'"):
        words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]
        assert cli.main([*words, "--store", str(hostile_store.path), "--csv"]) == 0
        tables.append(capsys.readouterr().out)
    cells = [cell for text in tables for row in csv.reader(text.splitlines()) for cell in row]
    assert [cell for cell in cells if re.match(RUNS, cell) and not re.match(NUMBER, cell)] == []
    assert any(cell.startswith("'=1+1") for cell in cells) and any(cell.startswith("'@<svg") for cell in cells)
