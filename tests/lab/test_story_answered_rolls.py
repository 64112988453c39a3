"""How it is told that a roll is changed, that a beaten monster is kept, and that cards of a pile are looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.test_story_positions import BOMB, MONK, MOUSE, OGRE, SWORD, at, heard

CHARM = {"id": "charm", "pile": "treasure", "kind": "item", "effects": [
    {"op": "pay_at_roll", "cost": "nothing", "name": "charm", "when": {"first": "turn"}},
    {"on": "used", "op": "shift_die", "amount": 2, "also": 1},
]}  # fmt: skip
LEASH = {"id": "leash", "pile": "treasure", "kind": "item", "effects": [
    {"op": "pay_when_won", "cost": "hand", "amount": 1, "name": "leash"},
    {"on": "used", "op": "befriend", "part": 1},
]}  # fmt: skip


@pytest.mark.parametrize(("die", "lines"), [
    (2, ["ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 2",
         "ann uses charm: sets the die to 4, takes sword from bob"]),
    (1, ["ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 1",
         "ann uses charm: sets the die to 3", "ann drops to Level 2 by monk"]),
])  # fmt: skip
def test_a_theft_is_told_to_its_end_when_its_die_is_changed(die: int, lines: list[str]) -> None:
    t = at(MONK, BOMB, SWORD, CHARM, MOUSE, doors=["mouse"], ann={"play": ["monk", "charm"], "hand": ["bomb"]},
           bob={"play": ["sword"]}, dice=[die])  # fmt: skip
    assert heard(t, "", "0 use pick-pockets on sword; 0 use charm; 0 choose 1; 0 kick-open")[: len(lines)] == lines


def test_a_flight_that_somebody_spoils_is_told() -> None:
    t = at(OGRE, CHARM, doors=["ogre"], bob={"play": ["charm"]}, dice=[5])
    assert heard(t, "0 kick-open", "0 run ogre; 1 use charm; 1 choose 2")[:3] == [
        "ann runs from ogre, rolls 5", "bob uses charm: -2 to the rolls of ann", "ogre catches ann (3 with modifiers)",
    ]  # fmt: skip


def test_a_monster_that_is_kept_goes_along() -> None:
    t = at(MOUSE, LEASH, BOMB, doors=["mouse"], ann={"play": ["leash"], "hand": ["bomb"]})
    lines = heard(t, "", "0 kick-open; 0 use leash on mouse; 0 discard bomb for leash on mouse")
    assert "ann uses leash, discarding bomb: mouse goes along with ann from now on" in lines


def ball(then: str) -> dict[str, Any]:
    step = {"op": "look", "amount": 2, "pile": "door", "then": then}
    return {"id": "ball", "pile": "treasure", "kind": "special", "effects": [step]}


@pytest.mark.parametrize(("then", "chosen", "lines"), [
    ("keep_under", "ogre", ["ann puts mouse under the Door deck", "ann draws ogre"]),
    ("first_discard", "ogre", ["mouse from the Door deck goes to the discards",
                                "ann leaves on top of the Door deck: ogre"]),
    ("any_order", "ogre", ["ann leaves on top of the Door deck: ogre, mouse"]),
])  # fmt: skip
def test_what_somebody_looks_at_and_what_becomes_of_it_is_told(then: str, chosen: str, lines: list[str]) -> None:
    t = at(MOUSE, OGRE, ball(then), doors=["mouse", "ogre"], ann={"hand": ["ball"]})
    assert heard(t, "", f"0 play ball; 0 choose {chosen}")[1:] == lines
