"""A range of games with outside agents: the compiled steps, driven from Python; the facts are derived as ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.board.setup import new_game
from engine.facts.tables import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts, nothing_used
from engine.jit import handle
from engine.loop.batch import GameFault, make_book, new_tables, write_facts
from engine.loop.game import play_on
from engine.play import answer
from engine.policies.lookahead import REAL
from engine.records.book import LOG_ROWS
from engine.records.events import Fault
from engine.table import buffers, options_of
from engine.texts import Names, Vocabulary
from engine.view import Fields, View, copy_for
from lab.agents.outside import OutsideAgents, ask_agent, code_hash
from lab.agents.personas import is_outside
from lab.errors import RunFault
from lab.provenance import engine_hash

Watch = Callable[[int, int, int, int], None]
"""Told before foreign code runs: game, turn, seat, position of the agent (-1: agents are made); then -1 four times."""

MOST_ROUNDS = 20_000
"""Rounds that one game can have at most."""


@dataclass(frozen=True)
class Box:
    """Everything the games of an arm depend on, in a form that can be sent to another process."""

    rules: np.ndarray
    card: np.ndarray
    effect: np.ndarray
    names: Names
    agents: tuple[str, ...]
    outside: tuple[bool, ...]  # which of the agents
    weights: np.ndarray  # int64[agents, features]
    ordinary: np.ndarray  # int64[features]
    seed: int
    sources: Mapping[str, str] = field(default_factory=dict)  # fingerprints that must not change: see `changed_source`


def changed_source(box: Box) -> str:
    """What has been edited since a run was named after it: an agent, or the engine; empty if nothing has."""
    now = {name: code_hash(name) if is_outside(name) else engine_hash() for name in box.sources}
    return next((name for name, before in box.sources.items() if now[name] != before), "")


def unwatched(game: int, turn: int, seat: int, agent: int) -> None:
    """Nobody limits the time of a choice."""


class OutsideGames:
    """Plays ranges of games; one for each worker."""

    def __init__(self, box: Box, watch: Watch = unwatched) -> None:
        self.box, self.watch = box, watch
        self.outside = OutsideAgents([name for name, outside in zip(box.agents, box.outside, strict=True) if outside])
        seats = len(box.names.seats)
        self.book = buffers(make_book(box.rules, box.card, box.effect, box.weights[[0] * seats], box.ordinary))
        self.games = new_tables()
        self.fast = (handle(self.games[REAL]), handle(self.book))
        self.words = Vocabulary(self.book, box.names)
        sizes = (1, seats, MOST_ROUNDS * seats, LOG_ROWS, LOG_ROWS)
        kinds = (GAME_FACT, SEAT_FACT, LEVEL_FACT, EXPOSURE_FACT, EVENT_FACT)
        self.out = Facts(*(np.zeros(n, np.dtype((np.record, kind))) for n, kind in zip(sizes, kinds, strict=True)))

    def play(self, first: int, count: int, agents: np.ndarray, keep: np.ndarray) -> Facts:
        """Facts of games `first` .. `first + count - 1`; `agents` int64[count, seats], `keep` bool[count]."""
        parts = [self._game(first + i, agents[i], bool(keep[i])) for i in range(count)]
        return Facts(*(np.concatenate(tables) for tables in zip(*parts, strict=True)))

    def _game(self, game: int, agents: np.ndarray, keep: bool) -> list[np.ndarray]:
        box, book = self.box, self.book
        seated = agents.tolist()
        book.work.weights[: len(seated), : box.weights.shape[1]] = box.weights[agents]
        self.watch(game, 0, -1, -1)
        guests = self.outside.sit({s: box.agents[a] for s, a in enumerate(seated) if box.outside[a]}, box.seed, game)
        self.watch(-1, -1, -1, -1)
        self.games["log_on"][0] = 1
        new_game(*self.fast, box.seed, game, len(seated))
        asked, mask = self.games["asked"], sum(1 << seat for seat in guests)
        while play_on(self.games, self.fast[1], mask):
            seat = int(asked[0])
            answer(*self.fast, self._ask(guests[seat], game, seat, seated[seat]))
        g = self.games[REAL]
        if g.fault:
            raise RunFault(f"seed {box.seed}: the engine gave up: {GameFault(game, int(g.fault), int(g.fault_at))}")
        return self._tables(game, agents, keep)

    def _ask(self, agent: Any, game: int, seat: int, position: int) -> int:
        rows = self.book.work.option[: int(self.games["options"][0])]
        view = View(copy_for(self.games, rows, seat), self.words, seat)
        options = options_of(Fields(self.games), rows.tolist(), self.words)
        turn = int(self.games["turn"][0])
        indices = [option.index for option in options]  # an agent may change the list it is given

        def where() -> str:
            return f"agent '{self.box.agents[position]}', game {game}, turn {turn}, seat {view.seat}"

        self.watch(game, turn, seat, position)
        taken = ask_agent(agent, view, options, where)
        self.watch(-1, -1, -1, -1)
        return indices[taken]

    def _tables(self, game: int, agents: np.ndarray, keep: bool) -> list[np.ndarray]:
        """The rows of a finished game in each table, copied out of the buffers."""
        used = nothing_used()
        if write_facts(*self.fast, game, agents, keep, self.out, used) == 0:
            raise RunFault(f"seed {self.box.seed}: the engine gave up: {GameFault(game, Fault.LOG_FULL, -1)}")
        return [table[:n].copy() for table, n in zip(self.out, used.tolist(), strict=True)]
