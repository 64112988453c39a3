"""Table delta: what a card does to the game as a whole, never how strong it is: what one gains others lose."""

from __future__ import annotations

from lab.impact.pairs import WITH, WITHOUT, Pairs
from lab.measure.compare import Difference, compare_arms
from lab.measure.measures import ENDING, ENDINGS, LOST, MEDIAN, PRIMARY
from lab.measure.pairs import Pair

MEASURES = (PRIMARY, MEDIAN, "lead_changes", "combats", LOST, *(f"{ENDING}{ending}" for ending in ENDINGS))
"""What is looked at: length, lead changes, combats and how many are lost, endings."""


def table_delta(pairs: Pairs) -> list[Difference]:
    """Every measure with the card, less what it is with a blank in its place."""
    return compare_arms(pairs.numbers, Pair(WITHOUT, WITH, True), PRIMARY, MEASURES)
