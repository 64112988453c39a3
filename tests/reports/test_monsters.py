"""The monsters' page says which are beaten, and by how much."""

from __future__ import annotations

import polars as pl

from reports.elements import Answer, Data
from reports.pages.monsters import draw
from tests.reports.frames import ARMS, run_data


def test_the_answer_names_the_easiest_the_hardest_and_the_deadliest():
    data = run_data(ARMS[:1])
    # Beaten in 60 % but for one in 90 % and two in 5 % and in 5.5 %, a point to both sides; a third one kills half of
    # those who meet it, and all six let as many get away.
    won = pl.when(pl.col("card") == 1).then(0.9).when(pl.col("card") == 2).then(0.05).when(pl.col("card") == 4)
    died = pl.when(pl.col("card") == 3).then(0.5)
    for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01)):
        data["monsters"] = data["monsters"].with_columns(
            (won.then(0.055).otherwise(0.6) + size).alias(f"won{end}"),
            (died.otherwise(0.03) + size).alias(f"died{end}"),
        )
    answer = next(draw(data))
    assert isinstance(answer, Answer)
    first, deadly, fled = answer.text.split("\n")
    assert first == "**Monster <1>** is beaten most often, **Monster <2>** or Monster <4> most seldom."
    assert deadly == "Deadliest: **Monster <3>** (50.0 % [49.0, 51.0] of its combats)."
    assert fled.endswith("**Monster <1>** (10.0 % [9.0, 11.0] of its combats) or one of 5 others.")


def test_one_arm_is_shown_and_the_reader_chooses_it():
    data = run_data(ARMS[:2])
    data["monsters"] = data["monsters"].with_columns(
        pl.when(pl.col("arm") == ARMS[1]).then(pl.lit("Other")).otherwise("name").alias("name")
    )
    chosen = Data(data, {"arm": ARMS[1], "told": "start"})
    assert "Other" in next(draw(chosen)).text and "Other" not in next(draw(data)).text


def test_what_other_rules_change_is_told_of_monsters_whose_intervals_do_not_meet():
    """All six are beaten in 60 % [59, 61]; with the other rules one in 90 % [89, 91] and one in 30 % [29, 31]."""
    data = run_data(ARMS[:2])
    other = pl.col("arm") == ARMS[1]
    won = pl.when(other & (pl.col("card") == 1)).then(0.9).when(other & (pl.col("card") == 2)).then(0.3).otherwise(0.6)
    data["monsters"] = data["monsters"].with_columns(
        (won + size).alias(f"won{end}") for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01))
    )
    assert next(draw(data)).text.endswith(f"\nWith {ARMS[1]} **1 of 6 monsters are beaten more often**, 1 less often.")
