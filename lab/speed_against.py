"""Speed of this house beside that of an earlier revision: both are measured in turn, and told as ratios.

A machine is faster in one minute than in the next, so only what was measured side by side is compared.
"""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from lab.errors import BadInput
from lab.runs.run_spec import spec_text
from lab.speed import ROOMS, ROOT

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
