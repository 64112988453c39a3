"""Same seed, same bytes, however the games are cut; draws: known answers, uniformity, and none moves another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.board.setup import new_game
from engine.facts.derive import Facts
from engine.loop.game_ranges import new_table
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.state import GAME
from engine.rng import Purpose, below, die, draw, game_key, mix
from tests.engine.digests import digest, played, short_games
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for
from tests.reference import GOLDEN, WORD, hashed, key_of_game, number_below, scramble

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


SURPRISE = 1e-6
"""Smallest p-value that is taken for chance; the seeds are fixed, so a test passes always or never."""


@pytest.mark.parametrize(
    ("step", "known"),
    # The first outputs of SplitMix64 for the state 1234567, as published with the reference code.
    [
        (1, 6457827717110365317),
        (2, 3203168211198807973),
        (3, 9817491932198370423),
        (4, 4593380528125082431),
        (5, 16408922859458223821),
    ],
)
def test_the_scrambler_is_that_of_splitmix64(step, known):
    state = (1234567 + step * GOLDEN) % WORD
    assert scramble(state) == known
    assert int(mix(np.uint64(state))) == known


def test_draws_agree_with_a_twin_on_unbounded_numbers():
    luck = Random(11)
    for _ in range(300):
        seed, game = luck.randrange(1 << 63), luck.randrange(1 << 40)
        key = key_of_game(seed, game)
        assert int(game_key(np.uint64(seed), np.uint64(game))) == key
        purpose, subject, ordinal = luck.randrange(1, 11), luck.randrange(1 << 31), luck.randrange(1 << 32)
        assert int(draw(np.uint64(key), purpose, subject, ordinal)) == hashed(key, purpose, subject, ordinal)
        n = luck.randrange(1, 1 << 20)
        assert int(below(n, np.uint64(key), purpose, subject, ordinal)) == number_below(
            n, key, purpose, subject, ordinal
        )
        face = 1 + number_below(6, key, purpose, subject, ordinal)
        assert int(die(np.uint64(key), purpose, subject, ordinal)) == face


def test_purposes_keep_their_numbers():
    assert {p.name: p.value for p in Purpose} == {
        "PILE": 1, "FLIGHT": 2, "POLICY": 3, "FIRST_PLAYER": 4, "TIE": 5, "EFFECT": 6, "SEX": 7, "REDRAW": 8,
        "CHARACTER": 9, "REDEAL": 10, "LOOKAHEAD": 11, "EQUAL": 12, "FORK": 13, "DAY": 30,
    }  # fmt: skip


def key_of(seed: int, game: int) -> np.uint64:
    """A key as the engine holds it: a bare Python number would be taken for a signed one."""
    return np.uint64(int(game_key(np.uint64(seed), np.uint64(game))))


def counts(values: list[int], n: int) -> np.ndarray:
    return np.bincount(values, minlength=n)


@pytest.mark.parametrize("n", [2, 3, 7, 20, 168])
@pytest.mark.parametrize("vary", ["game", "purpose", "subject", "ordinal"])
def test_numbers_below_n_are_uniform_whatever_varies(n, vary):
    drawn = []
    for i in range(40 * n):
        key = key_of(5, i if vary == "game" else 3)
        drawn.append(
            int(
                below(
                    n,
                    key,
                    1 + i if vary == "purpose" else 6,
                    i if vary == "subject" else 2,
                    i if vary == "ordinal" else 9,
                )
            )
        )
    assert stats.chisquare(counts(drawn, n)).pvalue > SURPRISE
    assert min(drawn) >= 0 and max(drawn) < n


def test_all_faces_of_a_die_are_equally_likely_and_successive_rolls_independent():
    key = key_of(1, 1)
    rolls = [int(die(key, Purpose.FLIGHT, 0, i)) for i in range(3000)]
    assert set(rolls) == set(range(1, 7))
    assert stats.chisquare(counts(rolls, 7)[1:]).pvalue > SURPRISE
    pairs = counts([(a - 1) * 6 + b - 1 for a, b in zip(rolls[::2], rolls[1::2])], 36)
    assert stats.chisquare(pairs).pvalue > SURPRISE


def test_neighbouring_games_and_seeds_share_nothing():
    keys = {int(key_of(s, g)) for s in range(40) for g in range(40)}
    assert len(keys) == 1600
    a = [int(below(2, key_of(0, g), 1, 0, 0)) for g in range(2000)]
    b = [int(below(2, key_of(1, g), 1, 0, 0)) for g in range(2000)]
    assert stats.binomtest(sum(x == y for x, y in zip(a, b)), 2000).pvalue > SURPRISE


def test_a_draw_depends_on_each_of_its_keys():
    key = key_of(1, 1)
    drawn = {
        int(draw(key, purpose, subject, ordinal)) for purpose in (1, 2) for subject in (0, 1) for ordinal in (0, 1)
    }
    assert len(drawn) == 8
