"""Any cards, any switches, anybody: every game ends, nothing faults, every invariant holds.

`LAB_FUZZ=5000 pytest tests/deep/engine/test_fuzz.py` tries so many games, other ones each time; without it the games
are the same in every run.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from decks.card_schema import DeckError
from engine.loop.game_ranges import GameFault, play_games
from engine.records.card_kinds import Pile
from lab.agents.personas import weights_of
from lab.games.game_table import book_of, compiled_decks
from tests.engine.boxes import Game, acts_when_drawn, book_of_game, games
from tests.engine.positions import COMPILED
from tests.engine.walks import first_breach
from tests.engine.watch import ends_in_time
from variants.load_variants import load_variant
from variants.variant_schema import VariantError

VARIABLE = "LAB_FUZZ"
GAMES = 600


@pytest.mark.skipif(not COMPILED, reason="hundreds of games take long without the compiler")
@settings(
    max_examples=int(os.environ.get(VARIABLE, GAMES)), derandomize=VARIABLE not in os.environ, database=None,
    deadline=None, print_blob=True, suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(games())
def test_any_game_ends_without_a_breach(game: Game):
    try:
        book = book_of_game(game)
    except (DeckError, VariantError):
        assume(False)
    with ends_in_time(60):
        assert first_breach(game.cell, book, game.seed, 0, 1) == ""


@pytest.mark.skipif(not COMPILED, reason="a hundred thousand steps take long without the compiler")
def test_cards_that_draw_one_another_for_ever_are_a_fault_in_words():
    """Forty cards that draw three when drawn, and hardly another: each draw of one shuffles the others in again."""
    box = compiled_decks(("base",))
    hoard = box.card[[acts_when_drawn(card) and card["pile"] == Pile.TREASURE for card in box.card]]
    cards = np.concatenate([box.card[box.card["pile"] == Pile.DOOR], np.repeat(hoard, 40)])
    cards["key"] = np.random.default_rng(1).integers(0, 2**64, len(cards), np.uint64)
    book = book_of(box._replace(card=cards), load_variant("base").rules, 3, ("random",))
    with ends_in_time(60), pytest.raises(GameFault, match="a turn took more than 100,000 steps: .* round in circles"):
        play_games(book, 1, 0, 1, 3, None, weights_of(["random"]), np.zeros(1, bool))
