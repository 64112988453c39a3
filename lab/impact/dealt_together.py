"""Which pairs of cards are surely worth more together: a short list is dealt anew, each card or not, by lot.

The list is made of the pairs that a run's own games and the first rounds of more of them speak for
(`lab.cards.card_pairs`); what is said of them is of other games, in which nothing was chosen. Two groups of cards, such
as a Class and all Big Items, are asked about by dealing every pair of one of each: what both are worth beyond their sum
is the mean of these pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.cards.card_pairs import MORE, SUMS, early, pair_sums, pair_worths, speak_of_each_other
from lab.impact.extra_games import LACKING, Extra, NotPlayedError, Shown, arm_as_played, kept_only, played_once
from lab.provenance import fingerprint
from lab.runs.dealt_pairs import play_dealt
from lab.runs.game_threads import Told
from lab.stats.intervals import FDR, false_discovery, normal_p, z_quantile
from lab.tables.column import bounded
from lab.tables.run_frames import Frames
from lab.tables.shelf import Shelf

if TYPE_CHECKING:
    from decks.card_schema import Card
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

SPEAKING, OTHERS = 32, 16
"""Pairs of the list: those of which one card speaks of the other, and others."""
GAMES = 72_000
"""Games in which they are dealt: a pair is known to about \u00b13.1 points then."""
ANEW = 150_000
"""Games of which only the first rounds are looked at, beside those of the run, before the list is made: of pairs that
no card names there are ten thousand; one of 6 points is among the 16 likeliest of them in one of ten lists of 20,000
games alone, and in nine of ten of these."""
DEALT_FROM = ("door", "treasure")
"""Piles that hands are dealt from."""
WHAT, EARLIEST = "hands with two chosen cards", "first rounds"
CAME = ("game", "seat", "card", "how", "pass", "by_lot", "opening", "drawn_turn")
"""What is kept of cards that came in them."""
NAMED = 3
"""Pairs that a sentence names."""
WAYS = {"both": (True, True), "a_only": (True, False), "b_only": (False, True), "neither": (False, False)}
"""How a pair was dealt: whether the one, and whether the other."""
DEALT: dict[str, Any] = {
    "arm": pl.String, "a": pl.String, "b": pl.String, "dealt": pl.Int64, **dict.fromkeys(WAYS, pl.Float64),
    MORE: pl.Float64, f"{MORE}_low": pl.Float64, f"{MORE}_high": pl.Float64, "p": pl.Float64, "q": pl.Float64,
}  # fmt: skip
"""Of a pair what those won who were dealt it in each way, and what is beyond the sum; q: of all in the list."""


@dataclass(frozen=True)
class Pairs:
    """The pairs of an arm: what its own games say of each, and those of the short list that were dealt anew."""

    arm: str
    worths: pl.DataFrame  # `pair_worths`
    dealt: pl.DataFrame  # `DEALT`; empty where nothing was played
    names: dict[str, str]  # of the designs, by id
    why: list[str]  # nothing was played, or lacks games


def pairs_of(store: Store, row: dict[str, Any], shown: Shown | None = None) -> Pairs:
    """The pairs of an arm (its row of `arm`); the short list is dealt now if that is `shown`, else read."""
    run, name = row["run_id"], row["arm"]
    own = pl.col("arm").cast(pl.String) == name
    exposure, seat, card = Frames(store, run).of(("exposure", "seat", "card"))
    deck = card.filter(pl.col("deck_hash") == row["deck_hash"]).collect()
    try:
        arm = arm_as_played(store, row)
        cards = dict(zip(arm.cards.ids, arm.cards.cards, strict=True))
    except NotPlayedError as reason:  # what its cards say is not known any more
        cards, why = {}, [f"No pair was dealt anew: {reason}."]
    sums, speaking = pair_sums(exposure.filter(own), seat.filter(own), deck), speak_of_each_other(cards)
    worths = pair_worths(sums, speaking)
    able = [i for i, one in cards.items() if can_be_dealt(one)]
    found = pl.DataFrame(schema=DEALT)
    if cards:
        if shown is None:
            found, why = kept_only(Shelf(store, run), dealt()).filter(arm=name), []
        else:
            asked = pl.DataFrame([{"run_id": run, "arm": name}])
            anew, why = played_once(store, asked, first_rounds(), shown)
            if anew.height:
                worths = pair_worths(pl.concat([sums, anew.select(*SUMS)]), speaking)
                found, lacking = played_once(store, asked, dealt(short_list(worths, able)), shown)
                why += lacking
    return Pairs(name, worths, found, dict(deck.select("id", "name").iter_rows()), why)


def dealt(pairs: Sequence[tuple[str, str]] = (), kept: str = "pairs") -> Extra:
    """The games in which pairs are dealt anew, and what their numbers are kept as."""
    return Extra(kept, WHAT, DEALT, partial(_played, pairs), GAMES, least=GAMES)


def _looked_at(arm: Arm, games: int, told: Told | None) -> pl.DataFrame:
    """Play games of the arm, and add up what the first rounds say of pairs."""
    from lab.runs.fork_games import play_anew

    def kept(rows: pl.DataFrame) -> pl.DataFrame:
        return early(rows.lazy(), arm.setting.seats, deck).select(CAME).collect()

    deck = arm.card_frame()
    tables, given_up = play_anew(arm, games, kept, told)
    sums = pair_sums(tables["exposure"].lazy(), tables["seat"].lazy(), deck)
    lacking = given_up.says(f"{EARLIEST} of {arm.name}")
    return sums.select(pl.lit(arm.name).alias("arm"), pl.all(), pl.lit(lacking, pl.String).alias(LACKING))


def first_rounds() -> Extra:
    """The games beside those of the run of which the list is made."""
    return Extra("early_pairs", EARLIEST, {"arm": pl.String} | SUMS, _looked_at, ANEW, least=ANEW)


def groups_of(
    store: Store, row: dict[str, Any], sides: Sequence[Sequence[str]], shown: Shown | None = None
) -> tuple[pl.DataFrame, list[str]]:
    """Rows of `DEALT` for all pairs of a card of one side with one of the other (ids), or of any two of a single side.

    They are dealt now if that is not known yet; and sentences where there is nothing.
    """
    extra = between(arm_as_played(store, row).cards.cards, sides)
    asked = pl.DataFrame([{"run_id": row["run_id"], "arm": row["arm"]}])
    return played_once(store, asked, extra, shown)


def between(cards: Sequence[Card], sides: Sequence[Sequence[str]]) -> Extra:
    """The games in which the pairs of two sides are dealt; raises NotPlayedError if no two can lie in a hand."""
    able = {card.id for card in cards if can_be_dealt(card)}
    both = [(a, b) for a in sorted(sides[0]) for b in sorted(sides[-1]) if a != b and {a, b} <= able]
    pairs = [*{frozenset(pair): pair for pair in reversed(both)}.values()][::-1]
    if not pairs:
        raise NotPlayedError("no two of these cards can lie in one opening hand")
    return dealt(pairs, f"pairs-of-{fingerprint(map(' '.join, pairs), 16)}")


def can_be_dealt(card: Card) -> bool:
    """Whether a card can lie in an opening hand."""
    return card.pile in DEALT_FROM and card.kind != "character"


def together(found: pl.DataFrame) -> dict[str, Any]:
    """A row like those of `DEALT` of which it is the mean: what two groups of cards are worth beyond their sum.

    Pairs are of other hands, and count alike, however often they were dealt.
    """
    half = (((pl.col(f"{MORE}_high") - pl.col(MORE)) ** 2).sum() ** 0.5 / pl.len()).alias("half")
    mean = found.select(pl.len().alias("pairs"), pl.col("dealt").sum(), pl.col(*WAYS, MORE).mean(), half)
    ends = {f"{MORE}_low": pl.col(MORE) - pl.col("half"), f"{MORE}_high": pl.col(MORE) + pl.col("half")}
    p = normal_p(pl.col(MORE), pl.col("half") / z_quantile()).alias("p")
    return mean.with_columns(p, **ends).drop("half").row(0, named=True)


def short_list(worths: pl.DataFrame, able: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of `pair_worths` that are dealt anew: those that seem to be more than their sum, the likeliest first.

    `able`: designs that can be dealt so.
    """
    more = worths.filter(pl.col(MORE) > 0, pl.col("a").is_in(able), pl.col("b").is_in(able)).sort("p")
    rows = pl.concat([more.filter("speaks").head(SPEAKING), more.filter(~pl.col("speaks")).head(OTHERS)])
    return list(rows.select("a", "b").iter_rows())


def pairs_said(found: Pairs) -> str:
    """The answer in one sentence: which pairs are surely worth more together, by how much."""
    rows = found.dealt if found.dealt.height else found.worths
    sure = rows.filter(pl.col("q") < FDR, pl.col(MORE) > 0)
    sure = sure.sort(MORE, descending=True) if found.dealt.height else sure.sort("p")
    many, names = f"{found.worths.height:,} pairs", [_told(found, row) for row in sure.head(NAMED).to_dicts()]
    rest = f"; and {sure.height - len(names)} more" if sure.height > len(names) else ""
    if found.dealt.is_empty():
        which = f"stand out in the games of the run{': ' * bool(names)}{'; '.join(names)}{rest}"
        return f"{sure.height or 'None'} of {many} {which}."
    if sure.is_empty():
        likeliest = _told(found, found.dealt.sort("p").row(0, named=True))
        return f"None of {many} is surely more than its sum; the likeliest: {likeliest}."
    is_one = sure.height == 1
    which = f"{sure.height} pair{' is' if is_one else 's are'} surely worth more together than apart"
    return f"{which}, of {many}: {'; '.join(names)}{rest}."


def _told(found: Pairs, row: dict[str, Any]) -> str:
    points = f", {bounded(row, MORE, 'points')} points" if f"{MORE}_low" in row else ""
    return f"{found.names[row['a']]} and {found.names[row['b']]}{points}"


def _played(pairs: Sequence[tuple[str, str]], arm: Arm, games: int, told: Told | None) -> pl.DataFrame:
    """Deal the pairs of the list, and compare what those won who were dealt them in each way."""
    number = {name: at for at, name in enumerate(arm.cards.ids)}
    rows, given_up = play_dealt(arm, [(number[a], number[b]) for a, b in pairs], games, told=told)
    given_up.check(f"{WHAT} of {arm.name}")
    found = []
    for at, own in sorted(rows.partition_by("pair", as_dict=True).items()):
        ways = [own.filter(has_a=a, has_b=b)["credit"].to_numpy() for a, b in WAYS.values()]
        if min(map(len, ways)) > 1:
            means = [float(one.mean()) for one in ways]
            more = means[0] - means[1] - means[2] + means[3]
            half = z_quantile() * sum(float(one.var(ddof=1)) / len(one) for one in ways) ** 0.5
            found.append((arm.name, *pairs[at[0]], own.height, *means, more, more - half, more + half))
    schema = {name: kind for name, kind in DEALT.items() if name not in "pq"}
    lacking = pl.lit(given_up.says(f"{WHAT} of {arm.name}"), pl.String).alias(LACKING)
    return (
        pl.DataFrame(found, schema=schema, orient="row")
        .with_columns(normal_p(pl.col(MORE), (pl.col(f"{MORE}_high") - pl.col(MORE)) / z_quantile()).alias("p"))
        .with_columns(false_discovery("p").alias("q"), lacking)
        .sort(MORE, descending=True, maintain_order=True)
    )
