"""How games end, in words and dots, from planted shares."""

from __future__ import annotations

import numpy as np
import polars as pl

from lab.stats.intervals import wilson_bounds
from reports.dumbbells import CHANCE, CLEAR, INTERVALS, PALE, Line, dumbbells, foot, surely
from reports.elements import Answer, Data, Figure, Fold, title_of
from reports.page_list import load_pages
from tests.reports.frames import run_data

PAGE = next(page for page in load_pages() if page.name == "endings")
ARMS = ("base", "base+shared-victory")


def drawn(data):
    return list(PAGE.draw(Data(data)))


def figure_of(data, title):
    return next(e for e in drawn(data) if isinstance(e, Figure) and title_of(e) == title)


def dots(fig):
    return [trace for trace in fig.data if trace.hovertext]


def names_of(fig):
    return [note.text for note in fig.layout.annotations if note.x == 0 and note.xref == "paper"]


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
        "Half of all games are over by **round 50**.\n"
        "The player leading at half time is the first to fight for the win in **60 %** of games. In **30 %** of games "
        "rivals stop the first fight, whoever fights it."
    )


def test_two_arms_tell_what_moved_and_more_the_range():
    data = moved(moved(run_data(ARMS), ARMS[1], "kill", 0.6), ARMS[1], "shared", 0.5)
    text = drawn(data)[0].text
    assert text.split("\n")[1] == (
        "Most games end with a **kill for the last Level**: 90 % with base, 60 % with base+shared-victory; "
        "**the ending shared victory comes more often**, 50.0 instead of 9.0\u00a0%."
    )
    alike = drawn(run_data(ARMS))[0].text
    assert "In 30 % of games with both rules rivals stop" in alike
    assert ": 90 % with both rules.\n" in alike
    several = drawn(moved(run_data((*ARMS, "base+faster")), ARMS[1], "shared", 0.5))[0].text
    assert "Rules differ most in games with the ending **shared victory**: from 9.0 %" in several
    assert "50.0 % [49.0, 51.0] (base+shared-victory)" in several


def test_the_first_try_of_the_leader_is_told_as_the_games_of_each_arm_have_it():
    """Of 300 games 180 and 90; of 150 of the second arm 30 and 90."""
    data = run_data(ARMS)
    fewer = (pl.col("arm") == ARMS[1]) & (pl.col("tried") == "leader")
    data["ending_flow"] = data["ending_flow"].with_columns(count=pl.when(fewer).then(30).otherwise(pl.col("count")))
    text = drawn(data)[0].text
    won = "With base+shared-victory, **the first fight for the win is won less often**, 10.0 instead of 60.0\u00a0%; "
    assert text.split("\n")[2].startswith(won)  # the largest change
    assert text.endswith(
        "\nThe player leading at half time is the first to fight for the win in **60 %** of games with base (20 % with "
        "base+shared-victory). In **30 %** of games with base (60 % with base+shared-victory) rivals stop the first "
        "fight, whoever fights it."
    )


def test_a_curve_says_when_games_end():
    """Over by the end of a round is what is not running; half of the games are over by the rounds of `game_length`."""
    data = run_data(ARMS)
    when = figure_of(data, "When games end")
    running = data["ending_incidence"].filter(pl.col("arm") == ARMS[0], pl.col("ending") == "running").sort("round")
    line = next(trace for trace in when.data if trace.name == ARMS[0] and trace.hovertext)
    assert list(line.x) == running["round"].to_list()
    assert np.allclose(line.y, 1 - running["share"].to_numpy())
    halves = data["game_length"].filter(measure="rounds")["median"].to_list()
    assert [note.text.rpartition(" ")[2] for note in when.layout.annotations] == [str(half) for half in halves]


def test_rows_have_numbers_and_differences_of_two_rules():
    ends = {arm: (x, x - 0.01, x + 0.01) for arm, x in zip(ARMS, (0.9, 0.8), strict=True)}
    fig = dumbbells(run_data(ARMS), [Line("a", ends), Line("b", dict.fromkeys(ARMS, (0.05, 0.04, 0.06)))], "", "", "")
    notes = {note.text: note.x for note in fig.layout.annotations}
    assert {"<b>\u221210.0</b>", "0", "90.0\u00a0%", "80.0\u00a0%", "5.0\u00a0%"} <= set(notes)
    assert notes["80.0\u00a0%"] == 0.81 and notes["5.0\u00a0%"] == 0.06  # behind its interval, never over the zero
    upper, lower = (trace.y for trace in fig.data if trace.hovertext)
    assert all(one < other for one, other in zip(upper, lower))  # each rule has a line of its own


def test_the_first_try_is_told_by_who_makes_it_and_what_comes_of_it():
    """Of 300 games 180, 90 and 30; the first are won, others stop the second, and where nobody fights nothing comes."""
    fig = figure_of(run_data(ARMS[:1]), "How games end")
    (trace,) = dots(fig)
    assert [round(x, 9) for x in trace.x][3:] == [0.6, 0.3, 0.1, 0.6, 0.3]
    rows = ["the player leading at half time", "somebody else", "nobody", "won", "stopped by rivals"]
    heads = ["<b>Who is the first to fight for the win?</b>", "<b>What comes of that first fight?</b>"]
    endings = ["<b>How does the game end?</b>", "kill for the last Level", "shared victory", "capped, no winner"]
    assert names_of(fig) == [*endings, heads[0], *rows[:3], heads[1], *rows[3:]]


def test_a_difference_is_no_chance_where_its_interval_leaves_zero_out():
    """Newcombe 1998, table II: 56/70 and 48/80 are 0.0524 to 0.3339 apart, 5/56 and 0/29 \u22120.0381 to 0.1926."""
    for pairs, is_sure in ((((56, 70), (48, 80)), True), (((5, 56), (0, 29)), False)):
        ends = {}
        for arm, (hits, of) in zip("ab", pairs, strict=True):
            low, high = wilson_bounds(np.array([hits]), np.array([of]))
            ends[arm] = (hits / of, float(low[0]), float(high[0]))
        assert surely(Line("", ends), "ab") == surely(Line("", ends), "ba") == is_sure


def test_below_rows_stands_what_bold_grey_and_pale_mean_where_the_chart_has_them():
    data = run_data(ARMS)
    apart = {"a": {arm: (x, x - 0.01, x + 0.01) for arm, x in zip(ARMS, (0.2, 0.5), strict=True)}}
    apart["b"] = {arm: (0.2, 0.1, 0.3) for arm in ARMS}
    bold, grey = (Line(name, ends) for name, ends in apart.items())
    few = Line("a", apart["a"], dict.fromkeys(ARMS, 9))  # of few games it may be chance
    told = [foot(dumbbells(data, lines, "", "", "")).removeprefix(INTERVALS) for lines in ([bold], [grey], [few])]
    assert told == [f" {CLEAR}", f" {CHANCE}", f" {CHANCE} {PALE}"]


def test_the_folded_tables_have_a_column_for_each_arm_and_what_never_happened():
    elements = drawn(run_data(ARMS))
    (fold,) = (e for e in elements if isinstance(e, Fold))
    table, never = fold.elements
    assert [c.label for c in table.columns.values()] == ["ending", *ARMS] and table.frame.height == 3
    assert "boss" in never.frame["word"].to_list()
    assert isinstance(elements[0], Answer)
