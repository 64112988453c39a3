"""What became of cards in the games of a run, and games to watch them in: counted by hand from a few rows."""

from __future__ import annotations

import polars as pl

from lab.cards.card_plays import DID, first_plays, uses, what_they_did
from lab.cards.run_fates import fates, watched

FLAGS = {"played": 1, "sold": 0, "lost": 0, "at_end": 0, "kind": "item", "seat": 0, "drawn_turn": 4, "card": 7}


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
    told = watched(rows, seat, game, events()).select("what", "game", "turn", "agent").collect().rows()
    assert sorted(told) == [("lost", 3, 8, "greedy"), ("won", 0, 4, "greedy"), ("won", 2, 9, "greedy")]


def events(*rows):
    """Events of seat 0 by game, seq, turn and kind; of games that have none nothing was kept."""
    names = ("game", "seq", "turn", "kind", "card", "before", "after")
    kinds = dict.fromkeys(names, pl.Int64) | {"kind": pl.String}
    frame = pl.DataFrame([*rows], schema=kinds, orient="row")
    return frame.lazy().with_columns(arm=pl.lit("a"), actor=pl.lit(0, pl.Int64))


def test_of_games_whose_events_are_kept_those_are_watched_in_which_it_was_played_and_what_it_did_is_told():
    fight = ((2, 6, "enter", 9, 0, 0), (3, 6, "strength", -1, 12, 15), (4, 6, "play", 7, 3, 6),
             (5, 6, "strength", -1, 12, 5))  # fmt: skip
    kept = events(
        *((0, *row) for row in fight),
        (1, 4, 6, "play", 7, 3, 4),  # only laid down
        (2, 3, 5, "play", 7, 3, 6), (2, 4, 5, "level", 7, 8, 9),
        (3, 3, 3, "play", 7, 3, 6),  # before it came
    )  # fmt: skip
    rows = came(*({"kind": "one_shot"} for _ in range(5)))  # of the fifth no events are kept
    game = pl.LazyFrame([{"arm": "a", "game": n, "turns": 7, "n_winners": 1} for n in range(5)])
    seat = pl.LazyFrame([{"arm": "a", "game": n, "seat": 0, "agent": "greedy", "won": 1} for n in range(5)])
    seen = watched(rows, seat, game, kept).collect()
    names = pl.DataFrame({"arm": ["a"], "card": [9], "foe": ["Troll"]})
    told = what_they_did(seen, kept, names).sort("game").select("game", *DID).rows()
    nothing = (None,) * 6
    assert told == [
        (0, 6, 0, "Troll", 12, 15, 12, 5, None, None), (2, 5, *nothing, 8, 9), (4, None, *nothing, None, None),
    ]  # fmt: skip


def test_a_play_is_in_whose_fight_it_was_and_for_the_winning_level_one_below_it():
    rows = [  # game, seq, turn, kind, actor, target, card, after
        *((game, 0, 1, "level", 1, 1, -1, 9) for game in range(4)), (0, 1, 6, "fight", 1, -1, -1, 0),
        (0, 2, 6, "play", 0, -1, 7, 6), (1, 1, 6, "fight", 1, -1, -1, 0), (1, 2, 6, "fight_end", 1, -1, -1, 0),
        (1, 3, 6, "play", 0, -1, 7, 6), (2, 1, 6, "fight", 1, -1, -1, 0), (2, 2, 6, "level", 1, 1, -1, 8),
        (2, 3, 6, "play", 0, -1, 7, 6), (3, 1, 6, "fight", 0, -1, -1, 0), (3, 2, 6, "strength", 0, 1, -1, 0),
        (3, 3, 6, "play", 0, -1, 7, 6), (4, 1, 6, "fight", 1, -1, -1, 0), (4, 2, 7, "play", 0, -1, 7, 6),
    ]  # fmt: skip
    names = ["game", "seq", "turn", "kind", "actor", "target", "card", "after"]
    event = pl.DataFrame(rows, names, orient="row").lazy().with_columns(arm=pl.lit("a"))
    shots = came(*({"kind": "one_shot"} for _ in range(5))).rename({"drawn_turn": "turn"}).drop("played")
    goals = pl.DataFrame({"arm": ["a"], "goal": [10]})
    told = uses(first_plays(shots, event), event, goals).sort("what").select("what", "n", "of").rows()
    assert told == [("last", 1, 5), ("other", 1, 5), ("outside", 2, 5), ("own", 1, 5)]
