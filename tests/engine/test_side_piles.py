"""Decks that house rules lay beside the two: drawn from by whoever says so, with discards of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from engine.board.zones import draw_card, top
from engine.effects.identity_effects import topmost
from engine.records.card_kinds import DRAWN_BIT, Axis, Kind, Pile
from engine.records.opcodes import Op
from engine.records.state import Zone
from engine.table import Table
from lab.games.game_table import book_of, names_of, table
from tests.effects.build import Position, card, cultist, row
from variants.load_variants import load_variant

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
