"""What onlookers may do to a combat, and what they may not: nobody fights another player."""

from __future__ import annotations

import pytest
from small_table import position, say

from engine.records.card_kinds import Kind
from engine.records.questions import Aim, Verb

OGRE = {"id": "test-ogre", "pile": "door", "kind": "monster", "level": 9, "treasures": 1, "bad_stuff": []}
RAT = {"id": "test-rat", "pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": []}
ANGRY = {"id": "test-angry", "pile": "door", "kind": "enhancer", "bonus": 5}
WANDER = {"id": "test-wander", "pile": "door", "kind": "wandering"}
CURSE = {"id": "test-fall", "pile": "door", "kind": "curse", "effects": [{"op": "lose_levels", "amount": 1}]}
FLASK = {"id": "test-flask", "pile": "treasure", "kind": "one_shot", "bonus": 3, "gold": 100}
SWORD = {"id": "test-sword", "pile": "treasure", "kind": "item", "slot": "hand", "bonus": 9, "gold": 100}
SNEAK = {
    "id": "test-sneak", "pile": "door", "kind": "class",
    "effects": [
        {"op": "backstab", "amount": 2, "name": "test-stab"},
        {"op": "steal", "least": 4, "name": "test-snatch"},
    ],
}  # fmt: skip
CARDS = (OGRE, RAT, ANGRY, WANDER, CURSE, FLASK, SWORD, SNEAK)
HAND = ["test-rat", "test-angry", "test-wander", "test-fall", "test-flask"]

MEDDLING = {
    Verb.PASS, Verb.PLAY, Verb.PLAY_WITH, Verb.DISCARD_FOR, Verb.OFFER,
    Verb.EQUIP, Verb.UNEQUIP, Verb.DISCARD, Verb.GIVE, Verb.TRADE,  # their own affairs
}  # fmt: skip


@pytest.mark.rule("combat.no-pvp", "combat.who-may-interfere")
def test_an_onlooker_meddles_by_cards_and_powers_and_in_no_other_way() -> None:
    seats = [
        {"name": "ann", "level": 8, "carry": ["test-sword"]},
        {"name": "bob", "level": 5, "play": ["test-sneak"], "hand": HAND},
        {"name": "cid", "level": 2},
    ]
    table = position(*CARDS, variant="conan", seat=seats, doors=["test-ogre"])
    say(table, 0, "kick-open")
    assert table.decider == 1
    options = table.options()
    assert {Verb(o.verb) for o in options} <= MEDDLING
    at_players = [o for o in options if o.verb == Verb.PLAY and o.amount == Aim.SEAT]
    assert {int(table.book.card[o.card]["kind"]) for o in at_players} == {Kind.CURSE}
    assert not any("test-snatch" in o.text or "test-sword" in o.text for o in options)


@pytest.mark.rule("combat.no-pvp")
@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("play test-flask on test-ogre", [8, 5, 2]),
        ("play test-angry on test-ogre", [8, 5, 2]),
        ("play test-wander with test-rat", [8, 5, 2]),
        ("discard test-angry for test-stab on ann", [8, 5, 2]),
        ("play test-fall on ann", [7, 5, 2]),  # what the card says: one Level
    ],
)
def test_only_a_card_that_says_so_costs_the_fighter_a_level(text: str, levels: list[int]) -> None:
    seats = [
        {"name": "ann", "level": 8},
        {"name": "bob", "level": 5, "play": ["test-sneak"], "hand": HAND},
        {"name": "cid", "level": 2},
    ]
    table = position(*CARDS, variant="conan", seat=seats, doors=["test-ogre"])
    say(table, 0, "kick-open")
    table.step(text)
    assert [int(x) for x in table.g.level[:3]] == levels
    assert not table.g.dead[:3].any() and table.g.fighter == 0 and table.g.helper == -1
