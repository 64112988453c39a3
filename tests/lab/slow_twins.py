"""What is no question to a database once more from its published formula, slowly: strengths, and families of cards."""

from __future__ import annotations

import math
import sys
from itertools import combinations

import duckdb
import numpy as np
import polars as pl
from scipy import optimize, stats

from lab.cards.card_verdict import AVERAGE, MATTERS, STRONG, UNCLEAR, WEAK
from lab.stats.shrinkage import shrunken  # has its own slow twin in test_shrinkage.py: here only which are a family
from tests.lab.in_sql import KEYS, whole

POINTS = 400 / np.log(10)
"""Points of one natural unit: 400 points are ten times the odds (Elo)."""
Rows = list[dict[str, object]]


def rating(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """Luce's choice rule with a normal prior 800 points wide, solved by Newton's method game by game."""
    seats = con.sql("SELECT run_id, arm, game, agent, credit FROM seat").pl()
    rows: Rows = []
    for (run, arm), frame in seats.group_by("run_id", "arm"):
        names = sorted(frame["agent"].unique())
        about = [
            {"run_id": run, "arm": arm, "agent": name, "games": own["game"].n_unique(), "wins": own["credit"].sum(),
             "anchor": "balanced" if "balanced" in names else "mean"}
            for name in names for own in [frame.filter(pl.col("agent") == name)]
        ]  # fmt: skip
        rows += [a | b for a, b in zip(about, _strengths(frame, names), strict=True)]
    return pl.DataFrame(rows, infer_schema_length=None)


def _strengths(frame: pl.DataFrame, names: list[str]) -> Rows:
    if len(names) == 1:
        return [dict.fromkeys(("rating", "rating_low", "rating_high", "chance", "rating_p", "rating_q"))]
    company = [names.index(agent) for agent in frame["agent"]]
    tables: dict[int, tuple[list[int], np.ndarray]] = {}
    for game, player, credit in zip(frame["game"], company, frame["credit"], strict=True):
        players, won = tables.setdefault(game, ([], np.zeros(len(names))))
        players.append(player)
        won[player] += credit
    seats = len(next(iter(tables.values()))[0])
    at, prior = np.zeros(len(names)), (POINTS / 800) ** 2
    for _ in range(50):
        slope, bend = -prior * at, prior * np.eye(len(names))
        for players, won in tables.values():
            share = np.bincount(players, minlength=len(names)) * np.exp(at)
            share /= share.sum()
            slope += won - won.sum() * share
            bend += won.sum() * (np.diag(share) - np.outer(share, share))
        at = at + np.linalg.solve(bend, slope)
    contrast = np.eye(len(names)) - (np.eye(len(names))[names.index("balanced")] if "balanced" in names
                                     else np.full(len(names), 1 / len(names)))  # fmt: skip
    points = POINTS * contrast @ at
    error = POINTS * np.sqrt(np.clip(np.diag(contrast @ np.linalg.inv(bend) @ contrast.T), 0, None))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.maximum(2 * stats.norm.sf(np.abs(points / error)), sys.float_info.min)
    odds = 10 ** (points / 400)
    q = adjusted(p)
    return [
        {"rating": 1500 + points[i], "rating_low": 1500 + points[i] - 1.959963984540054 * error[i],
         "rating_high": 1500 + points[i] + 1.959963984540054 * error[i], "chance": odds[i] / (odds[i] + seats - 1),
         "rating_p": p[i], "rating_q": q[i]} for i in range(len(names))
    ]  # fmt: skip


def adjusted(p: np.ndarray) -> np.ndarray:
    """Benjamini and Hochberg's adjusted p-values of a family, one after the other; what is not known is not in it."""
    known = sorted((x, i) for i, x in enumerate(p) if not np.isnan(x))
    out, least = np.full(len(p), np.nan), 1.0
    for rank in range(len(known), 0, -1):
        x, i = known[rank - 1]
        out[i] = least = min(least, x * len(known) / rank)
    return out


def card_draws(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """Cards by the way they came; Characters, of whatever pile, are a family of their own."""
    character = pl.col("kind") == "character"
    found = whole(con, "card_draws").with_columns(stack=pl.when(character).then(pl.lit("character")).otherwise("pile"))
    names = ("randomised_delta", "randomised_se")
    return with_shrunken(found, *names, [*KEYS, "how", "stack"]).drop("stack", "verdict")


def card_table(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """Cards by how they were dealt."""
    names = ("randomised_oh_delta", "randomised_oh_se")
    return with_shrunken(whole(con, "card_table"), *names, [*KEYS, "pile"])


def with_shrunken(found: pl.DataFrame, value: str, error: str, family: list[str]) -> pl.DataFrame:
    """A table of cards with the columns VALUE_shrunk, its bounds, and the verdict on it, family by family."""
    parts = []
    for part in found.partition_by(family):
        numbers = (part[c].cast(pl.Float64).fill_null(float("nan")).to_numpy() for c in (value, error))
        names = (f"{value}_shrunk", f"{value}_shrunk_low", f"{value}_shrunk_high")
        inside = np.clip(shrunken(*numbers), -1, 1)  # a difference of two shares
        parts.append(part.with_columns(pl.Series(n, x) for n, x in zip(names, inside, strict=True)))
    return pl.concat(parts).with_columns(
        pl.struct(*names).map_elements(lambda row: _verdict(*row.values()), pl.String).alias("verdict")
    )


def _verdict(*ends: float) -> str | None:
    """The rule on the numbers as they are written, a tenth of a point being the last figure."""
    if np.isnan(ends[0]):
        return None
    value, low, high = (float(f"{100 * end:.1f}") for end in ends)
    if max(-low, high) <= 100 * MATTERS:
        return AVERAGE
    if (low > 0 or high < 0) and abs(value) >= 100 * MATTERS:
        return STRONG if value > 0 else WEAK
    return UNCLEAR


def reliability(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """How far an order is the cards' own: by the errors (DerSimonian, Q-profile) and by halves (Spearman and Brown)."""
    games = con.sql("SELECT run_id, arm, count(*) AS all_games FROM game GROUP BY ALL").pl()
    stack = pl.when(pl.col("kind") == "character").then(pl.lit("character")).otherwise("pile").alias("pile")
    keys = ("run_id", "arm", "card")
    dealt = whole(con, "card_table").select(
        *keys,
        "pile",
        pl.lit("randomised_oh_delta").alias("number"),
        value="randomised_oh_delta",
        error="randomised_oh_se",
    )
    came = whole(con, "card_draws").select(
        *keys, stack, pl.col("how").alias("number"), value="randomised_delta", error="randomised_se"
    )
    parts = whole(con, "card_reliability")
    rows: Rows = []
    for (run, arm, pile, number), of in pl.concat([dealt, came]).group_by("run_id", "arm", "pile", "number"):
        known = of.filter(pl.col("value").is_finite())
        same = {"run_id": run, "arm": arm, "pile": pile, "number": number}
        row = same | {"cards": known.height, "games": games.filter(run_id=run, arm=arm)["all_games"][0]}
        rows += [row | _reliable(row["games"], known, parts.filter(**same))] if known.height else []
    return pl.DataFrame(rows, infer_schema_length=None)


def _reliable(games: int, known: pl.DataFrame, parts: pl.DataFrame) -> dict[str, object]:
    use = known.filter(pl.col("error").is_finite(), pl.col("error") > 0)
    x, se = use["value"].to_numpy(), use["error"].to_numpy()
    names = ("spread", "half_width", "reliability", "reliability_low", "reliability_high", "split_half",
             "games_for_point", "games_for_ranking", "games_for_ranking_low", "games_for_ranking_high")  # fmt: skip
    if len(x) < 3:
        return dict.fromkeys(names)
    noise = float(np.mean(se**2))
    tau2 = max(float(np.mean(x**2 - se**2)), 0.0)
    ends = [_profile(x, se, float(stats.chi2.ppf(share, len(x)))) for share in (0.975, 0.025)]
    share = tau2 / (tau2 + noise)
    low, high = (end / (end + noise) for end in ends)
    low, high = min(low, share), max(high, share)
    width = 1.959963984540054 * float(np.median(known["error"].drop_nulls().drop_nans().to_numpy()))
    wanted = [_two_digits(games * 4 * (1 - r) / r) if 0 < r < 1 else None for r in (share, high, low)]
    found = (tau2**0.5, width, share, low, high, _halves(known["card"].to_list(), parts),
             _two_digits(games * (width / 0.01) ** 2), *wanted)  # fmt: skip
    return dict(zip(names, found, strict=True))


def _profile(x: np.ndarray, se: np.ndarray, wanted: float) -> float:
    """The variance of what is true at which the sum of squares is as wanted."""
    if float((x**2 / se**2).sum()) <= wanted:
        return 0.0
    most = float((x**2).sum()) / wanted
    return float(optimize.bisect(lambda v: float((x**2 / (v + se**2)).sum()) - wanted, 0, most, xtol=1e-16))


def _halves(cards: list[int], parts: pl.DataFrame) -> float:
    """How well halves of the games agree, over all ways of making halves of eight parts."""
    of = {(row["card"], row["part"]): row for row in parts.to_dicts()}
    tables = {row["part"]: (row["c"], row["d"]) for row in parts.to_dicts()}
    both = squares = 0.0
    for chosen in combinations(range(1, 8), 3):
        halves = (0, *chosen), tuple({*range(1, 8)} - {*chosen})
        for card in cards:
            one, other = (_of_half([of[card, p] for p in half if (card, p) in of], half, tables) for half in halves)
            if one is not None and other is not None:
                both, squares = both + one * other, squares + (one * one + other * other) / 2
    r = both / squares if squares else math.nan  # no card came in both halves
    return 2 * r / (1 + abs(r))


def _of_half(rows: Rows, half: tuple[int, ...], tables: dict[int, tuple[float | None, int | None]]) -> float | None:
    n, a = (sum(row[name] for row in rows) for name in ("n", "a"))
    if not rows or rows[0]["c"] is None:
        return a / n if n else None
    c, d = (sum(tables[part][i] for part in half if part in tables) for i in (0, 1))
    return a / n - (c - a) / (d - n) if n and d > n else None


def _two_digits(number: float) -> float:
    """A number of games, rounded up to two digits."""
    unit = 10 ** max(math.floor(math.log10(number)) - 1, 0)
    return float(-(-round(number / unit, 9) // 1) * unit)
