"""Is the shuffle fair?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, by_luck, check, exact, left_open
from lab.stats.intervals import Array

FEWEST = 10
"""Times a card has to be dealt on average before its number can be judged."""


class Deals(NamedTuple):
    """How often each card of a pile was dealt to each seat, float[cards, seats], and in how many games."""

    arm: str
    pile: str
    counts: Array
    games: int
    names: list[str]


@check(order=60, by_chance=True)
def dealt_cards(look: Look) -> Verdict:
    """Each card of a pile is dealt at the start as often as any other, and never twice in one game.

    Chi-square with the exact covariance of dealing without replacement, and for each single card the binomial law.
    """
    from scipy import stats

    twice = look.dealt.filter(pl.len().over(*BY_ARM, "card", "copy") > 1).sort(BY_ARM)
    if twice.height:
        return exact(f"opening hands of {look.told_deals()}", twice, "cards dealt twice in one game")
    found = _deals(look)
    p_values: list[float] = []
    worst = (1.0, "")
    for one in found:
        times = one.counts.sum(axis=1)
        cards, share = len(times), times.sum() / one.games / len(times)
        if share >= 1:
            continue  # the whole pile is dealt
        spread = ((times - times.mean()) ** 2).sum() / (one.games * share * (1 - share)) * (cards - 1) / cards
        single = _two_sided(times, one.games, share)
        p_values += [float(stats.chi2.sf(spread, cards - 1)), min(1.0, float(single.min()) * cards)]
        at = int(single.argmin())
        told = f"{one.names[at]} {int(times[at]):,} times where {times.mean():,.0f} are due"
        worst = min(worst, (float(single[at]), told))
    return _told(look, found, p_values, worst[1])


@check(order=61, by_chance=True)
def dealt_seats(look: Look) -> Verdict:
    """Each card is dealt to every seat equally often.

    Chi-square over cards and seats with the exact covariance of hands of fixed size, and for each card and seat the
    binomial law.
    """
    from scipy import stats

    found = _deals(look)
    p_values: list[float] = []
    worst = (1.0, "")
    for one in found:
        times = one.counts.sum(axis=1, keepdims=True)
        cards, seats = one.counts.shape
        if cards < 2 or (times == 0).any():
            continue
        spread = ((one.counts - times / seats) ** 2 / (times / seats)).sum() * (cards - 1) / cards
        single = _two_sided(one.counts, times, 1 / seats)
        p_values += [
            float(stats.chi2.sf(spread, (cards - 1) * (seats - 1))), min(1.0, float(single.min()) * single.size),
        ]  # fmt: skip
        at, seat = np.unravel_index(int(single.argmin()), single.shape)
        due = float(times[at, 0]) / seats
        told = f"{one.names[at]} to seat {seat} {int(one.counts[at, seat]):,} times where {due:,.0f} are due"
        worst = min(worst, (float(single[at, seat]), told))
    return _told(look, found, p_values, worst[1])


def _told(look: Look, found: list[Deals], p_values: list[float], worst: str) -> Verdict:
    if not p_values:
        return left_open(look.told_deals(), f"cards are dealt fewer than {FEWEST} times: more games tell more")
    cards = sum(len(one.names) for one in found)
    looked_at = f"opening hands of {look.told_deals()}: {cards} cards in {len(found)} piles"
    return by_luck(look, looked_at, f"farthest off is {worst}", p_values)


def _two_sided(times: Array, trials: Array | int, share: float) -> Array:
    """Twice the smaller tail of the binomial law."""
    from scipy import stats

    lower, upper = stats.binom.cdf(times, trials, share), stats.binom.sf(times - 1, trials, share)
    out: Array = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return out


def _deals(look: Look) -> list[Deals]:
    """The piles of each arm, of which every card is expected often enough."""
    decks = look.table("arm").select("arm", "deck_hash")
    # In an order of its own: of two cards that are equally far off, the same is named whatever threads there are.
    cards = decks.join(look.table("card"), on="deck_hash").sort("arm", "name", "card").collect()
    counts = look.dealt.group_by("arm", "pile", "card", "copy", "seat").len()
    out = []
    for arm in look.arms:
        seats, games = look.seats[arm], look.dealt.filter(pl.col("arm") == arm)["game"].n_unique()
        # Characters are no cards of a pile.
        there = cards.filter((pl.col("arm") == arm) & (pl.col("kind") != "character"))
        for (pile,), designs in there.group_by("pile", maintain_order=True):
            rows = designs.select("card", "name", copy=pl.int_ranges(0, "copies")).explode("copy")
            place = {(card, copy): at for at, (card, _, copy) in enumerate(rows.iter_rows())}
            table = np.zeros((len(place), seats))
            own = counts.filter((pl.col("arm") == arm) & (pl.col("pile") == pile))
            for card, copy, seat, times in own.select("card", "copy", "seat", "len").iter_rows():
                if (card, copy) not in place:
                    continue  # a Character, which comes from no pile
                table[place[card, copy], seat] = times
            if table.sum() >= FEWEST * seats * len(place):
                out.append(Deals(arm, str(pile), table, games, rows["name"].to_list()))
    return out
