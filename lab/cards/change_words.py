"""What a rule does to cards, in words: which gain and which lose, how far that is known, and what would tell more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from engine.inputs.quote import few
from lab.cards.rule_interaction import CHANGE, GAINS, LOSES, SAME
from lab.stats.intervals import FDR, p_text
from lab.tables.column import written

NUMBER = "change_shrunk"
"""What changes are sorted by unless somebody says another column."""
SAID = {"hand": "in the hand", "reward": "as a reward"}
"""How a way of coming is said behind a card; others as they are."""
LEAST_TOLD = 0.0005
"""A change below this is written as 0.0 points."""


def change_sentences(rows: pl.DataFrame, every: pl.DataFrame, versus: str, matters: float) -> list[str]:
    """What a rule does to some cards, and to all that came in the same ways: how far it is known, what would tell more.

    `rows` are some of `every`, the rows of an arm.
    """
    ways = [(str(how), part) for (how,), part in every.sort("how").group_by("how", maintain_order=True)]
    shown = set(rows["how"])
    return [_verdicts(rows, versus, str(rows["arm"][0]), matters), *(_way(*one) for one in ways if one[0] in shown)]


def _verdicts(rows: pl.DataFrame, versus: str, arm: str, matters: float) -> str:
    """How many cards gain, lose, stay, or cannot be told; one that gains in one way and stays in others gains."""
    known = rows.drop_nulls("verdict")
    cards = known["id"].n_unique()
    if not cards:
        return f"Against {versus}, nothing can be said yet of what {arm} does to any card."
    moved = {word: known.filter(verdict=word).sort(NUMBER, descending=word == GAINS) for word in (GAINS, LOSES)}
    named = {w: [_said(r) for r in part.iter_rows(named=True)] for w, part in moved.items()}
    counts = {word: part["id"].n_unique() for word, part in moved.items()}
    rest = known.filter(~pl.col("id").is_in([*moved[GAINS]["id"], *moved[LOSES]["id"]]))
    same = rest.group_by("id").agg((pl.col("verdict") == SAME).all()).get_column("verdict").sum()
    unclear = rest["id"].n_unique() - same
    if unclear == cards:
        said = f"it cannot be told yet what {arm} does to {'any of ' if cards > 1 else ''}the {counted(cards)}"
    else:
        said = (
            f"{arm} makes {counted(counts[GAINS])} stronger{few(named[GAINS])}, {counts[LOSES] or 'none'} weaker"
            f"{few(named[LOSES])}; {same or 'none'} {'is' if same == 1 else 'are'} worth about the same (within "
            f"\u00b1{matters:g} points), of {unclear or 'none'} one cannot tell yet"
        )
    if not any(counts.values()):
        most = known.sort(pl.col(NUMBER).abs(), pl.col(CHANGE).abs(), descending=True).row(0, named=True)
        said += (
            f"; the largest change, luck taken off, is that of {_said(most)}: {_points(most[NUMBER])} "
            f"(q {p_text(most['change_q'])})"
            if abs(most[NUMBER]) >= LEAST_TOLD
            else "; with luck taken off no change is left"
        )
    return f"Against {versus}, {said}."


def _way(how: str, rows: pl.DataFrame) -> str:
    """How far true changes of one way of coming scatter, and how many games would tell the median card to a point."""
    from lab.stats.shrinkage import LEAST, games_for_half_width, half_width_of, known, spread, spread_bounds

    way = SAID.get(how, how).capitalize()
    values, counted, errors = (rows[c].cast(float).to_numpy() for c in ("change", "if_nothing", "change_se"))
    if known(values, counted).sum() < LEAST or not (errors > 0).any():
        return f"{way}: too little differs between the arms to speak of how far changes scatter."
    tau, low, high = (100 * float(np.sqrt(x)) for x in (spread(values, counted), *spread_bounds(values, counted)))
    luck = "all changes may be luck" + (f", true ones scatter by at most {high:.1f} points" if high > 0 else "")
    true = f"true changes scatter by {tau:.1f} points ({low:.1f} to {high:.1f}) around zero"
    half = 100 * half_width_of(errors[errors > 0])
    now = f"the median card is known to \u00b1{half:.1f} points"
    if half > 1:
        games = games_for_half_width(int(rows["arm_games"][0]), errors[errors > 0])
        now = f"{games:,.0f} games of each arm would tell the median card to \u00b11 point (now \u00b1{half:.1f})"
    return f"{way}: {luck if low == 0 else true}; {now}."


def how_changes_are_read(matters: float) -> str:
    """What the columns are and how a verdict is reached."""
    return (
        "\u0394: win credit of whoever the card came to, against the average card of its pile that came in this way; "
        "dealt: against seats that were not dealt it. Cards come by lot, so it is unbiased. Change: \u0394 here minus "
        "\u0394 there; of many changes the largest are large by luck too, the shrunken one is the best guess at the "
        "truth (empirical Bayes within pile and way). Zero is what the rule does to the average card of the pile: what "
        f"one card gains others lose. Verdict: about the same if the 95 % interval lies within \u00b1{matters:g} "
        f"points (--matters); gains or loses if q < {FDR:.2f}, the interval leaves out zero and the number is at least "
        f"{matters:g} points from it; else one cannot tell yet. q: false discovery rate over the cards of an arm that "
        "came in this way."
    )


def _said(row: Mapping[str, Any]) -> str:
    return f"{row['name']} {SAID.get(row['how'], row['how'])}"


def _points(value: float) -> str:
    return f"{written(value, 'points')} points"


def counted(number: int) -> str:
    """A number of cards in words."""
    return f"{number or 'no'} card{'s' if number > 1 else ''}"
