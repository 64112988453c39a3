"""The order of cards in planted games: some piles hold cards that differ, others only luck."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.cards.card_verdict import STRONG, WEAK
from lab.cards.worth_by_deal import OH
from lab.stats.shrinkage import halvings, part_of, split_half
from lab.store.event_codes import HOW
from lab.tables.metric import compute

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
def test_the_halves_are_those_of_the_games(tiny_store):
    # Slow twin: the card table of each half of the games by itself, for all 35 halvings.
    whole = world(240, EFFECTS)
    rows = []
    for side in halvings():
        for parts in (side, ~side):
            inside = part_of("game").is_in(np.flatnonzero(parts).tolist())
            half = whole | {name: whole[name].filter(inside) for name in ("exposure", "seat")}
            table = compute(tiny_store(**half), ["card_table"])["card_table"].filter(pile="door").sort("card")
            assert table.height == DOORS
            rows.append(table[OH].to_numpy())
    wanted = split_half(np.array(rows[::2]), np.array(rows[1::2]))
    assert piles(tiny_store(**whole))["door"]["split_half"] == pytest.approx(wanted, abs=1e-9)


def test_the_errors_behind_it_are_those_of_the_card_table(tiny_store):
    store = tiny_store(**world(300, EFFECTS))
    table = compute(store, ["card_table"])["card_table"].filter(pile="door")
    errors, values = table["randomised_oh_se"].to_numpy(), table[OH].to_numpy()
    tau2 = float(np.mean(values**2 - errors**2))
    door = piles(store)["door"]
    assert door["reliability"] == pytest.approx(tau2 / (tau2 + np.mean(errors**2)), rel=1e-9)
    assert door["spread"] == pytest.approx(np.sqrt(tau2), rel=1e-9)
    # Shrunken: raw * tau2 / (tau2 + se2), card by card.
    wanted = values * tau2 / (tau2 + errors**2)
    assert table["randomised_oh_delta_shrunk"].to_numpy() == pytest.approx(wanted, rel=1e-9)


def test_every_number_has_its_order(tiny_store):
    plain = world(1000, EFFECTS)
    ways = plain["exposure"]["game"].to_numpy() % 3  # all that a game deals comes in one way of three
    how = pl.Series("how", np.array([HOW.index(way) for way in ("dealt", "drawn", "kicked")])[ways])
    store = tiny_store(**plain | {"exposure": plain["exposure"].with_columns(how)})
    rows = {(r["number"], r["pile"]): r for r in compute(store, ["card_reliability"])["card_reliability"].to_dicts()}
    assert set(rows) == {(n, p) for n in (OH, "hand", "drawn", "kicked") for p in ("door", "treasure")}
    door, drawn, oh = rows["hand", "door"], rows["drawn", "door"], rows[OH, "door"]
    # Drawn are a third of all cards, in the hand two thirds: half the square of the error, twice the games needed.
    assert drawn["games_for_point"] == pytest.approx(2 * door["games_for_point"], rel=0.06)
    assert door["reliability"] > drawn["reliability"] > 0.4
    assert door["split_half"] == pytest.approx(door["reliability"], abs=0.08)
    assert oh["number"] == OH and rows["hand", "treasure"]["reliability_low"] == 0


def test_names_of_cards_and_seats_do_not_matter(tiny_store):
    plain = world(400, EFFECTS)
    cards = np.concatenate([np.random.default_rng(2).permutation(DOORS), np.arange(DOORS, DOORS + TREASURES)])
    seats = np.array([2, 0, 3, 1])
    turned = plain | {
        "exposure": plain["exposure"].with_columns(
            card=pl.Series(cards[plain["exposure"]["card"].to_numpy()]),
            seat=pl.Series(seats[plain["exposure"]["seat"].to_numpy()]),
        ),
        "seat": plain["seat"].with_columns(seat=pl.Series(seats[plain["seat"]["seat"].to_numpy()])),
    }
    here, there = piles(tiny_store(**plain)), piles(tiny_store(**turned))
    for pile, row in here.items():
        assert {k: pytest.approx(v, rel=1e-9) if isinstance(v, float) else v for k, v in row.items()} == there[pile]
    tables = [compute(tiny_store(**w), ["card_table"])["card_table"].sort("card") for w in (plain, turned)]
    for name in (OH, "randomised_oh_delta_shrunk", "randomised_oh_delta_shrunk_high", "randomised_oh_p"):
        assert tables[1][name].to_numpy()[cards] == pytest.approx(tables[0][name].to_numpy(), rel=1e-9)


def test_a_pile_of_two_cards_has_no_order_to_speak_of(tiny_store):
    plain = world(100, EFFECTS)
    few = plain | {"exposure": plain["exposure"].filter(pl.col("card") < 2)}
    door = piles(tiny_store(**few))["door"]
    assert door["cards"] == 2 and door["reliability"] is None and door["games_for_ranking"] is None


@pytest.mark.deep
def test_in_games_of_cards_that_do_nothing_few_tables_accuse_one(tiny_store):
    accused = 0
    for seed in range(200):
        table = compute(tiny_store(**world(250, np.zeros(50), seed=seed)), ["card_table"])["card_table"]
        accused += bool(table["verdict"].is_in([STRONG, WEAK]).any())
    assert accused <= 24  # q < 0.10 promises 20 of 200; 24 are within one standard deviation (4.2) of that
