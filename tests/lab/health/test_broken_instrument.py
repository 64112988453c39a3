"""`lab metrics health`: whoever plays or measures wrongly turns exactly the right check red."""

from __future__ import annotations

from collections import Counter
from unittest import mock

import numpy as np
import polars as pl
import pytest

from lab.health import health_check
from lab.health.checked_run import Look
from lab.health.checks import flight_odds, no_difference, null_cards
from lab.runs.replay_check import Comparison
from lab.stats import intervals
from lab.tables import ratios
from tests.lab.damaging import forged_arms
from tests.lab.health_pages import CHECKS, DEALT, GAMES, LUCK, played, red, states

# --- what is wrong with the one who plays --------------------------------------------------------


def to_first(luck, hands):
    """One card is dealt to seat 0 twice as often as to others."""
    seat, place = np.argwhere(hands == 5)[0] if (hands == 5).any() else (0, 0)
    if seat > 0 and luck.random() < 0.2:
        hands[seat, place], hands[0, 0] = hands[0, 0], hands[seat, place]
    return hands


def too_often(luck, hands):
    """One card is dealt in place of another now and then."""
    if not (hands == 5).any() and luck.random() < 0.3:
        hands[luck.integers(len(hands)), luck.integers(DEALT)] = 5
    return hands


def never(luck, hands):
    """One card lies at the bottom always."""
    hands[hands == 5] = next(n for n in luck.permutation(24) if n != 5 and not (hands == n).any())
    return hands


def rigged(tmp_path, plan, **how):
    plan |= how
    with mock.patch(
        "lab.runs.runner.replay_sample", lambda *_: Comparison()
    ):  # a run that plays a sample again would say it
        return red(played(tmp_path, how))


@pytest.mark.deep
@pytest.mark.parametrize("rig, found", [(to_first, "dealt_seats"), (too_often, "dealt_cards"), (never, "dealt_cards")])
def test_a_broken_shuffle_is_red(tmp_path, plan, rig, found):
    assert rigged(tmp_path, plan, rig=rig) == {found}


@pytest.mark.deep
def test_one_seed_used_twice_is_red(tmp_path, plan):
    found = rigged(tmp_path, plan, key=lambda seed, first, n, _: (seed, (first + n) % (GAMES - 1)))
    assert found == {"one_seed"}


@pytest.mark.deep
def test_randomness_keyed_by_worker_is_red(tmp_path, plan):
    assert rigged(tmp_path, plan, key=lambda seed, _first, _n, before: (seed, before)) == {"played_again"}


@pytest.mark.deep
def test_randomness_keyed_by_the_place_in_a_shard_is_red(tmp_path, plan):
    found = rigged(tmp_path, plan, key=lambda seed, _first, n, _: (seed, n))
    assert found >= {"one_seed", "played_again"}


@pytest.mark.deep
def test_games_that_change_while_they_are_played_are_red(tmp_path, plan):
    assert rigged(tmp_path, plan, longer=0.01) == {"halves"}


# --- what is wrong with the numbers ---------------------------------------------------------------


@pytest.mark.deep
def test_p_values_that_are_too_small_are_red(store, monkeypatch):
    honest = no_difference.unpaired
    monkeypatch.setattr(no_difference, "unpaired", lambda a, b: _too_small(honest(a, b)))
    assert red(store) == {"halves"}


def _too_small(found):
    return found._replace(p_value=found.p_value / 5)


@pytest.mark.deep
def test_cards_that_are_not_adjusted_for_their_number_are_red(store, monkeypatch):
    monkeypatch.setattr(null_cards, "q_values", lambda p: p)
    assert red(store) == {"null_cards"}


@pytest.mark.deep
def test_another_test_than_the_printed_one_is_red(store, monkeypatch):
    from lab.metrics import card_table

    honest = card_table.normal_p
    monkeypatch.setattr(card_table, "normal_p", lambda value, error: honest(value, error) / 2)
    assert red(store) == {"null_cards"}


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("width", [0.7, 1.6])
def test_intervals_that_are_too_narrow_or_too_wide_are_red(store, monkeypatch, width):
    honest, of_shares = intervals.t_quantile, ratios.clustered_bounds

    def stretched(share, *others):
        return tuple(share + (bound - share) * width for bound in of_shares(share, *others))

    monkeypatch.setattr(intervals, "t_quantile", lambda n: honest(n) * width)
    monkeypatch.setattr(ratios, "clustered_bounds", stretched)
    assert red(store) == {"coverage"}


@pytest.mark.deep
def test_a_difference_from_itself_is_red(store, monkeypatch):

    honest = no_difference.paired
    monkeypatch.setattr(no_difference, "paired", lambda a, b, binary: honest(a, b + 1e-9, binary))
    assert red(store) == {"against_itself"}


def test_the_odds_of_flight_are_those_of_the_rules(store, monkeypatch):
    monkeypatch.setattr(flight_odds, "THROWS", 150)
    assert states(store, "flight_odds") == {"flight_odds": health_check.GREEN}
    monkeypatch.setattr(flight_odds, "_switches", lambda _arm: {"run_away.target": 3})
    assert states(store, "flight_odds") == {"flight_odds": health_check.RED}


def test_a_tie_that_the_wrong_side_wins_is_red(store, monkeypatch):
    monkeypatch.setattr(flight_odds, "_switches", lambda _arm: {"combat.ties": "munchkins_win"})
    look = Look(store, store.run_ids()[0], LUCK)
    found = CHECKS["flight_odds"].examine(look)
    assert (found.state, found.found) == (health_check.RED, "the wrong side won it")


@pytest.mark.deep
def test_other_code_leaves_open_what_it_cannot_play_again(store, plan):
    run = store.run_ids()[0]
    arms = store.arms(run).with_columns(arm_hash=pl.lit("0123456789abcdef"))
    forged_arms(store, run, arms)
    found = states(store)
    assert Counter(found.values()) == {health_check.GREEN: len(CHECKS) - 2, health_check.OPEN: 2}
    assert found["played_again"] == found["flight_odds"] == health_check.OPEN
