"""Levels by place and persona, and what a rule changes about them, where both are planted."""

from __future__ import annotations

import polars as pl
import pytest

from lab.metrics.level_difference import level_difference
from lab.metrics.level_groups import level_groups
from lab.store.stored_tables import empty_frame


def games(arm, levels, first=0):
    """One row for each round, seat and game: `levels[game][round - 1][seat]`."""
    rows = [
        {"run_id": "r", "arm": arm, "game": g, "round": r, "seat": s, "level": level}
        for g, rounds in enumerate(levels) for r, seats in enumerate(rounds, 1) for s, level in enumerate(seats)
    ]  # fmt: skip
    game = [
        {"run_id": "r", "arm": arm, "game": g, "rounds": len(rounds), "first_seat": first}
        for g, rounds in enumerate(levels)
    ]
    names = ("greedy", "novice", "novice")
    seat = [
        {"run_id": "r", "arm": arm, "game": g, "seat": s, "agent": names[s], "final_level": last}
        for g, rounds in enumerate(levels) for s, last in enumerate(rounds[-1] if rounds else (1, 1, 1))
    ]  # fmt: skip
    return {"level": rows, "seat": seat, "game": game}


def frames(*arms):
    out = {name: pl.DataFrame([row for arm in arms for row in arm[name]]).lazy() for name in ("level", "seat", "game")}
    return out | {"card": empty_frame("card").lazy()}


def arm_rows(*names, seats=(3, 3), decks=("d", "d")):
    return pl.DataFrame(
        [
            {"run_id": "r", "arm": n, "seats": s, "deck_hash": d, "reference": None}
            for n, s, d in zip(names, seats, decks, strict=False)
        ]
    ).lazy()


def test_places_begin_with_who_plays_first_and_personas_are_means_of_their_seats():
    """Seat 1 begins and is place 1, then come seats 2 and 0. Levels 5, 2, 4: greedy 5, novice (2 + 4) / 2 = 3."""
    data = frames(games("base", [[(5, 2, 4)], [(5, 2, 4)]], first=1))
    found = level_groups(data["level"], data["seat"], data["game"]).collect()
    told = {(r["kind"], r["group"]): (r["mean"], r["games"]) for r in found.to_dicts()}
    assert told == {
        ("place", "1"): (2.0, 2), ("place", "2"): (4.0, 2), ("place", "3"): (5.0, 2),
        ("persona", "greedy"): (5.0, 2), ("persona", "novice"): (3.0, 2),
    }  # fmt: skip


def difference(*arms, names=("base", "rule"), **settings):
    data = frames(*arms)
    frame = level_difference(**data, arm=arm_rows(*names, **settings)).collect()
    return {(r["who"], r["round"]): r for r in frame.to_dicts()}


def test_a_game_that_has_ended_stays_at_its_last_levels():
    """The rule ends both games after round 1, with Levels one higher; the others go on to the same Levels as these.

    Round 1: means 3 against 2, so +1. Round 2: 3 (stayed) against 3, so 0. Leaders: 4 - 3 = 1, then 4 - 5 = -1.
    """
    plain = [[(1, 2, 3), (2, 2, 5)], [(1, 2, 3), (2, 2, 5)]]
    found = difference(games("base", plain), games("rule", [[(2, 3, 4)], [(2, 3, 4)]]))
    assert found["all", 1]["difference"] == pytest.approx(1)
    assert found["all", 2]["difference"] == pytest.approx(0)
    assert found["leader", 1]["difference"] == 1 and found["leader", 2]["difference"] == -1
    assert all(row["paired"] and row["games"] == 2 for row in found.values())


def test_the_interval_is_that_of_pairs_or_of_two_samples():
    """Differences 1 and 3: mean 2, standard error 1, t(1) = 12.7062. Unpaired: variances 0 and 2, error 1, 1 degree."""
    there, here = [[(1, 1, 1)], [(1, 1, 1)]], [[(2, 2, 2)], [(4, 4, 4)]]
    for settings, paired in (({}, True), ({"decks": ("d", "e")}, False)):
        row = difference(games("base", there), games("rule", here), **settings)["all", 1]
        assert (row["paired"], row["difference"]) == (paired, pytest.approx(2))
        assert row["difference_high"] - row["difference"] == pytest.approx(12.7062, rel=1e-5)


def test_exchanged_arms_turn_every_sign_and_the_same_arm_is_exactly_zero():
    there, here = [[(1, 2, 3), (4, 5, 6)], [(1, 1, 2)]], [[(2, 2, 2)], [(4, 1, 4), (9, 1, 1)]]
    one = difference(games("base", there), games("rule", here))
    other = difference(games("rule", here), games("base", there), names=("rule", "base"))
    assert {k: r["difference"] for k, r in one.items()} == {k: -r["difference"] for k, r in other.items()}
    same = difference(games("base", there), games("rule", there))
    assert {(r["difference"], r["difference_low"], r["difference_high"]) for r in same.values()} == {(0, 0, 0)}


def test_a_game_that_the_deal_ended_counts_with_its_levels_at_the_end():
    """One game of no round, all at Level 1, and one at Level 3: the mean of round 1 is 2."""
    found = difference(games("base", [[(3, 3, 3)], []]), games("rule", [[(3, 3, 3)], []]))
    assert found["all", 1]["mean"] == 2
