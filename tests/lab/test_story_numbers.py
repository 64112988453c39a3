"""Told numbers: a reader can work out the strengths, and knows how much of what is meant."""

from __future__ import annotations

import pytest

from tests.lab.test_story_positions import ANGRY, OGRE, WANDER, at, told
from tests.rules.small_table import say

HEAP = OGRE | {"id": "heap", "treasures": 3}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ask bob treasures=1 pick=helper", "ann asks bob for help for 1 of the 3 Treasures (bob picks first)"),
        ("ask bob treasures=2 pick=fighter", "ann asks bob for help for 2 of the 3 Treasures (ann picks first)"),
        ("ask bob treasures=2 pick=alternate", "ann asks bob for help for 2 of the 3 Treasures (they pick in turns)"),
        ("ask bob treasures=3 pick=fighter", "ann asks bob for help for all 3 Treasures"),
    ],
)
def test_help_is_asked_for_so_many_of_the_treasures(text: str, line: str) -> None:
    t = at(HEAP, doors=["heap"])
    say(t, 0, "kick-open")
    since = len(t.events())
    say(t, 0, text)
    assert told(t, since)[0] == line


@pytest.mark.parametrize(
    ("treasures", "number", "price"),
    [
        (3, 2, "2 of the 3 Treasures (bob picks first)"),
        (3, 3, "all 3 Treasures"),
        (2, 2, "both Treasures"),
        (1, 1, "the Treasure"),
    ],
)
def test_help_is_offered_in_plain_words(treasures: int, number: int, price: str) -> None:
    t = at(HEAP | {"treasures": treasures}, doors=["heap"])
    say(t, 0, "kick-open")
    since = len(t.events())
    say(t, 1, f"offer treasures={number} pick=helper")
    assert told(t, since)[0] == f"bob offers to help ann for {price}"


def test_where_the_treasures_cannot_be_counted_none_are() -> None:
    twin = {"id": "twin", "pile": "door", "kind": "special", "effects": [{"op": "copy_monster"}]}
    t = at(HEAP, twin, doors=["heap"], bob={"hand": ["twin"]})
    say(t, 0, "kick-open")
    say(t, 1, "play twin")
    since = len(t.events())
    say(t, 1, "offer treasures=2 pick=helper")
    assert told(t, since)[0] == "bob offers to help ann for 2 Treasures (bob picks first)"


def test_what_changes_the_treasures_is_counted() -> None:
    rich = ANGRY | {"id": "rich", "treasures": 2}
    poor = ANGRY | {"id": "poor", "bonus": -5, "treasures": -9, "effects": [
        {"on": "in_fight", "op": "treasure", "amount": 1}]}  # fmt: skip
    seats = {"bob": {"hand": ["rich", "wander", "ogre"]}, "cid": {"hand": ["poor"]}}

    def offered() -> str:
        since = len(t.events())
        say(t, 2, "offer treasures=1 pick=helper")
        say(t, 0, "refuse")
        return told(t, since)[0].removeprefix("cid offers to help ann for ")

    t = at(HEAP, OGRE, rich, poor, WANDER, doors=["heap"], **seats)
    say(t, 0, "kick-open")
    say(t, 1, "play rich on heap")
    assert offered() == "1 of the 5 Treasures (cid picks first)"
    say(t, 1, "play wander with ogre")
    assert offered() == "1 of the 6 Treasures (cid picks first)"
    say(t, 2, "play poor on heap")
    assert offered() == "1 of the 2 Treasures (cid picks first)"
