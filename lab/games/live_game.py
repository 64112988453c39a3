"""A game that one person plays against personas, answer by answer: it goes on by itself, and can be taken back.

The same deal and the same answers are the same game, so nothing is kept of a table that may be taken back: it is dealt
anew, and its answers are given again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.loop.option_playouts import ANY, MOST, play_out, promising
from lab.agents.person import PERSON, written
from lab.games.one_seat import STAND_IN, Deal, Sitting
from lab.games.table_snapshots import Camera, Shot
from lab.runs.run_spec import RunSpec
from lab.stats.intervals import Interval, wilson_bounds

PLAYOUTS = 100
"""Games that are played on from a question for each option that is looked at."""
SURE = 2.5
"""Standard errors by which a way must be ahead: five others are looked at."""


class Way(NamedTuple):
    """An option that was played on from: its row, its words, how often one won then, and whether surely more often."""

    row: int
    words: str
    chance: Interval
    better: bool = False


@dataclass(frozen=True)
class Hint:
    """What the stand-in would do, and other ways that seem promising to it."""

    who: str
    way: Way
    others: tuple[Way, ...]

    @property
    def best(self) -> Way:
        """What to do by this hint."""
        return self.better or self.way

    @property
    def better(self) -> Way | None:
        """The way by which more games were won, surely more than by the stand-in's own; nothing if there is none.

        The intervals of both are seen, so they have to lie apart as well.
        """
        found = [way for way in self.others if way.better and way.chance.low > self.way.chance.high]
        return max(found, key=lambda way: way.chance.value) if found else None


class LiveGame(Sitting):
    """One person's game; `answers` are the rows taken so far, `chosen` the places of those they were asked for."""

    def __init__(
        self, deal: Deal, answers: Sequence[int] = (), chosen: Sequence[int] = (), names: Sequence[str] = ()
    ) -> None:
        super().__init__(deal.table(names), deal.box(), deal.seat)
        self.deal, self.agents = deal, deal.agents
        self.camera = Camera(self.table, self.cast, deal.seat)
        self.answers: list[int] = []
        self.chosen: list[int] = []
        self.latest: list[list[str]] = []  # what has happened since the last answer that they were asked for
        places = set(chosen)
        for row in answers:
            self._others_play()
            if len(self.answers) in places:
                self.news()
                self._note()
            self._answer(row)
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def take(self, row: int) -> None:
        """Take an option by its row, and let the game go on to the next question for the person, or to its end."""
        self._note()
        self._answer(row)
        self._go_on()

    def undone(self) -> LiveGame:
        """The game before the last answer that the person was asked for."""
        if not self.chosen:
            return self
        return LiveGame(self.deal, self.answers[: self.chosen[-1]], self.chosen[:-1], self.table.names.seats)

    def shot(self) -> Shot:
        """The table as the person sees it."""
        return self.camera.shot(fights=True)

    def hint(self, playouts: int = PLAYOUTS) -> Hint:
        """What the stand-in would do here, and how often games are won that are played on from each promising option.

        In each of them what the person cannot see is dealt anew, alike for all options.
        """
        table = self.table.clone()
        table.ready()
        pick, options = np.zeros(MOST, np.int64), np.zeros((MOST, 6), np.int64)
        credit = np.full((playouts, MOST), np.nan)
        promising(*table.fast, table.n, ANY, table.choice(), options, pick)
        play_out(table.games, table.fast[1], table.n, pick, credit)
        texts = self.words.texts()
        ways = [_way(row, texts[row], credit[:, [0, i]]) for i, row in enumerate(pick.tolist()) if row >= 0]
        return Hint(STAND_IN, ways[0], tuple(ways[1:]))

    def as_run(self) -> RunSpec:
        """The finished game as a run of one game, of which the person is one of the agents."""
        deal, agents = self.deal, list(self.agents)
        agents[deal.seat] = PERSON
        return RunSpec(
            decks=("+".join(deal.decks),) if deal.decks else (), arms=(deal.variant,), seats=deal.seats, agents=agents,
            switches=dict(deal.switches), cards=dict(deal.cards), games=1, seed=deal.seed,
            answers=written(self.answers, self.chosen),
        )  # fmt: skip

    def _note(self) -> None:
        self.chosen.append(len(self.answers))

    def _answer(self, row: int) -> None:
        self.answers.append(row)
        self.table.answer(row)

    def _others_play(self) -> None:
        while not self.table.over and self.table.decider != self.seat:
            self.table.answer(self.table.choice())

    def _go_on(self) -> None:
        while True:
            self._others_play()
            passing = None if self.table.over else self.passing()
            if passing is None:
                break
            self._answer(passing.row)
        self.latest = self.news()


def _way(row: int, words: str, credit: NDArray[np.float64]) -> Way:
    """What playouts say of an option; `credit` float64[playouts, 2] = of the stand-in's own way and of this one."""
    own, won = credit[np.isfinite(credit).all(axis=1)].T
    low, high = wilson_bounds(won.sum(), len(won))
    more = won - own  # pair by pair: both were played with the same luck
    surely = len(won) > 1 and more.mean() > SURE * more.std(ddof=1) / len(won) ** 0.5
    return Way(row, words, Interval(float(won.mean()), float(low), float(high), len(won)), bool(surely))
