"""Whether it matters where one sits: planted shares, in words and around the fair share."""

from __future__ import annotations

import polars as pl

from reports.elements import Data, Row, Table, title_of
from reports.page_list import load_pages
from tests.reports.frames import run_data

PAGE = next(page for page in load_pages() if page.name == "seats")
ARMS = ("base", "base+faster", "base+epic")


def planted(arms=ARMS, **first):
    """Arms whose first player wins `first[arm]` (the name's last part) of the games, with p of equality."""
    data = run_data(arms)
    for name, (credit, p) in first.items():
        arm = pl.col("arm").str.ends_with(name)
        at = arm & (pl.col("place") == 0)
        data["seat_advantage"] = data["seat_advantage"].with_columns(
            pl.when(arm).then(p).otherwise(pl.col("p_equal")).alias("p_equal"),
            pl.when(at).then(credit).otherwise(pl.col("credit")).alias("credit"),
            pl.when(at).then(credit - 0.02).otherwise(pl.col("credit_low")).alias("credit_low"),
            pl.when(at).then(credit + 0.02).otherwise(pl.col("credit_high")).alias("credit_high"),
        )
    return data


def drawn(data):
    return list(PAGE.draw(Data(data)))


def test_one_arm_says_whether_sitting_first_helps():
    told = drawn(planted(ARMS[:1], base=(0.30, 0.002)))[0].text
    assert told == (
        "**Sitting first helps**: whoever begins wins 30.0 % [28.0, 32.0] of the games, an even share is 25 %. "
        "The places differ (by luck alone as much in 0.2 % of such runs): the first to play wins most, 30.0 % "
        "[28.0, 32.0]."
    )
    assert drawn(planted(ARMS[:1], base=(0.20, 0.0001)))[0].text.startswith("**Sitting first is a handicap**: ")
    weak = drawn(planted(ARMS[:1], base=(0.30, 0.2)))[0].text  # one interval beside the share, no difference of places
    assert weak.startswith("**Sitting first was not found to matter**: whoever begins wins 30.0 % [28.0, 32.0]")
    even = drawn(planted(ARMS[:1], base=(0.26, 0.4)))[0].text
    assert even.startswith("**Sitting first was not found to matter**: whoever begins wins 26.0 % [24.0, 28.0]")
    assert even.endswith("No difference between the places was found: by luck alone as much in 40 % of such runs.")


def test_several_arms_name_those_in_which_it_matters():
    told = drawn(planted(faster=(0.31, 0.0001), epic=(0.19, 0.03)))[0].text
    assert told.startswith("**Sitting first helps** in 1 set of rules (base+faster: 31.0 % [29.0, 33.0] beside 25 %); ")
    assert "**sitting first is a handicap** in 1 set of rules (base+epic: 19.0 %" in told
    assert told.endswith(
        "in 2 of 3 sets of rules, each tested by itself: base+faster (by luck alone as much in less than "
        "0.1 % of such runs), base+epic (by luck alone as much in 3 % of such runs)."
    )
    none = drawn(run_data(ARMS))[0].text
    assert none.startswith("**Sitting first was not found to matter** by any of these rules: ")
    assert none.endswith("No other place was found to differ either.")


def test_a_test_that_could_not_be_made_is_not_told():
    assert "Too few games" in drawn(planted(ARMS[:1], base=(0.25, None)))[0].text


def test_the_fair_share_is_in_the_middle_of_the_axis_and_each_number_of_players_has_its_own():
    data = planted(base=(0.45, 0.01))
    data["arm"] = data["arm"].with_columns(seats=pl.Series([4, 4, 3]))
    data["seat_advantage"] = data["seat_advantage"].filter(
        ~(pl.col("arm").str.ends_with("epic") & (pl.col("place") == 3))
    )
    row = next(e for e in drawn(data) if isinstance(e, Row))
    assert [title_of(f) for f in row.figures] == ["3 players", "4 players"]
    for figure, even in zip(row.figures, (1 / 3, 1 / 4)):
        low, high = figure.layout.yaxis.range
        assert abs((low + high) / 2 - even) < 1e-9 and figure.layout.shapes[0].y0 == even
    assert row.figures[1].layout.yaxis.range[1] > 0.47
    assert [len(f.data) for f in row.figures] == [1, 2]


def test_the_table_has_a_row_for_each_arm():
    (table,) = (e for e in drawn(run_data(ARMS)) if isinstance(e, Table))
    assert table.frame["arm"].to_list() == list(ARMS)
    assert [c.label for c in table.columns.values()][1:-2] == ["first", "second", "third", "fourth"]
