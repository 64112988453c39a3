"""What may be concluded from a comparison: which p-values hold, what the pairing was worth, for whom it holds."""

from __future__ import annotations

from collections.abc import Sequence

from lab.measure.compare import Difference
from lab.measure.paired import ROUNDING
from lab.measure.stats import CONFIDENCE, FDR


def how_to_read(rows: Sequence[Difference]) -> str:
    """Which p-values may be believed."""
    pairs = len({(row.a, row.b) for row in rows})
    each = f" in each of the {pairs} comparisons, which are not adjusted for one another" if pairs > 1 else ""
    return (
        f"Primary measure: {rows[0].metric}, declared before looking (--primary); its p stands as it is{each}, * below "
        f"{1 - CONFIDENCE:.2f}. All other measures of a comparison are one family: q is p adjusted for their number "
        f"(Benjamini-Hochberg), * below {FDR:g}: of those marked at most about one in {1 / FDR:.0f} is no difference "
        "at all."
    )


def worth(first: Difference) -> str:
    """What it was worth to lay the games beside each other."""
    if not first.paired:
        return "These arms share no randomness: their games are independent."
    pairs = "" if first.identical is None else f"{100 * first.identical:.1f} % of the pairs are the same game"
    same = f"{pairs} in both arms. " if pairs else ""
    if first.correlation is None or first.variance_saved is None:
        return f"{same}For {first.metric} the pairs have no correlation to speak of: one arm never varies."
    correlation = f"{first.correlation:.2f}".replace("-", "−")
    if first.variance_saved <= 0:
        return f"{same}For {first.metric} the pairs correlate by {correlation}: they save nothing."
    left = 1 - first.variance_saved
    games = f", as good as {1 / left:.1f} times the games" if left > ROUNDING else ""
    return (
        f"{same}For {first.metric} the pairs correlate by {correlation} and save "
        f"{100 * first.variance_saved:.0f} % of the variance{games}."
    )


def who(tables: Sequence[Sequence[str]]) -> str:
    """Who played, and how one sees whether it is the rules or the players; `tables` has the agents of each arm."""
    distinct = {tuple(agents) for agents in tables}
    if len(distinct) > 1:
        return "The arms differ in who plays: what moved is the players' doing."
    (agents,) = distinct
    names = ", ".join(dict.fromkeys(agents))
    return f"All seats played by: {names}. Other players may show other differences: see --three-tables."
