"""The monsters' page says which are beaten, and by how much."""

from __future__ import annotations

import polars as pl

from reports.elements import Answer, Data, Figure, title_of
from reports.pages.monsters import draw
from tests.reports.frames import ARMS, run_data


def planted(data, won, level=4):
    """Those that are named are beaten so often, all others in 60 %, a point to both sides."""
    share = pl.col("card").replace_strict(won, default=0.6, return_dtype=pl.Float64)
    data["monsters"] = data["monsters"].with_columns(
        *((share + size).alias(f"won{end}") for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01))),
        level=pl.lit(level) if isinstance(level, int) else pl.col("card").replace_strict(level, return_dtype=pl.Int32),
    )
    return data


def test_the_answer_names_who_is_out_of_line_for_its_level_and_the_deadliest():
    """Of six at Levels 2, 2, 4, 4, 8 and 8 those of 8 are beaten in 20 %, and one of 2 as seldom; one of 4 in 72 %."""
    levels = {0: 2, 1: 2, 2: 4, 3: 4, 4: 8, 5: 8}
    data = planted(run_data(ARMS[:1]), {1: 0.2, 3: 0.72, 4: 0.2, 5: 0.2}, levels)
    died = pl.when(pl.col("card") == 3).then(0.5).otherwise(0.03)
    data["monsters"] = data["monsters"].with_columns(
        (died + size).alias(f"died{end}") for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01))
    )
    answer = next(draw(data))
    assert isinstance(answer, Answer)
    first, others, deadly = answer.text.split("\n")
    assert first == (
        "**Monster <1> (Level 2) fights like a Level 8**: it is beaten in 20 % of its combats; the median of those of "
        "about its Level is 60 %."
    )
    assert others == "Also out of line: **easier** Monster <3>; the other 4 are in line."
    assert deadly == "Deadliest: **Monster <3>** (kills the fighter in 50 % of its combats)."


def test_what_is_coloured_is_what_lies_beyond_the_drawn_band():
    """At 60 % with a band of 10 points 72 % is easier, 70.5 % with an interval that reaches into it is not."""
    data = planted(run_data(ARMS[:1]), {1: 0.72, 2: 0.705, 5: 0.05}, {0: 4, 1: 4, 2: 4, 3: 4, 4: 4, 5: 5})
    answer, fig = list(draw(data))[:2]
    assert answer.text.startswith("**Card <5> (Level 5) is harder than its Level says**: ")
    low, high, line, _, harder, easier, _ = fig.data
    assert [low.y, line.y, high.y] == [(0.5, 0.5), (0.6, 0.6), (0.7, 0.7)]
    assert [list(harder.y), list(easier.y)] == [[0.05], [0.72]]
    assert list(fig.layout.xaxis.range) == [0, 1.06 * 5]  # a long name widens nothing


def test_where_all_are_in_line_it_says_who_is_beaten_most_often():
    text = next(draw(planted(run_data(ARMS[:1]), {1: 0.65, 2: 0.55, 4: 0.56}))).text
    assert text.startswith(
        "**No monster is far out of line for its Level.** **Monster <1>** is beaten most often, **Monster <2>** or "
        "Monster <4> most seldom."
    )


def test_one_arm_is_shown_and_the_reader_chooses_it():
    data = run_data(ARMS[:2])
    data["monsters"] = data["monsters"].with_columns(
        pl.when(pl.col("arm") == ARMS[1]).then(pl.lit("Other")).otherwise("name").alias("name")
    )
    chosen = Data(data, {"arm": ARMS[1], "told": "start"})
    assert "Other" in next(draw(chosen)).text and "Other" not in next(draw(data)).text


def test_what_other_rules_change_is_told_where_it_is_clear_for_so_many_monsters():
    """All six are beaten in 60 % [59, 61]; with the other rules one in 90, one in 30, one in 61.52 %, a point each.

    The third alone were clear: 1.52 points are 1.075 reaches of 1.414, p = 0.035; third of six it has q = 0.070.
    """
    data = run_data(ARMS[:2])
    other = pl.col("arm") == ARMS[1]
    won = pl.when(other & (pl.col("card") == 1)).then(0.9).when(other & (pl.col("card") == 2)).then(0.3)
    won = won.when(other & (pl.col("card") == 3)).then(0.6152).otherwise(0.6)
    data["monsters"] = data["monsters"].with_columns(
        (won + size).alias(f"won{end}") for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01))
    )
    answer, *charts = draw(data)
    assert answer.text.endswith(
        f"\nWith {ARMS[1]} **Monster <1>** (+30.0 points) is beaten more often, **Monster <2>** (\u221230.0 points) is "
        "beaten less often; no change found for the other 4."
    )
    (fig,) = (chart for chart in charts if isinstance(chart, Figure) and title_of(chart) == "What faster changes")
    assert {"<b>+30.0</b>", "<b>\u221230.0</b>"} <= {note.text for note in fig.layout.annotations}
