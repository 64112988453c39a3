"""What `lab cards` says above its tables: who is too strong, how far the order can be trusted, how many games would do.

The rule of the verdicts is that of `lab.measure.verdict`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

NAMED = 3
"""Cards of a verdict that are named."""


def how_to_read(matters: float) -> str:
    """What the columns are and how a verdict is reached, `matters` points being the least that matters."""
    from lab.measure.stats import FDR

    return (
        "OH \u0394: win credit of seats that were dealt the card at the start minus that of all others; hands are "
        "randomised, so it is unbiased. Of many cards the largest are large by luck too: the shrunken number is the "
        "best guess at the truth, with its 95 % interval (empirical Bayes within the pile). Verdict: about average if "
        f"that interval lies within \u00b1{matters:g} points (--matters); too strong or too weak if q < {FDR:.2f}, the "
        f"interval leaves out zero and the number is at least {matters:g} points from it; else one cannot tell yet. "
        "q: false discovery rate over the cards of an arm. GIH WR: seats that ever held it, IWD: the same minus seats "
        "that never did; both naive, biased by game length and lead."
    )


def verdicts(rows: pl.DataFrame, number: str, matters: float) -> str:
    """How many cards are too strong, too weak, average, not told: by the column `verdict`, and whom by `number`."""
    from lab.measure.verdict import AVERAGE, STRONG, UNCLEAR, WEAK

    judged = rows.drop_nulls("verdict").sort(number)
    if not judged.height:
        return "No card was dealt often enough to say anything about it."
    of = {word: judged.filter(verdict=word)["name"].to_list() for word in (STRONG, WEAK, AVERAGE, UNCLEAR)}
    if len(of[UNCLEAR]) == judged.height:
        return f"It cannot be told yet how {_all(judged.height)} compares with the average card of its pile."
    strong, weak = of[STRONG][::-1], of[WEAK]  # the clearest first
    blank = "; too weak is less than that average, and a card that does nothing has about \u22121 to \u22123 points"
    return (
        f"Against the average card of its pile {_counted(strong)} {STRONG}{_named(strong)}, {_counted(weak)} "
        f"{WEAK}{_named(weak)}, {_counted(of[AVERAGE])} about average (within \u00b1{matters:g} points); of "
        f"{len(of[UNCLEAR]) or 'none'} one cannot tell yet{blank if weak else ''}."
    )


def _counted(names: list[str]) -> str:
    return f"{len(names) or 'none'} {'is' if len(names) <= 1 else 'are'}"


def _all(number: int) -> str:
    return f"any of the {number} cards" if number > 1 else "the one card"


def _named(names: list[str]) -> str:
    """The first of some names in brackets."""
    more = len(names) - NAMED
    return f" ({', '.join(names[:NAMED])}{f' and {more} more' if more > 0 else ''})" if names else ""


def trust(pile: Mapping[str, Any]) -> str:
    """How far the order of a pile's cards can be trusted, and how many games would do: a row of `card_reliability`."""
    from lab.measure.reliability import GOOD

    cards, share = f"{str(pile['pile']).capitalize()}s", pile["reliability"]
    if share is None:
        return f"{cards}: too few were dealt to speak of their order."
    now = f"after {pile['games']:,} games"
    if share == 0:
        said = (
            f"{now} all that differs between them may be luck (reliability 0, at most {pile['reliability_high']:.2f}): "
            "every shrunken number is 0, and their order says nothing"
        )
    else:
        said = (
            f"{now} the reliability of their order is {share:.2f} [{pile['reliability_low']:.2f}, "
            f"{pile['reliability_high']:.2f}]{_ranking(pile, GOOD)}"
        )
    return f"{cards}: {said}; {_point(pile)}."


def _ranking(pile: Mapping[str, Any], wanted: float) -> str:
    """Games until the order is settled, with the range of their number."""
    if pile["reliability"] >= wanted:
        return f", which is settled enough ({wanted:g})"
    least, most = (pile[f"games_for_ranking_{side}"] for side in ("low", "high"))
    to = f"to {most:,.0f}" if most is not None else "or more, perhaps no number"
    return f"; about {pile['games_for_ranking']:,.0f} games in all ({least:,.0f} {to}) would make it {wanted:g}"


def _point(pile: Mapping[str, Any]) -> str:
    half = 100 * pile["half_width"]
    if half <= 1:
        return f"the median card is known to \u00b1{half:.1f} points"
    return f"{pile['games_for_point']:,.0f} games would tell the median card to \u00b11 point (now \u00b1{half:.1f})"


SCALE = "Reliability: 0 is an order made by luck, 1 one that other games would repeat."
