"""Which Classes and Races a box of cards has: facts about content that no scenario can say."""

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks

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
