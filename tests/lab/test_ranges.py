"""No interval of any table leaves the range of what it is about, however few games it rests on."""

from __future__ import annotations

import math

import polars as pl
import pytest

from lab.comparison.arm_comparison import compare_arms
from lab.comparison.arm_pairs import Pair
from lab.comparison.game_numbers import game_numbers
from lab.tables import column as ranges
from lab.tables.column import CHANGES, POINTS, SHARE, Column, cut, default_column, within
from lab.tables.metric import compute, finish, load_metrics
from tests.lab.stored_games import RUN, stored_games

pytestmark = pytest.mark.deep

RANGES = {"share": (0, 1), "points": (-1, 1), "p": (0, 1)}
"""What a share, a difference of two shares and a probability can be; everything else may be any number."""
WIDER = {"change": (-2, 2), "change_shrunk": (-2, 2)}
"""The difference of two differences of shares."""
ERRORS = ("_se", "if_nothing")
"""Standard errors have no upper end: of what came in one game nothing is known."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Three arms of 40 games and more: most cards came a few times."""
    return stored_games(tmp_path_factory.mktemp("ranges") / "store")


def outside(frame, columns):
    """Numbers that cannot be true: column and value."""
    found = []
    for name, kind in frame.schema.items():
        of = name.removesuffix("_low").removesuffix("_high")
        of = of if of in frame.columns else name
        column = columns.get(of) or default_column(of, kind)
        for row in frame.iter_rows(named=True):
            ends = WIDER.get(of) or RANGES.get(column.kind_of(row) if column.kind_of else column.kind)
            ends = (0, math.inf) if ends and name.endswith(ERRORS) else ends
            if ends and row[name] is not None and not ends[0] <= row[name] <= ends[1]:
                found.append((name, row[name]))
    return found


def test_no_column_of_any_metric_leaves_its_range(store):
    known = load_metrics()
    found = compute(store, sorted(known), RUN)
    assert sum(frame.height > 0 for frame in found.values()) > 30
    assert {name: beyond for name, frame in found.items() if (beyond := outside(frame, known[name].columns))} == {}
    # Uncut the same numbers would leave it: there are few enough games.
    for name in ("card_draws", "card_table", "seat_advantage"):
        uncut = finish(known[name].compute(*(store.table(table, RUN) for table in known[name].needs)))
        assert outside(uncut, known[name].columns)


def test_no_comparison_of_shares_leaves_its_range(store, monkeypatch):
    few = game_numbers(store, RUN).filter(pl.col("game") < 4)

    def shares():
        rows = [row for paired in (True, False) for row in compare_arms(few, Pair("base", "three", paired))]
        return [row for row in rows if row.unit.startswith(("share", "win credit"))]

    rows = shares()
    assert {row.metric.split(":")[0] for row in rows} >= {"lost_share", "first_credit", "credit"}
    monkeypatch.setattr(ranges, "cut", lambda ends, *numbers: numbers)
    assert sum(row.high > 1 or row.low < -1 for row in shares()) > 1  # uncut
    for row in rows:
        assert all(-1 <= x <= 1 for x in (row.low, row.high)), row
        assert all(0 <= x <= 1 for x in (row.low_a, row.high_a, row.low_b, row.high_b)), row


def test_bounds_are_cut_at_the_ends_of_what_the_column_is():
    columns = {
        "a": Column("a", "share"), "b": Column("b", "points"), "c": Column("c", "number"),
        "d": Column("d", "number", kind_of=lambda row: row["kind"]), "e": Column("e", "points", ends=CHANGES),
    }  # fmt: skip
    wide = {f"{name}{side}": x for name in "abcde" for side, x in (("", 0.5), ("_low", -7.0), ("_high", 7.0))}
    frame = pl.DataFrame([wide | {"kind": "share"}, wide | {"kind": "number"}])
    frame = frame.with_columns(b_low=pl.Series([None, -0.25]))
    first, second = within(frame, columns).select(pl.exclude("kind")).rows()
    assert first == (0.5, 0, 1, 0.5, None, 1, 0.5, -7, 7, 0.5, 0, 1, 0.5, -2, 2)
    assert second == (0.5, 0, 1, 0.5, -0.25, 1, 0.5, -7, 7, 0.5, -7, 7, 0.5, -2, 2)
    assert within(frame, columns).columns == frame.columns
    assert cut(SHARE, -3.0, 0.5, 3.0) == (0, 0.5, 1) and math.isnan(cut(POINTS, math.nan)[0])
