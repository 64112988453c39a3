"""Decks, discards, hands and the table: what lies where and who sees it, which Classes a box has, and Cultists."""

from __future__ import annotations

from typing import Any

import pytest
from small_table import hand, instances, keep_on_top, lists, position, say, texts

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from engine.board.zones import move
from engine.records.card_kinds import Pile
from engine.records.events import Ev
from engine.records.state import Zone
from lab.games.game_table import table as new_table

JUNK = {"id": "test-junk", "pile": "treasure", "kind": "item", "gold": 100, "copies": 12}
DOOR = {
    "id": "test-door",
    "pile": "door",
    "kind": "curse",
    "copies": 11,
    "effects": [{"op": "lose_item", "which": "feet"}],
}
LAST = {"id": "test-last", "pile": "door", "kind": "class", "identity": "test-last"}
HAT = {"id": "test-hat", "pile": "treasure", "kind": "item", "slot": "head", "bonus": 1, "gold": 200, "copies": 2}
MAIL = {"id": "test-mail", "pile": "treasure", "kind": "item", "slot": "body", "bonus": 1, "gold": 200}
MAGE = {"id": "test-mage", "pile": "door", "kind": "class", "identity": "test-mage"}
IMP = {"id": "test-imp", "pile": "door", "kind": "monster", "level": 1, "treasures": 3, "bad_stuff": []}
SCRY = {
    "id": "test-scry", "pile": "treasure", "kind": "special", "gold": 100,
    "effects": [{"op": "draw", "pile": "door", "amount": 2}],
}  # fmt: skip
LASTING = {"id": "test-hex", "pile": "door", "kind": "curse", "effects": [{"op": "keep", "until": "removed"}]}


def seat(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, **more}


@pytest.mark.rule("cards.reshuffle")
def test_an_empty_deck_is_renewed_from_its_discards_in_the_middle_of_a_draw() -> None:
    t = position(
        DOOR, LAST, SCRY, doors=["test-last"], door_discards=["test-door"] * 10, seat=[seat("ann", hand=["test-scry"])]
    )
    keep_on_top(t, Pile.DOOR, 1)
    before = [int(c) for c in t.g.discard[0][:10]]
    say(t, 0, "play test-scry")
    # one left + ten discarded - two drawn
    assert (hand(t, 0), int(t.g.deck_n[0]), int(t.g.discard_n[0])) == (["test-door", "test-last"], 9, 0)
    assert t.count(Ev.SHUFFLE) == 10 and int(t.g.shuffles[0]) == 1
    deck = [int(c) for c in t.g.deck[0][:9]]
    assert deck != [c for c in before if c in deck] and deck != [c for c in reversed(before) if c in deck]


@pytest.mark.rule("cards.reshuffle")
def test_a_deck_is_not_renewed_before_a_draw_finds_it_empty() -> None:
    t = position(DOOR, LAST, MAGE, doors=["test-last", "test-mage"], door_discards=["test-door"] * 10)
    keep_on_top(t, Pile.DOOR, 2)
    say(t, 0, "kick-open")
    say(t, 0, "take test-last")
    say(t, 0, "loot")
    assert (int(t.g.deck_n[0]), int(t.g.discard_n[0]), t.count(Ev.SHUFFLE)) == (0, 10, 0)


@pytest.mark.rule("cards.reshuffle", "cards.discard-piles")
def test_treasures_never_renew_the_door_deck() -> None:
    t = position(DOOR, LAST, JUNK, doors=["test-last"], treasure_discards=["test-junk"] * 5)
    keep_on_top(t, Pile.DOOR, 0)
    say(t, 0, "kick-open")
    assert (int(t.g.deck_n[0]), int(t.g.discard_n[1])) == (0, 5)


@pytest.mark.rule("cards.deck-and-discards-empty")
def test_treasures_that_are_not_there_are_never_owed() -> None:
    t = position(JUNK, IMP, MAGE, doors=["test-imp"], treasures=["test-junk"], seat=[seat("ann", level=3)])
    keep_on_top(t, Pile.TREASURE, 1)
    say(t, 0, "kick-open")
    say(t, 0, "end")
    assert (hand(t, 0), int(t.g.level[0]), int(t.g.deck_n[1])) == (["test-junk"], 4, 0)
    # A Treasure that is discarded later is not handed in.
    move(t.g, t.book, instances(t, "test-junk")[5], Zone.DISCARD, -1, Ev.SETUP, -1)
    say(t, 1, "kick-open")
    assert hand(t, 0) == ["test-junk"]


@pytest.mark.rule("cards.deck-and-discards-empty")
def test_without_doors_a_turn_has_no_monster_and_no_loot() -> None:
    t = position(IMP, MAGE, seat=[seat("ann", level=3, hand=["test-imp"])])
    keep_on_top(t, Pile.DOOR, 0)
    say(t, 0, "kick-open")
    assert t.phase == "room" and {"loot", "trouble test-imp"} <= set(texts(t))
    say(t, 0, "loot")
    assert (hand(t, 0), t.phase) == (["test-imp"], "evening")


def mentioned(view: Any) -> str:
    """Every word of a view."""
    return repr(view)


@pytest.mark.rule("cards.no-looking-discards")
def test_of_the_discards_only_the_top_is_seen() -> None:
    t = position(
        MAGE, LAST, HAT, MAIL, door_discards=["test-mage", "test-last"], treasure_discards=["test-hat", "test-mail"]
    )
    view = t.view(0)
    assert view.top_discards[:2] == ("test-mage", "test-hat") and view.discards[:2] == (2, 2)
    assert not [name for name in ("test-last", "test-mail") if name in mentioned(view)]


@pytest.mark.rule("cards.no-looking-discards")
def test_an_effect_that_searches_the_discards_opens_them_once() -> None:
    dig = {
        "id": "test-dig", "pile": "treasure", "kind": "special", "gold": 100,
        "effects": [{"op": "take_from_discards", "what": "treasure"}],
    }  # fmt: skip
    t = position(dig, HAT, MAIL, treasure_discards=["test-hat", "test-mail"], seat=[seat("ann", hand=["test-dig"])])
    assert not [text for text in texts(t) if "test-mail" in text]
    say(t, 0, "play test-dig")
    say(t, 0, "take test-mail")
    assert hand(t, 0) == ["test-mail"]


@pytest.mark.rule("cards.in-play", "cards.hand-private")
def test_everybody_sees_every_table_and_nobody_another_hand() -> None:
    t = position(
        HAT, MAIL, MAGE, LAST, LASTING,
        seat=[
            seat("ann", hand=["test-last"]),
            seat("bob", play=["test-mage", "test-hat"], carry=["test-hat"], curses=["test-hex"], hand=["test-mail"]),
        ],
    )  # fmt: skip
    for viewer in (0, 2):
        bob = t.view(viewer).seats[1]
        assert sorted(bob.in_play) == ["test-hat", "test-hat", "test-hex", "test-mage"]
        assert bob.equipped == ("test-hat",) and bob.hand_count == 1
        assert "test-mail" not in mentioned(t.view(viewer))
    assert t.view(1).hand == ("test-mail",) and "test-last" not in mentioned(t.view(1))


@pytest.mark.rule("cards.no-return-to-hand")
def test_no_move_leads_from_the_table_to_the_hand_of_the_same_living_player() -> None:
    from lab.games.game_table import table

    t = table("base", seats=4, seed=9)
    for _ in range(250):
        if not t.over:
            t.answer(t.choice())
    back = [
        e for e in t.events()
        if e.kind < Ev.LAST_MOVE and (e.before, e.after) == (Zone.TABLE, Zone.HAND) and e.actor == e.target
    ]  # fmt: skip
    assert not back


WARRIORS_ONLY = {
    "id": "test-maul", "pile": "treasure", "kind": "item", "slot": "hand", "hands": 2, "bonus": 4, "gold": 600,
    "require": ["warrior"],
}  # fmt: skip


def identities(deck: str, kind: str) -> set[str]:
    return {card.identity_name for card in load_decks([deck]).cards if card.kind == kind}


@pytest.mark.rule("class.list")
@pytest.mark.parametrize(
    ("deck", "classes"),
    [
        ("base", {"warrior", "wizard", "thief", "cleric"}),
        ("cthulhu", {"professor", "investigator", "monster-whacker", "cultist"}),
    ],
)
def test_each_set_has_four_classes_of_its_own(deck: str, classes: set[str]) -> None:
    assert identities(deck, "class") == classes


@pytest.mark.rule("class.list")
def test_an_item_for_a_class_of_another_set_needs_that_set() -> None:
    with pytest.raises(DeckError, match="'warrior' is no identity of these decks"):
        load_decks(["cthulhu"], extra=[WARRIORS_ONLY])
    assert "test-maul" in load_decks(["base"], extra=[WARRIORS_ONLY]).ids


@pytest.mark.rule("race.list")
def test_races_are_a_matter_of_the_set_and_human_is_never_a_card() -> None:
    assert identities("base", "race") == {"elf", "dwarf", "halfling"}
    assert identities("cthulhu", "race") == set()
    assert "human" not in load_decks(["base"]).ids


PLACES = {Zone.DECK, Zone.DISCARD, Zone.HAND, Zone.TABLE, Zone.OPEN, Zone.CULTISTS, Zone.FIGHT, Zone.PLAYED}


@pytest.mark.rule("cultist.six")
def test_the_deck_holds_six_cultists_and_no_other_class_as_often() -> None:
    copies = {card.id: card.copies for card in load_decks(["cthulhu"]).cards if card.kind == "class"}
    assert copies.pop("cultist") == 6 and max(copies.values()) < 6


@pytest.mark.deep(but=1)
@pytest.mark.rule("cultist.six", "cultist.own-discard")
@pytest.mark.parametrize("game", range(2))
def test_the_six_are_never_among_the_door_discards(game: int) -> None:
    table = new_table(variant="cthulhu", seats=4, seed=11, game=game, agents=["random"], switches={"max_turns": 40})
    cultists = [c for c in range(int(table.g.cards)) if table.book.card[c]["locked"]]
    assert len(cultists) == 6
    while not table.over:
        table.answer(table.choice())
        found = lists(table)
        assert not set(cultists) & set(found["discards 0"])
        assert set(found["discards 2"]) <= set(cultists)
        assert sum(len(set(cultists) & set(cards)) for cards in found.values()) == 6
        assert {Zone(int(table.g.zone[c])) for c in cultists} <= PLACES


@pytest.mark.rule("cultist.cthulhu-rises")
def test_great_cthulhu_is_the_only_monster_of_level_twenty() -> None:
    levels = {card.id: card.level or 0 for card in load_decks(["cthulhu"]).cards if card.kind == "monster"}
    assert [name for name, level in levels.items() if level >= 20] == ["great-cthulhu"]
    assert levels["great-cthulhu"] == 20
