"""The lab's side of outside agents: no line of theirs runs in its process, whatever a choice of theirs does."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from lab.agents.agent_monitor import Limits
from lab.agents.agent_source import code_hash, search_here
from lab.agents.game_process import BAD, BROKEN, DONE, FAULT
from lab.agents.outside_agents import SECONDS, BadAgent
from lab.agents.person import PERSON
from lab.agents.personas import is_outside
from lab.agents.process_tree import is_stopped
from lab.errors import RunFault

if TYPE_CHECKING:
    import numpy as np

    from engine.loop.game_ranges import Played
    from engine.table import Option
    from engine.texts import Vocabulary
    from engine.view import View
    from lab.agents.outside_games import Box

LOADING = 60.0
"""Longest time for importing an agent, in seconds."""
AT_A_TABLE = 600.0
"""Longest time for one choice where a game is replayed, or a person plays: a run may have allowed any."""
MORE = ", or more with --agent-seconds"
AFTERWARDS = "what was committed stays, and the mended agent is other code and plays as a new run"
PATIENCE = 10.0
"""Seconds in which a keeper ends what agents have started, before it is ended itself."""
LOOK = 0.25
"""Seconds between two looks at a keeper."""
HELD = 2.0
"""Seconds for which a keeper is seen stopped before it counts as lost: whoever suspends a whole job wakes it as one."""

FAILED: dict[str, type[Exception]] = {BAD: BadAgent, FAULT: RunFault, BROKEN: RuntimeError}
"""What is raised where a task was not done."""


class Keeper:
    """A process that keeps outside agents and does what it is told; it ends with this object."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self._numbers = itertools.count()
        self._connection, theirs = Pipe()
        search_here()
        path = os.pathsep.join(p or os.getcwd() for p in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lab.agents.game_process", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.DEVNULL, stdout=2,
            start_new_session=True,
        )  # fmt: skip
        theirs.close()
        self._stopped = threading.Event()
        watched = (self._process, socket.socket(fileno=os.dup(self._connection.fileno())), self._stopped)
        threading.Thread(target=_watch, args=watched, daemon=True).start()
        self.end = weakref.finalize(self, _end, self._process, self._connection)

    def do(self, task: str, *values: Any) -> Any:
        """Result of a task, a public method of `game_process.Tasks`."""
        number = next(self._numbers)
        try:
            self._connection.send((number, task, values))
            answered, kind, said = self._connection.recv()
        except (EOFError, OSError):
            raise BadAgent(self._how_it_was_lost()) from None
        if kind != DONE or answered != number:
            raise FAILED.get(kind, RuntimeError)(said)
        return said

    def _how_it_was_lost(self) -> str:
        who = ("agent " if len(self.names) == 1 else "agents ") + ", ".join(f"'{name}'" for name in self.names)
        lost = "was stopped, and would never answer"
        if not self._stopped.is_set():
            code = self._process.wait()
            lost = f"ended with signal {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"{who}: the process that plays with them {lost}; allowed: to leave it alone"


def _watch(process: subprocess.Popen[bytes], line: socket.socket, stopped: threading.Event) -> None:
    """Hang up on a keeper that somebody keeps stopped: whoever waits for its answer hears of it."""
    seen = 0
    with line:
        while process.poll() is None:
            seen = seen + 1 if is_stopped(process.pid) else 0
            if seen * LOOK > HELD:
                stopped.set()
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                return
            time.sleep(LOOK)


def _end(process: subprocess.Popen[bytes], connection: Connection) -> None:
    """Hang up, even while a thread still waits for an answer; the keeper ends its agents and itself."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(OSError):
        connection.close()
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if is_stopped(process.pid):  # it has to end its agents yet
            process.send_signal(signal.SIGCONT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LOOK)
    if process.poll() is None:
        process.kill()
        process.wait()


class OutsideWorker:
    """Plays games with outside agents; its processes start with the first range and end with this object."""

    def __init__(self, box: Box, seconds: float = SECONDS) -> None:
        self.box, self.seconds = box, seconds
        self._keeper: Keeper | None = None

    def play(self, first: int, count: int, agents: np.ndarray, keep: np.ndarray) -> Played:
        """Facts of a range of games, as `OutsideGames.play`."""
        try:
            if self._keeper is None:
                names = [name for name, outside in zip(self.box.agents, self.box.outside, strict=True) if outside]
                self._keeper = Keeper(names)
                self._keeper.do("start", names, Limits(LOADING, self.seconds, MORE))
                self._keeper.do("furnish", self.box)
            facts: Played = self._keeper.do("play", first, count, agents, keep)
        except BadAgent as error:
            raise BadAgent(f"{error}; {AFTERWARDS}") from None
        return facts


_IMPORTED: set[tuple[str, str]] = set()
"""Agents that could be imported, with the fingerprint of their code."""


def check_agents(names: Sequence[str]) -> None:
    """Import agents in a process of their own, where this has not been done: a BadAgent for one that cannot be."""
    code = {name: (name, code_hash(name)) for name in names if name != PERSON}
    new = [name for name in code if code[name] not in _IMPORTED]
    if not new:
        return
    keeper = Keeper(new)
    try:
        keeper.do("check", new, Limits(LOADING, LOADING))
    finally:
        keeper.end()
    _IMPORTED.update(code.values())


class Seated:
    """An outside agent at a table that is stepped in this process; the agent itself is in another one."""

    def __init__(self, keeper: Keeper, name: str) -> None:
        self.keeper, self.name = keeper, name

    def choose(self, view: View, options: Sequence[Option]) -> int:
        """Position of the option it takes; a BadAgent if there is none."""
        import numpy as np

        from engine.records.book import OPTION

        rows = np.array([(o.verb, o.card, o.target, o.amount, o.pick) for o in options], OPTION)
        where = f"agent '{self.name}', turn {view.turn}, seat {view.seat}"
        position: int = self.keeper.do("choose", self.name, view.place, view._g._games, rows, where)
        return position


def seated(
    names: Sequence[str], words: Vocabulary, seed: int, game: int, seconds: float = AT_A_TABLE
) -> dict[int, Seated]:  # fmt: skip
    """The outside agents among the players of one game, ready to play, by seat; `words` are those of the table."""
    seats = {seat: name for seat, name in enumerate(names) if is_outside(name) and name != PERSON}
    if not seats:
        return {}
    keeper = Keeper(list(seats.values()))
    keeper.do("start", keeper.names, Limits(LOADING, seconds))
    keeper.do("seat", words, seats, seed, game)
    return {seat: Seated(keeper, name) for seat, name in seats.items()}
