"""Stored games with the win probability of every seat at every moment, arm by arm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.chances.positions import CLASSES, Ints, Moments, Setting, coded, joined, moments_of
from lab.chances.win_model import FEATURES, FEWEST_GAMES, Array, WinModel, fit

NEEDS = ("event", "seat", "card", "arm")
"""Tables from which everything here is made."""
MOST_GAMES = 3_000
"""Games of an arm that are looked at, the first ones with events: more of them move no number that is shown."""
AT_ONCE = 500
"""Games whose events are in memory at a time."""
TURN = list(CLASSES).index("turn")


@dataclass(frozen=True)
class ArmChances:
    """The moments of an arm's games, and the credit that each seat of their game had in the end."""

    run_id: str
    arm: str
    moments: Moments
    credit: Array

    def model(self, names: tuple[str, ...] = FEATURES) -> WinModel:
        """A model of some features, fitted to these games fold by fold."""
        return fit(self.moments, self.credit, names)

    @cached_property
    def turn_starts(self) -> Ints:
        """Moments at which a turn has begun; not the last of a game, when it is known who has won."""
        return turn_starts(self.moments)

    @cached_property
    def values(self) -> Array:
        """Chance of each seat, and of nobody, at every moment; at the end of a game what came of it."""
        m = self.moments
        new = np.flatnonzero(~m.last & _changed(m))
        out = np.empty((len(m), self.credit.shape[1] + 1))
        found = self.model().chances(m, new)
        place = np.cumsum(np.isin(np.arange(len(m)), new, assume_unique=True)) - 1
        out[:] = found[place]
        out[m.last, :-1] = self.credit[m.last]
        out[m.last, -1] = 1 - self.credit[m.last].sum(axis=1).clip(0, 1).round(9)
        return out

    @cached_property
    def added(self) -> Array:
        """What each moment has added to the chance of each seat, and of nobody; the first of a game nothing."""
        first = np.r_[True, self.moments.last[:-1]]
        by = np.diff(self.values, axis=0, prepend=self.values[:1])
        return np.where(first[:, None], 0.0, by)


def turn_starts(m: Moments) -> Ints:
    """Moments at which a turn has begun; not the last of a game, when it is known who has won."""
    return np.flatnonzero((m.about == TURN) & ~m.last)


def _changed(m: Moments) -> NDArray[np.bool_]:
    """Whether anything that a model sees differs from the moment before."""
    same = (m.state[1:] == m.state[:-1]).all(axis=(1, 2))
    for column in (m.game, m.whose, m.stage, m.round, m.turn, m.fighter, m.helper, m.margin):
        same &= column[1:] == column[:-1]
    changed: NDArray[np.bool_] = np.r_[True, ~same]
    return changed


def arms_with_chances(
    event: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame
) -> Iterator[ArmChances]:
    """Every arm that has events of enough games, one after the other."""
    for row in arm.select("run_id", "arm", "deck_hash", "seats").unique().sort("run_id", "arm").collect().to_dicts():
        mine = (pl.col("run_id") == row["run_id"]) & (pl.col("arm") == row["arm"])
        rows = event.filter(mine)
        games = rows.select(pl.col("game").unique().sort()).collect()["game"].to_numpy()[:MOST_GAMES]
        if len(games) < FEWEST_GAMES:
            continue
        setting = setting_of(card.filter(pl.col("deck_hash") == row["deck_hash"]), row["seats"])
        moments = joined(
            [
                moments_of(coded(rows.filter(pl.col("game").is_between(part[0], part[-1]))), setting)
                for part in np.split(games, range(AT_ONCE, len(games), AT_ONCE))
            ]
        )
        ends = seated(seat.filter(mine), moments)
        yield ArmChances(row["run_id"], row["arm"], replace(moments, who=ends.who), ends.credit)


class Seated(NamedTuple):
    """Of each moment who plays in each seat, and what credit they had in the end."""

    who: NDArray[np.int8]
    credit: Array


def seated(seat: pl.LazyFrame, m: Moments) -> Seated:
    """Who plays the games of some moments of an arm, by the alphabet; a game of which no row is known is the first's.

    Personas are numbered over all games of the arm.
    """
    agent = pl.col("agent").cast(pl.String).rank("dense").cast(pl.Int8) - 1
    ends = seat.select("game", "seat", "credit", agent).sort("game", "seat").collect()
    seats = m.state.shape[1]
    known = ends["game"].to_numpy()[::seats]
    place = np.minimum(np.searchsorted(known, m.game), len(known) - 1)
    place = np.where(known[place] == m.game, place, 0)
    return Seated(*(ends[name].to_numpy().reshape(-1, seats)[place] for name in ("agent", "credit")))


def setting_of(card: pl.LazyFrame, seats: int) -> Setting:
    """What the designs of an arm's cards are, by number."""
    rows = card.unique(subset="card").sort("card").collect()
    at = rows["card"].to_numpy()

    def column(values: pl.Series) -> Ints:
        out = np.zeros(int(at.max()) + 1, np.int64)
        out[at] = values.cast(pl.Int64).fill_null(0).to_numpy()
        return out

    return Setting(
        seats, column(rows["bonus"]), column(rows["gold"]), column(rows["pile"] == "treasure"),
        column(rows["kind"] == "curse"),
    )  # fmt: skip
