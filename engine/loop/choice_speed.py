"""How long a choice takes: games are played with their picks recorded, then played again from the picks.

The second loop over the engine is compiled only when somebody measures: nothing else imports this file.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from engine.board.setup import new_game
from engine.jit import kernel
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.book import Book
from engine.records.card_kinds import Key, Numbers, Yes
from engine.records.state import Game

PICKS_A_GAME = 20_000


class Pace(NamedTuple):
    """Seconds of the same games with personas choosing and with recorded picks, and the number of picks."""

    choosing_s: float
    replaying_s: float
    picks: int

    @property
    def choose_ns(self) -> float:
        """Average time of a choice, in nanoseconds."""
        return 1e9 * (self.choosing_s - self.replaying_s) / max(1, self.picks)


@kernel()
def _walk(g: Game, book: Book, seed: Key, games: int, seats: int, recorded: Yes, out: Numbers) -> int:
    """Play games 0 .. games - 1; `recorded` 1: with the picks in `out`, 0: recording them.

    Returns the number of picks, or -1 if there were more than `out` holds or a game was given up.
    """
    at = 0
    for i in range(games):
        g.log_on = 0
        new_game(g, book, seed, i, seats)
        n = next_question(g, book, 0)
        while n > 0:
            if at >= out.shape[0]:
                return -1
            if recorded == 0:
                out[at] = choose(g, book, n)
            answer(g, book, out[at])
            at += 1
            n = next_question(g, book, 0)
        if g.fault != 0:
            return -1
    return at


def measure_pace(g: Game, book: Book, seed: int, games: int, seats: int, times: int = 3) -> Pace:
    """Best of some measurements in the thread's own time; the loops take turns, so a busy machine hurts both alike."""
    picks = np.zeros(games * PICKS_A_GAME, np.uint16)
    seconds = [float("inf"), float("inf")]
    number = _walk(g, book, seed, min(games, 2), seats, 0, picks)  # compiles
    for _ in range(times):
        for mode in (0, 1):
            start = time.thread_time()
            number = int(_walk(g, book, seed, games, seats, mode, picks))
            seconds[mode] = min(seconds[mode], time.thread_time() - start)
            if number < 0:
                raise RuntimeError(f"games 0 to {games - 1} of seed {seed} were given up: the engine has a defect")
    return Pace(seconds[0], seconds[1], number)
