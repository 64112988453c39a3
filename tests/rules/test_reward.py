"""Who sees the Treasures that are drawn after a win."""

from __future__ import annotations

import pytest
from small_table import position, say

from engine.records.card_kinds import Pile
from engine.records.events import Ev
from engine.records.state import Zone
from engine.table import Table

OGRE = {"id": "test-ogre", "pile": "door", "kind": "monster", "level": 7, "treasures": 2, "bad_stuff": []}
CUP = {"id": "test-cup", "pile": "treasure", "kind": "item", "gold": 100}
BOWL = {"id": "test-bowl", "pile": "treasure", "kind": "item", "gold": 100}
WON = ["test-cup", "test-bowl"]


def before_the_win(level: int) -> Table:
    """Ann of a Level and bob of Level 5 before a monster of 7 with two Treasures."""
    seats = [{"name": "ann", "level": level}, {"name": "bob", "level": 5}, {"name": "cid"}]
    table = position(OGRE, CUP, BOWL, seat=seats, doors=["test-ogre"], treasures=WON)
    say(table, 0, "kick-open")
    return table


def pass_to_the_end(table: Table) -> None:
    """Everybody passes until the fight is won."""
    while table.count(Ev.FIGHT_END) == 0:
        table.step("pass")


@pytest.mark.rule("reward.draw-down-alone", "cards.hand-private")
def test_what_is_won_alone_is_drawn_face_down() -> None:
    table = before_the_win(8)
    pass_to_the_end(table)
    drawn = [e for e in table.events() if e.kind == Ev.DRAW]
    assert [(e.target, e.other, e.before, e.after) for e in drawn] == [(0, 0, Zone.DECK, Zone.HAND)] * 2
    assert sorted(table.view(0).hand) == sorted(WON)
    for seat in (1, 2):
        seen = table.view(seat)
        assert seen.seats[0].hand_count == 2
        assert not any(name in repr(seen) for name in WON)


@pytest.mark.rule("reward.draw-up-helped")
def test_what_is_won_with_a_helper_lies_open_before_it_is_shared() -> None:
    table = before_the_win(4)
    say(table, 0, "ask bob treasures=1 pick=fighter")
    table.step("accept")
    pass_to_the_end(table)
    shown = [e for e in table.events() if e.kind == Ev.REVEAL and table.book.card[e.card]["pile"] == Pile.TREASURE]
    assert sorted(table.ids([e.card for e in shown])) == sorted(WON)
    assert {e.after for e in shown} == {Zone.OPEN}
    assert all(sorted(table.view(seat).face_up) == sorted(WON) for seat in range(3))
    table.step("take test-bowl")
    table.step("take test-cup")
    assert table.view(0).hand == ("test-bowl",) and table.view(1).hand == ("test-cup",)
    assert not any(name in repr(table.view(2)) for name in WON)
