"""How players stood at the beginnings of turns, and who won: what worths of cards are learned from.

These loops are compiled only when somebody learns: nothing else of the engine imports this file.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.board.setup import new_game
from engine.jit import kernel
from engine.loop.fork import sharers
from engine.loop.option_playouts import seat_players
from engine.next_question import answer, next_question
from engine.policies.lookahead import REAL, decide
from engine.policies.win_chance import stand
from engine.records.book import STANDINGS, Book
from engine.records.card_kinds import Key, Numbers, Seat
from engine.records.state import Game, Games

EVERY = 6
"""One of so many turns is noted: those between them say hardly anything else."""
MOST = 64
"""Turns of a game that are noted at most."""


class Stood:
    """Moments of some games, a row each.

    `standing` float64[moments, seats, STANDINGS]; `cards` uint8[moments, seats, 2, designs]: how many copies of each
    design somebody held, and had in play; `credit` float64[moments, seats]: part of the win; `game` int64[moments].
    """

    def __init__(self, standing: np.ndarray, cards: np.ndarray, credit: np.ndarray, game: np.ndarray) -> None:
        self.standing, self.cards, self.credit, self.game = standing, cards, credit, game


@kernel()
def _note_seat(g: Game, book: Book, seat: Seat, standing: Numbers, cards: Numbers) -> int:
    """Note how a player stands; `standing` int64[STANDINGS], `cards` uint8[2, designs]."""
    stand(g, book, seat)
    for k in range(STANDINGS):
        standing[k] = book.work.standing[k]
    for i in range(g.hand_n[seat]):
        cards[0, book.card[g.hand[seat, i]].number] += 1
    for i in range(g.table_n[seat]):
        cards[1, book.card[g.table[seat, i]].number] += 1
    return 0


@kernel()
def _note_game(games: Games, book: Book, every: int, rows: int, standing: Numbers, cards: Numbers) -> int:
    """Play the game that is laid out and note its turns from row `rows` on; returns the row after the last one."""
    g = games[REAL]
    turn, end = -1, rows + MOST
    n = next_question(g, book, 0)
    while n > 0:
        if g.turn != turn:
            turn = int(g.turn)
            if turn % EVERY == every and rows < end:
                for s in range(g.seats):
                    _note_seat(g, book, s, standing[rows, s], cards[rows, s])
                rows += 1
        answer(g, book, decide(games, book, n))
        n = next_question(g, book, 0)
    return rows


@kernel()
def stand_range(
    games: Games, book: Book, seed: Key, first: int, agents: Numbers, table: Numbers, standing: Numbers, cards: Numbers,
    won: Numbers, game: Numbers,
) -> int:  # fmt: skip
    """Note games from `first` on; returns the number of rows. Nobody wins a game that is given up.

    `won` int64[rows, seats]: by how many a win was shared by whoever won, 0 for the others; `game` int64[rows].
    """
    g = games[REAL]
    rows = 0
    for i in range(agents.shape[0]):
        seat_players(book, agents[i], table)
        g.log_on = 0
        new_game(g, book, seed, first + i, agents.shape[1])
        end = int(_note_game(games, book, (first + i) % EVERY, rows, standing, cards))
        for r in range(rows, end):
            game[r] = first + i
            for s in range(g.seats):
                won[r, s] = sharers(g, s) if g.fault == 0 else 0
        rows = end
    return rows


def stood_in(games: Any, book: Any, seed: int, first: int, agents: np.ndarray, table: np.ndarray) -> Stood:
    """How players stood in games from `first` on; `agents` int64[games, seats] = row of `table` in each seat."""
    designs = 1 + int(book.card["number"][: int(book.cards)].max())
    rows, seats = len(agents) * MOST, agents.shape[1]
    standing, cards = np.zeros((rows, seats, STANDINGS), np.int64), np.zeros((rows, seats, 2, designs), np.uint8)
    won, game = np.zeros((rows, seats), np.int64), np.zeros(rows, np.int64)
    n = stand_range(games, book, seed, first, agents, table, standing, cards, won, game)
    credit = np.divide(1.0, won[:n], out=np.zeros((n, seats)), where=won[:n] > 0)
    kept = credit.sum(axis=1) > 0.5  # nothing is learned where nobody won
    return Stood(standing[:n][kept].astype(np.float64), cards[:n][kept], credit[kept], game[:n][kept])
