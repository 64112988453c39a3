"""Which cards go with winning?

The naive numbers are those known from draft trackers. They are biased: long games and leaders
draw more cards, so a card that does nothing looks good. The opening hand is random, so the
difference it makes is not: `randomised_oh_delta` is what being dealt the card is worth, against
an average card of the same pile: hands hold fixed numbers of Doors and Treasures. (Blanked cards of
`base` score -1 to -3 points.) Of many cards the largest differences are large by luck too:
`randomised_oh_delta_shrunk` takes that off (`lab.stats.shrinkage`), and `verdict` says in words
what is known of each card (`lab.cards.card_verdict`).
"""

from __future__ import annotations

import polars as pl

from lab.cards.card_holders import GROUPS, sums_of_held
from lab.cards.card_verdict import MATTERS, verdict
from lab.cards.worth_by_deal import OH, difference_error, sums_of_dealt, sums_of_tables, whole
from lab.stats.intervals import FDR, false_discovery, half_width, normal_p
from lab.stats.shrinkage import shrunken_columns
from lab.tables.column import EXTRA, HIDDEN, KEY, LAST, Column
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.ratios import share_of_games_bounds

SHRUNK = f"{OH}_shrunk"
"""The column of the opening-hand difference with luck taken off."""

SEEN = {
    "gih": "had it in hand at any time", "gd": "drew it after the deal", "oh": "were dealt it at the start",
    "played": "played it", "gns": "never saw it",
}  # fmt: skip
"""Which seats a number speaks of, in words."""

COLUMNS = {
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "id": Column("id", rank=HIDDEN, about="Identifier of the design in its deck's files."),
    "name": Column("card", rank=KEY, about="Name of the card."),
    "pile": Column("pile", about="door or treasure; the two are not comparable."),
    "kind": Column("kind", "words", EXTRA, about="monster, Curse, Item and so on."),
    "copies": Column("copies", "count", LAST, about="Cards of this design."),
    "unmodelled": Column("partly played", rank=LAST, about="Whether a part of its effect is not played."),
    "games": Column("games", rank=HIDDEN, about="Games of the arm."),
    "seat_games": Column("seat games", rank=HIDDEN, about="Seats of all games of the arm."),
    SHRUNK: Column(
        "OH \u0394 shrunken, points", "points",
        about="The best guess at the true OH \u0394: empirical Bayes within the pile, 95 % of whose intervals hold it.",
    ),
    "verdict": Column(
        "verdict", about=f"Against the average card of the pile, from the shrunken OH \u0394; \u00b1"
        f"{100 * MATTERS:.0f} points do not matter.",
    ),
    **{
        f"{short}_n": Column(
            {"gih": "held", "oh": "dealt"}.get(short, f"n {short.upper()}"), "count",
            EXTRA if short in ("gih", "oh") else LAST, about=f"Seats that {seen}.",
        )
        for short, seen in SEEN.items()
    },
    "play_rate": Column("played if held", "share", EXTRA, about="Share of seats with it in hand that played it."),
    **{
        f"naive_{short}_wr": Column(
            f"{short.upper()} WR (naive)", "share", EXTRA if short == "gih" else LAST,
            about=f"Win credit of seats that {SEEN[short]}: biased by length and lead.",
        )
        for short in ("gih", "gd", "played", "gns")
    },
    "naive_iwd": Column(
        "IWD (naive), points", "points", EXTRA, about="Win credit when drawn minus when never seen: biased by length."
    ),
    OH: Column(
        "OH \u0394, points", "points", EXTRA,
        about="Win credit of seats dealt the card minus that of all others: unbiased, not shrunken.",
    ),
    "randomised_oh_se": Column(
        "standard error", "points", LAST, about="Of the OH \u0394, by permutation: if the card did nothing."
    ),
    "randomised_oh_p": Column("p", "p", LAST, about="The p-value of the OH \u0394, by permutation."),
    "randomised_oh_q": Column("q", "p", EXTRA, about="The p-value adjusted for all cards of the arm."),
}  # fmt: skip
"""How the columns are read; what is naive says so."""

UNIT = "win credit per seat and game; naive = biased by game length and lead, randomised = unbiased"


@metric(
    needs=("exposure", "seat", "card", "arm"),
    unit=UNIT,
    interval=f"ratio over games; OH: Wilson's around it; p: permutation, family of an arm at q = {FDR}",
    columns=COLUMNS,
)
def card_table(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit by card: when seen, drawn, played, never seen (naive) and when dealt at the start (randomised).

    `randomised_oh_delta` is the credit of seats that were dealt the card minus that of all others. Its zero is an
    average card of the same pile: it adds up to zero over the cards dealt from a pile, says nothing of Doors against
    Treasures, and is about -1 to -3 points for a card that does nothing. `randomised_oh_delta_shrunk` is the same
    with luck taken off, within each pile.
    """
    exposure, seat, arm = by_number(exposure, seat, arm)
    sums = sums_of_held(exposure, seat).join(_totals(seat), on=KEYS)
    wide = _with_oh(sums.with_columns(_columns())).join(_by_lot(exposure, seat), on=[*KEYS, "card"], how="left")
    facts = ("id", "name", "pile", "kind", "copies")
    names = card.select("deck_hash", pl.col("card").cast(pl.Int64), *facts, unmodelled=pl.col("unmodelled") != "")
    decks = arm.select(*KEYS, "deck_hash").unique()
    return (
        wide.join(decks, on=KEYS)
        .join(names.unique(), on=["deck_hash", "card"], how="left")
        .with_columns(false_discovery("randomised_oh_p").over(KEYS).alias("randomised_oh_q"))
        .with_columns(shrunken_columns(OH, "randomised_oh_se", [*KEYS, "pile"], SHRUNK))
        .with_columns(verdict(SHRUNK).alias("verdict"))
        .sort(*KEYS, "card")
    )


def _by_lot(exposure: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """Standard error and p-value of the opening-hand difference, as if the credits had been dealt to the seats by lot.

    If the card did nothing, `oh_t` would have mean 0 and exactly the variance `oh_v`.
    """
    sums = sums_of_dealt(exposure, seat).group_by(*KEYS, "card").agg(whole()).join(sums_of_tables(seat), on=KEYS)
    p_value = normal_p(pl.col("oh_t"), pl.col("oh_v").sqrt())
    return sums.select(*KEYS, "card", difference_error().alias("randomised_oh_se"), p_value.alias("randomised_oh_p"))


def _totals(seat: pl.LazyFrame) -> pl.LazyFrame:
    """The same moments of the whole table, over all games of an arm."""
    c, d = pl.col("c"), pl.col("d")
    per_game = seat.group_by(*KEYS, "game").agg(pl.col("credit").sum().alias("c"), pl.len().cast(pl.Float64).alias("d"))
    return per_game.group_by(KEYS).agg(
        pl.len().alias("games"), c.sum(), d.sum(),
        (c * c).sum().alias("cc"), (c * d).sum().alias("cd"), (d * d).sum().alias("dd"),
    )  # fmt: skip


def _rate(short: str) -> pl.Expr:
    return pl.col(f"{short}_a") / pl.col(f"{short}_b")


def _rest(short: str) -> pl.Expr:
    return (pl.col("c") - pl.col(f"{short}_a")) / (pl.col("d") - pl.col(f"{short}_b"))


def _error(short: str, a: pl.Expr, b: pl.Expr, c: pl.Expr, d: pl.Expr) -> pl.Expr:
    """Standard error of a sum of residuals u = A a + B b + C c + D d, one per game."""
    m = {x: pl.col(f"{short}_{x}") for x in ("aa", "ab", "bb", "ac", "ad", "bc", "bd")}
    square = a * a * m["aa"] + b * b * m["bb"] + c * c * pl.col("cc") + d * d * pl.col("dd")
    cross = a * b * m["ab"] + a * c * m["ac"] + a * d * m["ad"] + b * c * m["bc"] + b * d * m["bd"]
    return (square + 2 * (cross + c * d * pl.col("cd"))).clip(lower_bound=0).sqrt()


def _rate_error(short: str) -> pl.Expr:
    inside, none = pl.col(f"{short}_b"), pl.lit(0.0)
    return _error(short, 1 / inside, -_rate(short) / inside, none, none)


def _rest_error(short: str) -> pl.Expr:
    outside, q = pl.col("d") - pl.col(f"{short}_b"), _rest(short)
    return _error(short, -1 / outside, q / outside, 1 / outside, -q / outside)


def _delta_error(short: str) -> pl.Expr:
    inside, outside = pl.col(f"{short}_b"), pl.col("d") - pl.col(f"{short}_b")
    p, q = _rate(short), _rest(short)
    return _error(short, 1 / inside + 1 / outside, -p / inside - q / outside, -1 / outside, q / outside)


def _bounded(value: pl.Expr, error: pl.Expr, name: str) -> list[pl.Expr]:
    half = half_width(error, "games")
    return [value.alias(name), (value - half).alias(f"{name}_low"), (value + half).alias(f"{name}_high")]


def _with_oh(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The opening-hand difference with its interval: as wide as Wilson's of the rate, at the error of the difference.

    Few seats are dealt a card, and whoever of them wins makes both the difference and its variance: an interval around
    the difference would lie too low as often as it is short.
    """
    games = pl.col("games_dealt")
    error = _delta_error("oh") * (games / (games - 1)).sqrt()
    parts = {"rate": _rate("oh"), "rate_n": pl.col("oh_b"), "rate_games": games, "rate_error": error}
    value, least, most = (pl.col(name) for name in (OH, "rate_low", "rate_high"))
    return (
        rows.with_columns((_rate("oh") - _rest("oh")).alias(OH), **parts)
        .with_columns(share_of_games_bounds("rate"))
        .with_columns(
            (value - pl.col("rate") + least).alias(f"{OH}_low"), (value - pl.col("rate") + most).alias(f"{OH}_high")
        )
    )


def _columns() -> list[pl.Expr]:
    return [
        pl.col("d").cast(pl.Int64).alias("seat_games"),
        *(pl.col(f"{short}_b").cast(pl.Int64).alias(f"{short}_n") for short in GROUPS),
        (pl.col("d") - pl.col("gih_b")).cast(pl.Int64).alias("gns_n"),
        (pl.col("played_b") / pl.col("gih_b")).alias("play_rate"),
        *_bounded(_rate("gih"), _rate_error("gih"), "naive_gih_wr"),
        *_bounded(_rate("gd"), _rate_error("gd"), "naive_gd_wr"),
        *_bounded(_rate("played"), _rate_error("played"), "naive_played_wr"),
        *_bounded(_rest("gih"), _rest_error("gih"), "naive_gns_wr"),
        *_bounded(_rate("gih") - _rest("gih"), _delta_error("gih"), "naive_iwd"),
    ]
