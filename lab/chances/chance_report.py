"""What win probability says of a run: how far it can be trusted, what each thing that happens adds, and every turn.

All tables of an arm are made in one go, as learning is what takes time, and kept with a finished run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from lab.chances.positions import CLASSES, Ints, Moments, moments_of
from lab.chances.win_chances import NEEDS, ArmChances, arms_with_chances, seated, setting_of, turn_starts
from lab.chances.win_model import FACTS, LEVELS, Array, features, fit, fold_of
from lab.stats.intervals import half_width, share, z_quantile
from lab.tables.shelf import Shelf, Source, source_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FULL, SIMPLE, BASE = "public state", "Levels only", "equal chances"
BINS = 10
Schema = dict[str, Any]
Told = Callable[[str], object]
KEYS: Schema = {"run_id": pl.String, "arm": pl.String}


def _bounded(name: str) -> Schema:
    return {name: pl.Float64, f"{name}_low": pl.Float64, f"{name}_high": pl.Float64}


TRUST = KEYS | {
    "model": pl.String, "chance": pl.String, "games": pl.Int64, "states": pl.Int64, "said": pl.Float64,
    **_bounded("won"), "log_loss": pl.Float64, "brier": pl.Float64,
}  # fmt: skip
"""How often those win who are said to: by chance in tenths, and as scores over all turns."""
ADDED = KEYS | {
    "decided_by": pl.String, "about": pl.String, "card": pl.Int64, "id": pl.String, "name": pl.String,
    "games": pl.Int64, "times": pl.Int64, **_bounded("actor_added"), "against_kind": pl.Float64,
    **_bounded("target_added"), **_bounded("winner_added"), "moved": pl.Float64,
}  # fmt: skip
"""What each thing that happens adds to chances; no card: all of its kind; nothing it is about: all so decided."""
TURNS = KEYS | {"game": pl.Int64, "turn": pl.Int64, "seat": pl.Int8, "chance": pl.Float32}
"""The chance of each seat when a turn begins; seat -1 is nobody."""
DECIDED = KEYS | {
    "games": pl.Int64, "turns": pl.Float64, **_bounded("decided"), "q10": pl.Float64, "q90": pl.Float64,
    **_bounded("last_fight"),
}  # fmt: skip
"""When it was to be seen who wins: the turn of the median game, and the share of games that the last fight decided."""
TABLES: dict[str, Schema] = {"trust": TRUST, "added": ADDED, "turns": TURNS, "decided": DECIDED}


def chances(store: Store, name: str, run: str, told: Told = lambda _: None) -> pl.DataFrame:
    """One of `TABLES` of a run; of a finished run as it is kept. `told` hears of whatever takes time, in a sentence."""
    made = lru_cache(maxsize=1)(lambda: _made(store, run, told))
    shelf = Shelf(store, run)

    def table(one: str) -> pl.DataFrame:
        return shelf.frame(_source(one, lambda _: made()[one]))

    frames = {one: table(one) for one in (name, *TABLES)}  # what was learnt for one table is there for all
    return frames[name]


def _source(table: str, made: Callable[[Shelf], pl.DataFrame]) -> Source:
    return Source(f"chances_{table}", made, NEEDS, source_of(Path(__file__)))


def turns_of_game(store: Store, run: str, arm: str, game: int, log: Mapping[str, Ints] | None = None) -> pl.DataFrame:
    """The rows of one game in the table `turns`, with what is known of each seat; no more is learnt than they need.

    Beside each fact stands how much it lifts the score of whoever has the best chance then above that of the seat.
    `log` = its events in the columns of `moments.coded`, for a game that has none in the store: it is judged by what
    the others have taught.
    """
    rows = pl.DataFrame(schema=TURNS)
    event, seat, card, arms = (store.table(name, run) for name in NEEDS)
    arms = arms.filter(pl.col("arm").cast(pl.String) == arm)
    for one in arms_with_chances(event, seat, card, arms):
        m = one.moments
        if log is not None and game not in m.game:
            row = arms.select("deck_hash", "seats").collect().row(0, named=True)
            m = moments_of(dict(log), setting_of(card.filter(pl.col("deck_hash") == row["deck_hash"]), row["seats"]))
            m = replace(m, who=seated(seat.filter(pl.col("arm").cast(pl.String) == arm), m).who)
        at = turn_starts(m)
        at = at[m.game[at] == game]
        if len(at):
            model = fit(one.moments, one.credit, folds=set(fold_of(m.game[at]).tolist()))
            said = model.chances(m, at)
            keyed = _turn_rows(m, at, said).with_columns(run_id=pl.lit(run), arm=pl.lit(arm))
            rows = keyed.select(pl.col(c).cast(kind) for c, kind in TURNS.items())
            gaps = model.apart(m, at, said[:, :-1].argmax(axis=1))
            known = {fact: features(m, at, fact, 0)[0] for fact in FACTS if fact != "who"}
            known |= {f"{fact}_apart": gap for fact, gap in gaps.items()}
            rows = rows.with_columns(pl.Series(name, np.pad(x, ((0, 0), (0, 1))).ravel()) for name, x in known.items())
    return rows


def _made(store: Store, run: str, told: Told = lambda _: None) -> dict[str, pl.DataFrame]:
    parts: dict[str, list[pl.DataFrame]] = {name: [pl.DataFrame(schema=columns)] for name, columns in TABLES.items()}
    tables = [store.table(name, run) for name in NEEDS]
    names = tables[3].select("run_id", "arm", "deck_hash").join(tables[2], on="deck_hash").select(
        "run_id", "arm", pl.col("card").cast(pl.Int64), "id", "name"
    ).unique().collect()  # fmt: skip
    for arm in arms_with_chances(*tables):
        told(f"{arm.arm}: learning chances from {len(np.unique(arm.moments.game)):,} games")
        for name, rows in zip(TABLES, (trust(arm), added(arm), turns(arm), decided(arm)), strict=True):
            keyed = rows.with_columns(run_id=pl.lit(arm.run_id), arm=pl.lit(arm.arm))
            if name == "added":
                keyed = keyed.join(names, on=["run_id", "arm", "card"], how="left", maintain_order="left")
            parts[name].append(keyed.select(pl.col(c).cast(kind) for c, kind in TABLES[name].items()))
    return {name: pl.concat(rows) for name, rows in parts.items()}


def trust(arm: ArmChances) -> pl.DataFrame:
    """Scores of the model and of simpler ones where turns begin, and how often seats of each chance win."""
    at = arm.turn_starts
    game, won = arm.moments.game[at], arm.credit[at]
    seats = won.shape[1]
    none = 1 - won.sum(axis=1, keepdims=True)
    models = {FULL: arm.values[at], SIMPLE: arm.model(LEVELS).chances(arm.moments, at)}
    ended = len(np.unique(game[none[:, 0] > 0.5])) / len(np.unique(game))  # share of games that nobody wins
    models[BASE] = np.tile(np.r_[np.full(seats, (1 - ended) / seats), ended], (len(at), 1))
    truth = np.hstack([won, none])
    rows = [_scores(name, said, truth, game) for name, said in models.items()]
    return pl.concat([*rows, _reliability(models[FULL][:, :seats], won, game)], how="diagonal")


def _scores(name: str, said: Array, truth: Array, game: Ints) -> pl.DataFrame:
    loss = -(truth * np.log(np.maximum(said, 1e-9))).sum(axis=1)
    brier = ((said - truth) ** 2).sum(axis=1)
    return pl.DataFrame(
        {
            "model": name, "chance": "all", "games": len(np.unique(game)), "states": len(said),
            "log_loss": float(loss.mean()), "brier": float(brier.mean()),
        }
    )  # fmt: skip


def _reliability(said: Array, won: Array, game: Ints) -> pl.DataFrame:
    """In tenths of the chance: what was said, and how often it came so; the unit is the game.

    Where all or none have won, games do not differ: the bounds are those of so many games without an exception.
    """
    seats = said.shape[1]
    rows = pl.DataFrame(
        {
            "game": np.repeat(game, seats), "said": said.ravel(), "won": won.ravel(),
            "bin": np.minimum((said.ravel() * BINS).astype(np.int64), BINS - 1),
        }
    )  # fmt: skip
    sums = rows.group_by("bin", "game").agg(pl.len().cast(pl.Float64).alias("b"), pl.col("won", "said").sum())
    low, inside = 100 // BINS * pl.col("bin"), pl.col("won").is_between(0, 1, closed="none")
    return (
        sums.group_by("bin")
        .agg(
            pl.col("b").sum().cast(pl.Int64).alias("states"), pl.len().cast(pl.Int64).alias("games"),
            (pl.col("said").sum() / pl.col("b").sum()).alias("said"), *_ratio("won", "b"),
        )
        .sort("bin")
        .with_columns(*_sides("won", 0, 1))
        .with_columns(whole=(pl.col("won") * pl.col("games")).round())
        .with_columns(*share("whole", "games", "edge"))
        .with_columns(
            pl.when(inside).then(f"won_{end}").otherwise(f"edge_{end}").alias(f"won_{end}")
            for end in ("low", "high")
        )
        .with_columns(model=pl.lit(FULL), chance=pl.format("{}-{} %", low, low + 100 // BINS))
        .drop("bin", "won_error", "whole", "^edge.*$")
    )  # fmt: skip


def _ratio(a: str, b: str) -> list[pl.Expr]:
    """A ratio of sums over games and its standard error: residuals a - ratio * b, one for each game."""
    ratio = pl.col(a).sum() / pl.col(b).sum()
    residual = (pl.col(a) - ratio * pl.col(b)).pow(2).sum().sqrt() / pl.col(b).sum()
    return [ratio.alias(a), residual.alias(f"{a}_error")]


def _sides(name: str, least: float = -1, most: float = 1) -> list[pl.Expr]:
    half = half_width(pl.col(f"{name}_error"), "games")
    sides = {"low": pl.col(name) - half, "high": pl.col(name) + half}
    return [side.clip(least, most).fill_nan(None).alias(f"{name}_{end}") for end, side in sides.items()]


def added(arm: ArmChances) -> pl.DataFrame:
    """What was added to chances by luck and by choices, by kinds of things that happen, and by each card in them."""
    rows = _stretches(arm)
    games = int(rows["game"].n_unique())
    by = ("decided_by", "about", "card")
    parts = [_sums(rows, list(by[:n]), games) for n in (1, 2)]
    parts.append(_sums(rows.filter(pl.col("card") >= 0), list(by), games))
    kind = parts[1].select(*by[:2], usual="actor_added")
    parts[2] = parts[2].join(kind, on=by[:2]).with_columns(against_kind=pl.col("actor_added") - pl.col("usual"))
    return pl.concat(parts, how="diagonal").sort(by, nulls_last=False)


def _stretches(arm: ArmChances) -> pl.DataFrame:
    """One row for each thing that happened: whom it concerned, what it added to them and to who won in the end."""
    m, by = arm.moments, arm.added
    at = np.arange(len(m))
    parts = {"actor": m.actor, "target": m.target}
    parts = {name: np.where(who >= 0, by[at, np.maximum(who, 0)], np.nan) for name, who in parts.items()}
    names, decided = list(CLASSES), list(CLASSES.values())
    first = np.r_[True, m.last[:-1]]
    about = np.where(m.last & (m.about == names.index("fight")), names.index("last_fight"), m.about)
    return pl.DataFrame(
        {
            "game": m.game, "about": pl.Series(about).cast(pl.UInt32), "card": m.card,
            "actor": parts["actor"], "target": parts["target"],
            "winner": (by[:, :-1] * arm.credit).sum(axis=1), "moved": np.abs(by).sum(axis=1) / 2,
        }
    ).filter(~first).with_columns(
        pl.col("about").replace_strict(dict(enumerate(names)), return_dtype=pl.String),
        decided_by=pl.col("about").replace_strict(dict(enumerate(decided)), return_dtype=pl.String),
        actor=pl.col("actor").fill_nan(None), target=pl.col("target").fill_nan(None),
    )  # fmt: skip


def _sums(rows: pl.DataFrame, by: list[str], games: int) -> pl.DataFrame:
    """Means per time for whoever did it or met with it, and what it gave the winner of a game."""
    per_game = rows.group_by(*by, "game").agg(
        pl.len().cast(pl.Float64).alias("n"), pl.col("actor", "target", "winner", "moved").sum(),
        *(pl.col(who).count().cast(pl.Float64).alias(n) for who, n in (("target", "aimed"), ("actor", "done"))),
    )  # fmt: skip
    square = pl.col("winner").pow(2).sum()
    mean = pl.col("winner").sum() / games
    return (
        per_game.group_by(by)
        .agg(
            pl.len().cast(pl.Int64).alias("games"), pl.col("n").sum().cast(pl.Int64).alias("times"),
            *(e.name.map(lambda s: s.replace("actor", "actor_added")) for e in _ratio("actor", "done")),
            *(e.name.map(lambda s: s.replace("target", "target_added")) for e in _ratio("target", "aimed")),
            mean.alias("winner_added"),
            ((square / games - mean**2).clip(lower_bound=0) / games).sqrt().alias("winner_added_error"),
            (pl.col("moved").sum() / games).alias("moved"),
        )
        .with_columns(side for name in ("actor_added", "target_added", "winner_added") for side in _sides(name))
        .with_columns(pl.col("^(actor|target)_added$").fill_nan(None))
    )  # fmt: skip


def decided(arm: ArmChances) -> pl.DataFrame:
    """When it was to be seen who wins: from which turn on whoever does has more than half of the chances.

    The bounds of the median are order statistics. The last fight has decided a game that was open until it ended.
    """
    m, at = arm.moments, arm.turn_starts
    first, last = np.flatnonzero(np.r_[True, m.last[:-1]]), np.flatnonzero(m.last)
    won = np.hstack([arm.credit > 0, (arm.credit.sum(axis=1) == 0)[:, None]])
    is_open = (arm.values * won).sum(axis=1) <= 0.5
    place = np.repeat(np.arange(len(first)), last - first + 1)
    open_until = np.zeros(len(first), np.int64)
    np.maximum.at(open_until, place[at], np.where(is_open[at], m.turn[at], 0))
    turn = np.sort(np.minimum(open_until + 1, m.turn[last]))
    n, fights = len(turn), m.about[last] == list(CLASSES).index("fight")
    half = z_quantile() * n**0.5 / 2
    low, high = (turn[int(np.clip(round(n / 2 + side), 0, n - 1))] for side in (-half, half))
    q10, median, q90 = np.quantile(turn, [0.1, 0.5, 0.9], method="nearest")
    row = {
        "games": n, "turns": float(np.median(m.turn[last])), "decided": median, "decided_low": low,
        "decided_high": high, "q10": q10, "q90": q90, "by": int((fights & is_open[np.maximum(last - 1, 0)]).sum()),
    }  # fmt: skip
    return pl.DataFrame([row]).with_columns(*share("by", "games", "last_fight")).drop("by")


def turns(arm: ArmChances) -> pl.DataFrame:
    """The chance of each seat, and of nobody (seat -1), where turns begin."""
    at = arm.turn_starts
    return _turn_rows(arm.moments, at, arm.values[at])


def _turn_rows(m: Moments, at: Ints, said: Array) -> pl.DataFrame:
    seats = m.state.shape[1]
    return pl.DataFrame(
        {
            "game": np.repeat(m.game[at], seats + 1), "turn": np.repeat(m.turn[at], seats + 1),
            "seat": np.tile(np.r_[np.arange(seats), -1], len(at)), "chance": said.ravel(),
        }
    )  # fmt: skip
