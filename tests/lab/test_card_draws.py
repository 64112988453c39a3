"""What drawn and kicked cards are worth, in worlds where the truth is planted."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.store.event_codes import HOW
from lab.tables.metric import compute

SEATS, CARDS = 3, 12


def world(games, worth, seed=1, more_for_leaders=0):
    """Each of three seats draws two of twelve cards; whoever draws card 0 gains `worth` of the others' chances.

    `more_for_leaders` further cards of the next pass go to the winner: more cards, whatever they are.
    """
    rng = np.random.default_rng(seed)
    seats, exposure = [], []
    for g in range(games):
        cards = rng.permutation(CARDS)
        chances = np.full(SEATS, 1 / SEATS)
        holder = int(np.flatnonzero(cards[: 2 * SEATS] == 0)[0]) % SEATS if 0 in cards[: 2 * SEATS] else -1
        if holder >= 0:
            chances *= 1 - worth
            chances[holder] += worth
        winner = int(rng.choice(SEATS, p=chances))
        seats += [(g, s, float(s == winner)) for s in range(SEATS)]
        exposure += [(g, i % SEATS, int(c), "drawn", 0, 1) for i, c in enumerate(cards[: 2 * SEATS])]
        exposure += [(g, winner, int(c), "drawn", 1, 1) for c in rng.permutation(CARDS)[:more_for_leaders]]
        exposure += [(g, winner, 1, "drawn", 0, 0), (g, winner, 2, "given", -1, 0)]  # chosen: say nothing
        exposure += [(g, int(rng.integers(SEATS)), 3, "kicked", 0, 1)]  # alone in its place: nothing to compare with
    keys = {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    names = [f"card-{c}" for c in range(CARDS)]
    card = {"deck_hash": "d", "card": range(CARDS), "id": names, "name": names, "pile": "door", "kind": "monster"}
    held = pl.DataFrame(exposure, schema=["game", "seat", "card", "how", "pass", "by_lot"], orient="row")
    number = pl.col("how").replace_strict({w: n for n, w in enumerate(HOW)}, return_dtype=pl.Int8)
    return {
        "seat": pl.DataFrame(seats, schema=["game", "seat", "credit"], orient="row").with_columns(**keys),
        "exposure": held.with_columns(number, pl.col("card").cast(pl.Int32), **keys),
        "card": pl.DataFrame(card),
        "arm": pl.DataFrame({"run_id": ["r"], "arm": ["a"], "deck_hash": ["d"]}),
    }


def found_in(tiny_store, tables):
    return compute(tiny_store(**tables), ["card_draws"])["card_draws"]


def row_of(found, name, how="drawn"):
    return found.filter(pl.col("id") == name, pl.col("how") == how).row(0, named=True)


def test_the_worth_of_a_drawn_card_is_recovered(tiny_store):
    # Whoever draws card 0 wins with 0.3 + 0.7 / 3; of the six draws of a game, two of each seat, the mean is 1 / 3.
    found = found_in(tiny_store, world(3000, 0.3))
    row = row_of(found, "card-0")
    assert row["randomised_delta_low"] < 0.2 < row["randomised_delta_high"]
    assert row["randomised_q"] < 0.01 and row["n"] == row["games"] > 1300
    # Zero is the average card: over all draws it adds up to nothing.
    drawn = found.filter(pl.col("how") == "drawn")
    assert abs((drawn["n"] * drawn["randomised_delta"]).sum()) < 1e-6


def test_that_leaders_draw_more_says_nothing_of_a_card(tiny_store):
    found = found_in(tiny_store, world(1500, 0.0, more_for_leaders=4)).filter(pl.col("how") == "drawn")
    assert found["randomised_delta"].abs().max() < 0.03
    assert found["randomised_q"].min() > 0.05


def test_what_has_nothing_to_be_compared_with_has_no_number_of_luck(tiny_store):
    row = row_of(found_in(tiny_store, world(50, 0.0)), "card-3", "kicked")
    assert (row["n"], row["randomised_delta"], row["randomised_p"]) == (50, 0.0, None)


@pytest.mark.deep
def test_intervals_cover_the_truth_as_promised(tiny_store):
    hits = 0
    for seed in range(60):
        row = row_of(found_in(tiny_store, world(150, 0.3, seed)), "card-0")
        hits += row["randomised_delta_low"] <= 0.2 <= row["randomised_delta_high"]
    assert hits >= 53  # 60 intervals of 95 %: fewer than 53 hits has a chance below 1 %


def test_the_p_value_is_that_of_laying_the_cards_anew(tiny_store):
    # By simulation: the cards of each game's pass change places many times; how far out is the real sum?
    tables = world(60, 0.3, seed=4)
    found = row_of(found_in(tiny_store, tables), "card-0")
    rows = tables["exposure"].filter(pl.col("how") == HOW.index("drawn"), pl.col("by_lot") == 1)
    both = rows.join(tables["seat"], on=["game", "seat"]).sort("game", maintain_order=True)
    credit, mine = (both[c].to_numpy().reshape(60, 2 * SEATS) for c in ("credit", "card"))
    excess = (mine == 0) - (mine == 0).mean(axis=1, keepdims=True)
    rng = np.random.default_rng(8)
    anew = [float((rng.permuted(credit, axis=1) * excess).sum()) for _ in range(20000)]
    z = (credit * excess).sum() / np.std(anew)
    assert found["randomised_p"] == pytest.approx(2 * stats.norm.sf(abs(z)), abs=0.02)
