"""Speed figures of this machine: what `lab bench` prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.runs.game_threads import on_threads
from lab.runs.run_spec import spec_text

if TYPE_CHECKING:
    from lab.runs.arms import Player
    from lab.runs.run_spec import RunSpec

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "decks", "variants", "lab")
PERSONA = "balanced"
PACE_GAMES = 500
"""Games in which choices are timed: more of them would only need more memory for the picks."""
TABLES = ("game", "seat", "level", "exposure", "event")

FIRST_GAME = """
import sys
from lab.speed import player
from lab.runs.run_spec import parse_spec
player(parse_spec(sys.argv[1]), "all")(0, 1)
"""


def measure(spec: RunSpec, cold: bool = True, choosing: bool = True) -> dict[str, float | int | None]:
    """All figures of a spec with one arm; speeds are the best of three measurements."""
    starts = process_starts(spec) if cold else {"compile_cold_s": None, "warm_start_s": None}
    quiet, loud = player(spec, "none"), player(spec, "all")
    quiet(0, 8)  # compiles or loads the kernels
    quiet_s, facts = best(lambda: quiet(0, spec.games))
    loud_s, _ = best(lambda: loud(0, spec.games))
    decisions = int(facts.game["decisions"].sum())
    figures: dict[str, float | int | None] = {
        "decisions_per_s": decisions / quiet_s,
        "games_per_s": spec.games / quiet_s,
        "decisions_per_s_all_events": decisions / loud_s,
        "games_per_s_all_events": spec.games / loud_s,
        "rows_per_s": rows_per_second(spec),
        "scaling_2": scaling(spec, quiet_s, 2),
        "choose_ns": choose_ns(spec) if choosing else None,
    }
    return figures | starts | {"peak_mb": peak_mb(), "games": spec.games, "cores": os.cpu_count()}


def player(spec: RunSpec, events: str) -> Player:
    """A player of the spec's first arm: everything up to the first game is done."""
    from lab.runs.arms import open_arms

    return open_arms(spec.model_copy(update={"events": events}))[0].player()


def best(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """Shortest of some measurements in seconds, and the last result."""
    shortest, result = float("inf"), None
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest, result


def choose_ns(spec: RunSpec) -> float:
    """Nanoseconds of one choice among two or more options: games with choosing less the same games replayed from picks.

    The loop that replays is compiled here, and only here: a minute the first time.
    """
    from engine.loop.choice_speed import measure_pace
    from engine.loop.game_ranges import make_book, new_table
    from lab.agents.personas import ordinary, weights_of
    from lab.runs.arms import open_arms

    arm = open_arms(spec)[0]
    sitting = weights_of([spec.only.agents[i % len(spec.only.agents)] for i in range(spec.only.seats)])
    book = make_book(arm.variant.rules, arm.cards.card, arm.cards.effect, sitting, ordinary())
    return measure_pace(new_table(), book, spec.seed, min(spec.games, PACE_GAMES), spec.only.seats).choose_ns


def scaling(spec: RunSpec, alone_s: float, workers: int) -> float:
    """How many times more games some threads play than one, in the same time."""
    players = [player(spec, "none") for _ in range(workers)]

    def together() -> None:
        on_threads(lambda i: players[i](i * spec.games, spec.games), range(workers), workers)

    return workers * alone_s / best(together)[0]


def rows_per_second(spec: RunSpec) -> float:
    """Rows of all tables that a whole run stores per second: playing, deriving facts, writing, committing."""
    from lab.runs.runner import run_spec
    from lab.store.store_folder import Store

    whole = spec.model_copy(update={"events": "all"})
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as folder:
        store = Store.open(Path(folder) / "store", create=True)
        start = time.perf_counter()
        run_spec(whole, store, workers=os.cpu_count() or 1, progress=None)
        seconds = time.perf_counter() - start
        rows = sum(int(store.query(f"SELECT count(*) AS n FROM {name}")["n"][0]) for name in TABLES)
    return rows / seconds


def process_starts(spec: RunSpec) -> dict[str, float | None]:
    """Seconds from the start of a process to its first game, with an empty and with a full compiler cache.

    The sources are copied: a copy has a cache of its own, so nobody else's is touched.
    """
    command = [sys.executable, "-c", FIRST_GAME, spec_text(spec)]
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as folder:
        for room in ROOMS:
            shutil.copytree(ROOT / room, Path(folder) / room, ignore=shutil.ignore_patterns("__pycache__"))
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(command, cwd=folder, check=True)
            seconds.append(time.perf_counter() - start)
    return {"compile_cold_s": seconds[0], "warm_start_s": seconds[1]}


def peak_mb() -> float:
    """Largest memory this process ever used."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1024)
