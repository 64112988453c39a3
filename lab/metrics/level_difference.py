"""In which rounds does a house rule move the Levels?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from lab.comparison.arm_pairs import reference_pairs, share_randomness
from lab.stats.intervals import mean_parts, t_quantile
from lab.tables.column import EXTRA, KEY, LAST, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import in_blocks, merged_means

IN_VIEW = 0.05
"""Rounds are told as far as this share of the games of either arm goes."""
WHO = {"all": "all players", "leader": "the leader"}
COLUMNS = {
    "reference": Column("against", rank=KEY, about="The arm of the run that this one is compared with."),
    "who": Column("players", rank=KEY, words=WHO, about="Mean Level of all players, or the highest one."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Pairs of games, or the smaller number of games."),
    "paired": Column("paired", rank=LAST, about="Whether games of the same number share their randomness."),
    "mean": Column("Level here", "number", EXTRA, unit="", about="Mean Level after the round, in this arm."),
    "mean_reference": Column("Level there", "number", EXTRA, unit="", about="The same in the reference."),
    "difference": Column("difference", "number", unit="Levels", about="Level here minus Level there."),
}  # fmt: skip
RUN, ARM = KEYS
BY = [*KEYS, "reference", "paired", "who", "round"]
HERE, THERE, APART = "mean", "mean_reference", "difference"


class _Pair(NamedTuple):
    """An arm and what it is compared with, and whether games of the same number share their randomness."""

    run: str
    arm: str
    reference: str
    paired: bool


@metric(
    needs=("level", "seat", "game", "arm", "card"),
    unit="Levels after a round",
    interval="Student's t over pairs of games; Welch's t where arms share no randomness",
    columns=COLUMNS,
)
def level_difference(
    level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, arm: pl.LazyFrame, card: pl.LazyFrame
) -> pl.LazyFrame:
    """Level by round minus that of the arm's reference, for the mean of all players and for the leader.

    A game that has ended stays at its last Levels, so every game counts in every round: a rule that ends games sooner
    does not look as if it held Levels back.
    """
    pairs = list(_pairs(arm.collect(), card.collect()))
    if not pairs:
        return _empty().lazy()  # one arm has nothing to be compared with: its Levels are not read
    frames = by_number(game, level, seat)
    (counts,) = in_blocks(frames, lambda some: (_ends(*some),))
    last = _last_rounds(pl.concat(counts))

    def of_games(some: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
        per_round = _per_round(*some).collect()
        return (pl.concat([_sums(per_round, pair, last) for pair in pairs]).lazy(),)

    (parts,) = in_blocks(frames, of_games)
    found = _compared(merged_means(parts, [*BY, "what"], "m").collect())
    return pl.concat([_empty(), found]).lazy().sort(RUN, ARM, "who", "round")


def _pairs(arms: pl.DataFrame, cards: pl.DataFrame) -> Iterator[_Pair]:
    """The arms of each run that are compared with another one."""
    for run in arms.partition_by(RUN, maintain_order=True):
        rows = {str(row[ARM]): row for row in run.to_dicts()}
        for a, b in reference_pairs(rows) if len(rows) > 1 else []:
            yield _Pair(str(run[RUN][0]), b, a, share_randomness(cards, rows[a], rows[b]))


def _empty() -> pl.DataFrame:
    kinds: dict[str, Any] = dict.fromkeys((RUN, ARM, "reference", "who"), pl.String)
    kinds |= {"round": pl.Int64, "games": pl.Int64, "paired": pl.Boolean}
    numbers = ("mean", "mean_reference", "difference", "difference_low", "difference_high")
    return pl.DataFrame(schema=kinds | dict.fromkeys(numbers, pl.Float64))


def _per_round(game: pl.LazyFrame, level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """Mean and highest Level of each game after each of its rounds; after round 0 if the deal ended it."""
    at_once = seat.join(game.filter(pl.col("rounds") == 0).select(RUN, ARM, "game"), on=[RUN, ARM, "game"])
    rows = pl.concat(
        [
            level.select(RUN, ARM, "game", pl.col("round").cast(pl.Int64), pl.col("level").cast(pl.Int64)),
            at_once.select(
                RUN,
                ARM,
                "game",
                pl.lit(0, pl.Int64).alias("round"),
                pl.col("final_level").cast(pl.Int64).alias("level"),
            ),
        ]
    )
    rows = rows.with_columns(pl.col(KEYS).cast(pl.String))
    return rows.group_by(RUN, ARM, "game", "round").agg(
        pl.col("level").mean().alias("all"), pl.col("level").max().cast(pl.Float64).alias("leader")
    )


def _ends(game: pl.LazyFrame, level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """How many of some games of each arm end with each round."""
    ends = _per_round(game, level, seat).group_by(RUN, ARM, "game").agg(pl.col("round").max())
    return ends.group_by(RUN, ARM, "round").agg(pl.len().cast(pl.Int64).alias("games"))


def _last_rounds(ends: pl.DataFrame) -> dict[tuple[str, str], int]:
    """Of each arm the last round that enough of its games reach."""
    found = {}
    for key, own in (
        ends.group_by(RUN, ARM, "round").agg(pl.col("games").sum()).partition_by(KEYS, as_dict=True).items()
    ):
        enough = max(1, math.ceil(IN_VIEW * int(own["games"].sum())))
        longest = own.sort("round", descending=True)
        found[str(key[0]), str(key[1])] = int(longest.filter(pl.col("games").cum_sum() >= enough)["round"][0])
    return found


def _held(side: pl.DataFrame, last: int) -> pl.DataFrame:
    """Every game in every round; what has ended stays at its last Levels."""
    grid = (
        side.select("game").unique().join(pl.DataFrame({"round": pl.int_range(1, last + 1, eager=True)}), how="cross")
    )
    known = side.select("game", "round", "all", "leader").sort("round")
    return grid.sort("round").join_asof(known, on="round", by="game", check_sortedness=False)


def _sums(per_round: pl.DataFrame, pair: _Pair, last: dict[tuple[str, str], int]) -> pl.DataFrame:
    """Means over some games of an arm and its reference by round, of pairs of games those of their difference too."""
    until = max(last.get((pair.run, name), 0) for name in (pair.reference, pair.arm))
    of_run = per_round.filter(pl.col(RUN) == pair.run)
    there, here = (_held(of_run.filter(pl.col(ARM) == name), until) for name in (pair.reference, pair.arm))
    if pair.paired:
        both = here.join(there, on=["game", "round"], suffix="_there")
        apart = both.with_columns(pl.col(who) - pl.col(f"{who}_there") for who in WHO)
        other = both.select("round", *(pl.col(f"{who}_there").alias(who) for who in WHO))
        sides = {HERE: both, THERE: other, APART: apart}
    else:
        sides = {HERE: here, THERE: there}
    names = {RUN: pair.run, ARM: pair.arm, "reference": pair.reference, "paired": pair.paired}
    return pl.concat(
        side.group_by("round").agg(mean_parts(who, "m")).select(
            *(pl.lit(value).alias(name) for name, value in names.items()), pl.lit(who).alias("who"), "round",
            pl.lit(what).alias("what"), "m", "m_sd", "m_n",
        )
        for what, side in sides.items() for who in WHO
    )  # fmt: skip


def _compared(means: pl.DataFrame) -> pl.DataFrame:
    """The rows of the table: Student's t over pairs of games, Welch's t where they share nothing."""
    one, other, apart = (means.filter(what=what).drop("what") for what in (HERE, THERE, APART))
    both = one.join(other, on=BY, suffix="_there").join(apart, on=BY, how="left", suffix="_apart")
    n, n_there, paired = pl.col("m_n"), pl.col("m_n_there"), pl.col("paired")
    v, w = pl.col("m_sd").pow(2) / n, pl.col("m_sd_there").pow(2) / n_there
    welch = (v + w).pow(2) / (v.pow(2) / (n - 1) + w.pow(2) / (n_there - 1))
    found = both.select(
        *BY, pl.min_horizontal(n, n_there).cast(pl.Int64).alias("games"), pl.col("m").alias(HERE),
        pl.col("m_there").alias(THERE),
        pl.when(paired).then("m_apart").otherwise(pl.col("m") - pl.col("m_there")).alias(APART),
        pl.when(paired).then(pl.col("m_sd_apart") / n.sqrt()).otherwise((v + w).sqrt()).alias("error"),
        pl.when(paired).then((n - 1).cast(pl.Float64)).otherwise(welch).alias("freedom"),
    )  # fmt: skip
    return _bounded(found).select(_empty().columns)


def _bounded(found: pl.DataFrame) -> pl.DataFrame:
    half = pl.Series("half", t_quantile(found["freedom"].to_numpy() + 1) * found["error"].to_numpy()).fill_nan(None)
    return found.with_columns(half).with_columns(
        (pl.col("difference") - pl.col("half")).alias("difference_low"),
        (pl.col("difference") + pl.col("half")).alias("difference_high"),
    )
