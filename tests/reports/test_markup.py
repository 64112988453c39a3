"""What a page yields as HTML: findings line by line, cells that lead to the page that their row names."""

from __future__ import annotations

import polars as pl

from reports import markup
from reports.desk.drawn import Place, _address
from reports.elements import Answer, Column, Link, Table


def test_the_lines_of_an_answer_are_findings_below_its_sentence():
    text = markup.answer(Answer("Games are **short** <4>.\nOne.\nTwo **b**."))
    assert text.startswith('<p class="lab answer">Games are <b>short</b> &lt;4&gt;.</p>')
    assert text.count("<li>") == 2 and "<li>Two <b>b</b>.</li>" in text
    assert "<ul" not in markup.answer(Answer("Only one."))


def test_a_cell_leads_to_the_page_that_its_row_names():
    frame = pl.DataFrame({"word": ["turns", "luck"], "page": ["game_length", None], "arm": ["a+b", "c"]})
    place = Place("compare", "", {"run": ["r"]})
    table = Table(frame, "", {"word": Column("measure", link=Link("", {"arm": "arm"}, by_row="page"))})
    html = markup.table(table, "", "t", lambda link, row: _address(place, link, row))
    assert '<a href="game_length?run=r&amp;arm=a%2Bb" data-page target="_self">turns</a>' in html
    assert "<td>luck</td>" in html
