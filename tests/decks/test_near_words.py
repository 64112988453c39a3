"""Near words: misspelt, begun alike, or like in one of their parts, the likest first."""

from __future__ import annotations

import pytest

from decks.near_words import near_words
from lab.errors import did_you_mean


@pytest.mark.parametrize(
    ("given", "known", "near"),
    [
        ("fastr", ["faster", "base", "fortune"], ["faster"]),
        ("hand limt", ["hand_limit", "victory.level"], ["hand_limit"]),
        ("turn", ["reshuffles", "turns in the median game", "turns"], ["turns", "turns in the median game"]),
        ("lampp", ["Magic Lamp", "Huge Rock"], ["Magic Lamp"]),
        ("rt", ["start", "art"], ["art"]),  # two letters are the beginning of too much; art has 4 of 5 letters alike
        ("fastre", ["base", "faster"], ["faster"]),  # base has 3 of 10 letters twice, 0.6, faster 5 of 12, 0.83
        ("hour", ["run-away-four"], []),
        ("zebra", ["base", "cthulhu"], []),
        ("x" * 10_000, ["x"], []),
    ],
)
def test_near_words(given, known, near):
    assert near_words(given, known) == near


def test_a_question_goes_on():
    assert did_you_mean("COMPAIR", ["compare", "cards"]) == "did you mean compare? "
    assert did_you_mean("zebra", ["compare", "cards"]) == ""
