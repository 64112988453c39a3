"""Games as pages draw them, on facts written by hand."""

from __future__ import annotations

import polars as pl

from lab.comparison.games_drawn import cells, courses


def games(*rows):
    """Rows of (arm, turns, lead changes, ending) of games 0, 1, 2 and so on."""
    names = ["arm", "turns", "lead_changes", "ending"]
    return pl.DataFrame(rows, names, orient="row").with_row_index("game").lazy()


def test_a_cell_holds_the_games_of_a_length_with_as_many_changes_of_the_lead():
    """98 % of 50 games is the 49th: 24 turns, so cells are 24 / 12 = 2 turns wide, and 3 changes.

    The 24th cell and last holds all from 47 turns on.
    """
    dull = [("a", 24, 3, "kill")] * 44
    rows = [("a", 3, 1, "kill"), ("a", 4, 1, "card"), ("a", 3, 1, "card"), ("a", 3, 1, "card"), ("b", 4, 1, "kill")]
    found = cells(games(*rows, *dull, ("b", 99, 7, "kill"))).to_dicts()
    assert [(r["arm"], r["low"], r["middle"], r["high"], r["lead_changes"], r["is_most"]) for r in found] == [
        ("a", 3, 3.5, 4, 1, False), ("a", 23, 23.5, 24, 3, True), ("b", 3, 3.5, 4, 1, False),
        ("b", 47, 47.5, None, 3, True),
    ]  # fmt: skip
    assert [(r["games"], r["of"]) for r in found] == [(4, 48), (44, 48), (1, 2), (1, 2)]
    # Three of the first cell were won by a card, of 4, 3 and 3 turns: half of them within 3, which game 2 has first.
    assert [(r["game"], r["turns"]) for r in found] == [(2, 3), (5, 24), (4, 4), (49, 99)]
    reached = cells(games(*rows, *dull, ("b", 43, 7, "kill"))).to_dicts()
    assert [(r["low"], r["high"]) for r in reached] == [(3, 4), (23, 24), (3, 4), (43, 44)]  # the longest has its own


def levels(*rows):
    names = ["game", "round", "seat", "level"]
    return pl.DataFrame(rows, names, orient="row").with_columns(pl.lit("a").alias("arm")).lazy()


def test_a_course_has_a_list_for_each_seat_whatever_the_order_of_the_rows():
    level = levels((7, 2, 1, 4), (7, 1, 0, 2), (7, 2, 0, 10), (7, 1, 1, 3), (8, 1, 0, 9))
    found = courses(level, pl.DataFrame({"arm": ["a", "a"], "game": [7, 7]}))
    assert found.to_dicts() == [{"arm": "a", "game": 7, "course": [[2, 10], [3, 4]]}]
