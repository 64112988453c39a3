"""The verdict of `lab card` in words, from forks whose numbers are worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from lab.agents import USUAL
from lab.agents.personas import mixes
from lab.impact.card_story import conclusion, sentences
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
    setting = SimpleNamespace(
        variant="base", deck=("base", "./mine"), switches=(), cards=(), agents=mixes()[USUAL].agents, seats=4
    )
    arm = SimpleNamespace(variant={"victory.level": 10}, setting=setting, run=SimpleNamespace(seed=0))
    return SimpleNamespace(
        forked=forked,
        arm=arm,
        card="rock",
        facts=SimpleNamespace(pile="treasure", kind="item", name="Rock", unmodelled=None),
        length=None,
        fates=None,
        rivals=None,
        powers=None,
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
            "cannot be told yet: +0.0 [−19.9, +19.9] points of win credit against another.",
        ),
    ],
)  # fmt: skip
def test_the_verdict_says_how_sure_it_is(credits, others, blanks, says):
    assert says in sentences(impact(credits, others, blanks))[0]


@pytest.mark.parametrize(
    ("credits", "others", "means", "forks"),
    [
        ([1] * 40 + [0] * 60, [0] * 100, "A sign that it is too strong: 2 points or more matter.", ""),
        ([0] * 100, [1] * 40 + [0] * 60, "A sign that it is too weak: 2 points or more matter.", ""),
        ([1, 0] + [0] * 9998, [0, 1] + [0] * 9998,
         "Neither too strong nor too weak: it is within 2 points of an average card.", ""),
        ([1, 0] * 50, [0, 1] * 50,
         # the half interval of 100 differences of 1: 1.984 times 0.1005
         "These games cannot tell whether it is too strong or too weak: \u221219.9 to +19.9 points are possible, and 2 "
         "matter; 40,000 forks would know it to \u00b11 point:", "40000"),
        # 5 of 400: +1.25 points, its error 0.556, 1.966 times that each way: 0.16 to 2.34, better but not by 2
        ([1] * 5 + [0] * 395, [0] * 400,
         "These games cannot tell whether it is too strong: +0.2 to +2.3 points are possible, and 2 matter; 1,000 "
         "forks would know it to \u00b10.7 points:", "1000"),
    ],
)  # fmt: skip
def test_the_last_line_says_what_the_verdict_means_and_what_would_tell(credits, others, means, forks):
    line = f"lab card rock --deck base+./mine --forks {forks}" if forks else ""
    assert conclusion(impact(credits, others, others)) == (means, line)


def test_a_class_has_both_yardsticks_and_why_they_differ():
    """Its forks say +40 points of an average Door; among the Classes it is at -3: these are better than such a Door."""
    one = impact([1] * 40 + [0] * 60, [0] * 100, [0] * 100)
    kin = {"card": ["Monk", "Bard", "the others"], "ahead": [None, -0.03, -0.03], "n": [9, 9, 9]}
    ends = {"ahead_low": [None, -0.04, -0.04], "ahead_high": [None, -0.02, -0.02], "value": [0.0, 0.0, None]}
    one.rivals = pl.DataFrame(kin | ends)
    one.facts = SimpleNamespace(pile="door", kind="class", name="Bard", unmodelled=None)
    by_pile = "Compared with an average card of its pile, as in `lab cards`: +40.0 [+30.2, +49.8] points of win credit."
    assert f"{by_pile} The two differ as the other Classes are better than an average Door." in sentences(one)[1]
    one.rivals = one.rivals.with_columns(ahead=pl.lit(0.03), ahead_low=pl.lit(0.02), ahead_high=pl.lit(0.04))
    assert sentences(one)[1].startswith(by_pile) and "differ" not in sentences(one)[1]
