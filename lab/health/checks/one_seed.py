"""Has each game luck of its own?"""

from __future__ import annotations

import math

import polars as pl

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, by_luck, check, left_open, named_games


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
