"""The register of metrics, and each of them once more in plain SQL or by a slow twin, equal beyond what is shown."""

from __future__ import annotations

import re
from importlib import import_module

import polars as pl
import polars.selectors as cs
import pytest
from polars.testing import assert_frame_equal

from lab.commands._runs import _as_asked
from lab.commands.metrics import GROUPS
from lab.errors import BadInput
from lab.tables.column import KEY
from lab.tables.metric import FOLDER, KEYS, by_number, compute, load_metrics
from tests.lab import slow_twins
from tests.lab.in_sql import SQL, connected, counts_told, interval, recomputed, told, whole
from tests.lab.random_games import random_tables
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


def test_every_file_registers_the_metric_of_its_name():
    assert list(load_metrics()) == sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "__init__")


def test_every_metric_has_a_sentence_a_unit_and_an_interval():
    for metric in load_metrics().values():
        assert metric.says.endswith("."), metric.name
        assert metric.unit and metric.interval and metric.needs


def test_every_metric_asks_a_question_and_is_listed_once():
    assert all(re.match(r"[A-Z][^?]*\?", metric.asks) for metric in load_metrics().values())
    assert sorted(" ".join(GROUPS.values()).split()) == list(load_metrics())


def test_arms_stand_in_the_order_in_which_they_were_asked():
    rows = pl.DataFrame({"arm": ["a", "a", "base", "c"], "n": [1, 2, 3, 4]})
    assert _as_asked(rows, pl.Series(["base", "c", "a"]))["n"].to_list() == [3, 4, 1, 2]
    mixed = pl.DataFrame({"arm": ["a", "base", "a"], "n": [1, 2, 3]})  # in an order of their own, such as games
    assert _as_asked(mixed, pl.Series(["base", "a"])).equals(mixed)


def test_an_unknown_metric_is_named_with_the_known_ones(tiny_store):
    with pytest.raises(BadInput, match="no metric named sharks; known: .*game_length"):
        compute(tiny_store(), ["sharks"])


def test_what_one_game_says_has_a_value_and_no_interval(tiny_store):
    one = {name: t.filter(game=1) if "game" in t.columns else t for name, t in random_tables().items()}
    found = compute(tiny_store(**one), ["economy"])["economy"]
    treasures = one["seat"].filter(arm="base")["treasures"].mean()
    row = found.filter(arm="base", measure="treasures", group="all").row(0, named=True)
    assert (row["games"], row["mean"], row["mean_low"], row["mean_high"]) == (1, treasures, None, None)


def test_arms_are_grouped_by_numbers_and_come_back_as_words_in_their_order(rows, tiny_store):
    # Numbers are given in the order of appearance; tables are sorted by the words.
    make_seat = rows[1]
    arms = ("b+faster", "a", "B", "b")
    seats = pl.DataFrame([make_seat(arm, 0, seat, won=seat == 0) for arm in arms for seat in range(3)])
    levels = [{"run_id": "r", "arm": a, "game": 0, "round": 1, "seat": s, "level": s + 1} for a in arms for s in (0, 1)]
    (numbered,) = by_number(seats.lazy())
    assert [numbered.collect_schema()[key] for key in KEYS] == [pl.Categorical] * 2
    curve = compute(tiny_store(level=pl.DataFrame(levels), seat=seats), ["level_curve"])["level_curve"]
    assert [curve.schema[key] for key in KEYS] == [pl.String] * 2
    assert curve["arm"].unique(maintain_order=True).to_list() == sorted(arms)
    assert curve.filter(group="winner")["mean"].to_list() == [1.0] * 4
