"""The page of games: each kind has its sentence, its chart and rows that lead to the replay."""

from __future__ import annotations

import polars as pl
import pytest

from lab.comparison.notable_games import KINDS
from reports.elements import Answer, Data, Note, Table
from reports.page_list import chosen, load_pages
from reports.pages import games
from tests.reports.frames import ARMS, run_data

PAGE = next(page for page in load_pages() if page.name == "games")

SENTENCES = {
    "longest": "The longest game took **90 turns**: game 4 of cthulhu, won by p1 (balanced). Half of the games there "
    "end within 50.",
    "shortest": "The shortest game took **12 turns**: game 4 of cthulhu, won by p1 (balanced). Half of the games there "
    "last longer than 50.",
    "typical": "A game like most games there: **50 turns**, game 4 of cthulhu, won by p1 (balanced).",
    "closest": "In the closest game winner and best other ended **1 Level apart**, after 8 changes of the lead: game 4 "
    "of cthulhu, won by p0 (random).",
    "comeback": "The greatest comeback: **6 Levels behind** after round 9 of 15, and won all the same: game 4 of "
    "cthulhu, won by p0 (random).",
    "most-changed": "Game 4 changes most: under cthulhu and under cthulhu the players end **21 Levels apart in all**, "
    "after 60 and 44 turns.",
}  # fmt: skip


def drawn(data, kind):
    return list(PAGE.draw(chosen(PAGE, data, {"kind": kind})))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_answers_in_a_sentence(kind):
    answer, _, table = drawn(run_data(), kind)
    assert isinstance(answer, Answer)
    assert answer.text == SENTENCES[kind]
    assert isinstance(table, Table) and table.frame.height == 2 * len(ARMS)


def test_a_row_leads_to_the_replay_with_all_that_it_needs():
    table = drawn(run_data(), "most-changed")[2]
    link = table.columns["game"].link
    row = table.frame.row(0, named=True)
    assert link.page == "replay"
    assert {key: row[column] for key, column in link.parameters.items()} == {
        "arm": "cthulhu", "game": 4, "other": "cthulhu",
    }  # fmt: skip
    assert "other" not in drawn(run_data(), "longest")[2].columns["game"].link.parameters


def test_the_most_notable_of_all_arms_is_named():
    data = run_data()
    late = (pl.col("arm") == "base") & (pl.col("kind") == "longest") & (pl.col("game") == 17)
    data["notable_games"] = data["notable_games"].with_columns(
        turns=pl.when(late).then(412).otherwise(pl.col("turns")),
        winner=pl.when(late).then(pl.lit("nobody")).otherwise(pl.col("winner")),
    )
    text = drawn(data, "longest")[0].text
    assert text.startswith("The longest game took **412 turns**: game 17 of base, nobody has won it.")


def test_a_kind_that_no_game_is_of_is_not_offered():
    data = run_data(ARMS[:1])
    data["notable_games"] = data["notable_games"].filter(pl.col("kind") != "most-changed")
    assert list(games.CHOICES[0].options(data)) == [kind for kind in KINDS if kind != "most-changed"]
    data = Data(data, {"kind": "most-changed"})
    assert isinstance(next(iter(PAGE.draw(data))), Note)
