"""Games of an arm with a few cards more in each pile that do nothing: what no card at all is worth.

A blank is no Item and no monster, cannot be played and goes where a card of its pile goes: into the hand, or, kicked
open, to whoever kicked it. Few are added: they make games longer (in `cthulhu` 52 turns for 49), but who draws one is
compared with who draws a real card of the same games. Fewer would be known less well than the longer games are worth.
The other cards keep their keys: a game with blanks is the arm's own game as long as no blank comes.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from decks.load_decks import load_decks
from lab.runs.arms import Arm
from lab.runs.run_spec import NO_EVENTS
from lab.store.given_up_games import GivenUp
from lab.store.stored_tables import Labels, fact_frames

if TYPE_CHECKING:
    from lab.runs.arms import Player

COPIES = 4
"""Blanks that are added to each pile."""
GAMES = 5000
"""Games with blanks at most."""
RANGE = 100
"""Games that a thread takes at once."""
NAME = "blank card"
BLANKS = {pile: f"blank-{pile}" for pile in ("door", "treasure")}
"""Id of the blank of each pile."""

Told = Callable[[int], None]
"""Called with the number of games there are."""


def with_blanks(arm: Arm, copies: int = COPIES) -> Arm:
    """The same arm with blanks in its box, keeping no events."""
    extra = [
        {"id": name, "name": NAME, "pile": pile, "kind": "special", "copies": copies} for pile, name in BLANKS.items()
    ]
    decks = arm.setting.deck or tuple(arm.variant.deck)
    cards = load_decks(list(decks), extra, changes=dict(arm.setting.cards))
    return replace(arm, cards=cards, run=arm.run.model_copy(update=NO_EVENTS))


class WithBlanks(NamedTuple):
    """The tables exposure, seat, card and arm of games with blanks, and the games that are in none of them."""

    tables: dict[str, pl.DataFrame]
    given_up: GivenUp


def play_with_blanks(arm: Arm, games: int, workers: int = 0, told: Told | None = None) -> WithBlanks:
    """The first games of an arm, played with blanks.

    Games that are given up are left out and counted; too many of them are a RunFault.
    """
    ranges = _Ranges(with_blanks(arm), games, told)
    threads = [threading.Thread(target=ranges.work, daemon=True) for _ in range(workers or os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            next(thread for thread in threads if thread.is_alive() or thread is threads[-1]).join(0.1)
    finally:
        ranges.stop.set()
    if ranges.faults:
        raise ranges.faults[0]
    ranges.given_up.check(games_of(arm.name))
    return WithBlanks(ranges.joined(), ranges.given_up)


def games_of(arm: str) -> str:
    """What the games with blanks of an arm are called."""
    return f"games of {arm} with blank cards"


class _Ranges:
    """The ranges of games that threads take one after the other."""

    def __init__(self, arm: Arm, games: int, told: Told | None) -> None:
        self.arm, self.games, self.told = arm, games, told
        self.labels = Labels("blank", (arm.name,), {arm.name: arm.setting.agents})
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.taken, self.done = 0, 0
        self.parts: dict[int, dict[str, pl.DataFrame]] = {}
        self.given_up = GivenUp()
        self.faults: list[BaseException] = []

    def work(self) -> None:
        """Play range after range; what goes wrong is kept for the caller."""
        try:
            play: Player = self.arm.player()
            while (first := self._next()) is not None:
                count = min(RANGE, self.games - first)
                frames = fact_frames(play(first, count), self.labels, self.arm.name)
                with self.lock:
                    self.parts[first] = {name: frames[name] for name in ("exposure", "seat")}
                    self.given_up.join(GivenUp(count, Counter(frames["fault"]["fault"].to_list())))
                    self.done += count
                    done = self.done
                if self.told is not None:
                    self.told(done)
        except BaseException as fault:
            self.faults.append(fault)
            self.stop.set()

    def _next(self) -> int | None:
        with self.lock:
            first = self.taken
            if self.stop.is_set() or first >= self.games:
                return None
            self.taken += RANGE
            return first

    def joined(self) -> dict[str, pl.DataFrame]:
        """The tables of all ranges, in order."""
        parts = [self.parts[first] for first in sorted(self.parts)]
        arm = {"run_id": ["blank"], "arm": [self.arm.name], "deck_hash": [self.arm.cards.deck_hash]}
        facts = {name: pl.concat([part[name] for part in parts]) for name in parts[0]}
        return facts | {"card": self.arm.card_frame(), "arm": pl.DataFrame(arm)}
