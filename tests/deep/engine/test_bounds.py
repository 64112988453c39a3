"""No kernel reads or writes beyond either end of an array, whatever is played and whoever plays.

Only code that checks its bounds can say so: `lab check --bounds` compiles the engine that way, in a store of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numba
import numpy as np
import pytest

from engine.board.setup import new_game
from engine.loop.compile_ahead import compile_all
from engine.loop.game_ranges import new_table, play_games
from engine.next_question import answer, next_question
from engine.records.state import AGENDA
from lab.agents.personas import mixes, persona_names, weights_of
from lab.games.game_table import book_of, compiled_decks
from tests.engine.walks import PRESETS, Cell, book_for, rules_of, stacks
from tests.engine.watch import ends_in_time

pytestmark = pytest.mark.skipif(not numba.config.BOUNDSCHECK, reason="bounds are not checked: lab check --bounds")

PEOPLE = tuple(name for name in persona_names() if name not in ("expert", "lookahead"))
GAMES = 2


@pytest.fixture(scope="module", autouse=True)
def engine() -> Iterator[None]:
    """The engine with its bounds checked, compiled on all cores."""
    compile_all()
    yield


def play(variant: str, agents: tuple[str, ...], seats: int, games: int) -> None:
    """Play games of a variant on its own deck and read their facts, as a run of the lab does."""
    deck = compiled_decks((variant.partition("+")[0],))
    book = book_of(deck, rules_of(variant, 0), seats, agents)
    table = weights_of([agents[seat % len(agents)] for seat in range(seats)])
    sitting = np.tile(np.arange(seats), (games, 1))
    with ends_in_time():
        play_games(book, 11, 0, games, seats, sitting, table, np.ones(games, bool))


def test_an_index_out_of_bounds_is_noticed():
    """Deep in a kernel that is compiled apart: else all tests of this file would prove nothing."""
    g, book = new_table(), book_for(Cell("base", "base", 4))
    new_game(g, book, 1, 0, 4)
    g.agenda_n = AGENDA + 1
    with pytest.raises(IndexError, match="out of bounds"):
        next_question(g, book, 0)


def test_an_index_below_nothing_is_noticed():
    """Python and Numba count it from the end: the last seat would be taken for nobody."""
    g, book = new_table(), book_for(Cell("base", "base", 4))
    new_game(g, book, 1, 0, 4)
    assert next_question(g, book, 0) > 0
    g.agenda_n = 0
    with pytest.raises(IndexError, match="out of bounds"):
        answer(g, book, 0)


@pytest.mark.parametrize("variant", stacks())
def test_every_preset_and_house_rule_with_everybody(variant):
    for place, name in enumerate(PEOPLE):
        play(variant, (name, PEOPLE[(place + 3) % len(PEOPLE)], PEOPLE[(5 * place + 1) % len(PEOPLE)]), 4, GAMES)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(3, 7))
def test_mixes_at_tables_of_every_size(preset, seats):
    for mix in mixes().values():
        play(preset, mix.agents, seats, GAMES)


@pytest.mark.parametrize("preset", PRESETS)
def test_looking_ahead(preset):
    play(preset, ("lookahead:4", "balanced", "novice"), 4, 1)
