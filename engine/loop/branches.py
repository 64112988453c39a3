"""Branches: a game is played on from the end of a turn with other luck, by other whims, or by other players.

Luck is what piles and dice bring, whims are the lots by which players choose among what they like about as much. Both
come from the key of the game: a branch has one key while somebody decides and another one while things happen. Other
luck is another deal before the first turn, and later another order of the piles and other dice: what lies in hands and
before players stays. Other players take the seats over as they are.

The number of a branch says in binary what is other in it: 1 luck, 2 whims, 4 players. The first one is the game itself.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np

from engine.board.setup import new_game
from engine.board.zones import order_pile
from engine.jit import kernel
from engine.next_question import answer, next_question
from engine.policies.lookahead import REAL, decide
from engine.records.book import Book
from engine.records.card_kinds import PILES, Key, Numbers, Yes
from engine.records.state import GAME, Games
from engine.rng import game_key

ASIDE = 3
TABLES = 4
"""A table, the two that looking ahead needs beside it, and the copy from which branches are played."""
LUCK, WHIMS, PLAYERS = 1, 2, 4
GIVEN_UP = -1
"""Stands for the winners of a game with a branch that had to be given up."""

PLAN = np.dtype([(name, "i8") for name in ("seed", "other", "first", "games", "seats", "turn", "branches")])
"""The run's seed and the one of what is other; which games; the turn that is played on from, 0: the deal; how many."""
Plan: TypeAlias = Annotated[Any, PLAN]


@kernel()
def _sit_down(book: Book, table: Numbers, sitting: Numbers) -> int:
    for s in range(sitting.shape[0]):
        for w in range(table.shape[1]):
            book.work.weights[s, w] = table[sitting[s], w]
    return 0


@kernel()
def _play_to(games: Games, book: Book, turn: int) -> Yes:
    """Play until a turn has begun, and put aside the table of the last answer before it; returns 0 if there is none."""
    g = games[REAL]
    games[ASIDE] = games[REAL]
    n = next_question(g, book, 0)
    while n > 0 and g.turn < turn:
        answer(g, book, decide(games, book, n))
        games[ASIDE] = games[REAL]
        n = next_question(g, book, 0)
    return 1 if n > 0 else 0


@kernel()
def _play_by(games: Games, book: Book, whims: Key) -> int:
    """Play to the end; what happens goes by the key of the table, what players choose by another one."""
    g = games[REAL]
    luck = g.key
    n = next_question(g, book, 0)
    while n > 0:
        g.key = whims
        i = decide(games, book, n)
        g.key = luck
        answer(g, book, i)
        n = next_question(g, book, 0)
    return 0


@kernel()
def _branch(games: Games, book: Book, plan: Plan, game: int, branch: int) -> int:
    """Play a branch of a game to its end, by the players who have sat down; returns who has won, a bit each."""
    g = games[REAL]
    luck = plan.other if branch & LUCK else plan.seed
    if plan.turn == 0:
        new_game(g, book, luck, game, plan.seats)
    else:
        games[REAL] = games[ASIDE]
        if branch & LUCK:
            g.key = game_key(np.uint64(luck), np.uint64(game))
            for pile in range(PILES):
                order_pile(g, book, pile)
    whims = plan.other if branch & WHIMS else plan.seed
    _play_by(games, book, game_key(np.uint64(whims), np.uint64(game)))
    return GIVEN_UP if g.fault != 0 else int(g.winners)


@kernel()
def branch_range(games: Games, book: Book, plan: Plan, table: Numbers, agents: Numbers, out: Numbers) -> int:
    """Play the branches of some games; `out` int64[games, branches]: who has won, a bit each, or GIVEN_UP.

    `table` int64[agents, weights]; `agents` int64[games, 2, seats]: who plays, and who are the others.
    """
    g = games[REAL]
    for i in range(plan.games):
        goes_on = 1
        if plan.turn > 0:
            _sit_down(book, table, agents[i, 0])
            new_game(g, book, plan.seed, plan.first + i, plan.seats)
            goes_on = _play_to(games, book, plan.turn)
        settled = GIVEN_UP if g.fault != 0 else int(g.winners)
        for branch in range(plan.branches):
            out[i, branch] = settled
            if goes_on == 1:
                _sit_down(book, table, agents[i, 1 if branch & PLAYERS else 0])
                out[i, branch] = _branch(games, book, plan, plan.first + i, branch)
    return 0


def play_branches(book: Book, plan: dict[str, int], agents: np.ndarray, weights_table: np.ndarray) -> np.ndarray:
    """Winners of the branches of games, int64[games, branches], a bit for each seat; `plan` has the fields of PLAN.

    `agents` int64[games, 2, seats] = row of `weights_table` that sits in each seat, and that of who takes it over.
    """
    row = np.array([tuple(plan[name] for name in PLAN.names or ())], np.dtype((np.record, PLAN)))[0]
    out = np.zeros((plan["games"], plan["branches"]), np.int64)
    sitting, table = np.ascontiguousarray(agents, np.int64), np.ascontiguousarray(weights_table, np.int64)
    branch_range(np.zeros(TABLES, GAME), book, row, table, sitting, out)
    return out
