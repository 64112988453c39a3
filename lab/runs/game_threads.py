"""Playing ranges of games on threads: every room that plays more than a game does it here.

A game is a function of its arm, its seed and its number alone, so nothing that comes of it depends on the threads.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    import polars as pl

    from engine.facts.derive import Facts
    from lab.runs.arms import Arm, Player
    from lab.runs.run_plan import Shard
    from lab.store.given_up_games import GivenUp
    from lab.store.stored_tables import Labels

RANGE = 100
"""Games that a thread takes at once."""
PATIENCE = 10.0
"""Seconds that Ctrl-C waits for what is in progress where that is stored."""

Told = Callable[[int], None]
"""Called with the number of games there are."""
Job = TypeVar("Job")
Part = TypeVar("Part")
Result = TypeVar("Result")
Asked = ParamSpec("Asked")


def cores() -> int:
    """Threads that play where nobody says how many."""
    return os.cpu_count() or 1


def on_threads(
    work: Callable[[Job], Part],
    jobs: Iterable[Job],
    workers: int = 0,
    *,
    done: Callable[[Job], None] = lambda _job: None,
    meanwhile: Callable[[], None] = lambda: None,
    patience: float = 0.0,
) -> list[Part]:
    """What comes of each job, in the order of the jobs; a thread takes the next one when it is free.

    `jobs` is asked by one thread at a time, and may end early. `done` hears of one job after the other, `meanwhile` is
    called again and again. What goes wrong ends all that has not begun, as does Ctrl-C, `patience` seconds later.
    """
    lock, stop, numbered = threading.Lock(), threading.Event(), enumerate(jobs)
    parts: dict[int, Part] = {}
    faults: list[BaseException] = []

    def take() -> None:
        try:
            while True:
                with lock:
                    taken = None if stop.is_set() else next(numbered, None)
                if taken is None:
                    return
                part = work(taken[1])
                with lock:
                    parts[taken[0]] = part
                    done(taken[1])
        except BaseException as fault:
            faults.append(fault)
            stop.set()

    try:
        _wait([take] * (workers or cores()), meanwhile, stop, patience)
    finally:
        stop.set()
    if faults:
        raise faults[0]
    return [parts[at] for at in sorted(parts)]


def _wait(
    takers: list[Callable[[], None]], meanwhile: Callable[[], None], stop: threading.Event, patience: float
) -> None:
    """Start a thread for each, and wait until all have ended; after Ctrl-C so long for what they have in hand."""
    # Daemons: a second Ctrl-C ends the process at once, and what is half-written was never visible.
    threads = [threading.Thread(target=take, daemon=True) for take in takers]
    try:
        for thread in threads:
            thread.start()
        while alive := [thread for thread in threads if thread.is_alive()]:
            alive[0].join(0.1)
            meanwhile()
    except KeyboardInterrupt:
        stop.set()
        until = time.monotonic() + patience
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        raise
    meanwhile()


def lent(make: Callable[[], Callable[Asked, Result]]) -> Callable[Asked, Result]:
    """One function for all threads, out of one with buffers that only one thread may use at a time, as a player has.

    As many are made as are needed at once; one that failed is not used again.
    """
    free: list[Callable[Asked, Result]] = []

    def call(*args: Asked.args, **named: Asked.kwargs) -> Result:
        try:
            own = free.pop()
        except IndexError:
            own = make()
        result = own(*args, **named)
        free.append(own)
        return result

    return call


def in_ranges(
    play: Callable[[int, int], Part], games: int, workers: int = 0, told: Told | None = None, size: int = RANGE
) -> list[Part]:
    """What `play` makes of each range of the first games, given its first game and their number, in their order."""
    there = 0

    def done(part: tuple[int, int]) -> None:
        nonlocal there
        there += part[1]
        if told is not None:
            told(there)

    pieces = [(first, min(size, games - first)) for first in range(0, games, size)]
    return on_threads(lambda piece: play(*piece), pieces, workers, done=done)


def shard_player(arms: Iterable[Arm], labels: Labels) -> Callable[[Shard], dict[str, pl.DataFrame]]:
    """What plays shards of some arms, as the tables that a store takes; for any thread."""
    from lab.store.stored_tables import fact_frames

    players = {arm.name: lent(arm.player) for arm in arms}
    return lambda shard: fact_frames(players[shard.arm](shard.first, shard.count), labels, shard.arm)


def play_games(make: Callable[[], Player], games: int, of: str, workers: int = 0) -> tuple[Facts, GivenUp]:
    """The facts of the first games of a player; those that are given up are left out.

    Too many of them are a RunFault, which says of what games they are: `of` is what these are called.
    """
    import numpy as np

    from engine.facts.derive import Facts
    from lab.store.given_up_games import GivenUp

    *tables, faults = (np.concatenate(rows) for rows in zip(*in_ranges(lent(make), games, workers), strict=True))
    given_up = GivenUp()
    given_up.add(games, faults["fault"])
    given_up.check(of)
    return Facts(*tables), given_up
