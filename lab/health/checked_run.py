"""One run as the checks see it: its tables, what it asked for, and its arms as they would be played today."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from lab.comparison.game_numbers import game_numbers
from lab.tables.run_frames import Frames

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store

BY_ARM = ["arm", "game"]


class Look:
    """Everything that checks of one run read; `luck` is how rarely a check by chance may be red of sound games."""

    def __init__(self, store: Store, run: str, luck: float) -> None:
        self.store, self.run, self.luck = store, run, luck

    def table(self, name: str) -> pl.LazyFrame:
        return self.store.table(name, self.run)

    @cached_property
    def game(self) -> pl.DataFrame:
        """The table of games."""
        return self.table("game").with_columns(pl.col("ending").cast(pl.String)).collect()

    @cached_property
    def seat(self) -> pl.DataFrame:
        return self.table("seat").collect()

    @cached_property
    def numbers(self) -> pl.DataFrame:
        """What is compared of each game."""
        return game_numbers(self.store, self.run)

    @cached_property
    def frames(self) -> Frames:
        """The tables of the run as metrics are given them."""
        return Frames(self.store, self.run)

    @cached_property
    def exposed_seat(self) -> pl.DataFrame:
        """The table of seats, of the games whose exposures were kept."""
        return self.frames.restricted(self.seat.lazy()).collect()

    @cached_property
    def dealt(self) -> pl.DataFrame:
        """Every card that was dealt at the start: arm, game, seat, card, copy, pile."""
        cards = self.table("card").select("deck_hash", "card", "pile").unique()
        decks = self.table("arm").select("arm", "deck_hash")
        opening = self.table("exposure").filter(pl.col("opening") == 1).select(*BY_ARM, "seat", "card", "copy")
        found = opening.join(decks, on="arm").join(cards, on=["deck_hash", "card"]).drop("deck_hash")
        return found.with_columns(pl.col("arm").cast(pl.Categorical)).collect()

    @cached_property
    def arms(self) -> list[str]:
        """Names of the arms that have games, in the order of the spec."""
        there = set(self.game["arm"].unique())
        return [arm for arm in self.store.arms(self.run)["arm"].to_list() if arm in there]

    @cached_property
    def seats(self) -> dict[str, int]:
        """Players of a game of each arm."""
        return dict(self.store.arms(self.run).select("arm", "seats").iter_rows())

    @cached_property
    def spec(self) -> RunSpec:
        """What the run asked for."""
        from lab.runs.run_spec import parse_spec

        return parse_spec(self.store.spec_text(self.run), f"run {self.run}")

    @cached_property
    def opened(self) -> dict[str, Arm]:
        """The arms that today's code and content would play as the same games; none if they cannot be opened."""
        from lab.runs.stored_vs_today import playable

        return playable(self.store, self.run)

    def luck_of(self, purpose: str) -> np.random.Generator:
        """Random numbers for a purpose: the same whenever the run is looked at."""
        from lab.provenance import fingerprint

        return np.random.default_rng(int(fingerprint([self.run, purpose], 16), 16))

    def told_games(self) -> str:
        several = f" of {len(self.arms)} arms" if len(self.arms) > 1 else ""
        return f"{self.game.height:,} games{several}"

    def told_deals(self) -> str:
        """How many games there are, and of how many of them it is known what was dealt."""
        if not self.frames.is_sampled:
            return self.told_games()
        return f"{self.dealt.select(BY_ARM).n_unique():,} of {self.told_games()}"

    def some_arms(self, most: int) -> tuple[list[str], str]:
        """The first arms, and how to say that there are more."""
        some = self.arms[:most]
        return some, f", {len(some)} of {len(self.arms)} arms" if len(some) < len(self.arms) else ""
