"""A range of games with outside agents: the compiled steps, driven from Python; the facts are derived as ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from engine.board.setup import new_game
from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts, nothing_used
from engine.jit import handle
from engine.loop.game import play_on
from engine.loop.game_ranges import GameFault, Played, fault_rows, make_book, new_tables, write_facts
from engine.next_question import answer
from engine.policies.lookahead import REAL
from engine.records.book import LOG_ROWS
from engine.records.events import Fault
from engine.table import buffers
from engine.texts import Names, Vocabulary
from engine.view import copy_for
from lab.agents.agent_source import code_hash
from lab.agents.personas import is_outside
from lab.provenance import engine_hash

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


class Company(Protocol):
    """Agents from outside, as `lab.agents.agent_monitor.Company` keeps them."""

    def sit(self, seats: Mapping[int, str], seed: int, game: int) -> None:
        """Begin a game, given the name of the agent in every seat that one from outside has."""

    def choose(self, name: str, seat: int, record: np.ndarray, rows: np.ndarray, where: Callable[[], str]) -> int:
        """Position among the option rows of what an agent takes; `record` is what its seat may see of the game."""


class OutsideGames:
    """Plays ranges of games; one for each worker. The agents see copies: nothing they do reaches the game itself."""

    def __init__(self, box: Box) -> None:
        self.box = box
        seats = len(box.names.seats)
        self.book = buffers(make_book(box.rules, box.card, box.effect, box.weights[[0] * seats], box.ordinary))
        self.games = new_tables()
        self.fast = (handle(self.games[REAL]), handle(self.book))
        self.words = Vocabulary(self.book, box.names)
        self.option = self.book.work.option  # looked up once: the attributes of `np.record` take long
        sizes = (1, seats, MOST_ROUNDS * seats, LOG_ROWS, LOG_ROWS)
        kinds = (GAME_FACT, SEAT_FACT, LEVEL_FACT, EXPOSURE_FACT, EVENT_FACT)
        self.out = Facts(*(np.zeros(n, np.dtype((np.record, kind))) for n, kind in zip(sizes, kinds, strict=True)))
        self.company: Company

    def play(self, first: int, count: int, agents: np.ndarray, keep: np.ndarray) -> Played:
        """Facts of games `first` .. `first + count - 1`; `agents` int64[count, seats], `keep` bool[count]."""
        parts: list[list[np.ndarray]] = [[table[:0] for table in self.out]]
        faults: list[GameFault] = []
        for i in range(count):
            try:
                parts.append(self._game(first + i, agents[i], bool(keep[i])))
            except GameFault as fault:
                faults.append(fault)
        game, seat, level, exposure, event = map(np.concatenate, zip(*parts, strict=True))
        return Played(game, seat, level, exposure, event, fault_rows(faults))

    def _game(self, game: int, agents: np.ndarray, keep: bool) -> list[np.ndarray]:
        box, book = self.box, self.book
        seated = agents.tolist()
        book.work.weights[: len(seated), : box.weights.shape[1]] = box.weights[agents]
        guests = {seat: box.agents[a] for seat, a in enumerate(seated) if box.outside[a]}
        self.company.sit(guests, box.seed, game)
        self.games["log_on"][0] = 1
        new_game(*self.fast, box.seed, game, len(seated))
        asked, mask = self.games["asked"], sum(1 << seat for seat in guests)
        while play_on(self.games, self.fast[1], mask):
            seat = int(asked[0])
            answer(*self.fast, self._ask(guests[seat], game, seat))
        g = self.games[REAL]
        if g.fault:
            raise GameFault(game, int(g.fault), int(g.fault_at), int(g.turn))
        return self._tables(game, agents, keep)

    def _ask(self, name: str, game: int, seat: int) -> int:
        rows = self.option[: int(self.games["options"][0])]

        def where() -> str:
            return f"agent '{name}', game {game}, turn {int(self.games['turn'][0])}, seat {self.words.seat[seat]}"

        return self.company.choose(name, seat, copy_for(self.games, rows, seat)._games, rows, where)

    def _tables(self, game: int, agents: np.ndarray, keep: bool) -> list[np.ndarray]:
        """The rows of a finished game in each table, copied out of the buffers."""
        used = nothing_used()
        if write_facts(*self.fast, game, keep, self.out, used) == 0:
            raise GameFault(game, Fault.LOG_FULL, -1, int(self.games[REAL].turn))
        self.out.seat["agent"][: len(agents)] = agents
        return [table[:n].copy() for table, n in zip(self.out, used.tolist(), strict=True)]
