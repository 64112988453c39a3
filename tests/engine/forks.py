"""Forks of games with real and with made-up cards; also run as a script, in a process without the compiler."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from engine.loop.fork import Forks, fork_of, play_forks
from engine.loop.game_ranges import make_book
from engine.records.book import EFFECT
from engine.records.card_kinds import DRAWN_BIT, Kind, Trigger
from engine.records.opcodes import Op
from lab.agents.personas import ordinary, weights_of
from lab.games.game_table import compiled_decks
from tests.engine.walks import Cell, book_for, rules_of
from variants.load_variants import load_variant

SHORT = [
    (Cell("base", "base", 4), "cleric", False),
    (Cell("cthulhu+faster", "cthulhu", 5), "cultist", False),
    (Cell("base", "base", 4), "huge-rock", True),
]
"""Tables, a card of each, and whether a third branch has a blank card in its place."""
GAMES, TURNS = 2, 10
MADE_UP = 1000
"""Number of the first made-up design."""


def forks(book: Any, number: int, first: int, count: int, seats: int = 4, with_blank: bool = False) -> Forks:
    """Forks of a range of games of seed 11 with the same persona in every seat."""
    fork = fork_of(book, number, with_blank)
    return play_forks(book, fork, 11, first, np.zeros((count, seats), np.int64), weights_of(("balanced",)))


def number_of(cell: Cell, card: str) -> int:
    """Number of a design."""
    return list(compiled_decks(tuple(cell.deck.split("+"))).ids).index(card)


def blanked(deck: str, turns: int, pile: int, step: int = 1) -> Any:
    """A book of a deck in which each `step`-th card of a pile is a blank card of a design of its own."""
    cards = compiled_decks((deck,))
    card = cards.card.copy()
    rows = np.flatnonzero(card["pile"] == pile)[::step]
    blank(card, rows)
    card["number"][rows] = MADE_UP + np.arange(len(rows))
    return make_book(rules_of(deck, turns), card, cards.effect, weights_of(("balanced",) * 6), ordinary())


def blank(card: np.ndarray, rows: np.ndarray) -> None:
    """Let some cards do nothing."""
    for name in set(card.dtype.names or ()) - {"pile", "key", "number", "copy"}:
        card[name][rows] = 0
    card["kind"][rows], card["axis"][rows] = Kind.SPECIAL, -1


DOORS, TURNS_TO_WIN = 40, 12
"""Of the game of blank doors: the deal takes 16 doors, each turn two, and the last turn the last ones."""


def blank_doors(copies: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Cards of a game in which nothing can be done: door 0 has some copies, and an effect that is not its own yet."""
    cards = compiled_decks(("base",))
    of_pile = [cards.card[cards.card["pile"] == pile] for pile in (0, 1)]
    card = np.concatenate([of_pile[0][:DOORS], of_pile[1][:30]])
    blank(card, np.arange(len(card)))
    card["number"], card["copy"] = np.arange(len(card)), 0
    card["number"][:copies], card["copy"][:copies] = 0, np.arange(copies)
    effect = np.zeros(1, EFFECT)
    effect["trigger"], effect["op"], effect["amount"], effect["a"] = Trigger.DRAWN, Op["GAIN_LEVELS"], 1, 1
    return card, effect


def winning_door() -> Any:
    """The game in which whoever door 0 comes to goes up a Level, and so wins."""
    card, effect = blank_doors()
    card["last"][0], card["triggers"][0], card["may_win"][0] = 1, DRAWN_BIT, 1
    return small_game(card, effect)


def small_game(card: np.ndarray, effect: np.ndarray) -> Any:
    """A book of these cards in which the first Level gained wins."""
    switches = {"victory.level": 2, "max_turns": TURNS_TO_WIN, "hand_limit": 30}
    return make_book(load_variant("base", switches).rules, card, effect, weights_of(("balanced",) * 4), ordinary())


def digest(rows: np.ndarray) -> str:
    """One hash of some forks."""
    whole = hashlib.sha256()
    for name in rows.dtype.names or ():
        whole.update(np.ascontiguousarray(rows[name]).tobytes())
    return f"{len(rows)} {whole.hexdigest()[:16]}"


def short_forks() -> dict[str, str]:
    """A digest of a few forks of short games at each table."""
    return {
        f"{cell.variant}/{card}": digest(
            forks(book_for(cell, ("balanced",), TURNS), number_of(cell, card), 0, GAMES, cell.seats, against).rows
        )
        for cell, card, against in SHORT
    }


if __name__ == "__main__":
    print(json.dumps(short_forks()))
