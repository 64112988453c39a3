"""How often printed intervals hold: what is found in the register, how games are cut, and planted intervals."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.health.game_batches import blocks, sample_of, whole_of
from lab.health.interval_catalogue import BY, INTERVALS, OF_THE_SIZE, held, intervals_of, printed_intervals, summary
from lab.stats import intervals
from lab.tables.metric import load_metrics
from tests.lab.command_lines import printed

SIZE, BATCHES = 100, 200


@pytest.fixture
def sample(store):
    return sample_of(store, store.run_ids()[0], "base", SIZE)


@pytest.mark.deep
def test_every_number_with_bounds_of_every_metric_is_found_and_its_row_has_a_name_of_its_own(store, sample):
    found = {}
    for metric in load_metrics().values():
        tables = whole_of(store, sample, metric.needs)
        frame = metric.of(tables[name] for name in metric.needs)
        rows = intervals_of(metric, frame)
        assert rows.schema == INTERVALS
        assert not rows.select("number", "row").is_duplicated().any(), metric.name
        found[metric.name] = set(rows["number"])
        bounds = {c.removesuffix("_low") for c in frame.columns if c.endswith("_low")}
        assert found[metric.name] == {n for n in bounds if (metric.name, n) not in OF_THE_SIZE} or not rows.height
    assert found["level_time"] == {"rounds", "share", "reached"}
    assert sum(map(bool, found.values())) >= 25  # these games have no combats


@pytest.mark.parametrize("way", [0, 1, 2])
def test_batches_hold_each_game_once_and_are_measured_as_if_each_were_a_run(store, way):
    run, metric = store.run_ids()[0], load_metrics()["game_length"]
    sample = sample_of(store, run, "base", SIZE, way)
    assert sample.number == 12 and sorted(sample.batch["game"]) == list(range(1200))
    assert sample.batch["batch"].value_counts()["count"].unique().to_list() == [SIZE]
    assert (sample.batch["game"].to_list() == sorted(sample.batch["game"])) == (way == 0)
    found = pl.concat([metric.of([t["game"]]) for t in blocks(store, sample, ["game"])])
    turns = store.table("game", run).select("game", "turns").collect().join(sample.batch, on="game")
    for (number,), rows in turns.group_by("batch"):
        one = found.filter(run_id=str(number), measure="turns").row(0, named=True)
        wanted = intervals.mean(rows["turns"].to_numpy())
        assert (one["mean"], one["mean_low"], one["mean_high"]) == pytest.approx(wanted[:3])


def planted(values, low, high, games=250, truth=0.5, name="planted"):
    """Intervals of as many batches as there are values, and the truth."""
    known = {"metric": "m", "number": name, "row": "", "games": float(games)}
    rows = [
        known | {"batch": str(i), "value": v, "low": a, "high": b} for i, (v, a, b) in enumerate(zip(values, low, high))
    ]
    return pl.DataFrame([*rows, known | {"batch": None, "value": truth, "low": None, "high": None}], schema=INTERVALS)


def means(width, seed=1, shift=0.0, truth=100.0):
    """Means of 250 numbers with Student's interval, some times too wide or too narrow, or beside the truth."""
    x = np.random.default_rng(seed).normal(truth, 3, (BATCHES, 250))
    half = width * intervals.t_quantile(250) * x.std(1, ddof=1) / np.sqrt(250)
    centre = x.mean(1) + shift
    return planted(centre, centre - half, centre + half, truth=truth)


def test_an_interval_that_holds_as_often_as_it_says_is_right(width=1.0):
    row = held(means(width), BATCHES).row(0, named=True)
    assert 0.91 < row["holds"] < 0.985 and not row["wrong"] and row["apart"] is None
    assert row["holds"] + row["below"] + row["above"] == pytest.approx(1) and row["batches"] == BATCHES


@pytest.mark.parametrize(("width", "shift"), [(0.7, 0.0), (1.6, 0.0), (1.0, 0.25)])
def test_an_interval_that_is_too_narrow_too_wide_or_aside_is_wrong(width, shift):
    row = held(means(width, shift=shift), BATCHES).row(0, named=True)
    assert row["wrong"] and not 0.93 <= row["holds"] <= 0.97
    assert (row["above"] > row["below"] + 0.05) == (shift > 0)


def test_a_batch_is_a_part_of_the_truth():
    # Its interval is narrowed by sqrt(1 - 1 / 2): one that just reached the truth, and more, does not any more.
    two = planted([0.0, 0.0], [-1.0, -1.0], [1.0, 0.6], truth=0.5)
    assert held(two, 2).row(0, named=True)["holds"] == 0.5


def test_a_bound_that_is_missing_is_open():
    rows = held(planted([1.0, None, 0.2], [0.3, 0.4, 0.1], [None, None, 0.3]), 3).row(0, named=True)
    assert (rows["holds"], rows["below"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert held(planted([1.0], [None], [None]), 1).is_empty()


@pytest.mark.parametrize(
    ("why", "frame"),
    [
        ("alike", planted([0.5] * 40, [0.5] + [0.4] * 39, [0.5] + [0.6] * 39)),
        ("few games", planted([5.0] * 40, [4.0] * 40, [6.0] * 40, games=29, truth=5.0)),
        ("few events", planted([0.03] * 40, [0.01] * 40, [0.05] * 40, truth=0.03)),
        ("few events", planted([0.97] * 40, [0.95] * 40, [0.99] * 40, truth=0.97)),
        ("seldom", planted([5.0] * 30, [4.9] * 30, [5.1] * 30, truth=5.0)),
        (None, planted([0.03] * 40, [0.02] * 40, [0.04] * 40, truth=0.03)),
    ],
)
def test_what_no_share_of_batches_can_judge_is_set_apart_with_the_reason(why, frame):
    # A share of 3 % whose interval is 2 points wide to each side stands for (1.96 * 3 / 2) ** 2 = 8.6 events.
    rows = held(frame, 40)
    assert rows["apart"].to_list() == [why]
    if why:
        assert not rows["wrong"].item()
        assert summary(rows).select("judged", "apart").row(0) == (0, 1)


@pytest.mark.deep
def test_a_table_of_sound_games_has_nothing_wrong_and_a_broken_one_has(store, capsys, monkeypatch):
    kept = {name: load_metrics()[name] for name in ("game_length", "seat_advantage", "combats", "level_time")}
    monkeypatch.setattr("lab.health.interval_catalogue.load_metrics", lambda: kept)
    line = ["metrics", "health", "--coverage", "4", "--batch", "30", "--store", str(store.path)]
    said = printed(capsys, line)
    assert "0 beyond what chance explains" in said and "game_length" in said
    rows = json.loads(printed(capsys, [*line, "--json"]))
    assert {row["metric"] for row in rows} == set(kept) and {row["batches"] for row in rows} <= set(range(161))
    honest = intervals.t_quantile
    monkeypatch.setattr(intervals, "t_quantile", lambda n: honest(n) * 0.6)
    assert cli.main(line) == 1


@pytest.mark.deep
def test_two_arms_are_compared_in_the_same_batches(tmp_path):
    from tests.lab.health_pages import played

    store = played(tmp_path, games=200, arms=["base", "base+faster"], events="none")
    rows = printed_intervals(store, store.run_ids()[0], 20, 1).filter(metric="compare")
    assert {"difference", "value_a", "value_b"} == set(rows["number"])
    turns = rows.filter(number="difference", row="turns").row(0, named=True)
    assert turns["batches"] == 10 and not rows.select(BY).is_duplicated().any()


def test_too_few_games_for_two_batches_make_no_table(store, capsys):
    assert cli.main(["metrics", "health", "--coverage", "1", "--batch", "900", "--store", str(store.path)]) == 0
    assert "Fewer than two batches of 900 games" in capsys.readouterr().out
    assert printed_intervals(store, store.run_ids()[0], 900, 1).is_empty()
