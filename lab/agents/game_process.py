"""The process between the lab and its outside agents: it plays the games, and ends whatever the agents started.

The lab sends tasks and waits. Foreign code runs in processes below this one, watched by its clock. Every process
that an agent leaves behind comes to this one, wherever it hides, and is ended with the agents: when the lab
says so, when the lab is gone, and when an agent fails.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from lab.agents.agent_monitor import Company, LabGone, Limits
from lab.agents.outside_agents import BadAgent
from lab.agents.process_tree import adopt_orphans
from lab.errors import BadInput, RunFault

if TYPE_CHECKING:
    import numpy as np

    from engine.loop.game_ranges import Played
    from engine.texts import Vocabulary
    from lab.agents.outside_games import Box, OutsideGames

DONE, BAD, FAULT, BROKEN = "done", "bad", "fault", "broken"
"""What comes back of a task: its result, or a sentence about the agent, the engine, the lab."""


class Tasks:
    """What the lab may ask for; each public method is a task."""

    def __init__(self, lab: int) -> None:
        self._lab = lab
        self._company: Company | None = None
        self._games: OutsideGames | None = None

    def check(self, names: Sequence[str], limits: Limits) -> None:
        """Import some agents, and no more."""
        self._company = Company(names, limits, self._lab, plays=False)
        self._company.load()
        self.end()

    def start(self, names: Sequence[str], limits: Limits) -> None:
        """Start the processes of some agents."""
        self._company = Company(names, limits, self._lab, plays=True)

    def furnish(self, box: Box) -> None:
        """Make a table ready for the ranges of `play`."""
        from lab.agents.outside_games import OutsideGames, changed_source

        if edited := changed_source(box):
            raise RunFault(f"the source of {edited} has been edited since the run began: start it again")
        self._games = OutsideGames(box)
        self._games.company = self._loaded(self._games.words)

    def play(self, first: int, count: int, agents: np.ndarray, keep: np.ndarray) -> Played:
        """Facts of a range of games, as `OutsideGames.play`."""
        assert self._games is not None
        return self._games.play(first, count, agents, keep)

    def seat(self, words: Vocabulary, seats: Mapping[int, str], seed: int, game: int) -> None:
        """Seat agents at a table that the lab itself steps."""
        self._loaded(words).sit(seats, seed, game)

    def choose(self, name: str, seat: int, record: np.ndarray, rows: np.ndarray, where: str) -> int:
        """What an agent takes there: a position among `rows`."""
        assert self._company is not None
        return self._company.choose(name, seat, record, rows, lambda: where)

    def end(self) -> None:
        """End all agents."""
        if self._company is not None:
            self._company.end()
        self._company = None

    def _loaded(self, words: Vocabulary) -> Company:
        assert self._company is not None
        self._company.load(words)
        return self._company


def main(argv: list[str]) -> int:
    """Do what the lab sends until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lab decides
    adopt_orphans()
    connection = Connection(int(argv[0]))
    tasks = Tasks(connection.fileno())
    try:
        while True:
            number, kind, values = connection.recv()
            connection.send((number, *done(tasks, kind, values)))
    except (EOFError, OSError):
        return 0
    finally:
        tasks.end()


def done(tasks: Tasks, kind: str, values: Sequence[Any]) -> tuple[str, Any]:
    """What comes back of a task: whether it was done, and its result or a sentence."""
    try:
        return DONE, getattr(tasks, kind)(*values)
    except LabGone:
        raise
    except BadAgent as error:
        tasks.end()
        return BAD, str(error)
    except (BadInput, RunFault) as error:
        return FAULT, str(error)
    except Exception:  # a defect of the lab is shown where the run was started
        return BROKEN, traceback.format_exc()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
