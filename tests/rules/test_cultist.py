"""Six Cultist cards, wherever they lie, and the mightiest monster of their set."""

from __future__ import annotations

import pytest
from small_table import lists

from decks.load_decks import load_decks
from engine.records.state import Zone
from lab.games.game_table import table as new_table

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
