"""The loop that is timed plays the same games with recorded picks as with choices."""

from __future__ import annotations

import numpy as np
import pytest

from engine.loop.choice_speed import Pace, _walk
from engine.loop.game_ranges import make_book, new_table
from lab import speed
from lab.agents.personas import ordinary, weights_of
from lab.games.game_table import compiled_decks
from lab.runs.run_spec import RunSpec
from variants.load_variants import load_variant


@pytest.mark.deep
def test_recorded_picks_give_the_same_game():
    cards = compiled_decks(("base",))
    book = make_book(load_variant("base").rules, cards.card, cards.effect, weights_of(["balanced"] * 3), ordinary())
    g, picks, ends = new_table(), np.zeros(5_000, np.uint16), []
    for mode in (0, 1):
        number = _walk(g, book, 9, 1, 3, mode, picks)
        ends.append((int(number), int(g.turn), g.level.tolist(), g.hand_n.tolist()))
        # In the second pass nobody listens to the personas: with weights of 0 they would choose otherwise.
        book.work.weights[:] = 0
    assert ends[0] == ends[1] and ends[0][0] > 0
    assert _walk(g, book, 9, 1, 3, 1, picks[:3]) == -1  # more picks than were recorded


def test_the_time_of_a_choice_is_the_difference_by_picks():
    assert Pace(0.5, 0.3, 1_000_000).choose_ns == pytest.approx(200)


def test_bench_asks_for_the_time_of_a_choice(monkeypatch):
    asked = []

    def measured(g, book, seed, games, seats):
        asked.append((seed, games, seats))
        return Pace(2.0, 1.0, 1_000_000)

    monkeypatch.setattr("engine.loop.choice_speed.measure_pace", measured)
    spec = RunSpec(arms=("base",), agents=("balanced",), games=4000, seed=3)
    assert speed.choose_ns(spec) == pytest.approx(1000)
    assert asked == [(3, speed.PACE_GAMES, 4)]
