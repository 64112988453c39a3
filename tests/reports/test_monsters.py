"""The monsters' page says which are beaten, and by how much."""

from __future__ import annotations

import polars as pl

from reports.elements import Answer, Data
from reports.pages.monsters import draw
from tests.reports.frames import ARMS, run_data


def test_the_answer_names_the_easiest_the_hardest_and_the_deadliest():
    data = run_data(ARMS[:1])
    # Beaten in 60 % but for one in 90 % and one in 5 %; a third one kills half of those who meet it.
    data["monsters"] = data["monsters"].with_columns(
        pl.when(pl.col("card") == 1).then(0.9).when(pl.col("card") == 2).then(0.05).otherwise("won").alias("won"),
        pl.when(pl.col("card") == 3).then(0.5).otherwise("died").alias("died"),
    )
    answer = next(draw(data))
    assert isinstance(answer, Answer)
    assert "**Monster <1>** is beaten most often, in 90.0 %" in answer.text
    assert "**Monster <2>** most seldom, in 5.0 %" in answer.text
    assert "deadliest is **Monster <3>**: 50.0 %" in answer.text


def test_one_arm_is_shown_and_the_reader_chooses_it():
    data = run_data(ARMS[:2])
    data["monsters"] = data["monsters"].with_columns(
        pl.when(pl.col("arm") == ARMS[1]).then(pl.lit("Other")).otherwise("name").alias("name")
    )
    chosen = Data(data, {"arm": ARMS[1], "told": "start"})
    assert "Other" in next(draw(chosen)).text and "Other" not in next(draw(data)).text
