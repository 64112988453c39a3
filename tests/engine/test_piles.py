"""The order of a pile, keyed by card, so that one card more or less moves no other; and piles beside the two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from engine.board.deck_building import build_decks
from engine.board.dice_throws import flight_roll, throw
from engine.board.setup import clear, new_game
from engine.board.zones import discard, draw_card, reshuffle, top
from engine.effects.identity_effects import topmost
from engine.loop.game_ranges import new_table
from engine.records.card_kinds import DRAWN_BIT, Axis, Kind, Pile
from engine.records.opcodes import Op
from engine.records.state import Zone
from engine.records.step_values import Dice
from engine.table import Table
from lab.games.game_table import book_of, compiled_decks, names_of, table
from tests.effects.build import Position, card, cultist, row
from tests.engine.test_determinism import SURPRISE
from tests.engine.walks import Cell, book_for
from tests.reference import FLIGHT, key_of_game, number_below, pile_order
from variants.load_variants import load_variant

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


CARDS = {
    "horn": card(Kind.SPECIAL, row(Op.DRAW, 1, Pile.SIDE)),
    "call": card(Kind.SPECIAL, row(Op.TAKE_IDENTITY, a=Axis.CLASS)),
    "first": card(Kind.SPECIAL, pile=Pile.SIDE),
    "second": card(Kind.SPECIAL, pile=Pile.SIDE),
    "door": card(Kind.SPECIAL),
    "bard": card(Kind.CLASS, identity=16, pile=Pile.CLASS),
    "mad": cultist(),
}


def side(p: Position) -> tuple[int, int, int]:
    """Cards in the side deck and its discards, and how often it was shuffled anew."""
    return int(p.g.deck_n[Pile.SIDE]), int(p.g.discard_n[Pile.SIDE]), int(p.g.shuffles[Pile.SIDE])


def test_the_side_deck_is_drawn_and_shuffled_by_itself() -> None:
    p = Position(CARDS)
    p.discards("door")
    assert side(p) == (2, 0, 0)
    for left in (1, 0):
        p.run("horn")
        assert side(p)[0] == left
    assert sorted(p.hand_of(0)) == ["first", "second"]
    p.run("horn")  # nothing is there
    assert side(p) == (0, 0, 0) and len(p.hand_of(0)) == 2
    p.discards("first")
    assert side(p) == (0, 1, 0)
    p.run("horn")
    assert side(p) == (0, 0, 1) and sorted(p.hand_of(0)) == ["first", "second"]
    assert p.where("door") == (Zone.DISCARD, -1) and p.g.shuffles[Pile.DOOR] == 0


def test_a_class_is_found_in_the_pile_of_the_classes() -> None:
    p = Position(CARDS)
    p.run("call")
    assert p.table_of(0) == ["bard"]
    p.discards("bard")
    assert topmost(p.g, p.book, Axis.CLASS, 0) == p["bard"]
    p.cultists("mad").place(Zone.OUT, -1, "bard")
    assert topmost(p.g, p.book, Axis.CLASS, 0) == -1


def test_of_the_cultist_cards_the_last_one_is_drawn() -> None:
    p = Position(CARDS, cultist_enabled=1)
    assert top(p.g, p.book, Pile.CULTIST) == -1
    p.cultists("mad")
    assert draw_card(p.g, p.book, 1, Pile.CULTIST, 0) == p["mad"]
    assert p.hand_of(1) == ["mad"] and p.g.discard_n[Pile.CULTIST] == 0 and p.g.shuffles[Pile.CULTIST] == 0


def test_a_blank_is_gone_as_soon_as_it_is_drawn() -> None:
    rows = [{"id": f"blank-{pile}", "pile": pile, "kind": "special"} for pile in ("door", "side")]
    cards = load_decks(["base"], rows)
    bits = {cards.ids[int(c["number"])]: int(c["triggers"]) for c in cards.card}
    assert (bits["blank-door"], bits["blank-side"]) == (0, DRAWN_BIT)
    game = Table(book_of(cards, load_variant("base").rules, 3), names_of(cards, ("a", "b", "c")), 1)
    n, held = int(game.g.deck_n[Pile.SIDE]), int(game.g.hand_n[0])
    card = draw_card(game.g, game.book, 0, Pile.SIDE, 0)
    game.answer(0)
    assert (n, int(game.g.deck_n[Pile.SIDE]), int(game.g.discard_n[Pile.SIDE])) == (1, 0, 1)
    assert game.g.zone[card] == Zone.DISCARD and int(game.g.hand_n[0]) <= held


def test_a_view_tells_the_sizes_of_the_piles_beside_the_two() -> None:
    assert table("base", "base+event-deck").view(0).side_piles == {"side": (19, 0), "class": (0, 0), "race": (0, 0)}
    assert table("base").view(0).side_piles["side"] == (0, 0)


def test_a_rule_that_draws_from_a_deck_without_cards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    rule = 'on = "won"\nop = "draw"\namount = 1\npile = "side"'
    path.write_text(f'name = "Empty"\nwhy = "?"\noverlay = true\n[[rule]]\n{rule}\n')
    with pytest.raises(DeckError, match="uses the side deck, in which no card"):
        table("base", f"base+{path}")
    table("base", f"base+event-deck+{path}")
