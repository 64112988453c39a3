"""Estimated minutes: planted truths under a declared pace, and a pace that cannot be read."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from lab.errors import BadInput
from lab.metrics import estimated_minutes as measured
from lab.stats import intervals
from lab.tables import shelf
from lab.tables.metric import compute
from lab.tables.table_pace import FILE, Pace, pace, parsed_pace
from tests.lab.game_frames import made_up


def minutes_of(store):
    return compute(store, ["estimated_minutes"])["estimated_minutes"]


def test_minutes_are_counts_times_declared_seconds(rows, tiny_store, monkeypatch):
    monkeypatch.setattr(measured, "pace", lambda: Pace(turn=30, decision=2, combat=60))
    game, _ = rows
    games = [
        game("a", i, turns=t, decisions=d, combats=c, ending=e)
        for i, (t, d, c, e) in enumerate([(40, 600, 20, "kill"), (60, 900, 30, "capped"), (20, 300, 13, "shared")])
    ]
    found = minutes_of(tiny_store(game=pl.DataFrame(games)))
    by_part = {row["part"]: row for row in found.to_dicts()}
    assert list(by_part) == ["all", "turns", "decisions", "combats"]
    # Turns: 20, 30 and 10 minutes; decisions the same; combats 20, 30 and 13. A game: 60, 90 and 33, mean 61.
    assert [by_part[p]["minutes"] for p in by_part] == pytest.approx([61, 20, 20, 21])
    assert [by_part[p]["count"] for p in by_part] == [None, 40, 600, 21]
    assert [by_part[p]["seconds_each"] for p in by_part] == [None, 30, 2, 60]
    whole = by_part["all"]
    assert (whole["games"], whole["cut"], whole["q10"], whole["q50"], whole["q90"]) == (3, 1, 33, 60, 90)
    assert (whole["minutes_low"], whole["minutes_high"]) == pytest.approx(intervals.mean([60, 90, 33])[1:3])


def test_a_part_of_a_game_adds_up_to_the_game(tiny_store):
    found = minutes_of(tiny_store(**made_up()))
    parts = pl.col("minutes").filter(pl.col("part") != "all").sum()
    sums = found.group_by("arm").agg(parts, whole=pl.col("minutes").filter(pl.col("part") == "all").first())
    assert sums["minutes"].to_numpy() == pytest.approx(sums["whole"].to_numpy(), rel=1e-12)


def test_the_declared_pace_is_read_and_stands_behind_what_is_kept():
    assert parsed_pace(FILE.read_bytes(), FILE) == pace()
    assert FILE in shelf.room_files()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (b"turn = 20\ndecision = 2.5", "key 'combat' is missing; allowed: seconds, 0 to 3600"),
        (b"turn = 20\ndecision = -1\ncombat = 3", "decision is -1; allowed: seconds"),
        (b"turn = nan\ndecision = 1\ncombat = 3", "turn is nan; allowed: seconds"),
        (b"turn = true\ndecision = 1\ncombat = 3", "turn is True; allowed: seconds"),
        (b"turn = 'long'\ndecision = 1\ncombat = 3", "turn is 'long'; allowed: seconds"),
        (b"turn = 1\ndecision = 1\ncombat = 3\nsnacks = 1", "unknown key 'snacks'; allowed: turn, decision, combat"),
        (b"turn = ", "not valid TOML: Invalid value"),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_a_pace_that_says_something_else_is_refused_in_a_sentence(written, says):
    with pytest.raises(BadInput, match=r"^pace.toml: ") as error:
        parsed_pace(written, Path("pace.toml"))
    assert says in str(error.value)
