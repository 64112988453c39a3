"""Runs that are killed at random moments: after each the same command goes on, and all stores must be the same.

`python -m tests.lab.kills 40` kills forty times and prints what it found.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED
from tests.lab.fakes import fake_arms

ROOT = Path(__file__).resolve().parents[2]
PLAY = "import sys; from tests.lab.kills import play; play(sys.argv[1])"
SPEC = RunSpec(arms=("base", "base+faster"), games=300, shard_games=5, agents=("balanced",))
"""Many shards that cost nothing to play: most of the time something is being committed."""


def play(path: str | Path) -> str:
    """Play what is missing."""
    return run_spec(SPEC, path, 2, arms=fake_arms(SPEC)).run_id


def killed(path: Path, after: float) -> bool:
    """Start a run and kill it so many seconds after its first commit; False if it was done before."""
    there = len(list(path.glob("runs/*/shard/*.json")))
    process = subprocess.Popen([sys.executable, "-c", PLAY, str(path)], cwd=ROOT)
    while process.poll() is None and len(list(path.glob("runs/*/shard/*.json"))) <= there:
        time.sleep(0.002)
    time.sleep(after)
    process.kill()
    return process.wait() != 0


def sound(path: Path) -> bool:
    """Whether nothing that is visible is damaged, and every game that is there has all its rows."""
    store = Store.open(path)
    for run in store.run_ids():
        games = {name: store.table(name, run).select("arm", "game").unique().collect().height for name in PLAYED}
        if store.damages(run) or len(set(games.values())) != 1:
            return False
    return True


def kill_often(folder: Path, kills: int, each: int, lot: random.Random) -> tuple[int, int, int]:
    """Kills, and of the stores those that went on to equal bytes, and all; `each` kills of a store."""
    run = play(folder / "whole")
    whole = {name: Store.open(folder / "whole").digest(name, run) for name in PLAYED}
    done, equal, stores = 0, 0, 0
    while done < kills:
        path, stores, is_sound = folder / str(stores), stores + 1, True
        for _ in range(each):
            done += killed(path, lot.random() * 0.4)
            is_sound &= sound(path)
        play(path)
        left = list(path.rglob("*.part"))
        same = {name: Store.open(path).digest(name, run) for name in PLAYED} == whole
        equal += is_sound and same and not left and not Store.open(path).damages(run)
    return done, equal, stores


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        done, equal, stores = kill_often(Path(place), int(sys.argv[1]), 4, random.Random(1))
    print(f"{done} kills of {stores} stores: {equal} of them went on to equal bytes, with nothing left over")
