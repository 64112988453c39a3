"""How it is told that a roll is changed by somebody's power, and that a beaten monster is kept."""

from __future__ import annotations

import pytest

from tests.lab.test_story_positions import BOMB, MONK, MOUSE, OGRE, SWORD, at, told
from tests.rules.small_table import say

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
    since = len(t.events())
    say(t, 0, "use pick-pockets on sword")
    say(t, 0, "use charm")
    say(t, 0, "choose 1")
    say(t, 0, "kick-open")
    assert told(t, since)[: len(lines)] == lines


def test_a_flight_that_somebody_spoils_is_told() -> None:
    t = at(OGRE, CHARM, doors=["ogre"], bob={"play": ["charm"]}, dice=[5])
    say(t, 0, "kick-open")
    since = len(t.events())
    say(t, 0, "run ogre")
    say(t, 1, "use charm")
    say(t, 1, "choose 2")
    assert told(t, since)[:3] == [
        "ann runs from ogre, rolls 5", "bob uses charm: -2 to the rolls of ann", "ogre catches ann (3 with modifiers)",
    ]  # fmt: skip


def test_a_monster_that_is_kept_goes_along() -> None:
    t = at(MOUSE, LEASH, BOMB, doors=["mouse"], ann={"play": ["leash"], "hand": ["bomb"]})
    since = len(t.events())
    say(t, 0, "kick-open")
    say(t, 0, "use leash on mouse")
    say(t, 0, "discard bomb for leash on mouse")
    lines = told(t, since)
    assert "ann uses leash, discarding bomb: mouse goes along with ann from now on" in lines
