"""Drama: planted truths, the known traps, and the same once more in SQL."""

from __future__ import annotations

import pytest

from lab.measure import stats
from lab.measure.registry import compute
from tests.lab.game_frames import POSITIONS, ask, made_up, same
from tests.lab.level_frames import written_down


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def found_in(store, name):
    return compute(store, [name])[name]


def test_drama_is_the_mean_of_how_far_the_winner_was_behind(tiny_store):
    row = found_in(tiny_store(**written_down()), "drama").row(0, named=True)
    assert (row["games"], row["no_winner"]) == (4, 1)
    # Game 0 begins its rounds 0, 1, 2 and 0 Levels behind: 3/4, no whole number. Game 1 begins the second one with its
    # two winners 3 and 2 behind, (0 + 2.5)/2. Game 3 has one round, and in game 4 nobody was ever ahead of the winner.
    assert row["drama"] == pytest.approx((3 / 4 + 5 / 4 + 0 + 0) / 4)
    assert row["behind_share"] == pytest.approx((2 / 4 + 1 / 2 + 0 + 0) / 4)
    assert row["never"] == 2 / 4 and row["q50"] in (0, 3 / 4) and row["q90"] == 5 / 4
    assert (row["drama_low"], row["drama_high"]) == pytest.approx(stats.mean([3 / 4, 5 / 4, 0, 0])[1:3])


def test_drama_looks_at_no_position_after_the_game(tiny_store):
    # The winner by a Boss ends below others: that is no drama. Two rounds, level at the start of the second.
    row = found_in(tiny_store(**written_down({0: ([[2, 2, 2], [3, 9, 9]], [0])})), "drama").row(0, named=True)
    assert (row["drama"], row["drama_low"], row["behind_share"], row["never"]) == (0, None, 0, 1)


def test_drama_in_sql(frames, tiny_store):
    answer = ask(
        f"""{POSITIONS},
           deep AS (SELECT arm, game, sum(behind * credit) AS deep, sum(credit) FILTER (behind > 0) AS behind_share
                    FROM position WHERE won = 1 GROUP BY ALL),
           of_game AS (SELECT g.arm, coalesce(deep, 0) / rounds AS d, coalesce(behind_share, 0) / rounds AS t
                       FROM game g LEFT JOIN deep USING (arm, game) WHERE len(winners) > 0)
           SELECT arm, count(*) AS games, avg(d) AS drama, avg(t) AS behind_share, avg(CAST(d = 0 AS INT)) AS never,
                  any_value(bad) AS no_winner
           FROM of_game JOIN (SELECT arm, count(*) FILTER (len(winners) = 0) AS bad FROM game GROUP BY arm) USING (arm)
           GROUP BY arm""",
        **frames,
    )
    same(found_in(tiny_store(**frames), "drama"), answer, "arm")
