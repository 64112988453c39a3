"""How cards of a pile that somebody looks at are told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.test_story_positions import MOUSE, OGRE, at, told
from tests.rules.small_table import say


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
    since = len(t.events())
    say(t, 0, "play ball")
    say(t, 0, f"choose {chosen}")
    assert told(t, since)[1:] == lines
