"""A process of its own for the games of outside agents: whatever a foreign choice does, the run survives it.

The parent sends ranges of games and waits. Before each choice the child notes on a shared board who is
asked, and sets an alarm that it does not handle: a choice that takes too long ends the child even if
it never gives Python's lock back, and the parent reads from the board whose choice that was.
"""

from __future__ import annotations

import mmap
import os
import signal
import struct
import subprocess
import sys
import tempfile
import traceback
import weakref
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.agents.outside import SECONDS, BadAgent
from lab.errors import BadInput, RunFault

if TYPE_CHECKING:
    import numpy as np

    from engine.facts.tables import Facts
    from lab.agents.outside_games import Box

BOARD = struct.Struct("qqqq")
AFTERWARDS = "what was committed stays, and the mended agent is other code and plays as a new run"


class Asked(NamedTuple):
    """What stands on the board: who chooses, in which game and turn; -1 where nobody does."""

    game: int
    turn: int
    seat: int
    agent: int


class OutsideWorker:
    """Plays games in a process of its own, which is started with the first range and ends with this object."""

    def __init__(self, box: Box, seconds: float = SECONDS) -> None:
        self.box, self.seconds = box, seconds
        self._connection: Connection | None = None

    def play(self, first: int, count: int, agents: np.ndarray, keep: np.ndarray) -> Facts:
        """Facts of a range of games, as `OutsideGames.play`."""
        if self._connection is None:
            self._start()
        assert self._connection is not None
        try:
            self._connection.send((first, count, agents, keep))
            kind, said = self._connection.recv()
        except (EOFError, OSError):
            raise BadAgent(f"{self._how_it_ended()}; {AFTERWARDS}") from None
        if kind == "facts":
            facts: Facts = said
            return facts
        if kind == "bad":
            raise BadAgent(f"{said}; {AFTERWARDS}")
        raise RunFault(said) if kind == "fault" else RuntimeError(said)

    def _start(self) -> None:
        ours, theirs = Pipe()
        with tempfile.TemporaryFile() as file:
            file.write(BOARD.pack(-1, -1, -1, -1))
            file.flush()
            self._board = mmap.mmap(file.fileno(), BOARD.size)
            fds = (theirs.fileno(), file.fileno())
            path = os.pathsep.join(p or os.getcwd() for p in sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "lab.agents.outside_worker", *map(str, fds)],
                pass_fds=fds, env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.DEVNULL, stdout=2,
            )  # fmt: skip
        theirs.close()
        self._connection = ours
        weakref.finalize(self, _end, self._process, ours)
        ours.send((self.box, self.seconds))

    def _how_it_ended(self) -> str:
        code = self._process.wait()
        asked = Asked(*BOARD.unpack(self._board[:]))
        if code == -signal.SIGALRM:
            what = f"took longer than {self.seconds:g} s; allowed: a choice in that time, or more with --agent-seconds"
        else:
            ended = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
            what = f"ended the process with {ended}; allowed: to return the position of an option"
        if asked.game < 0:
            return f"agents {', '.join(dict.fromkeys(self.box.agents))}: between two choices somebody {what}"
        if asked.agent < 0:
            return f"game {asked.game}: making its agents {what}"
        who, seat = self.box.agents[asked.agent], self.box.names.seats[asked.seat]
        return f"agent '{who}', game {asked.game}, turn {asked.turn}, seat {seat}: choose {what}"


def _end(process: subprocess.Popen[bytes], connection: Connection) -> None:
    connection.close()
    process.kill()
    process.wait()


def main(argv: list[str]) -> int:
    """The child: plays what it is sent until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to everybody in the terminal: the parent decides
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    connection = Connection(int(argv[0]))
    try:
        _serve(connection, mmap.mmap(int(argv[1]), BOARD.size))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return 0
    return 0


def _serve(connection: Connection, board: mmap.mmap) -> None:
    box, seconds = connection.recv()

    def watch(game: int, turn: int, seat: int, agent: int) -> None:
        BOARD.pack_into(board, 0, game, turn, seat, agent)
        signal.setitimer(signal.ITIMER_REAL, seconds if game >= 0 else 0)

    games: Any = None
    while True:
        order = connection.recv()
        try:
            if games is None:
                from lab.agents.outside_games import OutsideGames, changed_source

                if edited := changed_source(box):
                    raise RunFault(f"the source of {edited} has been edited since the run began: start it again")
                games = OutsideGames(box, watch)
            answer: tuple[str, Any] = ("facts", games.play(*order))
        except BadInput as error:
            answer = ("bad", str(error))
        except RunFault as error:
            answer = ("fault", str(error))
        except Exception:  # a defect of the lab is shown where the run was started
            answer = ("broken", traceback.format_exc())
        signal.setitimer(signal.ITIMER_REAL, 0)
        connection.send(answer)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
