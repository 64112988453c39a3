"""`lab metrics health`: whatever was done to a store, or whoever plays or measures wrongly, turns one check red."""

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
from lab.runs.runner import run_spec
from lab.stats import intervals
from lab.store.store_folder import Store
from lab.tables import ratios
from tests.lab.damaging import forged, forged_arms
from tests.lab.health_pages import (
    CHECKS,
    DEALT,
    GAMES,
    LUCK,
    SHARD,
    change,
    healthy_arms,
    only,
    played,
    red,
    shard_of,
    spec_of,
    states,
)


def _last_round(game):
    return only(game) & (pl.col("round") == pl.col("round").max().over("game"))


def _card_of_another(game):
    first = pl.col("card").filter(only(game) & (pl.col("seat") == 0)).first()
    return pl.when(only(game) & (pl.col("seat") == 1)).then(first).otherwise("card")


BROKEN = {
    "a gap in the events": ("event", lambda rows, _: rows.filter(pl.col("seq") != 3), "events"),
    "all events of a kept game gone": (
        "event", lambda rows, _: rows.filter(pl.col("game") != rows["game"][0]), "events"),
    "a card dealt twice in one game": (
        "exposure", lambda rows, game: rows.with_columns(card=_card_of_another(game)), "dealt_cards"),
    "credit given twice": (
        "seat", lambda rows, game: rows.with_columns(
            credit=pl.when(only(game)).then(1.0).otherwise("credit")), "credit"),
    "a winner who did not win": (
        "seat", lambda rows, game: rows.with_columns(
            won=pl.when(only(game)).then(1 - pl.col("won")).otherwise("won").cast(pl.Int8)), "credit"),
    "a shifted Level": (
        "level", lambda rows, game: rows.with_columns(
            level=pl.col("level") + (_last_round(game) & (pl.col("seat") == 1)).cast(pl.Int16)), "levels"),
    "a round that is left out": (
        "level", lambda rows, game: rows.filter(~(only(game) & (pl.col("round") == 2))), "levels"),
    "a number of a game that is played again": (
        "game", lambda rows, game: rows.with_columns(
            helps=pl.col("helps") + only(game).cast(pl.Int32)), "played_again"),
}  # fmt: skip
"""What is done to a table of a shard, given a game of it, and the check that must turn red."""


@pytest.mark.deep
@pytest.mark.parametrize("how", BROKEN)
def test_what_was_done_to_a_shard_turns_its_check_red(store, how):
    table, broken, check = BROKEN[how]
    first, game = shard_of(store, is_sampled=check == "played_again")
    change(store, first, table, lambda rows: broken(rows, game))
    assert red(store) == {check}


def test_a_dropped_last_event_is_red(store):
    first, _ = shard_of(store, is_sampled=False)
    kept = store.table("event").filter(pl.col("game").is_between(first, first + SHARD - 1)).collect()["game"][0]
    change(store, first, "event", lambda rows: rows.filter(~(only(kept) & (pl.col("kind") == "over"))))
    assert red(store) == {"events"}


@pytest.mark.deep
def test_a_game_copied_under_another_number_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    for table in ("game", "seat", "level", "exposure", "event"):
        change(store, first, table, lambda rows: _copied(rows, game, _neighbour(store, game)))
    assert red(store) == {"one_seed"}


def _neighbour(store, game):
    """A game whose events were kept, or not, like those of the other."""
    kept = set(store.table("event").select("game").unique().collect()["game"])
    return next(n for n in range(game + 1, game + SHARD // 2) if (n in kept) == (game in kept))


def _copied(rows, game, other):
    copy = rows.filter(only(game)).with_columns(game=pl.lit(other, pl.Int64))
    return pl.concat([rows.filter(~only(other)), copy]).sort("game", maintain_order=True)


@pytest.mark.deep
def test_a_capped_game_with_a_winner_is_red(store):
    first, _ = shard_of(store, is_sampled=False)
    kept = set(store.table("event").select("game").unique().collect()["game"])
    plain = store.table("game").filter(pl.col("ending") == "kill", pl.col("game") >= first).collect()["game"].to_list()
    game = next(one for one in plain if one not in kept)
    capped = pl.when(only(game)).then(pl.lit("capped")).otherwise(pl.col("ending").cast(pl.String)).alias("ending")
    change(store, game // SHARD * SHARD, "game", lambda rows: rows.with_columns(capped))
    assert red(store) - {"played_again"} == {"endings"}


@pytest.mark.parametrize("how", ["gone", "double", "seat"])
def test_a_game_that_is_gone_or_double_or_lacks_a_seat_is_red(store, how):
    first, game = shard_of(store, is_sampled=False)
    if how == "seat":
        change(store, first, "seat", lambda rows: rows.filter(~(only(game) & (pl.col("seat") == 3))))
    else:
        run = store.run_ids()[0]
        store.note(run, store.row(run) | {"status": "interrupted"})  # a finished one would not be read
        with_it = lambda rows: pl.concat([rows.filter(~only(game)), *[rows.filter(only(game))] * 2 * (how == "double")])  # noqa: E731
        change(store, first, "game", lambda rows: with_it(rows).sort("game"))
    assert states(store, "games")["games"] == health_check.RED


@pytest.mark.deep
def test_a_shard_played_with_another_seed_is_red(store):
    run, (first, _) = store.run_ids()[0], shard_of(store, is_sampled=True)
    other = Store.open(store.path.parent / "other", create=True)
    other = played(other.path, seed=99)
    shard, theirs = f"base-{first}", other.run_ids()[0]
    frames = other.frames_of(theirs, shard, other.rows_of(theirs, shard))
    kept = set(store.table("event").select("game").unique().collect()["game"])
    own = {name: frame.with_columns(run_id=pl.lit(run)) for name, frame in frames.items()}
    own["event"] = pl.concat([_events_of(store, first, kept - set(own["event"]["game"])), own["event"]])
    forged(store, run, shard, own)
    assert "played_again" in red(store) and "one_seed" not in red(store)


def _events_of(store, first, games):
    in_it = pl.col("game").is_between(first, first + SHARD - 1) & pl.col("game").is_in(list(games))
    return store.table("event").filter(in_it).collect()


def test_the_same_arm_with_another_result_in_another_run_is_red(store):
    run = store.run_ids()[0]
    spec = spec_of(games=300, events="none")
    run_spec(spec, store.path, 1, arms=healthy_arms(spec))
    assert len(store.run_ids()) == 2
    twin = next(one for one in store.run_ids() if one != run)
    row = store.arms(twin).with_columns(arm_hash=pl.lit(store.arms(run)["arm_hash"][0]))
    forged_arms(store, twin, row)
    look = Look(store, run, LUCK)
    found = CHECKS["against_itself"].examine(look)
    assert found.state == health_check.GREEN and "300 of them also played in other runs" in found.looked_at
    frames = store.frames_of(twin, "base-0", store.rows_of(twin, "base-0"))
    frames["game"] = frames["game"].with_columns(turns=pl.col("turns") + only(7).cast(pl.Int32))
    forged(store, twin, "base-0", frames)
    found = CHECKS["against_itself"].examine(Look(store, run, LUCK))
    assert (found.state, found.found) == (health_check.RED, "that differ: 1 (base game 7)")


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
