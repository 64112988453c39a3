"""Every metric of the register once more, in plain SQL or by a slow twin: equal far beyond the last digit shown."""

from __future__ import annotations

from importlib import import_module

import polars.selectors as cs
import pytest
from polars.testing import assert_frame_equal

from lab.tables.column import KEY
from lab.tables.metric import compute, load_metrics
from tests.lab import slow_twins
from tests.lab.in_sql import SQL, connected, counts_told, interval, recomputed, told, whole
from tests.lab.stored_games import OLD, RUN, stored_games

RATIOS_BY = {
    "combat_course": ["axis", "position"],
    "curses": ["card"],
    "economy": ["group"],
    "fight_margins": ["told", "bin"],
    "gold_curve": ["group", "round"],
    "helping": [],
    "hopeless_time": ["times"],
    "hostility": [],
    "last_fights": [],
    "lead_gap": ["round"],
    "level_time": ["group", "level"],
    "monsters": ["card"],
    "reshuffles": [],
    "style": ["agent"],
}
"""Metrics that divide sums over games, and the columns that name a row, beside its keys and the measure."""
COUNTED_BY = {
    "combat_course": ("lost", "lost"), "curses": ("per_game", "played"), "fight_margins": ("won", "won"),
    "monsters": ("won", "won"),
}  # fmt: skip
"""Where the measures of a row share its columns games and n: which one rests on these games, which is divided by n."""
IN_PYTHON = {
    "card_draws": slow_twins.card_draws,
    "card_reliability": slow_twins.reliability,
    "card_table": slow_twins.card_table,
    "rating": slow_twins.rating,
}
"""What SQL alone does not say."""
OF_PAIRS = {"card_rules", "kind_rules"}
"""They compare arms that share games with their reference: `test_card_rules` asks SQL the same of such arms."""
SOLVED = cs.matches("^rating|^chance$|_shrunk|^reliability_")
"""Numbers that both ways find by trying: maxima of a likelihood, integrals."""
METRICS = {name: m for name, m in load_metrics().items() if m.compute.__module__.startswith("lab.metrics.")}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Games made up by lot."""
    return stored_games(tmp_path_factory.mktemp("twins") / "store")


@pytest.fixture(scope="module")
def database(store):
    """The same as SQL sees it."""
    return connected(store)


def test_every_metric_is_computed_twice():
    twins = {path.stem for path in SQL.glob("*.sql")} - {"games"} | set(IN_PYTHON)
    assert set(METRICS) == twins, "a metric without a twin in tests/lab/sql, or a twin without a metric"


@pytest.mark.parametrize("name", sorted(set(METRICS) - set(RATIOS_BY) - OF_PAIRS))
def test_a_metric_is_the_table_that_sql_makes_of_the_same_games(name, store, database):
    found = compute(store, [name])[name]
    wanted = IN_PYTHON[name](database) if name in IN_PYTHON else whole(database, name)
    assert set(found.columns) == set(wanted.columns)
    by = [c for c, column in METRICS[name].columns.items() if column.rank == KEY or c == "card"]
    wanted = wanted.select(found.columns).with_columns(cs.float().fill_nan(None)).cast(dict(found.schema))
    assert found.height > 0
    found, wanted = found.sort(by), wanted.sort(by)
    assert_frame_equal(found.select(~SOLVED), wanted.select(~SOLVED), rel_tol=1e-7, abs_tol=1e-9)
    assert_frame_equal(found.select(SOLVED), wanted.select(SOLVED), rel_tol=1e-7, abs_tol=1e-6)


@pytest.mark.parametrize("name", RATIOS_BY)
def test_a_metric_is_what_sql_adds_up_over_the_same_games(name, store, database):
    measures = getattr(import_module(f"lab.metrics.{name}"), "MEASURES", {})  # the means of economy are no ratios
    shares = {m: ratio.is_share for m, ratio in measures.items()}
    in_parts = {m for m, ratio in measures.items() if getattr(ratio, "parts", False)}
    found = told(compute(store, [name])[name], RATIOS_BY[name], shares)
    wanted = recomputed(database, name, RATIOS_BY[name])
    assert set(found) == set(wanted)
    assert {(run, arm) for run, arm, *_ in found} >= {(RUN, "base"), (RUN, "three"), (RUN, "six"), (OLD, "base")}
    counts = counts_told(compute(store, [name])[name], RATIOS_BY[name])
    for key, (games, n) in counts.items():
        rows = {k[-1]: row for k, row in wanted.items() if k[: len(key)] == key}
        of_games, of_n = COUNTED_BY.get(name, (max(rows, key=lambda measure: rows[measure]["games"]), key[-1]))
        assert games == rows[of_games]["games"], key
        assert n is None or n == int(round(rows[of_n]["n"], 9)), key
    for key, row in wanted.items():
        value = row["value"] if row["n"] else None
        low, high = interval(row, shares.get(key[-1], False), key[-1] in in_parts)
        known = [x for x in (value, low, high) if x is not None]
        assert [x for x in found[key] if x is not None] == pytest.approx(known, rel=1e-7, abs=1e-9), (
            key
        )  # counts are rounded to 1e-9
