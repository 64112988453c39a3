"""Same seed, same bytes: however the games are cut into ranges, spread over threads, or compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.board.setup import new_game
from engine.facts.derive import Facts
from engine.loop.game_ranges import new_table
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.state import GAME
from tests.engine.digests import digest, played, short_games
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for

ROOT = Path(__file__).resolve().parents[2]
GAMES, TURNS = (24, 0) if COMPILED else (4, 10)
"""Games of a range and their cap (0: none); a few short ones if the engine is not compiled."""
ARMS = [(Cell("base", "base", 4), "balanced"), (Cell("cthulhu", "cthulhu", 5), "random")]


def glued(parts: list[Facts]) -> Facts:
    return Facts(*(np.concatenate(tables) for tables in zip(*parts)))


@pytest.fixture(scope="module")
def whole():
    """Each arm played in one range."""
    return {cell: played(cell, agent, 0, GAMES, TURNS or 120) for cell, agent in ARMS}


@pytest.mark.parametrize(("cell", "agent"), ARMS)
@pytest.mark.parametrize("cuts", [(1,), (GAMES // 2,), (1, 2, GAMES - 1)])
def test_cutting_a_range_changes_nothing(whole, cell, agent, cuts):
    borders = [0, *cuts, GAMES]
    parts = [played(cell, agent, a, b - a, TURNS or 120) for a, b in zip(borders, borders[1:])]
    for ours, theirs in zip(glued(parts), whole[cell]):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize(("cell", "agent"), ARMS)
def test_threads_change_nothing(whole, cell, agent):
    size = GAMES // 4
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: played(cell, agent, i * size, size, TURNS or 120), range(4)))
    assert digest(glued(parts)) == digest(whole[cell])


def test_a_second_play_gives_the_same_and_another_seed_another_game(whole):
    cell, agent = ARMS[0]
    assert digest(played(cell, agent, 0, 2, TURNS or 120)) == digest(played(cell, agent, 0, 2, TURNS or 120))
    assert digest(played(cell, agent, 0, 1, TURNS or 120)) != digest(played(cell, agent, 1, 1, TURNS or 120))


def rows_of_a_game(g: Any, cell: Cell) -> Any:
    """The log of a short game on a given table."""
    book = book_for(cell, ("random",), 12)
    g.log_on = 1
    new_game(g, book, 7, 0, cell.seats)
    while n := int(next_question(g, book, 1)):
        answer(g, book, choose(g, book, n))
    return book.work.log[: int(g.log_n)].copy()


@pytest.mark.parametrize("cell", [Cell("cthulhu", "conan+cthulhu", 4), Cell("critical_role", "critical_role", 3)])
def test_a_table_left_in_disorder_plays_like_a_new_one(cell):
    used = np.frombuffer(bytearray(b"\1" * GAME.itemsize), GAME)[0]
    assert np.array_equal(rows_of_a_game(used, cell), rows_of_a_game(new_table(), cell))


def test_a_new_game_knows_no_promise_of_the_last_one():
    book, used = book_for(ARMS[0][0]), np.frombuffer(bytearray(b"\1" * GAME.itemsize), GAME)[0]
    new_game(used, book, 7, 0, 4)
    assert {tuple(deal) for deal in used.deals.tolist()} == {(0, 0, -1, 0)}
    assert {*used.deal_card.tolist(), *used.next_helper.tolist(), int(used.helper)} == {-1}


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_without_the_compiler_the_same_events_happen():
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.digests"], capture_output=True, text=True, cwd=ROOT, env=plain, check=True
    )
    assert json.loads(done.stdout) == short_games()
