"""What is compared with what, and when games may be laid beside each other."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.comparison.arm_comparison import compare_run
from lab.comparison.arm_pairs import EVERY, Pair, alike, is_every_pair_told, pairs_of
from lab.export.report_tables import Wanted, report_tables
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.stats.paired import unpaired
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports.page_sources import comparison
from tests.lab.fakes import fake_arms


def arms(*rows):
    frame = pl.DataFrame([{"run_id": "r", "deck_hash": "d", "seats": 4, "reference": "", **row} for row in rows])
    return frame


def card(deck, name, copies=1, **facts):
    return {
        "deck_hash": deck,
        "card": 0,
        "id": name,
        "name": name,
        "level": 1,
        "copies": copies,
        "source": deck,
    } | facts


def test_each_arm_is_compared_with_its_reference(tiny_store):
    frame = arms({"arm": "a"}, {"arm": "b"}, {"arm": "c", "reference": "a"}, {"arm": "d", "reference": "b"})
    assert pairs_of(tiny_store(arm=frame), "r") == [Pair("a", "c", True), Pair("b", "d", True)]


def test_every_pair_is_every_pair(tiny_store):
    frame = arms({"arm": "a"}, {"arm": "b", "reference": "a"}, {"arm": "c", "reference": "a"})
    assert [pair[:2] for pair in pairs_of(tiny_store(arm=frame), "r", True)] == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(("count", "told"), [(EVERY, True), (EVERY + 1, False)])
def test_of_many_arms_each_is_compared_with_its_reference_only(tiny_store, count, told):
    frame = arms(*({"arm": f"a{n}", "reference": "a0" if n else None} for n in range(count)))
    assert is_every_pair_told(tiny_store(arm=frame), "r") is told


@pytest.mark.deep
def test_a_report_table_of_many_arms_is_short(tmp_path):
    """25 arms have 300 pairs; each is compared with the first one: 24."""
    spec = RunSpec(arms=("base",), switches={"hand_limit": tuple(map(str, range(3, 28)))}, games=10)
    store = Store.open(tmp_path, create=True)
    run = run_spec(spec, store, 1, arms=fake_arms(spec)).run_id
    rows = report_tables(store, Wanted(run, ("comparison",)))["comparison"]
    assert rows.select("a", "b").unique().height == 24 and comparison(Shelf(store, run)).height == rows.height
    assert rows["a"].unique().to_list() == ["base, hand_limit=3"]


def test_other_numbers_of_players_are_other_games(tiny_store):
    frame = arms({"arm": "a"}, {"arm": "b", "reference": "a", "seats": 5})
    assert pairs_of(tiny_store(arm=frame), "r") == [Pair("a", "b", False)]


@pytest.mark.parametrize(("changed", "paired"), [(1, True), (5, True), (6, False)])
def test_decks_are_paired_if_most_of_their_cards_are_equal(tiny_store, changed, paired):
    """Ten cards a deck: five equal ones are half of it."""
    cards = [card("d", f"c{i}") for i in range(10)]
    cards += [card("e", f"c{i}", level=2 if i < changed else 1) for i in range(10)]
    frame = arms({"arm": "a"}, {"arm": "b", "reference": "a", "deck_hash": "e"})
    assert pairs_of(tiny_store(arm=frame, card=pl.DataFrame(cards)), "r") == [Pair("a", "b", paired)]


def test_copies_count():
    """Three of the four copies of x, and y: 4 of the 6 cards of the larger deck."""
    cards = pl.DataFrame([card("d", "x", 3), card("d", "y"), card("e", "x", 4), card("e", "y"), card("e", "z")])
    assert alike(cards, "d", "e") == alike(cards, "e", "d") == pytest.approx(4 / 6)
    assert alike(cards, "d", "d") == 1


def test_independent_means_are_welch():
    """By hand: means 2 and 5, variances 1 and 4 of three games each: standard error sqrt(5 / 3), 2.94 degrees."""
    found = unpaired([1, 2, 3], [3, 5, 7])
    half = stats.t.ppf(0.975, (5 / 3) ** 2 / ((1 / 3) ** 2 / 2 + (4 / 3) ** 2 / 2)) * (5 / 3) ** 0.5
    assert found.difference.value == 3
    assert (found.difference.low, found.difference.high) == pytest.approx((3 - half, 3 + half))
    assert np.isnan(found.correlation)


def test_independent_shares_are_newcombe():
    """The first example of the paper's table II: 56 of 70 against 48 of 80 is 0.2, [0.0524, 0.3339] by method 10."""
    x, y = np.repeat([1, 0], [48, 32]), np.repeat([1, 0], [56, 14])
    found = unpaired(x, y, True).difference
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.deep
def test_the_coverage_of_both_is_what_they_promise():
    rng = np.random.default_rng(5)
    hits = {True: 0, False: 0}
    for _ in range(2000):
        means = unpaired(rng.normal(1, 1, 30), rng.normal(3, 4, 60)).difference
        shares = unpaired(rng.random(200) < 0.1, rng.random(150) < 0.3, True).difference
        hits[False] += means.low <= 2 <= means.high
        hits[True] += shares.low <= 0.2 <= shares.high
    assert all(0.935 <= n / 2000 <= 0.965 for n in hits.values()), hits


def test_arms_without_spread_say_nothing_of_chance():
    assert unpaired([2, 2], [2, 2]).p_value == 1
    assert np.isnan(unpaired([2, 2], [3, 3]).p_value)


def test_independent_arms_need_no_equal_numbers_of_games(tiny_store, rows):
    game, seat = rows
    games = [game("a", g, turns=50 + g % 3) for g in range(20)] + [game("b", g, turns=60 + g % 3) for g in range(30)]
    seats = [seat(g["arm"], g["game"], s, won=int(s == 0), credit=float(s == 0)) for g in games for s in range(3)]
    frame = arms({"arm": "a", "seats": 3}, {"arm": "b", "reference": "a", "seats": 4})
    found = compare_run(tiny_store(game=pl.DataFrame(games), seat=pl.DataFrame(seats), arm=frame), "r")
    turns = next(row for row in found if row.metric == "turns")
    assert not turns.paired and turns.identical is None and turns.n == 20
    assert turns.value_a == pytest.approx(np.mean([50 + g % 3 for g in range(20)]))
    assert turns.value_b == pytest.approx(61) and turns.found
