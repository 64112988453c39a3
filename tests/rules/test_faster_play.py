"""Faster play: its switches in every combination."""

from __future__ import annotations

from itertools import product

import pytest

from engine.records.card_kinds import Pile
from engine.records.events import Ev
from engine.records.state import Phase
from lab.games.game_table import table


@pytest.mark.rule("faster.general", "turn.listen-at-the-door", "turn.loot-treasure-variant")
@pytest.mark.parametrize(("listen", "treasure", "shared"), list(product([False, True], repeat=3)))
def test_all_eight_combinations_give_the_turns_they_promise(listen: bool, treasure: bool, shared: bool) -> None:
    switches = {
        "faster_play.listen_at_door": listen,
        "faster_play.loot_room_deck": "treasure" if treasure else "door",
        "shared_victory": shared,
    }
    t = table("base", seats=3, seed=6, switches=switches)
    while not t.over and int(t.g.turn) < 25:
        t.answer(t.choice())
    events = t.events()
    begun = [e.seq for e in events if e.kind == Ev.TURN]
    first = [next(e for e in events[at + 1 :] if e.kind not in (Ev.REBORN, Ev.STATUS)) for at in begun[:-1]]
    heard = [e.kind == Ev.DRAW and e.phase == Phase.LISTEN for e in first]
    assert heard == [listen] * len(heard) and len(heard) >= 4
    looted = [e for e in events if e.kind == Ev.DRAW and e.phase == Phase.LOOT]
    assert {int(t.book.card[e.card]["pile"]) for e in looted} == {int(Pile.TREASURE if treasure else Pile.DOOR)}
