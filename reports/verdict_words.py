"""Words of a page for people who have no lab: measures that explain themselves, and chance without a p."""

from __future__ import annotations

import re

from lab.comparison import comparison_words
from lab.stats.intervals import P_TOLD

FAMILY = "The page looks at {} other measures too: of ten changes listed here, about one may be chance."
WORDS = {"flights": "flights (running away)"}
"""What no player says of a game, and what it is."""


def name_of(metric: str) -> str:
    """What a measure is called on a page."""
    return explained(comparison_words.name_of(metric))


def explained(text: str) -> str:
    """A text of the lab whose words a player knows."""
    return re.sub("|".join(rf"(?<!\()\b{word}\b(?! \()" for word in WORDS), lambda found: WORDS[found[0]], text)


def chance(p_value: float | None) -> str:
    """How often chance alone would make such a difference, as the end of a sentence; nothing where nobody knows."""
    if p_value is None:
        return ""
    if p_value < P_TOLD:
        often = f"fewer than 1 of {1 / P_TOLD:,.0f} runs"
    elif p_value < 0.1:
        often = f"about 1 of {1 / p_value:.0f} runs"
    else:
        often = f"about {10 * p_value:.0f} of 10 runs" if p_value < 0.95 else "nearly every run"
    return f"; chance alone would do this in {often}"
