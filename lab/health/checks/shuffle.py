"""Is the shuffle fair, and has each game luck of its own?"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import polars as pl

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, by_luck, check, exact, left_open, named_games
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


@check(order=50, by_chance=True)
def one_seed(look: Look) -> Verdict:
    """No two games of an arm are dealt the same cards at the same seats more often than chance does it.

    The deal is fixed before anybody chooses. Two games with one deal are one seed used twice, whoever plays them.
    """
    if look.dealt.is_empty():
        return left_open(look.told_deals(), "no card is dealt at the start in these games")
    # Rows of a deal are all different: what they are hashed to can be put together in any order.
    rows = pl.struct("seat", "card", "copy").hash(7)
    deals = look.dealt.group_by(BY_ARM, maintain_order=True).agg(rows.bitwise_xor().alias("deal"))
    same = deals.filter(pl.len().over("arm", "deal") > 1).sort("deal", *BY_ARM)
    p_values, expected = [], 0.0
    for arm in look.arms:
        chance = _chance(look.dealt.filter(pl.col("arm") == arm))
        twice = same.filter(pl.col("arm") == arm).group_by("deal").len()["len"]
        pairs = int((twice * (twice - 1) // 2).sum())
        expected += chance
        p_values.append(_at_least(pairs, chance))
    found = f"that share their deal with another: {same.height:,}"
    found += f" ({named_games(same)})" if same.height else ""
    told = "fewer than 1e-9" if expected < 1e-9 else f"{expected:.2g}"
    return by_luck(look, f"opening hands of {look.told_deals()}; chance alone makes {told} such pairs", found, p_values)


def _at_least(pairs: int, chance: float) -> float:
    """How likely so many equal pairs are; they are as good as independent."""
    from scipy import stats

    return float(stats.poisson.sf(pairs - 1, chance)) if pairs else 1.0


def _chance(dealt: pl.DataFrame) -> float:
    """Pairs of games with the same deal to be expected, from the number of different deals."""
    games = dealt["game"].n_unique()
    log = math.log(max(games * (games - 1) / 2, 1e-300))
    for _, pile in dealt.group_by("pile"):
        copies = pile.select(pl.struct("card", "copy").n_unique()).item()
        hands = pile.filter(pl.col("game") == pile["game"][0]).group_by("seat").len()["len"].to_list()
        left = max(copies - sum(hands), 0)  # below 0 where cards are dealt twice, which another check says
        log -= math.lgamma(copies + 1) - math.lgamma(left + 1) - sum(math.lgamma(n + 1) for n in hands)
    return math.exp(min(log, 700.0))
