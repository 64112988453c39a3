"""Do tests of no difference find one: between halves of an arm, or an arm and itself?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.comparison.game_numbers import PRIMARY, SHARE, game_numbers, measures_of, values_of
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import RED, Verdict, by_luck, check, exact, left_open
from lab.stats.intervals import Array
from lab.stats.paired import paired, unpaired

COMPARISONS, FEWEST = 200, 20
"""Comparisons of an arm, and how few are too few."""
HALF, BLOCKS = 25, 6
"""Games and blocks of a half, at least."""
WAYS, ARMS = 5, 2
"""Ways of halving, of which twice the median p-value counts: no single lot decides; and arms that are looked at."""
Places = NDArray[np.int64]
MEASURES = ("turns", "decisions", "combats", "kills", "flights")


@check(order=70, by_chance=True, slow=True)
def halves(look: Look) -> Verdict:
    """Half of an arm's games against the other half: p-values are uniform, and the early games are like the late ones.

    Disjoint stretches of games are halved, block by block of the seating, by lot; the comparisons of one measure share
    no game, and each measure is judged by itself (Kolmogorov and Smirnov), in normal scores: how well intervals of
    skewed numbers do is another check.
    """

    some, said = look.some_arms(ARMS)
    p_values: list[float] = []
    made, worst = 0, (1.0, "")
    for arm in some:
        games = look.numbers.filter(pl.col("arm") == arm).sort("game")
        ways = [list(_halved(look, arm, games.height, way)) for way in range(WAYS)]
        if len(ways[0]) < FEWEST:
            continue
        made += len(ways[0])
        for measure in MEASURES:
            values = _scores(look, games[measure].to_numpy(), f"{arm} {measure}")
            found = [_uniform([unpaired(values[a], values[b]).p_value for a, b in parts]) for parts in ways]
            even = min(1.0, 2 * float(np.median([p for p, _ in found])))
            middle = len(values) // 2
            drift = unpaired(values[:middle], values[middle:]).p_value
            p_values += [even, drift]
            below = 100 * float(np.median([share for _, share in found]))
            told = f"early and late {measure}" if drift < even else f"{measure}: {below:.1f} % of p-values below .05"
            worst = min(worst, (min(even, drift), told))
    if not p_values:
        return left_open(look.told_games(), "too few games for 20 comparisons of 25 with 25")
    looked_at = f"{made} comparisons of equal rules in {len(MEASURES)} measures, each halved {WAYS} times{said}"
    return by_luck(look, looked_at, f"farthest from chance: {worst[1]}", p_values)


def _uniform(p_values: list[float]) -> tuple[float, float]:
    """How well p-values fit a uniform law, and the share of them below .05."""
    from scipy import stats

    return float(stats.kstest(p_values, "uniform").pvalue), sum(p < 0.05 for p in p_values) / len(p_values)


def _scores(look: Look, values: Array, purpose: str) -> Array:
    """Normal scores of the games' ranks, ties parted by lot: of skewed or few values no p-value is quite uniform."""
    from scipy import stats

    parted = values.astype(float) + look.luck_of(f"ties {purpose}").random(len(values))
    out: Array = stats.norm.ppf((stats.rankdata(parted) - 0.5) / len(parted))
    return out


def _halved(look: Look, arm: str, games: int, way: int) -> Iterator[tuple[Places, Places]]:
    """Positions of the games of both halves, comparison by comparison."""
    agents = dict(look.store.arms(look.run).select("arm", "agents").iter_rows())[arm]
    block = max(len(agents), 1)
    blocks = 2 * max(BLOCKS, -(-HALF // block))
    size = blocks * block
    luck = look.luck_of(f"halves {arm} {way}")
    for start in range(0, min(games // size, COMPARISONS) * size, size):
        order = np.arange(start, start + size).reshape(blocks, block)[luck.permutation(blocks)]
        yield order[: blocks // 2].ravel(), order[blocks // 2 :].ravel()


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
    arms = (
        look.store.readable("arm", "game", "seat", "level", "rule")
        .arms()
        .filter(pl.col("arm_hash").fill_null("") != "")
    )
    own = dict(arms.filter(run_id=look.run).select("arm_hash", "arm").iter_rows())
    others = arms.filter((pl.col("run_id") != look.run) & pl.col("arm_hash").is_in(list(own)))
    numbers = {run: game_numbers(look.store, run) for run in np.unique(others["run_id"].to_list()).tolist()}
    for run, arm, arm_hash in others.select("run_id", "arm", "arm_hash").iter_rows():
        theirs = numbers[run].filter(pl.col("arm") == arm).select("game", "course")
        mine = look.numbers.filter(pl.col("arm") == own[arm_hash]).select("arm", "game", "course")
        yield mine.join(theirs, on="game")
