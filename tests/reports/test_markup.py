"""What a page yields as HTML: findings line by line, cells that lead to the page that their row names."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from reports import html_markup
from reports.desk.draw_elements import Place, _address
from reports.elements import Answer, Ask, Column, Link, Note, Table


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
