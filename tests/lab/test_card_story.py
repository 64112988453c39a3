"""The verdict of `lab card` in words, from forks whose numbers are worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from lab.impact.card_story import sentences
from lab.runs.fork_games import COLUMNS

FORK = {
    "arm": "base", "seat": 1, "agent": "balanced", "how": "drawn", "copy": 0, "turn": 10, "round": 3, "level": 2,
    "lead": 1, "arrivals": 1, "other": "orcs", "turns": 40, "other_turns": 40, "same": False, "blank_same": False,
}  # fmt: skip


def impact(credits, others, blanks):
    """A card of which the win credit with it, with another and with a blank is known, fork by fork."""
    rows = [
        dict.fromkeys(COLUMNS) | FORK | {"game": i, "credit": a, "other_credit": b, "blank_credit": c}
        for i, (a, b, c) in enumerate(zip(credits, others, blanks, strict=True))
    ]
    forked = SimpleNamespace(rows=pl.DataFrame(rows, schema=COLUMNS))
    arm = SimpleNamespace(variant={"victory.level": 10})
    return SimpleNamespace(
        forked=forked,
        arm=arm,
        facts=SimpleNamespace(pile="treasure", name="Rock", unmodelled=None),
        length=None,
        fates=None,
    )


@pytest.mark.parametrize(
    ("credits", "others", "blanks", "says"),
    [
        # 40 of 100 won more than with another: +40 points, its error 4.9 points.
        ([1] * 40 + [0] * 60, [0] * 100, [0] * 100, "Rock is better than an average Treasure: +40.0 [+30.2, +49.8]"),
        ([0] * 100, [1] * 40 + [0] * 60, [0] * 100, "Rock is worse than an average Treasure: −40.0 [−49.8, −30.2]"),
        # One more and one less of 10,000: 0 with an error of 0.014 points.
        ([1, 0] + [0] * 9998, [0, 1] + [0] * 9998, [0] * 10000, "Rock is about an average Treasure: +0.00"),
        # Half each way of 100: an error of 10 points, 1.984 times that each way; to ±1 takes 19.9 x 19.9 as many.
        (
            [1, 0] * 50, [0, 1] * 50, [1, 0] * 50,
            "cannot be told yet: +0.0 [−19.9, +19.9] points of win credit against another (--forks 40000 would tell)",
        ),
    ],
)  # fmt: skip
def test_the_verdict_says_how_sure_it_is(credits, others, blanks, says):
    assert says in sentences(impact(credits, others, blanks))[0]
