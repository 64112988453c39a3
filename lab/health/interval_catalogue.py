"""Every printed interval: in how many batches of games does it hold what all games say?

The numbers are found, not listed: all columns NAME of all metrics of the register beside which NAME_low and NAME_high
stand, and everything that two arms are compared in. The games of an arm are cut into batches, each is measured as if it
were a run of its own, and the truth is what is measured on the games of all batches together. A batch is a part of that
truth, so its interval is taken a little narrower, by sqrt(1 - 1 / batches). A bound that is missing beside one that is
not is open: it is never in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from lab.comparison.arm_comparison import compare_arms
from lab.comparison.arm_pairs import pairs_of
from lab.comparison.game_numbers import game_numbers
from lab.health.game_batches import BATCH, Sample, Tables, blocks, sample_of, whole_of
from lab.tables.column import KEY
from lab.tables.metric import KEYS, Metric, load_metrics

if TYPE_CHECKING:
    from lab.store.store_folder import Store

LOW, HIGH = 0.93, 0.97
"""Between these the share of the batches has to lie whose interval holds the truth."""
OF_THE_SIZE = {("card_reliability", "reliability")}
"""Numbers that are others of few games than of many, as they speak of how far these games can be trusted: there is no
truth to hold. That of `games_for_ranking` follows from the same interval."""
OF_A_FAMILY = {("card_table", "randomised_oh_delta_shrunk")}
"""Numbers of which 95 % of the intervals of a family hold, and not each of them in 95 % of the runs: what lies far from
its family is held less often, and the rest more."""
FEW_EVENTS, FEW_GAMES, MOSTLY = 10, 30, 0.95
"""Below these an interval is set apart: see `held`."""
SURE = 0.05
"""How often a table in which all is right shows any interval as wrong: Bonferroni over those that are judged."""
COMPARED = "compare"
SIDES = {"difference": ("low", "high"), "value_a": ("low_a", "high_a"), "value_b": ("low_b", "high_b")}
BY = ["metric", "number", "row"]
INTERVALS: dict[str, type[pl.DataType]] = {
    BATCH: pl.String, **dict.fromkeys(BY, pl.String), **dict.fromkeys(("value", "low", "high", "games"), pl.Float64),
}  # fmt: skip
Told = Callable[[str], None]


def printed_intervals(store: Store, run: str, size: int, ways: int, told: Told = lambda text: None) -> pl.DataFrame:
    """One row for each printed interval of a run, see `held`: of its first arm, and of what others are compared in."""
    metrics = list(load_metrics().values())
    arms = store.arms(run)["arm"].to_list()
    sample = sample_of(store, run, arms[0], size)
    if sample.number < 2:
        return pl.DataFrame(schema=HELD)
    told("all games")
    parts = [_whole(store, sample, metrics)]
    for way in range(ways):
        mixed = sample_of(store, run, arms[0], size, way)
        for done, found in enumerate(_measured(store, mixed, metrics), 1):
            told(f"way {way + 1} of {ways}, block {done}")
            parts.append(found.with_columns(pl.format("{}-{}", pl.lit(way), BATCH).alias(BATCH)))
        if len(arms) > 1:
            parts += list(_compared(store, mixed, way))
    return held(pl.concat(parts), sample.number, ways)


def _measured(store: Store, sample: Sample, metrics: Sequence[Metric]) -> Iterator[pl.DataFrame]:
    needs = sorted({name for one in metrics for name in one.needs})
    for tables in blocks(store, sample, needs):
        yield pl.concat([intervals_of(one, _computed(one, tables)) for one in metrics])


def _whole(store: Store, sample: Sample, metrics: Sequence[Metric]) -> pl.DataFrame:
    """The truths: intervals of no batch."""
    found = [intervals_of(one, _computed(one, whole_of(store, sample, one.needs))) for one in metrics]
    return pl.concat(found).with_columns(pl.lit(None, pl.String).alias(BATCH))


def _computed(metric: Metric, tables: Tables) -> pl.DataFrame:
    return metric.of(tables[name] for name in metric.needs)


def intervals_of(metric: Metric, found: pl.DataFrame) -> pl.DataFrame:
    """Every interval in the table of a metric, with what names its row: batch, metric, number, row, value, low, high.

    `games` is what the row says of itself.
    """
    names = [c for c in found.columns if {f"{c}_low", f"{c}_high"} <= set(found.columns)]
    row = pl.concat_str([pl.col(c).cast(pl.String).fill_null("") for c in rows_of(metric, found)], separator=" ")
    games = pl.col("games") if "games" in found.columns else pl.lit(None)
    parts = [
        found.select(
            pl.col("run_id").alias(BATCH), pl.lit(metric.name).alias("metric"), pl.lit(name).alias("number"),
            row.alias("row"), pl.col(name).alias("value"), pl.col(f"{name}_low").alias("low"),
            pl.col(f"{name}_high").alias("high"), games.alias("games"),
        ).cast(pl.Schema(INTERVALS))
        for name in names
        if (metric.name, name) not in OF_THE_SIZE
    ]  # fmt: skip
    return pl.concat([pl.DataFrame(schema=INTERVALS), *parts])


def rows_of(metric: Metric, found: pl.DataFrame) -> list[str]:
    """The columns that name the rows of an arm: those that lead the table, and the number of the card."""
    keys = [c for c in found.columns if c in metric.columns and metric.columns[c].rank == KEY and c not in KEYS]
    return [*(["card"] if "card" in found.columns else []), *keys] or ["arm"]


def _compared(store: Store, sample: Sample, way: int) -> Iterator[pl.DataFrame]:
    """What the first two arms that belong together are compared in, of all games and of each batch."""
    pair = pairs_of(store, sample.run)[0]
    games = game_numbers(store, sample.run).join(sample.batch, on="game")
    batches = {f"{way}-{number[0]}": part for number, part in games.partition_by(BATCH, as_dict=True).items()}
    wanted: dict[str | None, pl.DataFrame] = {None: games} if way == 0 else {}
    for name, part in (wanted | batches).items():
        rows = compare_arms(part, pair)
        yield pl.DataFrame(
            [
                (name, COMPARED, side, row.metric, getattr(row, side), *(getattr(row, end) for end in ends), row.n)
                for row in rows
                for side, ends in SIDES.items()
            ],
            schema=INTERVALS,
            orient="row",
            strict=False,
        )


def held(found: pl.DataFrame, batches: int, ways: int = 1) -> pl.DataFrame:
    """One row for each interval: its truth, and in which share of the batches it holds it, lies below or above it.

    Set apart (`apart` says why) is what no share of batches can judge. `few events`: a count or a share is so wide that
    it stands for fewer than 10 events, or its counterpart does; then it moves in steps, and no interval can hold
    exactly so often. `few games`: fewer than 30 of a batch are behind it. `alike`: in some batch nothing varied at all.
    `seldom`: fewer than 95 % of the batches have it. `family`: see `OF_A_FAMILY`; the mean of those is what counts.
    `wrong` is what chance does not explain.
    """
    truth = found.filter(pl.col(BATCH).is_null()).select(*BY, truth="value").drop_nulls()
    known = pl.col("low").is_not_null() | pl.col("high").is_not_null()
    rows = found.filter(pl.col(BATCH).is_not_null() & known).join(truth, on=BY)
    narrow, value = (1 - 1 / batches) ** 0.5, pl.col("value")
    low, high = (
        (value + (pl.col(end) - value) * narrow).fill_null(pl.col(end)).fill_null(far)
        for end, far in (("low", -np.inf), ("high", np.inf))
    )
    slack = 1e-9 * (1 + pl.col("truth").abs())
    sides = rows.with_columns(
        (high < pl.col("truth") - slack).alias("below"), (low > pl.col("truth") + slack).alias("above")
    )
    return _judged(sides.group_by(BY).agg(*_summed(), _why(batches * ways)).sort(BY)).select(*HELD)


HELD = {
    **dict.fromkeys(BY, pl.String), "truth": pl.Float64, "batches": pl.Int64, "holds": pl.Float64, "below": pl.Float64,
    "above": pl.Float64, "apart": pl.String, "wrong": pl.Boolean,
}  # fmt: skip


def _summed() -> list[pl.Expr]:
    inside = ~pl.col("below") & ~pl.col("above")
    return [
        pl.col("truth").first(), pl.len().cast(pl.Int64).alias("batches"), inside.mean().alias("holds"),
        pl.col("below").mean(), pl.col("above").mean(),
    ]  # fmt: skip


def _why(batches: int) -> pl.Expr:
    """Why an interval is set apart; nothing where it is judged."""
    truth, half = pl.col("truth").first(), (pl.col("high") - pl.col("low")).median() / 2
    is_count = (pl.col("value").min() >= 0) & (truth >= 0)
    is_share = is_count & (pl.col("high").max() <= 1)
    least = pl.when(is_share).then(pl.min_horizontal(truth, 1 - truth)).otherwise(truth)
    # 1.96 errors of a count of k events are 1.96 / sqrt(k) of it.
    few = is_count & ((1.96 * least / half) ** 2 < FEW_EVENTS)
    return (
        pl.when(pl.concat_str("metric", "number").first().is_in(["".join(pair) for pair in OF_A_FAMILY]))
        .then(pl.lit("family"))
        .when((pl.col("high") == pl.col("low")).any()).then(pl.lit("alike"))
        .when(pl.len() < MOSTLY * batches).then(pl.lit("seldom"))
        .when(pl.col("games").median() < FEW_GAMES).then(pl.lit("few games"))
        .when(few).then(pl.lit("few events"))
        .alias("apart")
    )  # fmt: skip


def _judged(rows: pl.DataFrame) -> pl.DataFrame:
    """Each row with whether its share of batches is beyond what chance explains of one from 93 to 97 %."""
    from scipy import stats

    hits, n = (rows["holds"] * rows["batches"]).round().to_numpy(), rows["batches"].to_numpy()
    tail = np.minimum(stats.binom.cdf(hits, n, LOW), stats.binom.sf(hits - 1, n, HIGH))
    judged = rows["apart"].is_null()
    wrong = judged & pl.Series(2 * tail * max(1, judged.sum()) < SURE)
    return rows.with_columns(wrong.alias("wrong"))


def summary(rows: pl.DataFrame) -> pl.DataFrame:
    """One row for each number of each metric: of the intervals that are judged the mean, least and greatest share."""
    judged, holds = pl.col("apart").is_null(), pl.col("holds")
    return rows.group_by("metric", "number", maintain_order=True).agg(
        judged.sum().cast(pl.Int64).alias("judged"), holds.filter(judged).mean().alias("mean"),
        holds.filter(judged).min().alias("least"), holds.filter(judged).max().alias("most"),
        pl.col("below").filter(judged).mean(), pl.col("above").filter(judged).mean(),
        (~holds.is_between(LOW, HIGH)).filter(judged).sum().cast(pl.Int64).alias("outside"),
        pl.col("wrong").sum().cast(pl.Int64), (~judged).sum().cast(pl.Int64).alias("apart"),
        holds.filter(~judged).mean().alias("apart_mean"),
    )  # fmt: skip
