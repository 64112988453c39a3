"""Are cards accused that do nothing?"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from lab.cards.worth_by_deal import OH
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import RED, Verdict, by_luck, check, left_open
from lab.stats.intervals import FDR, Array, q_values
from lab.tables.metric import compute, load_metrics

TABLES, GAMES, FEWEST, ARMS = 500, 3000, 500, 2
"""Tables of null cards that are made, the most and the fewest games they are made of, and arms looked at."""
MOST = 0.12
"""Share of such tables that may accuse a card: the rate of false discoveries, and what a normal law adds to it."""
AT_ONCE = 50
ROUNDING = 1e-9


class Hands(NamedTuple):
    """Who was dealt what: `held` sparse[cards, seats of all games], `credit` float[games, seats]."""

    cards: list[int]
    held: Any
    credit: Array
    error: Array  # of each card's sum, if credits are dealt to seats by lot


@check(order=71, by_chance=True, slow=True)
def null_cards(look: Look) -> Verdict:
    """If the wins of each game are dealt to its seats by lot, no card does anything, and few tables accuse one.

    Tables with any q below .10 are counted, with the tests that `lab cards` prints. The naive numbers of the games as
    they were played show what such a test protects from.
    """
    from scipy import stats

    some, said = look.some_arms(ARMS)
    p_values: list[float] = []
    accused = tables = games = 0
    for arm in some:
        hands = _hands(look, arm)
        if hands is None:
            continue
        if off := _not_as_printed(look, arm, hands):
            return Verdict(RED, f"{len(hands.credit):,} games of {arm}", off, "the p-values that lab cards prints")
        count = sum(_accuses(look, arm, hands))
        accused, tables, games = accused + count, tables + TABLES, games + len(hands.credit)
        p_values.append(float(stats.binom.sf(count - 1, TABLES, MOST)))
    if not p_values:
        return left_open(look.told_deals(), f"fewer than {FEWEST} games with cards dealt at the start")
    found = f"{100 * accused / tables:.1f} % of tables accuse a card ({100 * MOST:.0f} % may){_lesson(look)}"
    return by_luck(look, f"{tables} tables of {games:,} games with wins dealt by lot{said}", found, p_values)


def _hands(look: Look, arm: str) -> Hands | None:
    """The opening hands and credits of the first games of an arm; None if they are too few."""
    from scipy import sparse

    seats = look.seats[arm]
    seat = look.exposed_seat.filter(pl.col("arm") == arm).sort("game", "seat").head(GAMES * seats)
    dealt = look.dealt.filter((pl.col("arm") == arm) & (pl.col("game") <= (seat["game"].max() or 0)))
    if seat.height < FEWEST * seats or dealt.is_empty():
        return None
    rows = seat.select("game", "seat").with_row_index("row")
    once = dealt.select("game", "seat", "card").unique().join(rows, on=["game", "seat"])
    cards = sorted(once["card"].unique().to_list())
    at = np.searchsorted(cards, once["card"].to_numpy())
    held = sparse.csr_array((np.ones(once.height), (at, once["row"].to_numpy())), shape=(len(cards), seat.height))
    credit = seat["credit"].to_numpy().reshape(-1, seats)
    game = sparse.csr_array(
        (np.ones(once.height), (at, once["row"].to_numpy() // seats)), shape=(len(cards), len(credit))
    )
    game.sum_duplicates()
    game.data = game.data * (seats - game.data) / seats
    return Hands(cards, held, credit, np.sqrt(game @ credit.var(axis=1, ddof=1)))


def _p_values(hands: Hands, credit: Array) -> Array:
    """P-values of every card, float[cards, tables], of credits float[tables, games, seats]."""
    from scipy import stats

    beyond = credit - credit.mean(axis=2, keepdims=True)
    sums = hands.held @ beyond.reshape(len(credit), -1).T
    with np.errstate(invalid="ignore", divide="ignore"):
        out: Array = 2 * stats.norm.sf(np.abs(sums / hands.error[:, None]))
    return out


def _accuses(look: Look, arm: str, hands: Hands) -> list[bool]:
    """Of each table with wins dealt by lot, whether any card of it is accused."""
    luck = look.luck_of(f"null cards {arm}")
    out: list[bool] = []
    for _ in range(TABLES // AT_ONCE):
        dealt = luck.permuted(np.broadcast_to(hands.credit, (AT_ONCE, *hands.credit.shape)), axis=2)
        out += [bool(np.nanmin(q_values(p)) < FDR) for p in _p_values(hands, dealt).T]
    return out


def _not_as_printed(look: Look, arm: str, hands: Hands) -> str:
    """What differs between the test made here and the printed one, on the same games."""
    metric = load_metrics()["card_table"]
    last = look.exposed_seat.filter(pl.col("arm") == arm).sort("game")["game"].head(hands.credit.size).max()
    tables = dict(zip(metric.needs, look.frames.of(metric.needs), strict=True))
    for name, table in tables.items():
        if {*BY_ARM} <= set(table.collect_schema().names()):
            tables[name] = table.filter((pl.col("arm").cast(pl.String) == arm) & (pl.col("game") <= last))
    printed = metric.of(tables.values()).filter(pl.col("arm") == arm)
    known = dict(printed.select("card", "randomised_oh_p").iter_rows())
    own = zip(hands.cards, _p_values(hands, hands.credit[None])[:, 0].tolist(), strict=True)
    off = [card for card, p in own if p == p and abs((known.get(card) or 0.0) - p) > ROUNDING]
    return f"{len(off)} cards have another p-value than is printed" if off else ""


def _lesson(look: Look) -> str:
    """What the naive numbers say of the cards of a pile on average, where the truth is nothing."""
    cards = compute(look.store, ["card_table"], look.run)["card_table"].filter(pl.col("pile").is_not_null())
    means = cards.group_by("pile").agg(pl.col("naive_iwd").mean(), pl.col(OH).mean()).sort("pile")
    told = [f"{100 * iwd:+.1f} points for the average {pile} card" for pile, iwd, _ in means.iter_rows() if iwd]
    return f"; as played, the naive IWD says {' and '.join(told)}" if told else ""
