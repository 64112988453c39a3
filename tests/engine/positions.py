"""Decision positions of real games, and what may be done to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import numba
import numpy as np

from engine.board.setup import new_game
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.policies.weights import FEATURES
from engine.records.agenda import Step
from engine.records.card_kinds import PILES
from engine.records.questions import Verb
from engine.records.state import GAME, Zone
from engine.steps.step_dispatch import run_step
from lab.agents.personas import weights_of
from tests.engine.walks import Cell, book_for

COMPILED = not numba.config.DISABLE_JIT


def positions(cell: Cell, agents: tuple[str, ...], seed: int, share: float) -> Iterator[tuple[Any, Any]]:
    """Games without end: a share of the questions with several options, as pairs of table and book."""
    book = book_for(cell, agents, max_turns=120 if COMPILED else 12)
    luck = np.random.default_rng(seed)
    for game in count():
        g = np.zeros(1, GAME)[0]
        new_game(g, book, seed, game, cell.seats)
        while n := int(next_question(g, book, 0)):
            if luck.random() < share:
                yield g, book
            answer(g, book, choose(g, book, n))
        assert not g.fault


def clone(g: Any) -> Any:
    """The same table once more."""
    twin = np.zeros(1, GAME)
    twin[0] = g
    return twin[0]


def sit(book: Any, seat: int, persona: str) -> None:
    """Let a persona sit in a seat."""
    book.work.weights[seat, : len(FEATURES)] = weights_of([persona])[0]


def listed(g: Any, book: Any) -> list[list[int]]:
    """The options of the question that waits."""
    rows: list[list[int]] = book.work.option[: int(g.options)].tolist()
    return rows


def asked_again(g: Any, book: Any) -> list[list[int]]:
    """Put the waiting question once more from the table as it is now; the options of the same seat."""
    seat, top = int(g.asked), g.agenda[int(g.agenda_n) - 1]
    kind = Step(int(top[0]))
    if kind == Step.REACT:  # the first two have already moved on to the next seat, the last ones to the open card
        top[1], top[2] = seat, top[2] - 1
    elif kind == Step.GOTH:
        top[3], top[2] = seat, top[2] - 1
    elif kind == Step.PLAY_ANSWER:
        top[3], top[4] = seat, top[4] - 1
    elif kind == Step.DOOR:
        top[1] = 0
    elif kind == Step.DRAW_OPEN:
        top[3] = 0
    g.asked, g.options = -1, 0
    assert run_step(int(kind), g, book) >= 0
    assert int(g.asked) == seat, kind.name
    return listed(g, book)


def known(g: Any, book: Any) -> set[int]:
    """Cards of others that the question itself shows: a body's hand, a promised card."""
    options = book.work.option[: int(g.options)]
    shown = {
        *options["card"].tolist(),
        *g.deal_card.tolist(),
        *options["amount"][options["verb"] == Verb.TRADE].tolist(),
    }
    top = g.agenda[int(g.agenda_n) - 1]
    return shown | {int(top[4])} if top[0] == Step.ANSWER_HELP else shown


def shuffle_hidden(g: Any, book: Any, seat: int, luck: np.random.Generator) -> int:
    """Deal the cards a seat cannot see anew: hands of others and all decks, backs and counts kept.

    Returns how many cards have moved.
    """
    moved, shown, piles = 0, known(g, book), book.card["pile"].tolist()
    for pile in range(PILES):
        places = [(g.deck[pile], i) for i in range(int(g.deck_n[pile]))]
        for s in range(int(g.seats)):
            if s != seat:
                places += [(g.hand[s], i) for i in range(int(g.hand_n[s]))]
        cards = [int(row[i]) for row, i in places]
        free = [k for k, c in enumerate(cards) if piles[c] == pile and c not in shown]
        marks = [(int(g.zone[c]), int(g.owner[c]), int(g.fresh[c]), int(g.marked[c])) for c in cards]
        for k, other in zip(free, luck.permutation(free).tolist()):
            row, i = places[k]
            c = cards[other]
            row[i] = c
            g.zone[c], g.owner[c], g.fresh[c], g.marked[c] = marks[k]
            moved += k != other
    return moved


def lies_right(g: Any) -> bool:
    """Whether the hands still agree with what their cards say."""
    return all(
        g.zone[c] == Zone.HAND and g.owner[c] == s for s in range(int(g.seats)) for c in g.hand[s, : int(g.hand_n[s])]
    )
