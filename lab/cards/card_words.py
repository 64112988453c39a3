"""What `lab cards` says around its tables: who stands out, and how sure that is.

The rule of the verdicts is that of `lab.cards.card_verdict`. Of a card that was kicked open it is said how good it is
to meet: a monster that is good for whoever meets it is no danger, and a dangerous one is not strong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from engine.inputs.quote import few, joined
from lab.cards.card_verdict import AVERAGE, MET, STRONG, UNCLEAR, WEAK
from lab.stats.shrinkage import GOOD

WAYS = {
    "hand": "in the hand", "drawn": "drawn face-down", "kicked": "kicked open", "reward": "won as a reward",
    "dealt": "dealt at the start",
}  # fmt: skip
"""How cards came, by the number that speaks of it."""
PLURAL = {
    "door": "Doors", "treasure": "Treasures", "character": "Characters", "side": "Cards of the side pile",
    "class": "Cards of the Class pile", "race": "Cards of the Race pile",
}  # fmt: skip
IDLE = "all of it: "
"""What `decks.card_text` begins the unplayed part of a card with that does nothing."""
GOOD_TO_MEET, BAD_TO_MEET = "good to meet", "bad to meet"
MEANS = {
    "hand": "win credit of whoever got it by lot, dealt, drawn or as a reward",
    "drawn": "win credit of whoever drew it face-down",
    "kicked": "win credit of whoever kicked it open, whatever became of it then",
    "reward": "win credit of whoever it came to as a reward of a combat",
    "dealt": "win credit of whoever was dealt it at the start",
}
SIGNS = {
    "hand": "hand \u0394",
    "drawn": "draw \u0394",
    "kicked": "kick \u0394",
    "reward": "reward \u0394",
    "dealt": "OH \u0394",
}
"""What a number is called."""


def verdict_word(word: str | None, number: str | None) -> str | None:
    """A verdict as it is shown beside a number."""
    return {STRONG: GOOD_TO_MEET, WEAK: BAD_TO_MEET}.get(word or "", word) if number == "kicked" else word


def section(number: str, pile: str, kinds: set[str]) -> str:
    """What the cards of a table are: all of a pile that came in some way, or the monsters and Curses among them."""
    who = PLURAL.get(pile, pile)
    if number == "kicked" and kinds and kinds <= set(MET):
        who = " and ".join(name for kind, name in (("monster", "Monsters"), ("curse", "Curses")) if kind in kinds)
    return f"{who} {WAYS[number]}"


BLANK = (
    " The blank card does nothing; it was simulated, in games with a few blanks added to each pile, and is compared "
    "with the real cards. Above blank: the shrunken number less that of the blank, with half of its interval."
)


HELD = 100
"""Times that a card came by lot below which nobody says that it is never played."""


def how_cards_are_read(matters: float, shown: list[str], blank: bool) -> list[str]:
    """What the columns are and how a verdict is reached, `matters` points being the least that matters."""
    signs = "; ".join(f"{SIGNS[number]}: {MEANS[number]}" for number in shown)
    met = (
        f" Of what is kicked open it is said who meets it: {GOOD_TO_MEET} is a gain to its kicker and no danger, "
        f"{BAD_TO_MEET} costs them games; neither says that the card is too strong or too weak a foe."
    )
    return [
        f"{signs}; minus that of whoever any card of its pile came to in that way (OH \u0394: of all other seats). "
        "Piles are shuffled, so no leader gets better cards: unbiased. \u00b1: half of the 95 % interval.",
        "Of many cards the largest are large by luck too: the shrunken number is the best guess at the truth, with "
        "its 95 % interval (empirical Bayes within pile and way). Verdict: about average if that interval lies within "
        f"\u00b1{matters:g} points (--matters); too strong or too weak if it leaves out zero and the number is at "
        f"least {matters:g} points from it, all as written; else one cannot tell yet. q: false discovery rate over the "
        f"cards of an arm, by a test of its own.{met if 'kicked' in shown else ''}",
        "Zero is the average card of the pile that came in that way: all cards of a pile add up to zero, and neither "
        f"piles nor ways are comparable with one another.{BLANK if blank else ''}",
        "GIH WR: seats that ever held it, IWD: the same minus seats that never did; both naive, biased by game length "
        "and lead. Reliability: 0 is an order made by luck, 1 one that other games would repeat.",
    ]


def unplayed(rows: pl.DataFrame) -> str:
    """Which cards of an arm nobody played who held them, or nothing: their number is no verdict on their effect."""
    never = rows.filter((pl.col("play_rate") == 0) & (pl.col("hand_n") >= HELD)).sort("hand_n", descending=True)
    if never.is_empty():
        return ""
    return (
        f"Never played from a hand: {joined(never['name'].to_list())} (it acts by itself, or no player knows its use)."
    )


IN_PART, NOT_PLAYED = " (in part)", " (not played)"
"""What stands behind the name of a card of which a part, or all, is not played."""


def idle_ids(cards: pl.DataFrame) -> list[str]:
    """Of a store's table `card` the ids of those of which nothing is played."""
    return cards.filter(pl.col("unmodelled").fill_null("").str.starts_with(IDLE))["id"].unique().to_list()


def marked(rows: pl.DataFrame, idle: Sequence[str] = ()) -> pl.DataFrame:
    """Rows in which the names of cards say so that are played in part (`unmodelled`), or not at all (ids in `idle`)."""
    part, name = pl.col("unmodelled").fill_null(False), pl.col("name")
    said = pl.when(part).then(name + IN_PART).otherwise(name)
    return rows.with_columns(pl.when(pl.col("id").is_in(idle)).then(name + NOT_PLAYED).otherwise(said).alias("name"))


def partly(rows: pl.DataFrame, idle: Sequence[str] = ()) -> str:
    """Which cards of an arm are played in part, or not at all (ids in `idle`), or nothing: what their numbers mean."""
    left = rows.filter(pl.col("unmodelled").fill_null(False))
    nothing = pl.col("id").is_in(idle)
    part, none = (left.filter(which)["name"].unique().sort().to_list() for which in (~nothing, nothing))
    said = [f"Played in part, so their numbers are those of the part: {joined(part)}"] if part else []
    said += (
        [f"Not played at all, so their numbers are those of a card that does nothing: {joined(none)}"] if none else []
    )
    return f"{'. '.join(said)} (`lab decks show` says what is missing)." if said else ""


def verdicts(rows: pl.DataFrame, number: str, matters: float, words: tuple[str, str] | None = None) -> str:
    """How many cards are too strong, too weak, average, not told: by the column `verdict`, and whom by `number`."""
    judged = rows.drop_nulls("verdict").sort(number)
    if not judged.height:
        return "no card came often enough to say anything about it."
    of = {word: judged.filter(verdict=word)["name"].to_list() for word in (STRONG, WEAK, AVERAGE, UNCLEAR)}
    if len(of[UNCLEAR]) == judged.height:
        return f"it cannot be told yet how {_all(judged.height)} compares with the average card."
    strong, weak = of[STRONG][::-1], of[WEAK]  # the clearest first
    more, less = words or (STRONG, WEAK)
    return (
        f"{_counted(strong)} {more}{few(strong)}, {_counted(weak)} {less}{few(weak)}, {_counted(of[AVERAGE])} "
        f"about average (within \u00b1{matters:g} points); of {len(of[UNCLEAR]) or 'none'} one cannot tell yet."
    )


def _counted(names: list[str]) -> str:
    return f"{len(names) or 'none'} {'is' if len(names) <= 1 else 'are'}"


def _all(number: int) -> str:
    return f"any of the {number} cards" if number > 1 else "the one card"


def trust(pile: Mapping[str, Any]) -> str:
    """How far an order of cards can be trusted, and how many games would do: a row of `card_reliability`."""
    share = pile["reliability"]
    if share is None:
        return "Too few cards came to speak of their order."
    if share == 0:
        said = (
            f"all that differs between them may be luck (reliability 0, at most {pile['reliability_high']:.2f}): "
            "their order says nothing"
        )
    else:
        said = (
            f"the reliability of their order is {share:.2f} [{pile['reliability_low']:.2f}, "
            f"{pile['reliability_high']:.2f}]{_ranking(pile, GOOD)}"
        )
    return f"{_point(pile)}; {said}."


def trust_in_short(pile: Mapping[str, Any]) -> str:
    """The same in a line: a row of `card_reliability`."""
    known, share = f"Known to \u00b1{100 * pile['half_width']:.1f} points (median card", pile["reliability"]
    if not share:
        order = "all that differs between them may be luck" if share == 0 else "too few to speak of their order"
        return f"{known}; \u00b11 takes {pile['games_for_point']:,.0f} games); {order}."
    more = "settled enough" if share >= GOOD else f"{GOOD:g}: about {pile['games_for_ranking']:,.0f} games"
    return f"{known}); their order is {share:.2f} reliable ({more})."


def _ranking(pile: Mapping[str, Any], wanted: float) -> str:
    """Games until the order is settled, with the range of their number."""
    if pile["reliability"] >= wanted:
        return f", which is settled enough ({wanted:g})"
    least, most = (pile[f"games_for_ranking_{side}"] for side in ("low", "high"))
    to = f"to {most:,.0f}" if most is not None else "or more, perhaps no number"
    return f"; about {pile['games_for_ranking']:,.0f} games ({least:,.0f} {to}) would make it {wanted:g}"


def _point(pile: Mapping[str, Any]) -> str:
    half = 100 * pile["half_width"]
    known = f"The median card is known to \u00b1{half:.1f} points"
    return known if half <= 1 else f"{known} (\u00b11 takes {pile['games_for_point']:,.0f} games)"
