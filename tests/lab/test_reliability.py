"""Reliability of an order: hand calculations, planted truths, both ways of measuring it, and cards in planted games."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from lab.cards.card_verdict import STRONG, WEAK
from lab.cards.worth_by_deal import OH
from lab.stats.shrinkage import (
    PARTS,
    games_for_half_width,
    games_for_reliability,
    halvings,
    part_of,
    readable,
    reliability,
    split_half,
)
from lab.store.event_codes import HOW
from lab.tables.metric import compute


def planted(true, k=75, error=0.018, seed=0):
    """Estimates of reliability `true` in `PARTS` parts of the games, and the errors of their means."""
    rng = np.random.default_rng(seed)
    errors = error * rng.uniform(0.8, 1.2, k)
    tau = math.sqrt(true / (1 - true) * np.mean(errors**2))
    truths = tau * rng.normal(size=k)
    return truths[:, None] + errors[:, None] * math.sqrt(PARTS) * rng.normal(size=(k, PARTS)), errors


def halves(parts):
    """Estimates of both halves for every halving."""
    return tuple(parts @ side.T / (PARTS / 2) for side in (halvings(), ~halvings()))


def by_halves(parts):
    first, second = halves(parts)
    return split_half(first.T, second.T)


def test_the_share_of_a_hand_calculation():
    # Mean of the squares 7.5, of the errors' squares 2.5: tau2 = 5, reliability 5 / 7.5 = 2/3.
    found = reliability(np.array([3.0, -4.0, 1.0, -2.0]), np.array([1.0, 2.0, 1.0, 2.0]))
    assert found.value == pytest.approx(2 / 3) and found.n == 4
    assert found.low < 2 / 3 < found.high


def test_the_halves_of_a_hand_calculation():
    # Products 2 + 6 = 8, mean of the squares (1 + 9 + 4 + 4) / 2 = 9: correlation 8/9, of both halves together
    # 2 * 8/9 / (1 + 8/9) = 16/17. A card that one half has not seen counts in neither.
    assert split_half(np.array([[1.0, 3.0, np.nan]]), np.array([[2.0, 2.0, 9.0]])) == pytest.approx(16 / 17)
    # Halves that contradict each other wholly: -1, not something endless.
    assert split_half(np.array([[1.0, -3.0]]), np.array([[-1.0, 3.0]])) == -1
    assert math.isnan(split_half(np.array([[np.nan]]), np.array([[1.0]])))


@pytest.mark.parametrize("true", [0.3, 0.8])
def test_a_planted_reliability_is_found_by_both_ways(true):
    tables = [planted(true, seed=seed) for seed in range(100)]
    by_errors = [reliability(parts.mean(axis=1), errors) for parts, errors in tables]
    by_half = [by_halves(parts) for parts, _ in tables]
    # Of one table of 75 the reliability is known to about sqrt(2/75) (1 - r); the mean of 100 to a tenth of that.
    # A ratio of two means is a little low, by some 2/75 of its distance from 1.
    near = 4 * math.sqrt(2 / 75) * (1 - true) / 10 + 2 / 75 * (1 - true)
    assert np.mean([found.value for found in by_errors]) == pytest.approx(true, abs=near)
    assert np.mean(by_half) == pytest.approx(true, abs=near)
    assert 90 <= sum(found.low <= true <= found.high for found in by_errors) <= 100
    apart = [abs(found.value - half) for found, half in zip(by_errors, by_half, strict=True)]
    assert np.mean(apart) < 0.06  # the halves do not know the errors, and learn them from 8 parts of 75 cards


def test_of_equal_cards_the_order_is_luck():
    found = [(reliability(parts.mean(axis=1), errors), by_halves(parts)) for parts, errors in
             (planted(0.0, seed=seed) for seed in range(100))]  # fmt: skip
    assert np.mean([half for _, half in found]) == pytest.approx(0, abs=0.06)
    assert np.mean([share.value for share, _ in found]) < 0.1  # clipped at 0: half of the tables are above
    assert sum(share.low == 0 for share, _ in found) >= 92


def test_there_are_35_halvings_and_each_part_is_with_each_other_as_often():
    sides = halvings()
    assert sides.shape == (35, 8) and (sides.sum(axis=1) == 4).all()
    assert len({tuple(row) for row in sides} | {tuple(~row) for row in sides}) == 70
    together = sides.astype(int).T @ sides + (~sides).astype(int).T @ ~sides
    assert set(together[~np.eye(8, dtype=bool)].tolist()) == {15}


def test_parts_of_the_games_are_equally_large_and_know_no_rotation_of_seats():
    games = pl.DataFrame({"game": np.arange(24_000)}).with_columns(part=part_of("game"))
    for turns in (1, 3, 4, 12):
        sizes = games.group_by(pl.col("game") % turns, "part").len()["len"]
        assert len(sizes) == turns * PARTS
        assert sizes.max() - sizes.min() < 0.1 * sizes.mean()


def test_the_games_needed_of_a_hand_calculation():
    # A median error of 2 points at 3,000 games: the interval reaches 1.96 * 2 = 3.92 points to each side, and one
    # point takes 3.92^2 = 15.37 times the games: 46,097, told as 47,000.
    assert games_for_half_width(3000, np.array([0.01, 0.02, 0.5])) == 47_000
    # A reliability of 0.4 is a noise of 1.5 times the truth; 0.8 a quarter: six times the games.
    assert games_for_reliability(3000, 0.4) == 18_000
    assert games_for_reliability(3000, 0.0) == math.inf and math.isnan(games_for_reliability(3000, math.nan))


@pytest.mark.parametrize("now", [0.05, 0.3, 0.62])
def test_what_is_needed_does_not_change_while_games_are_played(now):
    errors = np.linspace(0.015, 0.02, 9)
    for times in (2, 4):  # so many times the games: errors2 divided by it, and the odds of the reliability times it
        assert games_for_half_width(3000 * times, errors / math.sqrt(times)) == games_for_half_width(3000, errors)
        needed = games_for_reliability(3000 * times, times * now / (1 + (times - 1) * now))
        assert needed == games_for_reliability(3000, now)


@pytest.mark.parametrize(("number", "told"), [(46_097, 47_000), (47_000, 47_000), (1_201, 1_300), (99.5, 100), (7, 7)])
def test_numbers_of_games_are_rounded_up(number, told):
    assert readable(number) == told


DOORS, TREASURES, SEATS, HAND = 30, 20, 4, 3


def world(games, effects, seed=1):
    """Hands of three cards from each of two piles; a card lifts the odds of its holder by its effect."""
    rng = np.random.default_rng(seed)
    piles = (range(DOORS), range(DOORS, DOORS + TREASURES))
    # Each game shuffles both piles; the first cards go to the seats in turn.
    dealt = np.concatenate(
        [rng.permuted(np.tile(pile, (games, 1)), axis=1)[:, : SEATS * HAND] for pile in piles], axis=1
    )
    seat = np.tile(np.arange(SEATS * HAND) % SEATS, 2)
    odds = np.stack([np.asarray(effects)[dealt[:, seat == s]].sum(axis=1) for s in range(SEATS)], axis=1)
    winner = (odds + rng.gumbel(size=odds.shape)).argmax(axis=1)  # softmax of the odds
    return tables(dealt, np.tile(seat, (games, 1)), np.eye(SEATS)[winner])


def tables(dealt, seat, credit):
    """The tables of a store from arrays: cards and their seats by game, credit by game and seat."""
    games, keys = len(dealt), {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    game = np.repeat(np.arange(games), dealt.shape[1])
    exposure = pl.DataFrame(
        {
            "game": game,
            "seat": seat.ravel(),
            "card": dealt.ravel(),
            "opening": 1,
            "held": 1,
            "played": 0,
            "how": HOW.index("dealt"),
            "pass": 0,
            "by_lot": 1,
        }
    )
    seats = {"game": np.repeat(np.arange(games), SEATS), "seat": list(range(SEATS)) * games, "credit": credit.ravel()}
    names = [f"card-{n}" for n in range(DOORS + TREASURES)]
    card = {
        "card": range(DOORS + TREASURES),
        "id": names,
        "name": names,
        "pile": ["door"] * DOORS + ["treasure"] * TREASURES,
        "deck_hash": "d",
        "kind": "item",
    }
    return {
        "exposure": exposure.with_columns(**keys),
        "seat": pl.DataFrame(seats).with_columns(**keys),
        "card": pl.DataFrame(card).with_columns(copies=1, unmodelled=pl.lit("")),
        "arm": pl.DataFrame({"run_id": ["r"], "arm": ["a"], "deck_hash": ["d"]}),
    }  # fmt: skip


def piles(store, number=OH):
    found = compute(store, ["card_reliability"])["card_reliability"].filter(number=number)
    return {row["pile"]: row for row in found.iter_rows(named=True)}


EFFECTS = np.concatenate([np.random.default_rng(7).normal(0, 0.4, DOORS), np.zeros(TREASURES)])
"""Doors that differ, treasures that do nothing."""


def test_cards_that_differ_are_told_from_those_that_do_not(tiny_store):
    found = piles(tiny_store(**world(2000, EFFECTS)))
    door, treasure = found["door"], found["treasure"]
    assert door["reliability"] > 0.7 and door["reliability_low"] > 0.5
    assert treasure["reliability_low"] == 0 and treasure["reliability"] < 0.5
    assert (door["cards"], treasure["cards"], door["games"]) == (DOORS, TREASURES, 2000)
    assert door["games_for_ranking_high"] < 8000 and treasure["games_for_ranking_high"] is None  # no number would do
    # Both ways of measuring agree; the halves are noisier.
    assert door["split_half"] == pytest.approx(door["reliability"], abs=0.06)
    assert treasure["split_half"] == pytest.approx(treasure["reliability"], abs=0.3)


def test_what_few_games_promise_many_games_show(tiny_store):
    few, many = (piles(tiny_store(**world(games, EFFECTS)))["door"] for games in (1000, 4000))
    # Four times the games have half the error, and the games needed do not change by more than the spread is unknown.
    assert many["half_width"] == pytest.approx(few["half_width"] / 2, rel=0.02)
    assert many["games_for_point"] == pytest.approx(few["games_for_point"], rel=0.05)
    assert few["games_for_ranking_low"] <= many["games_for_ranking"] <= few["games_for_ranking_high"]


@pytest.mark.deep
def test_in_games_of_cards_that_do_nothing_few_tables_accuse_one(tiny_store):
    accused = 0
    for seed in range(80):
        table = compute(tiny_store(**world(250, np.zeros(50), seed=seed)), ["card_table"])["card_table"]
        accused += bool(table["verdict"].is_in([STRONG, WEAK]).any())
    assert accused <= 11  # q < 0.10 promises 8 of 80; 11 are within about one standard deviation (2.7) of that
