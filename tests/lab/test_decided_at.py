"""When a game is decided: planted truths."""

from __future__ import annotations

import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.metric import compute
from tests.lab.game_frames import made_up
from tests.lab.level_frames import ended_by_the_deal, written_down


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def found_in(store, name):
    return compute(store, [name])[name]


def test_a_game_is_decided_when_the_winner_leads_to_the_end(tiny_store):
    row = found_in(tiny_store(**written_down()), "decided_at").row(0, named=True)
    assert (row["games"], row["no_winner"]) == (4, 1)
    # Game 0: behind after round 2, ahead after 3, of 4. Game 1: only at the end of 2. Game 3: in its round.
    # Game 4: ahead after round 2, but tied after 3, so only in the last of 4.
    assert row["decided"] == pytest.approx((3 / 4 + 1 + 1 + 1) / 4)
    assert row["round"] == pytest.approx((3 + 2 + 1 + 4) / 4)
    assert row["at_end"] == 3 / 4 and row["q10"] == 3 / 4 and row["q50"] == 1
    low, high = intervals.mean([3 / 4, 1, 1, 1])[1:3]
    assert high > 1, "a t interval knows nothing of the end of a game"
    assert (row["decided_low"], row["decided_high"]) == (pytest.approx(low), 1.0)


@pytest.mark.parametrize(
    ("rounds", "winners", "decided"),
    [
        ([[2, 1, 1], [3, 1, 1], [10, 1, 1]], [0], 1 / 3),  # ahead from the first round on
        ([[2, 2, 1], [3, 3, 1], [10, 10, 1]], [0, 1], 1 / 3),  # the winners are level, and nobody else is with them
        ([[2, 2, 1], [3, 2, 1], [10, 2, 1]], [0], 2 / 3),
        ([[2, 2, 1], [10, 10, 10]], [0, 1, 2], None),  # everybody won: nothing was to be decided
    ],
)
def test_who_leads_decides(rounds, winners, decided, tiny_store):
    row = found_in(tiny_store(**written_down({0: (rounds, winners)})), "decided_at").row(0, named=True)
    assert row["decided"] == (None if decided is None else pytest.approx(decided))
    assert (row["games"], row["no_winner"]) == ((0, 1) if decided is None else (1, 0))


def test_a_game_that_the_deal_ends_is_decided_in_none_of_its_rounds(tiny_store):
    some, none = written_down(), ended_by_the_deal(9)
    row = found_in(tiny_store(**{n: pl.concat([some[n], none[n]]) for n in some}), "decided_at").row(0, named=True)
    assert (row["games"], row["no_winner"]) == (5, 1)
    assert row["decided"] == pytest.approx((3 / 4 + 1 + 1 + 1 + 0) / 5)
    assert row["round"] == pytest.approx((3 + 2 + 1 + 4 + 0) / 5)
    assert row["at_end"] == 3 / 5 and row["decided_high"] > row["decided"] > row["decided_low"]
