"""The page of games: each kind has its sentence, its chart and rows that lead to the replay."""

from __future__ import annotations

from urllib.parse import unquote

import polars as pl
import pytest

from lab.comparison.notable_games import KINDS
from reports import theme
from reports.elements import Answer, Data, Note, Table
from reports.level_picture import course
from reports.page_list import chosen, load_pages
from reports.pages import games
from tests.reports.frames import ARMS, run_data

PAGE = next(page for page in load_pages() if page.name == "games")

SENTENCES = {
    "longest": "The longest games took **90 turns**, one of them game 4 of cthulhu, won by balanced (Blair). Half of "
    "the games there end within 50.",
    "shortest": "The shortest games took **12 turns**, one of them game 4 of cthulhu, won by balanced (Blair). Half of "
    "the games there last longer than 50.",
    "typical": "A game like most games there: **50 turns**, game 4 of cthulhu, won by balanced (Blair).",
    "closest": "In the closest game winner and best other ended **1 Level apart**, after 8 changes of the lead: game 4 "
    "of cthulhu, won by random (Alex).",
    "comeback": "The greatest comeback: **6 Levels behind** after round 9 of 15, and won all the same: game 4 of "
    "cthulhu, won by random (Alex).",
    "most-changed": "Game 4 changes most: under cthulhu and under cthulhu the players end **21 Levels apart in all**, "
    "after 60 and 44 turns.",
}  # fmt: skip


def drawn(data, kind):
    return list(PAGE.draw(chosen(PAGE, data, {"kind": kind})))


def ringed(marker):
    return [colour == theme.INK for colour in marker.line.color]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_answers_in_a_sentence(kind):
    answer, jump, table, _ = drawn(run_data(), kind)
    assert isinstance(answer, Answer)
    assert answer.text == SENTENCES[kind]
    assert jump.parameters == {"arm": "cthulhu", "game": 4} and jump.page == "replay"
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


def test_a_hexagon_is_as_large_as_its_part_of_the_games_and_leads_to_a_typical_one():
    """Of 300 games 60, 90 and 150 lie in the cells: areas as 2 to 3 to 5, the largest 26 pixels across."""
    row = drawn(run_data(), "longest")[3]
    (trace,) = row.figures[1].data
    assert row.caption.endswith("The largest hexagon holds 50\u00a0%.") and len(row.figures) == len(ARMS)
    assert [(s / 26) ** 2 for s in trace.marker.size] == pytest.approx([0.4, 0.6, 1.0])
    assert [(x, y) for x, y in zip(trace.x, trace.y, strict=True)] == [(10.5, 0), (30.5, 2), (50.5, 2)]
    assert [tuple(one) for one in trace.customdata] == [(ARMS[1], 11), (ARMS[1], 5), (ARMS[1], 7)]
    assert trace.meta == {"link": ["replay", "arm", "game"], "values": [60, 90, 150]}
    # The longest games have 90 turns and one change: no cell holds them; the closest have 60 turns and 8 changes.
    one, two = (drawn(run_data(), kind)[3].figures[1] for kind in ("longest", "closest"))
    assert [ringed(figure.data[0].marker) for figure in (one, two)] == [[False] * 3, [False, False, True]]
    assert not one.layout.annotations and [(a.x, a.y) for a in two.layout.annotations] == [(50.5, 2)]
    assert row.figures[0].layout.xaxis.ticktext == ("0", "20", "40+")  # edges of cells; the last is open
    data = run_data()
    data["game_cells"] = data["game_cells"].with_columns(pl.col("high").fill_null(60))
    assert drawn(data, "longest")[3].figures[0].layout.xaxis.ticktext == ("0", "20", "40", "60")


def test_a_ring_leaves_a_hexagon_as_large_as_its_part_of_the_games():
    """Of 3,000 games 90 and 2,850 lie in the two cells with rings, 60 in one without."""
    cells = pl.DataFrame(
        {"arm": "base", "low": [1, 21, 41], "high": [20, 40, None], "middle": [10.5, 30.5, 50.5], "is_most": False,
         "lead_changes": [0, 2, 2], "games": [60, 90, 2850], "of": 3000, "game": [1, 2, 3], "turns": [9, 30, 50]},
    )  # fmt: skip
    notable = pl.DataFrame({"turns": [30, 44], "lead_changes": [2, 2]})
    marker = games._hexagons(cells, notable, "red", 26 / 0.95**0.5).marker
    assert marker.size[2] == pytest.approx(26)
    assert ringed(marker) == [False, True, True] and isinstance(marker.line.width, float)
    assert marker.size[1] / marker.size[2] == pytest.approx((90 / 2850) ** 0.5)


def test_a_course_is_a_line_for_each_seat_the_winners_on_top_and_thick():
    row = {"course": [[1, 4, 10], [1, 1, 2]], "winner": "p0 (greedy)", "arm": "base"}
    image = unquote(course(row | {"span": 4}))
    # Three rounds of five, 81 pixels apart; Level 10 is at 3 pixels from above, each Level 3.6 lower.
    assert image.index('d="M3,35H84V35H165V32"') < image.index('stroke-width="2" d="M3,35H84V25H165V3"')
    assert 'alt="Levels at the end: Alex 10, Blair 2"' in image and "<circle" not in image
    assert '<small class="narrow">greedy (Alex), base</small>' in image


@pytest.mark.parametrize(("came", "x", "y"), [(1, 3, 53), (4, 61, 53), (5, 99, 36)])
def test_the_dot_of_a_course_is_at_the_turn_of_the_card_before_what_came_of_it(came, x, y):
    """Two players, won in turn 5, the first one of round three: a round is 77 pixels, a Level 5.6.

    Round one ends at 3 pixels and turn 5 at 118; turn 4 is the last of round two, before whose end Level 1 is known.
    """
    row = {"course": [[1, 4, 10], [1, 1, 2]], "winner": "p0 (greedy)", "turns": 5, "goal": 10, "came": came}
    image = unquote(course(row))
    assert 'd="M3,53H80V36H118V3"' in image and ">10</text>" in image
    assert f'<circle cx="{x}" cy="{y}"' in image


def test_the_most_notable_of_all_arms_is_named():
    data = run_data()
    late = (pl.col("arm") == "base") & (pl.col("kind") == "longest") & (pl.col("game") == 17)
    data["notable_games"] = data["notable_games"].with_columns(
        turns=pl.when(late).then(412).otherwise(pl.col("turns")),
        winner=pl.when(late).then(pl.lit("nobody")).otherwise(pl.col("winner")),
    )
    text = drawn(data, "longest")[0].text
    assert text.startswith("The longest game took **412 turns**: game 17 of base, nobody has won it.")


def test_the_game_of_the_other_rules_is_named_and_all_rules_are_in_sight():
    told = "\nWith cthulhu+faster: **90 turns**, game 4, won by balanced (Blair)."
    data = run_data(ARMS[:2])
    data["notable_games"] = pl.concat([data["notable_games"].with_columns(pl.col("game") + 20 * n) for n in range(5)])
    answer, _, table, _ = drawn(data, "longest")
    assert answer.text == SENTENCES["longest"] + told
    assert table.frame["arm"].value_counts()["count"].to_list() == [5, 5]
    assert "\n" not in drawn(data, "most-changed")[0].text


def test_a_kind_that_no_game_is_of_is_not_offered():
    data = run_data(ARMS[:1])
    data["notable_games"] = data["notable_games"].filter(pl.col("kind") != "most-changed")
    assert list(games.CHOICES[0].options(data)) == [kind for kind in KINDS if kind != "most-changed"]
    data = Data(data, {"kind": "most-changed"})
    assert isinstance(next(iter(PAGE.draw(data))), Note)
