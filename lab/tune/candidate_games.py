"""Where candidates play: the same games for all of them, in threads, without a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.loop.game_ranges import play_all
from lab.errors import RunFault
from lab.runs.arms import open_arms
from lab.runs.game_threads import RANGE, lent, on_threads
from lab.store.given_up_games import GivenUp

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec

Weights = NDArray[np.int64]


class Results:
    """The facts of some games in order: the tables `game` and `seat`, and the place of each game in the seating.

    `faults` holds the games that were given up, as `engine.loop.game_ranges.FAULT_FACT`: they are in neither table.
    """

    def __init__(self, game: Any, seat: Any, place: NDArray[np.int64] | None = None, fault: Any = ()) -> None:
        self.game, self.seat, self.fault = game, seat, fault
        self.place = np.arange(len(game)) if place is None else place

    def without(self, places: NDArray[np.int64]) -> Results:
        """The same without the games of some places."""
        if not len(places):
            return self
        kept = ~np.isin(self.place, places)
        seats = len(self.seat) // max(1, len(self.game))
        return Results(self.game[kept], self.seat[np.repeat(kept, seats)], self.place[kept], self.fault)


class Arena:
    """Rules, cards and seats of a tuning; every thread has a book of its own."""

    def __init__(self, spec: RunSpec, workers: int = 0) -> None:
        self.spec, self.arm = spec, open_arms(spec)[0]
        self.workers, self._play = workers, lent(self._player)
        self.given_up = GivenUp()

    def play(self, tables: Sequence[Weights], seating: NDArray[np.int64], first: int) -> list[Results]:
        """Play the same games with each of the weight tables; `seating` int64[games, seats] = row of the table.

        The answer does not depend on the number of threads: a game is a function of seed, number and weights. A game
        that is given up with one of the tables is left out of all, so that they still have the same games; they are
        counted in `given_up`, and too many of them are a RunFault.
        """
        starts = range(0, len(seating), RANGE)
        jobs = [(table, seating[at : at + RANGE], first + at) for table in tables for at in starts]
        parts = on_threads(lambda job: self._play(*job), jobs, self.workers)
        each = len(starts)
        found = [_joined(parts[i * each : (i + 1) * each], first) for i in range(len(tables))]
        given_up, of = np.concatenate([one.fault for one in found]), f"games of {self.arm.name}"
        now = GivenUp()
        now.add(len(tables) * len(seating), given_up["fault"])
        now.check(of)
        self.given_up.join(now)
        kept = [one.without(np.unique(given_up["game"] - first)) for one in found]
        if not len(kept[0].game):
            raise RunFault(f"each of {len(seating):,} {of} was given up with some candidate; allowed: other cards")
        return kept

    def _player(self) -> Callable[[Weights, NDArray[np.int64], int], Results]:
        book, spec = self.arm.book(), self.spec

        def play(table: Weights, seating: NDArray[np.int64], first: int) -> Results:
            quiet = np.zeros(len(seating), np.bool_)
            facts = play_all(book, spec.seed, first, len(seating), spec.only.seats, seating, table, quiet)
            return Results(facts.game, facts.seat, facts.game["game"].astype(np.int64), facts.fault)

        return play


def _joined(parts: Sequence[Results], first: int) -> Results:
    game, seat, number, fault = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("game", "seat", "place", "fault")
    )
    return Results(game, seat, number - first, fault)
