"""When a game is decided: planted truths, and the same once more in SQL."""

from __future__ import annotations

import pytest

from lab.measure import stats
from lab.measure.registry import compute
from tests.lab.game_frames import ask, made_up, same
from tests.lab.level_frames import written_down


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
    assert (row["decided_low"], row["decided_high"]) == pytest.approx(stats.mean([3 / 4, 1, 1, 1])[1:3])


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


def test_decisions_in_sql(frames, tiny_store):
    answer = ask(
        """WITH lead AS (SELECT l.arm, l.game, l.round,
                           max(level) FILTER (won = 1) > max(level) FILTER (won = 0) AS leads
                         FROM level l JOIN seat USING (arm, game, seat) GROUP BY ALL),
           of_game AS (SELECT g.arm, g.rounds,
                         1 + coalesce(max(round) FILTER (NOT leads AND round < g.rounds), 0) AS at_round
                       FROM game g JOIN lead USING (arm, game)
                       WHERE n_winners > 0 AND leads IS NOT NULL GROUP BY g.arm, g.game, g.rounds)
           SELECT arm, count(*) AS games, avg(at_round / rounds) AS decided, avg(at_round) AS round,
                  avg(CAST(at_round = rounds AS INT)) AS at_end,
                  list_sort(list(at_round / rounds))[1 + CAST(round((count(*) - 1) * 0.1) AS INT)] AS q10
           FROM of_game GROUP BY arm""",
        **frames,
    )
    same(found_in(tiny_store(**frames), "decided_at"), answer, "arm")
