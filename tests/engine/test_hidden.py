"""Nobody plays by what they cannot see: hidden cards are dealt anew, and nothing changes for the asked seat."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.loop.game_ranges import new_tables
from engine.policies.decide import choose
from engine.policies.lookahead import REAL, decide
from engine.policies.weights import Weight
from engine.records.card_kinds import PILES
from engine.records.questions import Question
from engine.records.state import GAME
from engine.texts import Names, Vocabulary
from engine.view import View, copy_for
from lab.agents.personas import persona_names
from lab.games.game_table import SEAT_NAMES, names_of
from tests.engine.positions import (
    COMPILED,
    asked_again,
    clone,
    known,
    lies_right,
    listed,
    positions,
    shuffle_hidden,
    sit,
)
from tests.engine.walks import Cell, box_of

POSITIONS, SHARE = (150, 0.1) if COMPILED else (60, 0.2)
"""Positions of each of the four tables, and the share of its questions that are taken."""
TABLES = [
    (Cell("base", "base", 4), ("balanced",)),
    (Cell("base+faster", "base", 5), ("random", "balanced")),
    (Cell("cthulhu", "cthulhu", 4), ("cautious", "greedy", "novice", "saboteur")),
    (Cell("cthulhu+shared-victory+up-to-three-helpers", "cthulhu", 6), ("balanced", "random", "random")),
    (Cell("base+event-deck+class-pile+teams", "base", 8), ("balanced", "random")),
]


PERSONAS = [name for name in persona_names() if name not in ("expert", "lookahead")]
AHEAD, EVERY = "lookahead:2", 10
"""Who looks ahead takes a hundred times as long as the others: asked at every tenth position."""


def pick(g: Any, book: Any, n: int) -> int:
    """The option that a seat's persona takes, looking ahead if it does so."""
    if not book.work.weights[int(g.asked), Weight.LOOKAHEAD]:
        return int(choose(g, book, n))
    games = new_tables()
    games[REAL] = g
    return decide(games, book, n)


def view_of(g: Any, book: Any, called: Names, seat: int) -> View:
    """The table as a seat sees it."""
    one = np.zeros(1, GAME)
    one[0] = g
    return View(copy_for(one, book.work.option[: int(g.options)], seat), Vocabulary(book, called), seat)


def names(cell: Cell) -> Names:
    return names_of(box_of(cell), SEAT_NAMES[: cell.seats])


@pytest.mark.deep(but=1)
@pytest.mark.rule("cards.hand-private")
@pytest.mark.parametrize(("cell", "agents"), TABLES, ids=lambda x: getattr(x, "variant", None))
def test_hidden_cards_change_no_choice_no_option_and_no_view(cell, agents):
    luck, called, questions, moved = np.random.default_rng(3), names(cell), Counter(), 0
    for place, (g, book) in enumerate(islice(positions(cell, agents, 17, SHARE), POSITIONS)):
        seat, n, before = int(g.asked), int(g.options), listed(g, book)
        seats = book.work.weights.copy()
        other = clone(g)
        moved += shuffle_hidden(other, book, seat, luck)
        assert lies_right(other)
        assert view_of(other, book, called, seat) == view_of(g, book, called, seat)
        for persona in PERSONAS if place % EVERY else [*PERSONAS, AHEAD]:
            sit(book, seat, persona)
            assert pick(other, book, n) == pick(g, book, n), (persona, Question(int(g.question)))
        book.work.weights[:] = seats
        assert asked_again(clone(g), book) == before, Question(int(g.question))
        assert asked_again(other, book) == before, Question(int(g.question))
        questions[int(g.question)] += 1
    assert moved > 50 * POSITIONS  # the cards were really dealt anew
    assert len(questions) >= 6  # of many kinds


def test_dealing_anew_keeps_what_the_seat_knows():
    luck = np.random.default_rng(1)
    for g, book in islice(positions(*TABLES[0], seed=5, share=0.2), 20):
        seat, other = int(g.asked), clone(g)
        shuffle_hidden(other, book, seat, luck)
        for s in range(int(g.seats)):
            backs = [sorted(int(book.card[c].pile) for c in t.hand[s, : int(t.hand_n[s])]) for t in (g, other)]
            assert backs[0] == backs[1]
        assert other.hand[seat].tolist() == g.hand[seat].tolist()
        assert other.table.tolist() == g.table.tolist() and other.discard.tolist() == g.discard.tolist()
        for p in range(PILES):
            assert all(book.card[c].pile == p for c in other.deck[p, : int(other.deck_n[p])])
        assert all(other.owner[c] == g.owner[c] for c in known(g, book) if c >= 0)
