"""The tables of a run as numbers are made of them: numbers of cards are about the games whose exposures were kept.

A run may keep the rows of `exposure` of a sample of its games only (`exposure` in its spec). Of a seat of another game
nobody knows which cards it saw; it is none that never saw a card. So whatever reads `exposure` is given the rows of
`seat`, `game` and `level` of those games alone. Of a run that keeps all of them every table is given as it is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from lab.store.store_folder import Store

EXPOSURE = "exposure"
OF_GAMES = ("game", "seat", "level")
"""Tables that are restricted beside it; the others are about runs, arms and cards, or have policies of their own."""


class Frames:
    """The tables of one run, or of a store without any; each is read once, so equal questions get the same frames.

    If there are `arms`, rows of others are left out.
    """

    def __init__(self, store: Store, run: str | None, arms: Collection[str] = ()) -> None:
        self.store, self.run, self.arms = store, run, arms
        self._read: dict[tuple[str, bool], pl.LazyFrame] = {}

    def of(self, needs: Iterable[str]) -> list[pl.LazyFrame]:
        """The tables of these names, for somebody who reads all of them."""
        wanted = tuple(needs)
        some = self.is_about_some(wanted)
        return [self._table(name, some and name in OF_GAMES) for name in wanted]

    def is_about_some(self, needs: Iterable[str]) -> bool:
        """Whether what is made of these tables is about some of the games only."""
        return EXPOSURE in needs and self.is_sampled

    @cached_property
    def is_sampled(self) -> bool:
        """Whether exposures were kept of some games only."""
        return self.run is not None and bool(sampled(self._table("arm").collect()))

    @cached_property
    def games(self) -> pl.Series:
        """Numbers of the games that have exposures, ascending: the same of all arms, as far as they are played."""
        return self._table(EXPOSURE).select("game").unique().collect()["game"].sort()

    def restricted(self, table: pl.LazyFrame) -> pl.LazyFrame:
        """The rows of the games whose exposures were kept."""
        return table.filter(pl.col("game").is_in(self.games.implode())) if self.is_sampled else table

    def _table(self, name: str, some: bool = False) -> pl.LazyFrame:
        key = (name, some)
        if key not in self._read:
            self._read[key] = self.restricted(self._table(name)) if some else self._stored(name)
        return self._read[key]

    def _stored(self, name: str) -> pl.LazyFrame:
        table = self.store.table(name, self.run)
        if not self.arms or "arm" not in table.collect_schema():
            return table
        return table.filter(pl.col("arm").cast(pl.String).is_in(list(self.arms)))


def sampled(arms: pl.DataFrame) -> str:
    """Of how many games of an arm exposures were kept, in words, given rows of `arm`; nothing where of all of them."""
    if "exposure_games" not in arms.columns:
        return ""
    told = arms.select("exposure_games", "games").filter(pl.col("exposure_games") < pl.col("games"))
    return " or ".join(f"{few:,} of {games:,} games" for few, games in told.unique(maintain_order=True).iter_rows())
