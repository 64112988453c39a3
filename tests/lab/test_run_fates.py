"""What became of cards in the games of a run, and games to watch them in: counted by hand from a few rows."""

from __future__ import annotations

import polars as pl

from lab.cards.run_fates import fates, watched

FLAGS = {"played": 1, "sold": 0, "lost": 0, "at_end": 0, "kind": "item", "seat": 0, "drawn_turn": 4}


def came(*rows):
    return pl.LazyFrame([{"arm": "a", "id": "hat", "game": n, **FLAGS, **row} for n, row in enumerate(rows)])


def test_each_copy_leaves_in_one_way_and_what_is_met_in_none():
    rows = came(
        {"at_end": 1}, {"at_end": 1}, {"at_end": 1, "played": 0}, {"sold": 1}, {"lost": 1}, {}, {"played": 0},
        {"kind": "curse", "id": "curse"},
    )  # fmt: skip
    told = fates(rows).sort("n", "what", descending=[True, False]).select("id", "what", "n", "of").collect().rows()
    ways = ("gone", "lost", "sold", "unplayed", "used")
    assert told == [("hat", "kept", 2, 7), *(("hat", what, 1, 7) for what in ways)]


def test_the_games_that_were_over_soonest_are_watched_but_no_prize_of_the_last_kill():
    rows = came(*({"drawn_turn": turn} for turn in (4, 10, 9, 8)), {"played": 0, "drawn_turn": 9})
    game = pl.LazyFrame([{"arm": "a", "game": n, "turns": 10, "n_winners": 1} for n in range(5)])
    seat = pl.LazyFrame([{"arm": "a", "game": n, "seat": 0, "agent": "greedy", "won": int(n < 3)} for n in range(5)])
    told = watched(rows, seat, game).select("what", "game", "turn", "agent").collect().rows()
    assert sorted(told) == [("lost", 3, 8, "greedy"), ("won", 0, 4, "greedy"), ("won", 2, 9, "greedy")]
