"""What is fought, helped and hindered: sentences and tables from planted numbers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from reports import theme
from reports.chart_marks import name_lines
from reports.elements import Data, Figure, Fold, Row, title_of
from reports.headlines import a_turn
from reports.page_list import load_pages
from reports.pages.combats import _judged
from tests.reports.frames import run_data

PAGE = next(page for page in load_pages() if page.name == "combats")
ARMS = ("base", "base+faster")


def drawn(data):
    return list(PAGE.draw(Data(data)))


def tables(data):
    return {one.title: one for e in drawn(data) if isinstance(e, Fold) for one in e.elements}


def test_one_arm_tells_what_is_fought_lost_and_who_is_hit():
    assert drawn(run_data(ARMS[:1]))[0].text == (
        "A game has **12.00 [11.95, 12.05]** combats; **40.0 % [35.0, 45.0]** of them are lost, "
        "**25.0 % [23.0, 27.0]** fought with a helper.\n"
        "Hostile plays in a leader's combat **0.25 [0.23, 0.27]**, in the last player's **0.25 [0.23, 0.27]**."
    )


def test_of_two_arms_it_says_what_the_second_changes_and_of_more_the_range():
    data = run_data(ARMS)
    more = (pl.col("arm") == ARMS[1]) & (pl.col("measure") == "combats")
    data["combats"] = data["combats"].with_columns(
        pl.when(more).then(pl.col(c) + 3).otherwise(pl.col(c)).alias(c) for c in ("value", "value_low", "value_high")
    )
    assert drawn(data)[0].text == (
        "With base+faster: **about as many combats are lost**, 40.0 %, and **about as many are fought with a helper**, "
        "25.0 %.\n"
        "A game has **more combats**, 15.0 instead of 12.0.\n"
        "With base+faster, hostile plays in a leader's combat 0.25, in the last player's 0.25."
    )
    lead = drawn(run_data((*ARMS, "third")))[0].text
    assert lead.startswith("A game has **12.00** combats; **40.0 %** of them are lost, **25.0 %** fought")


def test_who_is_hit_is_told_first_where_that_was_found_and_then_what_clearly_changes_of_fights_for_the_win():
    data = run_data(ARMS)
    for source, moved in (("last_fights", {"won": -0.1, "taken": 0.2}), ("hostility", {"leader_fight": 0.5})):
        by = pl.col("measure").replace_strict(moved, default=0.0, return_dtype=pl.Float64)
        if source == "last_fights":
            by = pl.when(pl.col("arm") == ARMS[1]).then(by).otherwise(0.0)
        data[source] = data[source].with_columns(pl.col("^value.*$") + by)
    more, first, second, *_ = drawn(data)[0].text.split("\n")
    assert first == (
        "With base+faster: of fights for the win **more are taken over by rivals**, 35.0 instead of 15.0 %, "
        "and **fewer are won**, 40.0 instead of 50.0 %."
    )
    assert second.startswith("**About as many combats are lost**")
    assert more == (
        "**Leaders are attacked more than the last player**, with both rules: hostile plays in a leader's combat 0.75, "
        "in the last player's 0.25."
    )


def test_shorter_games_with_fewer_combats_may_have_more_of_them_a_turn():
    """25 combats in 50 turns, then 24 in 40; nothing is said where turns may be as before."""
    turns, combats = (SimpleNamespace(metric=m, value_a=a, value_b=b, found=True)
                      for m, a, b in (("turns", 50.0, 40.0), ("combats", 25.0, 24.0)))  # fmt: skip
    assert a_turn([turns, combats], "combats") == (0.5, 0.6)
    turns.found = False
    assert a_turn([turns, combats], "combats") is None
    fought = [
        {"arm": a, "value": v, "value_low": v - 0.1, "value_high": v + 0.1} for a, v in (("a", 25.0), ("b", 24.0))
    ]
    assert _judged((0.5, 0.6), fought) == (
        "each turn has **more combats**, 0.60 instead of 0.50, but a whole game has **fewer**, 24.0 instead of 25.0"
    )
    assert _judged(None, fought) == "a game has **fewer combats**, 24.0 instead of 25.0"


def test_a_row_for_each_measure_a_column_for_each_arm_and_what_differs():
    table = tables(run_data(ARMS))["Per game"]
    assert [c.label for c in table.columns.values()] == ["per game", *ARMS, "+faster − base"]
    by_hand = tables(run_data(("base", "base, hand_limit=7")))["Per game"]
    assert [c.label for c in by_hand.columns.values()][-1] == "hand_limit=7 − base"
    rows = {row["word"]: row for row in table.frame.to_dicts()}
    assert rows["won by a kill"]["d0"] == pytest.approx(-3.0) and rows["combats"]["d0"] is None
    assert rows["hostile acts"]["a0"] == 0.25 and rows["changes of the lead"]["a1"] == 4.0
    shares = {row["word"]: row["a1"] for row in tables(run_data(ARMS))["Shares"].frame.to_dicts()}
    assert shares["the same by chance"] == 0.4 and shares["games turned by a loser without hope"] == 0.03


def test_what_never_happened_has_no_row_and_many_arms_no_differences():
    data = run_data(("base", *(f"base+{i}" for i in range(5))))
    data["combats"] = data["combats"].with_columns(
        pl.when(pl.col("measure") == "bosses").then(0.0).otherwise(pl.col("value")).alias("value")
    )
    table = tables(data)["Per game"]
    assert "Bosses killed" not in table.frame["word"].to_list() and len(table.columns) == 7


def test_charts_show_levels_with_enough_combats_victims_and_what_becomes_of_attempts():
    elements = drawn(run_data(ARMS))
    rows = {e.title: e for e in elements if isinstance(e, Row)}
    lost = rows["Combats by the Level of the fighter"].figures[0].data[0]
    assert list(lost.x) == [1, 2, 3, 4, 5, 6] and lost.y[0] == 0.05  # Level 7 has 80 combats
    figures = {title_of(e): e for e in elements if isinstance(e, Figure)}
    hit = [t for t in figures["Who gets attacked"].data if t.hovertext]
    assert [[round(x, 2) for x in trace.x] for trace in hit] == [[0.25] * 4] * 2
    outcomes = figures["How fights for the win turn out"]
    words = [note.text for note in outcomes.layout.annotations if note.x == 0 and note.xref == "paper"]
    shares = next(t for t in outcomes.data if t.hovertext).x
    heads = ["<b>Stopped by rivals</b>", "<b>Lost without rivals, or the monster left</b>"]
    assert [word for word in words if "<b>" in word] == heads
    assert dict(zip([word for word in words if "<b>" not in word], shares, strict=True)) == {
        "won": 0.5, "rivals took over the fight, or its monster": 0.15, "rivals made it too hard": 0.3,
        "too weak, caught": 0.05,
    }  # fmt: skip


def test_a_line_is_named_where_there_is_room():
    """Two lines that rise: the name of the upper one stands above it, that of the lower one below."""
    fig = theme.figure("")
    name_lines(fig, {"up": ([1, 5, 9], [0.2, 0.35, 0.5]), "low": ([1, 5, 9], [0.15, 0.3, 0.45])})
    up, low = ({"x": note.x, "y": note.y} for note in fig.layout.annotations)
    assert up["y"] > np.interp(up["x"], [1, 5, 9], [0.2, 0.35, 0.5])
    assert 0 < low["y"] < np.interp(low["x"], [1, 5, 9], [0.15, 0.3, 0.45])


def test_curses_are_folded_the_most_frequent_first():
    fold = next(e for e in drawn(run_data(ARMS)) if isinstance(e, Fold) and "Curse" in e.title)
    assert fold.elements[0].frame["name"].to_list() == ["Card <6>", "Curse <2>", "Curse <1>"]
