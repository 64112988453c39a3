"""Speed beside something else: an earlier revision of this house, other libraries of games, a loop that never changes.

A machine is faster in one minute than in the next, so what is compared is measured in turn, and told as a ratio.
"""

from __future__ import annotations

import io
import json
import math
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from lab.errors import BadInput
from lab.runs.run_spec import spec_text
from lab.speed import PERSONA, ROOMS, ROOT, player

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec

MEASURED = """
import json, resource, sys, time
began = time.process_time()
from lab.speed import player
from lab.runs.run_spec import parse_spec
spec = parse_spec(sys.argv[1])
quiet, loud = player(spec, "none"), player(spec, "all")
quiet(0, 1)
figures = {"start": time.process_time() - began}
figures["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
loud(0, 8)
for name, play in (("games", quiet), ("games with all events", loud)):
    began = time.process_time()
    play(0, spec.games)
    figures[name] = time.process_time() - began
print(json.dumps(figures))
"""
FIGURES = {
    "games": "games a second",
    "games with all events": "games a second, all events",
    "start": "CPU seconds to the first game",
    "memory": "memory of it",
}
"""What is measured, as it is told: of speeds more is better, of the others less."""
ROUNDS = 5

PEERS = ("crazy_eights", "gin_rummy", "hearts")
"""Card games of OpenSpiel whose random games are played beside ours."""
PEER_GAMES = 300

STEPS = 2_000_000
GAMES_IN_A_LOOP = 180.0
"""Games of `cthulhu` in the CPU time of one loop, as it was when the bar was last set."""
BAR = 0.8
"""Part of it below which the engine is too slow."""


def ratios(spec: RunSpec, revision: str, rounds: int = ROUNDS) -> dict[str, tuple[float, float, float]]:
    """Ratio of each figure of this house to a revision's, with its 95 % interval, of so many rounds.

    Raises BadInput where the revision, or Git, is not there.
    """
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as folder:
        _lay_out(revision, Path(folder))
        for place in (ROOT, Path(folder)):
            _measured(place, spec.model_copy(update={"games": 1}))  # compiles
        pairs = []
        for i in range(rounds):
            order = [ROOT, Path(folder)][:: 1 if i % 2 else -1]
            found = {place: _measured(place, spec) for place in order}
            pairs.append((found[ROOT], found[Path(folder)]))
    return {name: _ratio([here[name] / there[name] for here, there in pairs], name) for name in FIGURES}


def beside_a_loop(spec: RunSpec, rounds: int = ROUNDS) -> float:
    """Games in the time of a plain loop, as a part of what they were when the bar was set; the best of some rounds."""
    play = player(spec, "none")
    play(0, 8)
    found = []
    for _ in range(rounds):
        loop, games = _cpu(_loop), _cpu(lambda: play(0, spec.games))
        found.append(spec.games / games * loop / GAMES_IN_A_LOOP)
    return max(found)


def _loop() -> int:
    number = 1
    for _ in range(STEPS):
        number = (number * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
    return number


def _cpu(work: Callable[[], object]) -> float:
    """CPU seconds that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def beside_peers(spec: RunSpec) -> dict[str, float]:
    """Decisions a CPU second of this lab and of games of OpenSpiel, played at random by its C++ and by a Python loop.

    Raises BadInput where OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError:
        raise BadInput("--peers: OpenSpiel is not installed; allowed after: pip install open_spiel") from None
    found = {}
    for who in (PERSONA, "random"):
        play = player(spec.model_copy(update={"agents": ((who,),)}), "none")
        play(0, 8)
        decisions: list[int] = []
        seconds = _cpu(lambda: decisions.append(int(play(0, spec.games).game["decisions"].sum())))  # noqa: B023
        found[f"this lab, {spec.arms[0]}, {who}"] = decisions[0] / seconds
    for name in PEERS:
        game, luck = pyspiel.load_game(name), random.Random(1)
        counts: list[int] = []
        seconds = _cpu(lambda: counts.extend(_at_random(game, luck) for _ in range(PEER_GAMES)))  # noqa: B023
        bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in range(game.num_players())]
        inside = _cpu(lambda: [pyspiel.evaluate_bots(game.new_initial_state(), bots, i) for i in range(PEER_GAMES)])  # noqa: B023
        found[f"OpenSpiel, {name}, C++"] = sum(counts) / inside
        found[f"OpenSpiel, {name}, a loop of Python"] = sum(counts) / seconds
    return found


def _at_random(game: Any, luck: random.Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, weights)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _ratio(times: list[float], name: str) -> tuple[float, float, float]:
    """Mean ratio and its interval, on the scale of logarithms; of seconds a game the ratio of speeds."""
    logs = np.log(times) * (-1 if name.startswith("games") else 1)
    margin = float(stats.t.ppf(0.975, len(logs) - 1)) * float(np.std(logs, ddof=1)) / math.sqrt(len(logs))
    mean = float(np.mean(logs))
    return math.exp(mean), math.exp(mean - margin), math.exp(mean + margin)


def _measured(place: Path, spec: RunSpec) -> dict[str, float]:
    """Figures of one process that plays by the sources in a folder."""
    given = os.environ | {"PYTHONPATH": str(place)}
    command = [sys.executable, "-c", MEASURED, spec_text(spec)]
    done = subprocess.run(command, cwd=place, env=given, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _lay_out(revision: str, folder: Path) -> None:
    """The sources of a revision, in a folder of their own."""
    command = ["git", "archive", "--format=tar", revision, *ROOMS]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True)
    except FileNotFoundError:
        raise BadInput("--against: Git is not installed") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BadInput(f"--against: {revision!r}: {said[0] if said else 'no such revision'}; allowed: a commit or tag")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
