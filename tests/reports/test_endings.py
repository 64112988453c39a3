"""How games end, in words, curves and streams, from planted shares."""

from __future__ import annotations

import polars as pl

from reports.elements import Answer, Data, Fold, Row
from reports.page_list import load_pages
from tests.reports.frames import run_data

PAGE = next(page for page in load_pages() if page.name == "endings")
ARMS = ("base", "base+shared-victory")


def drawn(data):
    return list(PAGE.draw(Data(data)))


def row_of(arms, title):
    return next(e for e in drawn(run_data(arms)) if isinstance(e, Row) and e.title.startswith(title))


def moved(data, arm, ending, share):
    here = (pl.col("arm") == arm) & (pl.col("ending") == ending)
    values = {"share": share, "share_low": share - 0.01, "share_high": share + 0.01}
    data["endings"] = data["endings"].with_columns(
        pl.when(here).then(value).otherwise(pl.col(name)).alias(name) for name, value in values.items()
    )
    return data


def test_one_arm_tells_its_endings_from_the_most_frequent_on():
    data = moved(run_data(ARMS[:1]), "base", "kill", 0.9)
    assert drawn(data)[0].text == (
        "Most games end with a **kill for the last Level, 90.0 % [89.0, 91.0]**; then shared victory, "
        "9.0 % [9.0, 9.0]; capped, no winner, 1.0 % [1.0, 1.0].\n"
        "Half of these games are over by round **7**.\n"
        "The leader at half time is first to try for the last Level in **60 %** of all games; others stop the first "
        "try in **30 %** of all games."
    )


def test_several_arms_tell_the_range_and_what_differs_most():
    data = moved(moved(run_data(ARMS), ARMS[1], "kill", 0.6), ARMS[1], "shared", 0.5)
    text = drawn(data)[0].text
    assert text.startswith("Most games end with a **kill for the last Level**: from 60.0 % [59.0, 61.0] of")
    assert "Rules differ most in games with the ending **shared victory**: from 9.0 %" in text
    assert "50.0 % [49.0, 51.0] (base+shared-victory)" in text
    assert (
        "90 % of the games, whatever the rules" in drawn(run_data(ARMS))[0].text
        and "differ most" not in drawn(run_data(ARMS))[0].text
    )


def test_the_first_try_of_the_leader_is_told_as_the_games_of_each_arm_have_it():
    """Of 300 games 180 and 90; of 150 of the second arm 30 and 90."""
    data = run_data(ARMS)
    fewer = (pl.col("arm") == ARMS[1]) & (pl.col("tried") == "leader")
    data["ending_flow"] = data["ending_flow"].with_columns(count=pl.when(fewer).then(30).otherwise(pl.col("count")))
    assert drawn(data)[0].text.endswith(
        "\nThe leader at half time is first to try for the last Level in **60 %** of games with base and **20 %** with "
        "base+shared-victory; others stop the first try in **30 %** of games with base and **60 %** with "
        "base+shared-victory."
    )


def test_curves_compete_one_chart_for_each_ending_of_several_arms():
    one, several = (row_of(a, "When") for a in (ARMS[:1], ARMS))
    assert [len(f.data) for f in one.figures] == [2] and [len(f.data) for f in several.figures] == [2, 2]
    kill = several.figures[0].data[0]
    assert abs(kill.y[-1] - 0.9) < 1e-9 and kill.line.shape == "hv"


def test_streams_and_nodes_are_as_wide_as_there_are_games():
    """Of 300 games 180 go one way, 90 another and 30 a third: 60, 30 and 10 %; nodes lie 0.1 below one another."""
    figures = row_of(ARMS, "From the first").figures
    assert len(figures) == len(ARMS)
    rows = {tuple(t.meta["row"][:2]): t.meta["row"][2] for t in figures[0].data}
    assert {key: round(part, 9) for key, part in rows.items()} == {
        ("first try by to which was", "leader at half time > won > kill for the last Level"): 0.6,
        ("first try by to which was", "somebody else > stopped by others > shared victory"): 0.3,
        ("first try by to which was", "nobody > never tried > kill for the last Level"): 0.1,
        ("which was to ending", "won > kill for the last Level"): 0.6,
        ("which was to ending", "stopped by others > shared victory"): 0.3,
        ("which was to ending", "never tried > kill for the last Level"): 0.1,
        ("first try by", "leader at half time"): 0.6, ("first try by", "somebody else"): 0.3,
        ("first try by", "nobody"): 0.1,
        ("which was", "won"): 0.6, ("which was", "stopped by others"): 0.3, ("which was", "never tried"): 0.1,
        ("ending", "kill for the last Level"): 0.7, ("ending", "shared victory"): 0.3,
    }  # fmt: skip
    never = next(t for t in figures[0].data if t.meta["row"][1] == "never tried > kill for the last Level")
    # It leaves the third node, which begins at 0.6 + 0.1 + 0.3 + 0.1, and enters the first one below the 60 %.
    assert [round(float(never.y[i]), 9) for i in (0, 14, 15, 29)] == [1.1, 0.6, 0.7, 1.2]


def test_the_folded_tables_have_a_column_for_each_arm_and_what_never_happened():
    elements = drawn(run_data(ARMS))
    (fold,) = (e for e in elements if isinstance(e, Fold))
    table, never = fold.elements
    assert [c.label for c in table.columns.values()] == ["ending", *ARMS] and table.frame.height == 3
    assert "boss" in never.frame["word"].to_list()
    assert isinstance(elements[0], Answer)
