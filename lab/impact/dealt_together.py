"""Which pairs of cards are surely worth more together: a short list is dealt anew, each card or not, by lot.

The list is made of the pairs that a run's own games speak for (`lab.cards.card_pairs`); what is said of them is of
other games, in which nothing was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.cards.card_pairs import MORE, pair_worths, speak_of_each_other
from lab.impact.extra_games import LACKING, Extra, NotPlayedError, Shown, arm_as_played, kept_only, played_once
from lab.runs.dealt_pairs import play_dealt
from lab.runs.game_threads import Told
from lab.stats.intervals import FDR, false_discovery, normal_p, z_quantile
from lab.tables.column import bounded
from lab.tables.run_frames import Frames
from lab.tables.shelf import Shelf

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

SPEAKING, OTHERS = 32, 8
"""Pairs of the list: those of which one card speaks of the other, and others."""
GAMES = 72_000
"""Games in which they are dealt: a pair is known to about \u00b12.8 points then."""
DEALT_FROM = ("door", "treasure")
"""Piles that hands are dealt from."""
WHAT = "hands with two chosen cards"
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
    worths = pair_worths(exposure.filter(own), seat.filter(own), deck, speak_of_each_other(cards))
    able = [i for i, one in cards.items() if one.pile in DEALT_FROM and one.kind != "character"]
    found = pl.DataFrame(schema=DEALT)
    if cards:
        if shown is None:
            found, why = kept_only(Shelf(store, run), dealt()).filter(arm=name), []
        else:
            asked = pl.DataFrame([{"run_id": run, "arm": name}])
            found, why = played_once(store, asked, dealt(short_list(worths, able)), shown)
    return Pairs(name, worths, found, dict(deck.select("id", "name").iter_rows()), why)


def dealt(pairs: Sequence[tuple[str, str]] = ()) -> Extra:
    """The games in which pairs are dealt anew."""
    return Extra("pairs", WHAT, DEALT, partial(_played, pairs), GAMES, least=GAMES)


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
