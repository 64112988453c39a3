"""What may be no finding about cards: those like a card that does nothing, false alarms, and cards of too few games."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from decks.card_text import kind_words
from engine.inputs.quote import joined
from lab.cards.card_verdict import JUDGED_BY, MATTERS, SHRUNKEN, STRONG, UNCLEAR, VERDICT, WEAK
from lab.cards.card_words import BAD_TO_MEET, GOOD_TO_MEET
from lab.tables.column import written
from reports.ridge_chart import near_average
from reports.verdict_measures import capital


def parts_of(real: pl.DataFrame) -> list[tuple[str, pl.DataFrame, tuple[str, str]]]:
    """What is held and what is kicked open, as far as it has a verdict, and the words for its ends."""
    met = pl.col(JUDGED_BY) == "kicked"
    groups = [
        ("held", ~met.fill_null(value=False), (STRONG, WEAK)), ("kicked open", met, (GOOD_TO_MEET, BAD_TO_MEET))
    ]  # fmt: skip
    return [(what, real.filter(which).drop_nulls(VERDICT), words) for what, which, words in groups]


def doubts(real: pl.DataFrame) -> list[str]:
    """What may be no finding: weak cards that are like blank ones, false alarms, and cards of too few games."""
    known, unclear = real[VERDICT].drop_nulls().len(), real.filter(pl.col(VERDICT) == UNCLEAR).height
    if unclear == known:
        return []
    parts = parts_of(real)
    few = [f"{unclear} card{'s' * (unclear != 1)}: too few games yet; {would_tell(real)}."] if unclear else []
    return [*_weak(parts[0][1]), *_by_chance(parts), *few]


def _by_chance(parts: Sequence[tuple[str, pl.DataFrame, tuple[str, str]]]) -> list[str]:
    """How many of the cards with a verdict are likely to lie near the average all the same, as their own pages show."""
    named = {what: own.filter(pl.col(VERDICT).is_in([STRONG, WEAK])).to_dicts() for what, own, _ in parts}
    near = {what: sum(near_average(row, SHRUNKEN, MATTERS) for row in own) for what, own in named.items()}
    told = [f"about {near[what]:.0f} of these {len(own)} {what}" for what, own in named.items() if round(near[what])]
    return [f"Expect {joined(told)} to be false alarms, truly within \u00b1{100 * MATTERS:g}."] if told else []


def _weak(held: pl.DataFrame) -> list[str]:
    """What the cards are that are called weak, where none of them can be told from one that does nothing."""
    weak = held.filter(pl.col(VERDICT) == WEAK)
    alike = weak.filter(pl.col("against_blank_low") < 0, pl.col("against_blank_high") > 0)
    if weak.is_empty() or alike.height < weak.height:
        return []
    several = weak.height > 1
    kinds, blanks = (weak[name].unique().to_list() for name in ("kind", "blank"))
    who = f"The {weak.height} too weak ones are {'all ' * (len(kinds) == 1)}" if several else "The too weak one is "
    kind = f"{who}of the kind{'s' * (len(kinds) > 1)} {joined(sorted(map(kind_words, kinds)))}; "
    told = "none of them can" if several else "it cannot"
    worth = f" ({written(blanks[0], 'points')})" * (len(blanks) == 1)
    return [capital(f"{kind}{told} be told from a card that does nothing{worth}.")]


def would_tell(real: pl.DataFrame) -> str:
    """How well half of the cards are known where they are known worst, or how many games \u00b11 point takes."""
    piles = real.drop_nulls("games_for_point").sort("games_for_point", "id", descending=[True, False])
    if piles.is_empty():
        return "nobody knows how many games would tell"
    worst = piles.row(0, named=True)
    if worst["half_width"] <= 1 / 100:
        return f"half of the cards are known to \u00b1{100 * worst['half_width']:.1f} wins per 100 games"
    games = f"about {worst['games_for_point']:,.0f} games (now {worst['games'] or 0:,})"
    return f"{games} would settle half of all cards to \u00b11 win of 100"
