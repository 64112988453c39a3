"""What a page may ask for by name: every metric of the register, and what is told of a whole run at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import polars as pl

from lab.comparison.arm_comparison import COLUMNS, as_frame, compare_run
from lab.comparison.arm_pairs import is_every_pair_told
from lab.comparison.notable_games import notable_games
from lab.comparison.table_agreement import agreements
from lab.health.health_report import kept_health
from lab.runs.arm_spec import table_name
from lab.store.result_files import FOLDER
from lab.store.store_views import RUNS
from lab.tables.metric import KEYS, compute, load_metrics
from reports.card_sources import OF_CARDS, card_answers, card_facts, card_numbers, told_state
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, in_words

if TYPE_CHECKING:
    from lab.store.store_folder import Store


def comparison(store: Store, run: str) -> pl.DataFrame:
    """Every arm of a run against every other, all measures: `arm_comparison.Difference`; none of a single arm.

    Of more arms than `lab.comparison.arm_pairs.EVERY` each against its reference.
    """
    return as_frame(compare_run(store, run, is_every_pair_told(store, run)) if _has_several(store, run) else [])


def _has_several(store: Store, run: str) -> bool:
    return store.arms(run).height > 1


def agreement(store: Store, run: str) -> pl.DataFrame:
    """What was asked at several tables of players: a comparison that has `question` and `table` too."""
    rows = compare_run(store, run) if _has_several(store, run) else []
    found = [
        as_frame([row]).with_columns(pl.lit(one.question).alias("question"), pl.lit(table).alias("table"))
        for one in agreements(store, run, rows, table_name)
        for table, row in zip(one.tables, one.rows, strict=True)
    ]
    return pl.concat(found) if found else pl.DataFrame(schema=COLUMNS | {"question": pl.String, "table": pl.String})


def rules(store: Store, run: str) -> pl.DataFrame:
    """Switches in which arms of a run differ: their value in each arm, what it means, and which house rule set it.

    `why` is what the house rule asks, if there still is one of this name that sets what it set then.
    """
    frame = store.table("rule", run).select(pl.exclude("run_id")).collect()
    varied = frame.filter(pl.col("value").n_unique().over("switch") > 1)
    meanings = {name: switch.meaning for name, switch in SWITCHES.items()}
    return varied.with_columns(
        pl.col("arm").cast(pl.String),
        pl.col("switch").replace_strict(meanings, default=None, return_dtype=pl.String).alias("meaning"),
        pl.col("set_by").replace_strict(_questions(frame), default=None, return_dtype=pl.String).alias("why"),
    )


def _questions(frame: pl.DataFrame) -> dict[str, str]:
    """House rules and presets of a run -> what they ask; without those that set something else by now."""
    asked = {}
    for file in known_variants():
        now = {name: in_words(SWITCHES[name], value) for name, value in file.rules.items()}
        own = frame.filter(pl.col("set_by") == file.key).select("switch", "value").rows()
        if own and all(now.get(switch) == value for switch, value in own):
            asked[file.key] = file.why
    return asked


def health(store: Store, run: str) -> pl.DataFrame:
    """What a look at the health of a run found (`lab.health.health_report.HEALTH`); no row if nobody has looked."""
    return kept_health(store, run)


WHOLE: dict[str, Callable[[Store, str], pl.DataFrame]] = {
    "comparison": comparison, "agreement": agreement, "rules": rules, "notable_games": notable_games,
    "card_numbers": card_numbers, "card_facts": card_facts, "card_answers": card_answers,
    "health": health,
}  # fmt: skip


def told_since(store: Store, run: str, name: str) -> int:
    """What moves when a source of a run changes though its games do not: when it was asked for, or looked at."""
    if name == "health":
        looks = (store.path / RUNS / run / FOLDER).glob("health-*.parquet")
        return max((path.stat().st_mtime_ns for path in looks), default=0)
    return told_state(store, run) if name in OF_CARDS else 0


def names() -> set[str]:
    """Everything that a page may name."""
    return set(load_metrics()) | set(WHOLE)


def source(store: Store, run: str, name: str) -> pl.DataFrame:
    """One source of one run; arms as strings, so that runs can be put together."""
    frame = WHOLE[name](store, run) if name in WHOLE else compute(store, [name], run)[name]
    words = [pl.col(key).cast(pl.String) for key in KEYS if key in frame.columns]
    return frame.with_columns(words) if words else frame
