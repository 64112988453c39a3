"""What metrics of Levels are made of, on games whose every Level is written down; the metrics are tried in SQL."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.comparison.game_numbers import with_decided
from lab.tables import round_frames
from lab.tables.metric import load_metrics
from lab.tables.round_frames import judged, standings
from tests.lab.random_games import ARMS, random_tables

GAMES = {  # Levels of four seats at the end of each round, and who won
    0: ([[8, 1, 4, 2], [10, 2, 4, 2]], [0]),
    1: ([[8, 1, 4, 2], [9, 6, 6, 6], [10, 6, 10, 6]], [0, 2]),
    2: ([[8, 1, 4, 2], [8, 1, 4, 2]], []),
    3: ([[10, 1, 1, 1]], [0]),
}
"""One winner; a shared victory; a game that was capped; one that took a round, from whose end nothing begins."""


def written_down():
    """Tables `level` and `seat` of these games."""
    level, seat = [], []
    for number, (rounds, winners) in GAMES.items():
        key = {"run_id": "r", "arm": "a", "game": number}
        seat += [key | {"seat": s, "credit": 1 / len(winners) if s in winners else 0.0} for s in range(4)]
        level += [key | {"round": r, "seat": s, "level": of[s]} for r, of in enumerate(rounds, 1) for s in range(4)]
    return pl.LazyFrame(level), pl.LazyFrame(seat)


def test_a_round_begins_from_the_end_of_the_one_before():
    found = standings(*written_down()).sort("game", "round", "seat").collect()
    assert found.select("game", "round", "rounds").unique(maintain_order=True).rows() == [
        (0, 1, 2), (1, 1, 3), (1, 2, 3), (2, 1, 2)
    ]  # fmt: skip
    assert found.filter(game=0)["behind"].to_list() == [0, 7, 4, 6]
    assert found.filter(game=1, round=2).select("level", "leader", "behind", "credit").rows() == [
        (9, 9, 0, 0.5), (6, 9, 3, 0.0), (6, 9, 3, 0.5), (6, 9, 3, 0.0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "hopeless"),
    [
        # To 10 the leader lacks 2, the others 9, 6 and 8: seat 1 is 4.5 times as far, seat 2 just 3, seat 3 just 4.
        (10, [(1, 2, 3), (1, 3), ()]),
        (None, [(1, 2, 3), (1, 3), ()]),
        (9, [(1, 2, 3), (1, 2, 3), (1, 3)]),  # 1 against 8, 5 and 7; but 5 is less than 6 times 1
        (12, [(), (), ()]),  # 4 against 11, 8 and 10
        # A leader on the winning Level or beyond lacks one all the same: 7, 4 and 6 of one; 5, 2 and 4.
        (8, [(1, 2, 3), (1, 2, 3), (1, 3)]),
        (6, [(1, 3), (1, 3), ()]),
    ],
)
def test_who_is_several_times_as_far_as_the_leader_is_hopeless(goal, hopeless):
    rows = [{"run_id": "r", "arm": "a", "switch": "victory.level", "value": str(goal)}] if goal else []
    rule = pl.LazyFrame(rows, schema=["run_id", "arm", "switch", "value"], orient="row").cast(pl.String)
    found = judged(*written_down(), rule).sort("seat").collect()
    at = found.filter(game=0)
    assert [tuple(at.filter(f"hopeless_{i}")["seat"]) for i in range(3)] == hopeless
    assert dict(found.group_by("game").agg(pl.col("is_won").any()).iter_rows()) == {0: True, 1: True, 2: False}


NAMES = (
    "level_curve", "level_groups", "level_race", "lead_gap", "level_time", "comebacks", "economy", "decided_at",
    "drama", "hopeless_time", "level_difference",
)  # fmt: skip


@pytest.fixture(scope="module")
def tables():
    """Random games whose second arm stands for pairs with the first one, as if it had as many players."""
    found = {name: frame.lazy() for name, frame in random_tables(seed=5, games=40).items()}
    who = pl.when((pl.col("game") + pl.col("seat")) % 3 == 0).then(pl.lit("shy")).otherwise(pl.lit("bold"))
    return found | {
        "game": found["game"].with_columns(first_seat=pl.col("game") % 3, n_winners=pl.col("winners").list.len()),
        "seat": found["seat"].with_columns(agent=who),
        "arm": found["arm"].with_columns(seats=pl.when(pl.col("arm") == "three").then(4).otherwise("seats")),
    }


@pytest.mark.deep
@pytest.mark.parametrize("games", [1, 7, 2 * 16])
@pytest.mark.parametrize("name", NAMES)
def test_blocks_change_no_number(name, games, tables, monkeypatch):
    one = load_metrics()[name]
    known = [tables[need] for need in one.needs]
    whole = one.of(known)
    monkeypatch.setattr(round_frames, "GAMES_AT_ONCE", games)
    if name == "level_difference":
        assert set(whole.select("arm", "paired").iter_rows()) == {("three", True), ("six", False)}
    else:
        assert set(whole["arm"]) == set(ARMS)
    assert_frame_equal(one.of(known), whole, rel_tol=1e-12, abs_tol=1e-12)


def test_means_of_blocks_are_those_of_all():
    """1, 2, 6 and 3, 7: mean 3.8, squares beyond it 7.84 + 3.24 + 4.84 + .64 + 10.24 = 26.8, over 4: 6.7."""
    parts = [
        pl.DataFrame({"k": [1], "m": [3.0], "m_sd": [7**0.5], "m_n": [3]}),  # (4 + 1 + 9) / 2
        pl.DataFrame({"k": [1, 2], "m": [5.0, 4.0], "m_sd": [8**0.5, None], "m_n": [2, 1]}),
    ]
    one, other = round_frames.merged_means(parts, ["k"], "m").sort("k").collect().rows()
    assert one == (1, pytest.approx(3.8), pytest.approx(6.7**0.5), 5)
    assert other == (2, 4.0, None, 1)


class Levels:
    """Games of two, four rounds long, by the Levels of both after each round that is not the last, and who won."""

    GAMES = [("21 32 42", 0), ("12 23 43", 0), ("11 32 42", 0), ("21 32 42", None)]

    def table(self, name, run):
        keys = {"run_id": "r", "arm": "a"}
        rows = []
        for game, (levels, winner) in enumerate(self.GAMES):
            own = keys | {"game": game}
            if name == "game":
                rows.append(own | {"rounds": 4})
            for seat in (0, 1):
                if name == "seat":
                    rows.append(own | {"seat": seat, "credit": float(seat == winner)})
                if name == "level":
                    after = [*levels.split(), levels[-2:]]
                    rows += [own | {"seat": seat, "round": r + 1, "level": int(x[seat])} for r, x in enumerate(after)]
        return pl.LazyFrame(rows)


def test_a_game_is_decided_early_if_whoever_wins_leads_from_half_of_the_rounds_on():
    # after round 1 of 4, 3 of 4 and 2 of 4; nobody won the last one
    numbers = with_decided(pl.DataFrame({"arm": ["a"] * 4, "game": range(4)}), Levels(), "r")
    assert numbers["decided_early"].to_list() == [1.0, 0.0, 1.0, 0.0]
