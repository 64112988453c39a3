"""Does an arm differ from itself?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from lab.comparison.game_numbers import PRIMARY, SHARE, game_numbers, measures_of, values_of
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import RED, Verdict, check, exact
from lab.stats.paired import paired


@check(order=52)
def against_itself(look: Look) -> Verdict:
    """An arm compared with itself differs by exactly 0 in every measure and game, also where another run played it.

    Arms of one fingerprint are the same games, whatever run they are in.
    """
    off: list[str] = []
    for arm in look.arms:
        games = look.numbers.filter(pl.col("arm") == arm)
        for measure, unit in measures_of(games, games, PRIMARY).items():
            values = values_of(games, measure)
            found = paired(values, values.copy(), binary=unit == SHARE).difference
            if found.value == found.value and found.value != 0:
                off.append(f"{arm}: {measure} by {found.value:.3g}")
    if off:
        return Verdict(RED, look.told_games(), f"differences from itself: {', '.join(off)}", "0")
    shared, wrong = 0, [pl.DataFrame(schema={"arm": pl.String, "game": pl.Int64})]
    for both in _twins(look):
        shared += both.height
        wrong.append(both.filter(pl.col("course") != pl.col("course_right")).select(pl.col("arm"), "game"))
    others = f", {shared:,} of them also played in other runs" if shared else ""
    measures = len({name for name in look.numbers.columns if look.numbers[name].dtype.is_numeric()} - {*BY_ARM})
    return exact(f"{look.told_games()} in {measures} measures{others}", pl.concat(wrong), "that differ")


def _twins(look: Look) -> Iterator[pl.DataFrame]:
    """Games of the arms of this run beside those of the same arms in other runs."""
    arms = look.store.arms().filter(pl.col("arm_hash").fill_null("") != "")
    own = dict(arms.filter(run_id=look.run).select("arm_hash", "arm").iter_rows())
    others = arms.filter((pl.col("run_id") != look.run) & pl.col("arm_hash").is_in(list(own)))
    numbers = {run: game_numbers(look.store, run) for run in np.unique(others["run_id"].to_list()).tolist()}
    for run, arm, arm_hash in others.select("run_id", "arm", "arm_hash").iter_rows():
        theirs = numbers[run].filter(pl.col("arm") == arm).select("game", "course")
        mine = look.numbers.filter(pl.col("arm") == own[arm_hash]).select("arm", "game", "course")
        yield mine.join(theirs, on="game")
