"""The order of a pile: keyed by card, so that one card more or less moves no other; and rolls to Run Away."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.board.deck_building import build_decks
from engine.board.dice_throws import flight_roll, throw
from engine.board.setup import clear, new_game
from engine.board.zones import discard, reshuffle, top
from engine.loop.game_ranges import new_table
from engine.records.card_kinds import Kind
from engine.records.state import Zone
from engine.records.step_values import Dice
from lab.games.game_table import compiled_decks
from tests.effects.build import Position, card
from tests.engine.test_rng import SURPRISE
from tests.engine.walks import Cell, book_for
from tests.reference import FLIGHT, key_of_game, number_below, pile_order

CELL = Cell("base", "base", 4)


def decks_of(book: Any, seed: int = 1, game: int = 0) -> Any:
    g = new_table()
    clear(g, book, seed, game, 4)
    build_decks(g, book)
    return g


def pile(g: Any, p: int) -> list[int]:
    return [int(c) for c in g.deck[p, : int(g.deck_n[p])]]


@pytest.mark.parametrize("deck", ["base", "cthulhu"])
@pytest.mark.rule("setup.two-decks")
def test_a_deck_is_sorted_by_the_hash_of_its_cards(deck):
    book = book_for(Cell("base", deck, 4))
    for game in range(3):
        g = decks_of(book, 7, game)
        for p in (0, 1):
            cards = [(c, int(book.card[c].key)) for c in range(int(book.cards)) if book.card[c].pile == p]
            assert pile(g, p) == pile_order(key_of_game(7, game), p, 0, cards)


@pytest.mark.rule("cards.reshuffle", "cards.discard-piles")
def test_reshuffled_discards_come_in_the_order_of_the_next_shuffle():
    book = book_for(CELL)
    g = decks_of(book, 3, 4)
    for _ in range(20):
        discard(g, book, int(top(g, book, 1)), 5)
    away = [int(c) for c in g.discard[1, :20]]
    rest = pile(g, 1)
    for c in rest:
        g.zone[c] = Zone.OUT
    g.deck_n[1] = 0
    assert reshuffle(g, book, 1) == 20
    assert pile(g, 1) == pile_order(key_of_game(3, 4), 1, 1, [(c, int(book.card[c].key)) for c in away])


def test_replacing_a_card_leaves_the_order_of_all_others():
    book, other = book_for(CELL), book_for(CELL)
    gone = int(pile(decks_of(book), 0)[40])
    other.card[gone].key = np.uint64(123456789)
    for game in range(5):
        a, b = decks_of(book, 1, game), decks_of(other, 1, game)
        assert [c for c in pile(a, 0) if c != gone] == [c for c in pile(b, 0) if c != gone]
        assert pile(a, 1) == pile(b, 1)


def test_taking_a_card_out_leaves_the_order_of_all_others():
    book, other = book_for(CELL), book_for(CELL)
    gone = int(pile(decks_of(book), 1)[10])
    other.card[gone].kind = Kind.CHARACTER  # kept out of both decks
    a, b = decks_of(book), decks_of(other)
    assert [c for c in pile(a, 1) if c != gone] == pile(b, 1)


def test_card_keys_are_stable_and_differ():
    cards = compiled_decks(("base",)).card
    mixed = compiled_decks(("base", "cthulhu")).card
    assert len(set(mixed["key"].tolist())) == len(mixed)
    assert set(cards["key"].tolist()) <= set(mixed["key"].tolist())


def test_every_card_is_equally_likely_to_lie_at_every_place():
    names = [f"m{i}" for i in range(8)]
    at = Position({n: card(Kind.MONSTER, level=1) for n in names})
    seen = np.zeros((8, 8), int)
    for game in range(800):
        for place, c in enumerate(pile(decks_of(at.book, 2, game), 0)):
            seen[c, place] += 1
    assert seen.sum(axis=0).tolist() == [800] * 8
    assert stats.chisquare(seen.ravel(), ddof=14).pvalue > SURPRISE


def test_the_opening_cards_come_from_all_over_the_deck():
    book = book_for(CELL)
    first = []
    for game in range(150):
        g = new_table()
        new_game(g, book, 1, game, 4)
        first.append(int(g.hand[0, 0]))
    doors = [c for c in range(int(book.cards)) if book.card[c].pile == 0]
    tenth = np.digitize([doors.index(c) for c in first], np.linspace(0, len(doors), 11)[1:-1])
    share = np.bincount(np.digitize(range(len(doors)), np.linspace(0, len(doors), 11)[1:-1])) / len(doors)
    assert stats.chisquare(np.bincount(tenth, minlength=10), 150 * share).pvalue > SURPRISE


def fight(*monsters: str) -> Position:
    cards = {n: card(Kind.MONSTER, level=3) for n in ("bear", "wolf", "ghost")}
    return Position(cards).fight(0, *monsters)


@pytest.mark.rule("run.roll")
def test_a_roll_to_run_away_depends_on_runner_turn_and_monster_only():
    alone, crowd = fight("bear"), fight("wolf", "ghost", "bear")
    crowd.g.rolls[0], crowd.g.ordinal[0] = 5, 17
    for turn in range(1, 60):
        alone.g.turn = crowd.g.turn = turn
        a = int(flight_roll(alone.g, alone.book, 0, alone["bear"], 0))
        throw(crowd.g, crowd.book, 0, -1, Dice.D6)
        flight_roll(crowd.g, crowd.book, 0, crowd["wolf"], 0)
        assert int(flight_roll(crowd.g, crowd.book, 0, crowd["bear"], 2)) == a
        key = key_of_game(1, 1) ^ int(alone.book.card[alone["bear"]].key)
        assert a == 1 + number_below(6, key, FLIGHT, turn, 0)


def test_rolls_from_two_monsters_in_two_turns_and_of_two_runners_are_independent():
    at = fight("bear", "wolf")
    rolls: dict[str, list[int]] = {"bear": [], "wolf": [], "other": [], "again": []}
    for turn in range(1, 1200):
        at.g.turn, at.g.rerolls = turn, 0
        rolls["bear"].append(int(flight_roll(at.g, at.book, 0, at["bear"], 0)))
        rolls["wolf"].append(int(flight_roll(at.g, at.book, 0, at["wolf"], 1)))
        rolls["other"].append(int(flight_roll(at.g, at.book, 1, at["bear"], 0)))
        at.g.rerolls = 1
        rolls["again"].append(int(flight_roll(at.g, at.book, 0, at["bear"], 0)))
    for name in ("wolf", "other", "again"):
        pairs = np.histogram2d(rolls["bear"], rolls[name], bins=6)[0]
        assert stats.chi2_contingency(pairs).pvalue > SURPRISE
    assert stats.chisquare(np.bincount(rolls["bear"], minlength=7)[1:]).pvalue > SURPRISE
