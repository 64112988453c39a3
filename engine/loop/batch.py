"""A range of games, played by one worker: the compiled loop and the facts it leaves."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.board.setup import new_game
from engine.board.timing import with_timing
from engine.facts.derive import derive
from engine.facts.tables import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.jit import compile_for, kernel
from engine.loop.warm import load_all
from engine.play import answer, next_question
from engine.policies.choose import choose
from engine.policies.features import FEATURES
from engine.policies.lookahead import PLAYOUT, REAL, begin, is_played_out, looks_ahead, next_playout
from engine.records.book import BOOK, CARD, CARDS, EFFECTS, LOG_ROWS, Book
from engine.records.events import Fault
from engine.records.faults import in_words
from engine.records.kinds import Numbers, Trigger
from engine.records.rules import RULES
from engine.records.state import GAME, Game, Games


class GameFault(RuntimeError):
    """A game had to be given up: a defect of the engine, with what is needed to see it again."""

    def __init__(self, game: int, fault: int, where: int) -> None:
        self.game, self.fault, self.where = game, fault, where
        super().__init__(f"game {game}: {in_words(fault, where)}")


def make_book(rules: np.ndarray, card: np.ndarray, effect: np.ndarray, weights: np.ndarray) -> Book:
    """A Book with a worker's own buffers.

    `rules` int64[len(RULES)], `card` CARD[n], `effect` EFFECT[m],
    `weights` int64[seats, len(FEATURES)].
    """
    load_all()
    if rules.shape != (len(RULES),):
        raise ValueError(f"rules has shape {rules.shape}; allowed: ({len(RULES)},)")
    if len(card) > CARDS:
        raise ValueError(f"{len(card)} cards; allowed: at most {CARDS}")
    if len(effect) > EFFECTS:
        raise ValueError(f"{len(effect)} effect rows; allowed: at most {EFFECTS}")
    book = np.zeros(1, BOOK)[0]
    book.cards = len(card)
    book.rules[: len(rules)] = rules
    book.card[: len(card)] = with_timing(np.ascontiguousarray(card, CARD), effect)
    book.effect[: len(effect)] = effect
    book.lasting[effect["op"][np.isin(effect["trigger"], (Trigger.IN_PLAY, Trigger.CARRIED))]] = 1
    book.weights[: len(weights), : len(FEATURES)] = weights
    return book


def new_tables() -> Any:
    """GAME[3]: a table, and the two that looking ahead needs beside it."""
    return np.zeros(3, GAME)


def new_table() -> Any:
    """One empty game record."""
    return np.zeros(1, GAME)[0]


@kernel()
def _deal_agents(book: Book, table: Numbers, agents: Numbers, game: int, seats: int) -> int:
    for s in range(seats):
        for w in range(table.shape[1]):
            book.weights[s, w] = table[agents[game, s], w]
    return 0


@kernel()
def _play_range(
    games: Games, book: Book, run: Numbers, table: Numbers, agents: Numbers, keep: Numbers, out: Numbers, at: Numbers
) -> int:
    """Play games run[3] .. run[2] - 1 of a shard until a table is full; returns the next game of the shard.

    `run` = (seed, first game, games, next, seats); `out` = (game, seat, level, exposure, event); `at` = rows used.
    """
    g = games[REAL]
    i = int(run[3])
    while i < run[2]:
        _deal_agents(book, table, agents, i, run[4])
        g.log_on = 1
        new_game(g, book, run[0], run[1] + i, run[4])
        # Written out here, with one call of each: as a kernel of its own it would be optimised whole once more.
        book.look[0].on = 0
        while True:
            at_hand = int(book.look[0].on)
            now = games[at_hand]
            n = next_question(now, book, 0)
            pick = -1
            if at_hand == PLAYOUT:
                if is_played_out(now, book, n):
                    pick = next_playout(games, book)
            elif n == 0:
                break
            elif looks_ahead(now, book) > 0:
                pick = begin(games, book, n)
            if pick < 0:
                pick = choose(now, book, n)
            answer(games[int(book.look[0].on)], book, pick)
        if g.fault != 0:
            return -1 - i
        if tell(g, book, run[1] + i, agents[i], keep[i], out, at) == 0:
            return i
        i += 1
    return i


@kernel()
def tell(g: Game, book: Book, game: int, agents: Numbers, keep: Numbers, out: Numbers, at: Numbers) -> int:
    """Add what a finished game's log says to the tables; returns 0 if one of them is full.

    `agents` = the agent of each seat; `out` and `at` as in `_play_range`.
    """
    rows = int(g.log_n)
    if keep and at[4] + rows > out[4].shape[0]:
        return 0
    seat_row = int(at[1])
    if derive(book.log, rows, book, g, out[0], out[1], out[2], out[3], at) != 0:
        return 0
    for s in range(g.seats):
        out[1][seat_row + s].agent = agents[s]
    if keep:
        _keep_events(book, out[4], at, rows, game)
    return 1


@kernel()
def _keep_events(book: Book, event: Numbers, at: Numbers, rows: int, game: int) -> int:
    """Copy a game's log into the event table; instances become card numbers and copies."""
    n = int(at[4])
    for j in range(rows):
        row = book.log[j]
        e = event[n + j]
        e.game = game
        e.seq = j
        e.turn = row[0]
        e.phase = row[1]
        e.kind = row[2]
        e.actor = row[3]
        e.target = row[4]
        card = int(row[5])
        e.card = book.card[card].number if card >= 0 else -1
        e["copy"] = book.card[card]["copy"] if card >= 0 else -1
        e.other = row[6]
        e.before = row[7]
        e.after = row[8]
        e["round"] = row[9]
    at[4] = n + rows
    return 0


def _records(dtype: np.dtype, n: int) -> np.ndarray:
    return np.zeros(n, np.dtype((np.record, dtype)))


def _room(count: int, seats: int, cards: int, events: int) -> tuple[np.ndarray, ...]:
    return (
        _records(GAME_FACT, count),
        _records(SEAT_FACT, count * seats),
        _records(LEVEL_FACT, count * seats * 60 + 40_000),
        _records(EXPOSURE_FACT, count * cards * 3 + seats * cards),
        _records(EVENT_FACT, min(events * 6_000, 3_000_000) + LOG_ROWS if events else 1),
    )


def compile_loop() -> None:
    """Compile the loop over whole games, for the arrays that `play_games` hands it."""
    numbers = np.zeros((1, 1), np.int64)
    keep, at = np.zeros(1, np.bool_), np.zeros(5, np.int64)
    book = np.zeros(1, BOOK)[0]
    given = (new_tables(), book, at, numbers, numbers, keep, _room(1, 1, 1, 0), at)
    compile_for(_play_range, given)


def play_games(
    book: Book, seed: int, first: int, count: int, seats: int, agents: np.ndarray | None,
    weights_table: np.ndarray, keep: np.ndarray,
) -> Facts:  # fmt: skip
    """Play games `first` .. `first + count - 1` of a run and return their facts.

    `agents` int64[count, seats] = row of `weights_table` that sits in each seat (None: row 0 everywhere);
    `keep` bool[count] = games whose events are kept. Raises GameFault.
    """
    sitting = np.zeros((count, seats), np.int64) if agents is None else np.ascontiguousarray(agents, np.int64)
    table = np.ascontiguousarray(weights_table, np.int64)
    keep = np.ascontiguousarray(keep, np.bool_)
    games = new_tables()
    g = games[REAL]
    parts: list[list[np.ndarray]] = [[], [], [], [], []]
    done = 0
    while done < count:
        left = count - done
        out = _room(left, seats, int(book.cards), int(keep[done:].sum()))
        at = np.zeros(5, np.int64)
        run = np.array([seed, first, count, done, seats], np.int64)
        now = int(_play_range(games, book, run, table, sitting, keep, out, at))
        if now < 0:
            raise GameFault(first - 1 - now, int(g.fault), int(g.fault_at))
        if now == done:
            raise GameFault(first + now, Fault.LOG_FULL, -1)
        done = now
        for i, rows in enumerate(out):
            parts[i].append(rows[: int(at[i])].copy())
    joined = [p[0] if len(p) == 1 else np.concatenate(p) for p in parts]
    return Facts(*joined)
