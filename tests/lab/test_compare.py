"""Paired comparison: equal arms differ by nothing, planted differences are found."""

import polars as pl
import pytest

from lab.compare import as_frame, compare_run
from lab.errors import BadInput


def store_of(tiny_store, rows, arms):
    game, seat = rows
    games, seats = [], []
    for arm, shift in arms.items():
        for g in range(30):
            ending = "shared" if shift and g < 6 else "kill"
            games.append(game(arm, g, turns=50 + g % 7 + shift, ending=ending))
            seats += [seat(arm, g, s, won=int(s == g % 3), credit=float(s == g % 3)) for s in range(3)]
    arm = pl.DataFrame({"run_id": "r", "arm": list(arms)})
    return tiny_store(game=pl.DataFrame(games), seat=pl.DataFrame(seats), arm=arm)


def row(rows_, metric):
    return next(r for r in rows_ if r.metric == metric)


def test_equal_arms_differ_by_nothing(tiny_store, rows):
    found = compare_run(store_of(tiny_store, rows, {"a": 0, "b": 0}), "r")
    assert all(r.difference == r.low == r.high == 0 for r in found)
    assert row(found, "turns").correlation == pytest.approx(1)


def test_a_planted_shift_is_found_exactly(tiny_store, rows):
    found = compare_run(store_of(tiny_store, rows, {"a": 0, "b": 5}), "r")
    turns = row(found, "turns")
    assert (turns.difference, turns.low, turns.high, turns.n) == (5, 5, 5, 30)
    assert turns.value_b - turns.value_a == pytest.approx(5)
    shared = row(found, "ending_shared")
    assert shared.value_a == 0 and shared.value_b == 0.2
    assert shared.p_value == pytest.approx(2 * 0.5**6)  # six games changed, all in one direction
    assert shared.low < 0.2 < shared.high


def test_the_first_arm_is_the_base_and_every_pair_is_possible(tiny_store, rows):
    store = store_of(tiny_store, rows, {"z": 0, "b": 1, "c": 2})
    assert {(r.a, r.b) for r in compare_run(store, "r")} == {("z", "b"), ("z", "c")}
    assert {(r.a, r.b) for r in compare_run(store, "r", every_pair=True)} == {("z", "b"), ("z", "c"), ("b", "c")}


def test_one_arm_cannot_be_compared(tiny_store, rows):
    with pytest.raises(BadInput, match="needs two or more"):
        compare_run(store_of(tiny_store, rows, {"a": 0}), "r")


def test_the_table_has_the_fixed_columns(tiny_store, rows):
    frame = as_frame(compare_run(store_of(tiny_store, rows, {"a": 0, "b": 1}), "r"))
    fixed = ["metric", "unit", "a", "b", "value_a", "value_b", "difference", "low", "high", "n"]
    assert frame.columns[: len(fixed)] == fixed
