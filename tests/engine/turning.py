"""The same table turned round: the same people in the same order, but counted from another seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.facts.derive import Facts
from engine.loop.game_ranges import play_games
from engine.records.events import Ev
from lab.agents.personas import weights_of
from tests.engine.walks import Cell, book_for

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
