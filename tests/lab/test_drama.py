"""Drama, decision and comebacks: planted truths, the known traps, and the same once more in SQL."""

from __future__ import annotations

import polars as pl
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


def test_comebacks_count_each_winner_by_its_part_of_the_victory(tiny_store):
    found = found_in(tiny_store(**written_down()), "comebacks")
    # Game 0 was won from 2 behind; of game 1 one half from 3 and one from 2; games 3 and 4 from nowhere behind.
    assert found.select("levels", "games", "wins", "share").rows() == [
        (1, 4, 2.0, 0.5), (2, 4, 2.0, 0.5), (3, 4, 0.5, 0.125)
    ]  # fmt: skip
    low, high = stats.share_bounds([0.5], [4])
    assert found.row(2)[-2:] == pytest.approx((float(low[0]), float(high[0])))


def test_without_comebacks_there_is_a_row_that_says_so(tiny_store):
    found = found_in(tiny_store(**written_down({0: ([[10, 1]], [0]), 1: ([[1, 2], [1, 3]], [])})), "comebacks")
    assert found.select("levels", "games", "wins").rows() == [(1, 1, 0.0)]


POSITIONS = """WITH position AS (
    SELECT l.arm, l.game, l.round, l.seat, l.level, g.rounds, s.credit, s.won,
           max(l.level) OVER (PARTITION BY l.arm, l.game, l.round) - l.level AS behind
    FROM level l JOIN seat s USING (arm, game, seat) JOIN game g USING (arm, game) WHERE l.round < g.rounds)"""


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


def test_decisions_in_sql(frames, tiny_store):
    answer = ask(
        """WITH lead AS (SELECT l.arm, l.game, l.round,
                           max(level) FILTER (won = 1) > max(level) FILTER (won = 0) AS leads
                         FROM level l JOIN seat USING (arm, game, seat) GROUP BY ALL),
           of_game AS (SELECT g.arm, g.rounds,
                         1 + coalesce(max(round) FILTER (NOT leads AND round < g.rounds), 0) AS at_round
                       FROM game g JOIN lead USING (arm, game) WHERE n_winners > 0 GROUP BY g.arm, g.game, g.rounds)
           SELECT arm, count(*) AS games, avg(at_round / rounds) AS decided, avg(at_round) AS round,
                  avg(CAST(at_round = rounds AS INT)) AS at_end,
                  list_sort(list(at_round / rounds))[1 + CAST(round_even((count(*) - 1) * 0.1, 0) AS INT)] AS q10
           FROM of_game GROUP BY arm""",
        **frames,
    )
    same(found_in(tiny_store(**frames), "decided_at"), answer, "arm")


def test_comebacks_in_sql(frames, tiny_store):
    answer = ask(
        f"""{POSITIONS},
           deepest AS (SELECT arm, credit, max(behind) AS most FROM position
                        WHERE won = 1 GROUP BY arm, game, seat, credit),
           steps AS (SELECT arm, unnest(range(1, max(most) + 1)) AS levels FROM deepest GROUP BY arm)
           SELECT arm, levels, sum(credit) FILTER (most >= levels) AS wins, any_value(n) AS games,
                  sum(credit) FILTER (most >= levels) / any_value(n) AS share
           FROM steps JOIN deepest USING (arm)
           JOIN (SELECT arm, count(*) AS n FROM game WHERE ending != 'capped' GROUP BY arm) USING (arm) GROUP BY ALL""",
        **frames,
    )
    same(found_in(tiny_store(**frames), "comebacks"), answer, "arm", "levels")


def test_comebacks_and_drama_agree_on_who_was_never_behind(frames, tiny_store):
    alone = frames["game"].filter(pl.col("n_winners") == 1, arm="six")
    sole = {name: frame.join(alone, on=["arm", "game"], how="semi") for name, frame in frames.items()}
    once = found_in(tiny_store(**sole), "comebacks").filter(levels=1).item(0, "share")
    never = found_in(tiny_store(**sole), "drama").item(0, "never")
    assert once + never == pytest.approx(1)
