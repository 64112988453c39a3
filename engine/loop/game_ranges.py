"""A range of games, played by one worker: the compiled loop and the facts it leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from engine.board.card_conditions import with_timing
from engine.board.setup import new_game
from engine.facts.derive import (
    EVENT_FACT,
    EXPOSURE_FACT,
    GAME_FACT,
    LEVEL_FACT,
    SEAT_FACT,
    Facts,
    Used,
    derive,
    nothing_used,
)
from engine.jit import kernel
from engine.loop.compile_ahead import load_all
from engine.loop.game import play_on
from engine.policies.lookahead import REAL
from engine.policies.weights import FEATURES
from engine.records.book import BOOK, CARD, CARDS, EFFECTS, LOG_ROWS, Book
from engine.records.card_kinds import IN_FIGHT_BIT, Kind, Numbers, Trigger, Yes
from engine.records.events import Fault
from engine.records.faults import in_words
from engine.records.opcode_row import Moment
from engine.records.opcodes import BY_CODE, Op, worths
from engine.records.state import GAME, Game, Games
from engine.records.step_worth import Worth
from engine.records.switches import RULES
from engine.records.table_time import PACE
from engine.records.timings import Timing

OF_TOKENS = worths(Worth.TOKENS_TAKEN, Worth.TOKENS_LOST)
"""Opcodes that make it worth the time to tell what tokens are worth."""


class GameFault(RuntimeError):
    """A game had to be given up: a defect of the engine, with what is needed to see it again."""

    def __init__(self, game: int, fault: int, where: int, turn: int = 0) -> None:
        self.game, self.fault, self.where, self.turn = game, fault, where, turn
        super().__init__(f"game {game}: {in_words(fault, where)}")


FAULT_FACT = np.dtype([("game", "i8"), ("turn", "i4"), ("fault", "i4"), ("step", "i4")])
"""A game that was given up: the turn and the step at which it happened, and why."""


class Played(NamedTuple):
    """Facts of the games that came to an end, and a row for each that had to be given up."""

    game: np.ndarray
    seat: np.ndarray
    level: np.ndarray
    exposure: np.ndarray
    event: np.ndarray
    fault: np.ndarray


def fault_rows(faults: list[GameFault]) -> np.ndarray:
    """Games that were given up, FAULT_FACT[faults]."""
    return np.array([(f.game, f.turn, f.fault, f.where) for f in faults], FAULT_FACT)


def make_book(
    rules: np.ndarray, card: np.ndarray, effect: np.ndarray, weights: np.ndarray, ordinary: np.ndarray
) -> Book:
    """A Book with a worker's own buffers.

    `rules` int64[len(RULES)], or with the milliseconds of another pace than PACE behind it; `card` CARD[n], `effect`
    EFFECT[m], `weights` int64[seats, len(FEATURES)], `ordinary` int64[len(FEATURES)]: whom playouts take others for.
    """
    load_all()
    if rules.shape not in ((len(RULES),), (len(RULES) + len(PACE),)):
        raise ValueError(f"rules has shape {rules.shape}; allowed: ({len(RULES)},)")
    if len(card) > CARDS:
        raise ValueError(f"{len(card)} cards; allowed: at most {CARDS}")
    if len(effect) > EFFECTS:
        raise ValueError(f"{len(effect)} effect rows; allowed: at most {EFFECTS}")
    book = np.zeros(1, BOOK)[0]
    book.cards = len(card)
    book.rules[: len(RULES)] = rules[: len(RULES)]
    book.pace[:] = rules[len(RULES) :] if len(rules) > len(RULES) else PACE
    book.card[: len(card)] = with_timing(np.ascontiguousarray(card, CARD), effect)
    book.effect[: len(effect)] = effect
    book.lasting[effect["op"][np.isin(effect["trigger"], (Trigger.IN_PLAY, Trigger.CARRIED))]] = 1
    kinds = book.card[: book.cards]["kind"]
    rules = kinds == Kind.RULE
    book.comrades = int((kinds == Kind.COMRADE).any())
    book.fight_rules = int((book.card[: book.cards]["triggers"][rules] & IN_FIGHT_BIT).any())
    book.moments = np.bitwise_or.reduce(1 << effect["trigger"].astype(np.int64), initial=0)
    moments = [int(BY_CODE[int(op)].moments) for op in np.unique(effect["op"]) if int(op) in BY_CODE]
    book.powers = np.bitwise_or.reduce(np.array(moments, np.int64), initial=0)
    anybodys = (book.card["timing"] & Timing.ANY_ROLL != 0).any()
    book.any_roll = int(int(book.powers) & Moment.ANY_ROLL != 0 or anybodys)
    book.hampered = int(((effect["op"] == Op.RUN_AWAY) & (effect["trigger"] == Trigger.IN_FIGHT)).any())
    book.tokens = int(np.isin(effect["op"], OF_TOKENS).any())
    book.ordinary[: len(FEATURES)] = ordinary
    book.work.weights[: len(weights), : len(FEATURES)] = weights
    return book


def new_tables() -> Any:
    """GAME[3]: a table, and the two that looking ahead needs beside it."""
    return np.zeros(3, GAME)


def new_table() -> Any:
    """One empty game record."""
    return np.zeros(1, GAME)[0]


RUN = np.dtype([("seed", "i8"), ("first", "i8"), ("games", "i8"), ("next", "i8"), ("seats", "i8")])
"""A shard: the run's seed, number of its first game, how many, the next one to be played, players of each."""
Run: TypeAlias = Annotated[Any, RUN]


@kernel()
def _deal_agents(book: Book, table: Numbers, agents: Numbers, game: int, seats: int) -> int:
    for s in range(seats):
        for w in range(table.shape[1]):
            book.work.weights[s, w] = table[agents[game, s], w]
    return 0


Seated: TypeAlias = Annotated[Any, (np.int64, 2)]
Kept: TypeAlias = Annotated[Any, (np.bool_, 1)]
Tables: TypeAlias = Annotated[Any, Facts(GAME_FACT, SEAT_FACT, LEVEL_FACT, EXPOSURE_FACT, EVENT_FACT)]


@kernel(root=True)
def _play_range(
    games: Games, book: Book, run: Run, table: Seated, agents: Seated, keep: Kept, out: Tables, used: Used
) -> int:
    """Play games of a shard until a table is full; returns the shard's next game, or -1 - the one that was given up.

    `table` int64[agents, weights]; `agents` int64[games, seats]; `keep` bool[games]: whose events are kept.
    """
    g = games[REAL]
    i = int(run.next)
    while i < run.games:
        _deal_agents(book, table, agents, i, run.seats)
        g.log_on = 1
        new_game(g, book, run.seed, run.first + i, run.seats)
        play_on(games, book, 0)
        if g.fault != 0:
            return -1 - i
        first = int(used.seat)
        if write_facts(g, book, run.first + i, keep[i], out, used) == 0:
            return i
        for s in range(run.seats):
            out.seat[first + s].agent = agents[i, s]
        i += 1
    return i


@kernel()
def write_facts(g: Game, book: Book, game: int, keep: Yes, out: Facts, used: Used) -> int:
    """Write what a finished game's log says into the tables, but who sat where; returns 0 if one of them is full.

    `keep` 1: its events as well.
    """
    rows = int(g.log_n)
    if keep and used.event + rows > out.event.shape[0]:
        return 0
    if derive(rows, book, g, out, used) != 0:
        return 0
    if keep:
        _keep_events(book, out.event, used, rows, game)
    return 1


@kernel()
def _keep_events(book: Book, event: Numbers, used: Used, rows: int, game: int) -> int:
    """Copy a game's log into the event table; instances become card numbers and copies."""
    n = int(used.event)
    for j in range(rows):
        row = book.work.log[j]
        e = event[n + j]
        e.game = game
        e.seq = j
        e.turn = row.turn
        e.phase = row.phase
        e.kind = row.kind
        e.actor = row.actor
        e.target = row.target
        card = int(row.card)
        e.card = book.card[card].number if card >= 0 else -1
        e["copy"] = book.card[card]["copy"] if card >= 0 else -1
        e.other = row.other
        e.before = row.before
        e.after = row.after
        e["round"] = row["round"]
    used.event = n + rows
    return 0


def _records(dtype: np.dtype, n: int) -> np.ndarray:
    return np.zeros(n, np.dtype((np.record, dtype)))


def _room(count: int, seats: int, cards: int, events: int) -> Facts:
    return Facts(
        _records(GAME_FACT, count),
        _records(SEAT_FACT, count * seats),
        _records(LEVEL_FACT, count * seats * 60 + 40_000),
        _records(EXPOSURE_FACT, count * cards * 3 + LOG_ROWS),  # a game has at most one for each row of its log
        _records(EVENT_FACT, min(events * 6_000, 3_000_000) + LOG_ROWS if events else 1),
    )


def _run_of(*numbers: int) -> Any:
    return np.array([numbers], np.dtype((np.record, RUN)))[0]


def play_games(
    book: Book, seed: int, first: int, count: int, seats: int, agents: np.ndarray | None,
    weights_table: np.ndarray, keep: np.ndarray,
) -> Facts:  # fmt: skip
    """Play games `first` .. `first + count - 1` of a run and return their facts.

    `agents` int64[count, seats] = row of `weights_table` that sits in each seat (None: row 0 everywhere);
    `keep` bool[count] = games whose events are kept. Raises GameFault.
    """
    return _played(book, _run_of(seed, first, count, 0, seats), agents, weights_table, keep, _raised)


def play_all(
    book: Book, seed: int, first: int, count: int, seats: int, agents: np.ndarray | None,
    weights_table: np.ndarray, keep: np.ndarray,
) -> Played:  # fmt: skip
    """The same games; those that have to be given up are noted, and the others are played on."""
    faults: list[GameFault] = []
    facts = _played(book, _run_of(seed, first, count, 0, seats), agents, weights_table, keep, faults.append)
    return Played(*facts, fault_rows(faults))


def _raised(fault: GameFault) -> None:
    raise fault


def _played(
    book: Book, run: Run, agents: np.ndarray | None, weights_table: np.ndarray, keep: np.ndarray,
    given_up: Callable[[GameFault], None],
) -> Facts:  # fmt: skip
    """Facts of a range of games, in rounds: a round ends where a table is full, or at a game that is given up."""
    first, count, seats = int(run.first), int(run.games), int(run.seats)
    sitting = np.zeros((count, seats), np.int64) if agents is None else np.ascontiguousarray(agents, np.int64)
    table = np.ascontiguousarray(weights_table, np.int64)
    keep = np.ascontiguousarray(keep, np.bool_)
    games = new_tables()
    g = games[REAL]
    parts: list[list[np.ndarray]] = [[], [], [], [], []]
    done = 0
    while done < count:
        out, used = _room(count - done, seats, int(book.cards), int(keep[done:].sum())), nothing_used()
        run.next = done
        now = int(_play_range(games, book, run, table, sitting, keep, out, used))
        if now < 0:
            given_up(GameFault(first - 1 - now, int(g.fault), int(g.fault_at), int(g.turn)))
            now = -now
        elif now == done:
            given_up(GameFault(first + now, Fault.LOG_FULL, -1, int(g.turn)))
            now += 1
        done = now
        for part, rows, n in zip(parts, out, used.tolist(), strict=True):
            part.append(rows[:n].copy())
    joined = [p[0] if len(p) == 1 else np.concatenate(p) for p in parts]
    return Facts(*joined)
