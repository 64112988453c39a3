"""The process in which an outside agent lives: the only place where foreign code runs.

It is sent what its seat may see and knows nothing else of the game. All of it, this module too, is at the agent's
mercy: nobody who reads the answers trusts them (`lab.agents.agent_monitor`).
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from lab.agents.outside_agents import BadAgent, Sitting, ask_agent, load_agent, raised
from lab.agents.pipe_protocol import BAD, DONE, NO_ORDER, Answer
from lab.agents.process_tree import die_with_parent

if TYPE_CHECKING:
    from engine.texts import Vocabulary

FAILED = 1
Rows = Sequence[Sequence[int]]


class Guest:
    """Carries out the orders for one agent: its module, its seats, its choices."""

    def __init__(self, board: int) -> None:
        self.board = board
        self.words: Vocabulary | None = None
        self.sitting: Sitting | None = None

    def begin(self, words: Vocabulary | None) -> int:
        """Get ready to see games: `words` of the cards; nothing if the agent is only loaded."""
        self.words = words
        if words is not None:
            from engine.records.state import GAME

            self.shared, self.size = mmap.mmap(self.board, 0), GAME.itemsize
        return 0

    def load(self, name: str) -> int:
        """Import the agent."""
        self.sitting = Sitting(load_agent(name))
        return 0

    def sit(self, seeds: Mapping[int, int]) -> int:
        """Begin a game: the agent's seed in each of its seats."""
        assert self.sitting is not None
        self.sitting.sit(seeds)
        return 0

    def choose(self, seat: int, n: int) -> int:
        """Row of the option that the agent takes, in the game that lies on the board with its `n` options."""
        import numpy as np

        from engine.records.book import OPTION

        assert self.sitting is not None and self.words is not None
        rows = np.frombuffer(self.shared, OPTION, n, self.size).tolist()
        return row_taken(self.sitting.at[seat], bytearray(memoryview(self.shared)[: self.size]), rows, self.words, seat)


def row_taken(agent: Any, record: bytearray, rows: Rows, words: Vocabulary, seat: int) -> int:
    """Row of the option an agent takes; `record` is a GAME without what its seat may not see, `rows` are options."""
    import numpy as np

    from engine.records.state import GAME
    from engine.table import options_of
    from engine.view import Fields, View

    seen = Fields(np.frombuffer(record, GAME))
    options = options_of(seen, rows, words)
    indices = [option.index for option in options]  # an agent may change the list it is given
    return indices[ask_agent(agent, View(seen, words, seat), options)]


def main(argv: list[str]) -> None:
    """Carry out orders until the watcher is gone; a copy of this process that the agent made never answers."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to everybody in the terminal: the lab decides
    _say_in_one_line()
    if argv[3:]:
        import engine.table  # noqa: F401 - while the lab makes the table ready
    orders, answers, board = (int(fd) for fd in argv[:3])
    line, guest, getpid = Connection(orders, writable=False), Guest(board), os.getpid
    own, number = getpid(), NO_ORDER
    try:
        while True:
            number = NO_ORDER
            number, kind, values = line.recv()
            answer = _carried_out(guest, number, kind, values)
            if getpid() != own:
                os._exit(0)
            os.write(answers, answer.packed())
    except EOFError:
        os._exit(0)
    except BaseException as error:  # of a signal's handler or a thread, between two orders
        with contextlib.suppress(OSError):  # its line is cut: how the process ends says enough
            if getpid() == own:
                os.write(answers, Answer(number, BAD, -1, f"its process {raised(error)}").packed())
        os._exit(FAILED)


def _carried_out(guest: Guest, number: int, kind: str, values: tuple[Any, ...]) -> Answer:
    try:
        return Answer(number, DONE, getattr(guest, kind)(*values), "")
    except BadAgent as error:
        return Answer(number, BAD, -1, str(error))
    except BaseException as error:  # whatever the agent did to this process
        return Answer(number, BAD, -1, f"its process {raised(error)}; allowed: to leave the lab's own code alone")


def _say_in_one_line() -> None:
    """What the agent prints goes out line by line; what fails beside its choices is one line, no traceback."""
    import threading

    def thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            print(f"a thread of the agent {raised(args.exc_value)}", file=sys.stderr)

    def ignored(args: Any) -> None:
        if args.exc_value is not None:
            print(f"the agent {raised(args.exc_value)}, which nobody heard", file=sys.stderr)

    threading.excepthook, sys.unraisablehook = thread, ignored
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    gc.freeze()


if __name__ == "__main__":
    main(sys.argv[1:])
