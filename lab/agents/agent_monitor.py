"""Watches the processes of outside agents: gives orders, waits by its own clock, believes no answer unchecked."""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import pickle
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import Pipe
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.agents.outside_agents import BadAgent, agent_seed, cut
from lab.agents.pipe_protocol import BAD, DONE, HEAD, NO_ORDER, Answer, unpacked
from lab.agents.process_tree import children_here, end_group, end_orphans

if TYPE_CHECKING:
    import numpy as np

    from engine.texts import Vocabulary

STARTING = 600.0
"""Seconds for the lab's own part of a start, before anything foreign is imported."""
SLICE = 0.05
"""Seconds after which a silent process is looked at: one that has ended may have left its line open to a copy."""
MOST_SAID = 400
"""Characters of an answer's sentence that are repeated."""


class Limits(NamedTuple):
    """Longest times in seconds: for importing an agent, and for making it or a choice of it."""

    loading: float
    choice: float
    more: str = ""  # how the second may be made longer, for a sentence


class LabGone(EOFError):
    """The process that gives the tasks has ended."""


class _Task(NamedTuple):
    doing: str
    too_long: str
    allowed: str


_TASKS = {
    "begin": _Task("starting", "a machine that starts Python in that time", "a process of its own"),
    "load": _Task("importing it", "a module that is imported in that time", "a module that can be imported"),
    "sit": _Task("making it", "an agent that is made in that time", "an agent that is made"),
    "choose": _Task("choose", "a choice in that time", "to return the position of an option"),
}
"""What an agent is told to do, for sentences."""


class Watched:
    def __init__(self, name: str, limits: Limits, lab: int, plays: bool) -> None:
        self.name, self.limits = name, limits
        reading, self._orders = Pipe(duplex=False)
        self._answers, writing = os.pipe()
        self._heard = b""
        with tempfile.TemporaryFile() as board:
            fds = (reading.fileno(), writing, board.fileno())
            self._board_fd = os.dup(board.fileno())
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "lab.agents.agent_process", *map(str, fds), *["plays"] * plays],
                pass_fds=fds, stdin=subprocess.DEVNULL, stdout=2, start_new_session=True,
            )  # fmt: skip
        reading.close()
        os.close(writing)
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self._poll.register(lab, 0)  # only whether it is still there
        self._lab = lab

    def begin(self, words: Vocabulary | None) -> None:
        """Hand over the words of the cards before the agent is imported; nothing if no game is to be played."""
        if words is not None:
            from engine.records.book import OPTION, OPTIONS
            from engine.records.state import GAME

            os.truncate(self._board_fd, GAME.itemsize + OPTIONS * OPTION.itemsize)
            self._board = mmap.mmap(self._board_fd, 0)
        self.order(_said(f"agent '{self.name}'"), STARTING, "begin", words)

    def show(self, record: np.ndarray, rows: np.ndarray) -> None:
        """Lay on the board what a seat may see of the game, and its options."""
        end = record.nbytes
        self._board[:end] = record  # type: ignore[call-overload]  # an array is a buffer
        self._board[end : end + rows.nbytes] = rows  # type: ignore[call-overload]

    def order(self, where: Callable[[], str], seconds: float, kind: str, *values: Any) -> int:
        """The row that an order is answered with; `where` begins the sentence about whatever else happens."""
        number = secrets.randbits(63) + 1
        try:
            self._orders.send_bytes(pickle.dumps((number, kind, values)))
        except OSError:
            raise self._bad(where, self._ended(kind)) from None
        answer = self._answer(where, seconds, kind)
        if answer.kind == BAD and answer.number in (number, NO_ORDER):
            raise self._bad(where, cut(answer.text, MOST_SAID))
        if answer.number != number or answer.kind != DONE or self._heard:
            what = "something else than the agent answered for it, a copy of its process or a thread"
            raise self._bad(where, f"{what}; allowed: one answer to each question")
        return answer.row

    def _answer(self, where: Callable[[], str], seconds: float, kind: str) -> Answer:
        until = time.monotonic() + seconds
        while (found := unpacked(self._heard)) is None:
            left = until - time.monotonic()
            if left <= 0:
                task = _TASKS[kind]
                more = self.limits.more if kind in ("sit", "choose") else ""
                raise self._bad(where, f"{task.doing} took longer than {seconds:g} s; allowed: {task.too_long}{more}")
            events = self._poll.poll(math.ceil(min(left, SLICE) * 1000))
            if any(fd == self._lab for fd, _ in events):
                raise LabGone
            said = os.read(self._answers, HEAD.size * 512) if events else b""
            if (events or self.process.poll() is not None) and not said and not self._more():
                raise self._bad(where, self._ended(kind))
            self._heard += said
        answer, used = found
        self._heard = self._heard[used:]
        return answer

    def _more(self) -> bool:
        """Whether an ended process has said something before it ended."""
        return any(what & select.POLLIN for fd, what in self._poll.poll(0) if fd == self._answers)

    def _ended(self, kind: str) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(SLICE)
        code, allowed = self.process.poll(), _TASKS[kind].allowed
        if code is None:
            return f"its process has closed its line to the lab; allowed: {allowed}"
        try:
            ended = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        except ValueError:
            ended = f"signal {-code}"
        doing = "" if kind == "choose" else f"{_TASKS[kind].doing}: "
        return f"{doing}its process ended with {ended}; allowed: {allowed}"

    def _bad(self, where: Callable[[], str], what: str) -> BadAgent:
        return BadAgent(f"{where()}: {what}")

    def end(self) -> None:
        end_group(self.process)
        self._orders.close()
        for fd in (self._answers, self._board_fd):
            with contextlib.suppress(OSError):
                os.close(fd)


def _said(text: str) -> Callable[[], str]:
    return lambda: text


class Company:
    """All agents of a table from outside, each with a process of its own.

    `lab` is a descriptor that hangs up when the process ends that gives the tasks; `plays` says that they will be
    seated, not only imported.
    """

    def __init__(self, names: Sequence[str], limits: Limits, lab: int, plays: bool) -> None:
        self.limits = limits
        self._others = children_here()  # no business of this company
        self.guests = {name: Watched(name, limits, lab, plays) for name in dict.fromkeys(names)}

    def load(self, words: Vocabulary | None = None) -> None:
        """Import every agent; the processes start beside each other."""
        for name, guest in self.guests.items():
            guest.begin(words)
            guest.order(_said(f"agent '{name}'"), self.limits.loading, "load", name)

    def sit(self, seats: Mapping[int, str], seed: int, game: int) -> None:
        """Begin a game, given the name of the agent in every seat that one from outside has."""
        for name in dict.fromkeys(seats.values()):
            seeds = {seat: agent_seed(seed, game, seat) for seat, other in seats.items() if other == name}
            self.guests[name].order(_said(f"agent '{name}', game {game}"), self.limits.choice, "sit", seeds)

    def choose(self, name: str, seat: int, record: np.ndarray, rows: np.ndarray, where: Callable[[], str]) -> int:
        """Position among `rows` of what an agent takes; `record` is what its seat may see of the game."""
        guest = self.guests[name]
        guest.show(record, rows)
        row = guest.order(where, self.limits.choice, "choose", seat, len(rows))
        if not 0 <= row < len(rows):
            raise BadAgent(f"{where()}: its process answered {row}; allowed: a row from 0 to {len(rows) - 1}")
        return row

    def end(self) -> None:
        """End all processes, and whatever they have started."""
        for guest in self.guests.values():
            guest.end()
        end_orphans(self._others)
