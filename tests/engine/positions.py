"""Decision positions of real games, what may be done to them, and the same table turned round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import numba
import numpy as np

from engine.board.setup import new_game
from engine.facts.derive import Facts
from engine.loop.game_ranges import play_games
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.policies.weights import FEATURES
from engine.records.agenda import Step
from engine.records.card_kinds import PILES
from engine.records.events import Ev
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


OF_SEATS = ("actor", "target")
"""Columns of an event that hold seats, whatever its kind."""


def turned(people: Sequence[Any], by: int) -> list[Any]:
    """A list by seats as it is when everybody has moved `by` places to the left."""
    return [people[(s - by) % len(people)] for s in range(len(people))]


def turned_book(cell: Cell, agents: Sequence[str], by: int, max_turns: int) -> Any:
    """The book of a table that was turned round: whoever sat in seat 0 sits in seat `by`."""
    sitting = [agents[s % len(agents)] for s in range(cell.seats)]
    book = book_for(cell, tuple(turned(sitting, by)), max_turns)
    book.origin = by
    return book


def games(cell: Cell, agents: Sequence[str], by: int, count: int, max_turns: int) -> Facts:  # noqa: PLR0913
    """Facts and all events of some games at a turned table; `seat.agent` is the seat that was sat in before."""
    book = turned_book(cell, agents, by, max_turns)
    people = weights_of([agents[s % len(agents)] for s in range(cell.seats)])
    sitting = np.tile(np.array(turned(range(cell.seats), by), np.int64), (count, 1))
    return play_games(book, 31, 0, count, cell.seats, sitting, people, np.ones(count, bool))


def moved(seat: np.ndarray, by: int, seats: int) -> np.ndarray:
    """Where seats are after the turn; -1 stays nobody."""
    return np.where(seat >= 0, (seat + by) % seats, seat)


def moved_mask(mask: np.ndarray, by: int, seats: int) -> np.ndarray:
    """A mask of seats after the turn."""
    whole = (1 << seats) - 1
    return ((mask << by) | (mask >> (seats - by))) & whole


def turned_facts(facts: Facts, by: int, seats: int) -> Facts:
    """What the facts of the plain table are if it is turned round and nothing depends on the number of a seat."""
    game, seat, level, exposure, event = (rows.copy() for rows in facts)
    game["winners"] = moved_mask(game["winners"], by, seats)
    game["first_seat"] = moved(game["first_seat"], by, seats)
    for rows in (seat, level, exposure):
        rows["seat"] = moved(rows["seat"], by, seats)
    for name in OF_SEATS:
        event[name] = moved(event[name], by, seats)
    kind = event["kind"]
    event["other"] = np.where(kind == Ev.ACCEPT, moved(event["other"], by, seats), event["other"])
    event["after"] = np.where(kind == Ev.FIGHT_END, moved_mask(event["after"], by, seats), event["after"])
    event["before"] = np.where(kind == Ev.OVER, moved_mask(event["before"], by, seats), event["before"])
    return Facts(game, np.sort(seat, order=["game", "seat"]), np.sort(level, order=["game", "round", "seat"]),
                 exposure, event)  # fmt: skip


def differences(ours: np.ndarray, theirs: np.ndarray, by: int, seats: int) -> list[str]:
    """Columns in which two tables of facts differ, with the first row that does."""
    if len(ours) != len(theirs):
        return [f"{len(ours)} rows against {len(theirs)}"]
    out = []
    for name in ours.dtype.names or ():
        same = ours[name] == theirs[name]
        if name == "other" and "kind" in (ours.dtype.names or ()):
            # a card may be aimed at a seat or at another card: the row does not say which
            same |= (ours["kind"] == Ev.PLAY) & (moved(ours[name], by, seats) == theirs[name])
        if not same.all():
            row = int((~same).argmax())
            out.append(f"{name} of row {row}: {ours[row]} against {theirs[row]}")
    return out
