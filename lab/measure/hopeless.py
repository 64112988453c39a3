"""Hopeless positions: those of players who are several times as far from the winning Level as the leader.

How far somebody is, is the number of Levels left to the winning one; a leader who stands on it lacks one all the same,
as somebody still has to win there. The line is declared, not learnt: what a position is called does not hang on the
games at hand, so a number made of it is a mean over games like any other, has the interval of one, and two arms are
measured with one yardstick. What such positions are worth is counted beside it (`won` of `hopeless_time`), so a table
whose line is drawn too early shows that. Of the numbers that the Levels of two players give, this one orders positions
by what they win: in 50,000 games of four at the Cthulhu table twice as far wins 14 to 20 %, three times 9 to 13 %, six
times 5 %, whatever the Levels. Levels are all that is looked at: what lies on the table or in a hand is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.measure.course import GOAL, setting
from lab.measure.registry import KEYS
from lab.measure.standings import GAME, standings

TIMES = (3, 4, 6)
"""How many times as far as the leader a player is who is called hopeless."""
HOPELESS = 6
"""The one that other metrics mean."""


def judged(level: pl.LazyFrame, seat: pl.LazyFrame, rule: pl.LazyFrame, times: Sequence[int] = TIMES) -> pl.LazyFrame:
    """One row per seat and position: `hopeless_0`, `hopeless_1` ... for each line; `is_won` if anybody won the game."""
    won = seat.group_by(GAME).agg((pl.col("credit") > 0).any().alias("is_won"))
    rows = standings(level, seat).join(won, on=GAME).join(setting(rule, GOAL), on=KEYS, how="left")
    goal = pl.col("setting").fill_null(GOAL[1])
    own, least = goal - pl.col("level"), (goal - pl.col("leader")).clip(lower_bound=1)
    return rows.with_columns((own >= many * least).alias(f"hopeless_{i}") for i, many in enumerate(times)).drop(
        "setting"
    )
