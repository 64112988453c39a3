"""The page of differences: planted ones, in words and marks, beside whichever arm the reader chooses."""

from __future__ import annotations

import polars as pl
import pytest

from reports.elements import Answer, Data, Fold, Note, Row, Table
from reports.page_list import load_pages
from tests.reports.compared import agreement, comparison, difference
from tests.reports.frames import run_data

PAGE = next(page for page in load_pages() if page.name == "compare")
ARMS = ("base", "base+faster", "base+shared-victory")


def drawn(data, **chosen):
    return list(PAGE.draw(Data(data, chosen)))


def kind(elements, what):
    return [e for e in elements if isinstance(e, what)]


def options(data, key):
    return next(choice for choice in PAGE.choices if choice.key == key).options(data)


def test_a_pair_is_told_as_the_command_tells_it_and_what_else_moved_by_the_chart_alone():
    data = run_data(ARMS[:2])
    data["rules"] = data["rules"].with_columns(pl.col("switch").replace("listen", "faster_play.listen_at_door"))
    text = drawn(data)[0].text
    assert text.split("\n")[1] == "base+faster: Every turn begins by drawing a face-down Door to the hand."
    assert text.split("\n")[2:] == [
        "**4 of 4 measures below differ** (filled). 1 further measure in the table differs too."
    ]
    assert text.split("\n")[0] == "base+faster against base: **3.0 turns shorter [2.0, 4.0], −6.0 %**."
    assert "Also: " not in text


def test_several_arms_begin_with_what_moved_most():
    lead, *lines = drawn(run_data(ARMS))[0].text.split("\n")
    assert lead == (
        "Turns moved in **2 of 2 rules**, most in base+shared-victory: **6.0 turns shorter [5.0, 7.0], −12 %**."
    )
    assert [line.split(": ")[0] for line in lines] == ["base+faster against base", "base+shared-victory against base"]


def test_what_was_not_found_is_not_said_to_have_moved():
    data = run_data(ARMS)
    rows = [difference("turns", "base", arm, 0.5) for arm in ARMS[1:]]
    data["comparison"] = pl.concat(
        [comparison(ARMS).clear(), *(pl.DataFrame([vars(row)]) for row in rows)], how="vertical_relaxed"
    )
    assert drawn(data)[0].text.startswith("**None of 2 rules** was found to differ in turns.")


def test_the_reader_chooses_what_all_are_compared_with():
    data = run_data(ARMS)
    assert list(options(data, "against")) == list(ARMS)
    lines = drawn(data, against="base+faster")[0].text.split("\n")
    assert lines[1].startswith("base against base+faster: **3.0 turns longer [2.0, 4.0], +6.4 %**.")
    assert lines[2].startswith("base+shared-victory against base+faster: **3.0 turns shorter")


def test_arms_of_two_runs_are_compared_within_their_run():
    data = run_data(ARMS + ("boss", "boss+x"))
    run = pl.when(pl.col("arm").str.starts_with("boss")).then(pl.lit("s")).otherwise(pl.lit("r")).alias("run_id")
    data["arm"] = data["arm"].with_columns(run)
    assert list(options(data, "against"))[:3] == ["own", "base", "boss"]
    told = drawn(data, against="own")[0].text
    assert "boss+x against boss: " in told and "base+faster against base: " in told and "boss against base" not in told


def test_what_the_rules_change_is_in_words_once():
    table = kind(drawn(run_data(ARMS)), Table)[0]
    rows = table.frame.select("arm", "what", "here", "there", "why").rows()
    assert rows == [
        ("base+faster", "a free Door card", "yes", "no", "What does faster do?"),
        ("base+shared-victory", "the helper wins as well", "yes", "no", "What does shared-victory do?"),
    ]


def test_players_and_decks_that_differ_are_named():
    data = run_data(ARMS[:2])
    seats = pl.when(pl.col("arm") == "base").then(3).otherwise(5).alias("seats")
    data["arm"] = data["arm"].with_columns(seats)
    assert ("players", "5", "3") in kind(drawn(data), Table)[0].frame.select("what", "here", "there").rows()


def test_marks_are_per_cents_of_counts_and_points_of_shares_hollow_where_nothing_was_found():
    data = run_data(ARMS[:2])
    data["comparison"] = comparison(ARMS[:2]).with_columns(pl.col("found") & (pl.col("metric") != "kills"))
    (row,) = kind(drawn(data), Row)
    counts, shares = (next(t for t in figure.data if t.hovertext) for figure in row.figures)
    assert dict(zip(counts.hovertext, counts.x)) and list(counts.x) == pytest.approx([-0.06, -0.15])  # turns, kills
    assert counts.error_x.array == pytest.approx([0.02, 0.05])
    assert list(shares.x) == pytest.approx([-0.06, -0.06])
    assert [colour == "#FFFFFF" for colour in counts.marker.color] == [False, True]
    assert "reshuffles" in row.caption  # half a reshuffle a game has no mark


def test_measures_lead_to_their_pages_and_pairs_to_their_games():
    elements = drawn(run_data(ARMS[:2]))
    table, basis = (fold.elements[0] for fold in kind(elements, Fold)[-2:])
    assert dict(table.frame.select("measure", "page").rows()) == {
        "turns": "game_length", "kills": "combats", "reshuffles": "game_length", "ended by a shared win %": "endings",
        "wins of balanced %": "players",
    }  # fmt: skip
    assert basis.frame["worth"][0].startswith("12.5 % of the pairs are the same game") and basis.frame["look"][0]
    assert basis.frame.select("kind", "both").rows() == [("Most changed", ["base", "base+faster"])]


def test_every_arm_of_many_has_a_fold():
    arms = ("base", *(f"base+{i}" for i in range(9)))
    elements = drawn(run_data(arms))
    assert len(kind(elements, Fold)) == 10 and len(elements[0].text.split("\n")) == 10
    assert "Also" not in elements[0].text


def test_tables_of_players_that_disagree_are_named():
    data = run_data(ARMS[:2])
    data["agreement"] = agreement(
        [("faster", "nice", difference("turns", "a", "b", -3)), ("faster", "rude", difference("turns", "c", "d", 3))]
    )
    elements = drawn(data)
    assert any("turns −3.0 at nice, +3.0 at rude" in e.text for e in kind(elements, Note))
    table = kind(elements, Table)[-1]
    assert table.frame.rows() == [("turns", "−3.0*", "+3.0*", "no")]


def test_nothing_to_compare_is_a_sentence():
    assert "rules of one game" in drawn(run_data(ARMS[:1]))[0].text
    assert isinstance(drawn(run_data(ARMS), against="gone")[0], Note) and not kind(drawn(run_data(ARMS[:1])), Answer)
