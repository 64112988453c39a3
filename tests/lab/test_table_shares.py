"""The shares of a table are counted where they were planted."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from engine.records.card_kinds import Kind
from engine.records.events import Ev, Result
from engine.records.state import Zone
from lab.conduct.event_reader import Row
from lab.conduct.people_checks import win_shares
from lab.conduct.strange_play import share
from lab.conduct.table_shares import tell_most_stolen
from tests.lab.test_conduct import CURSE, DESIGNS, GHOUL, JEWEL, POTION, RING, THIEF, level, row, seen, strength

DESIGNS.kind[GHOUL] = Kind.MONSTER


def enhanced(points: int, by: int = 1) -> tuple[Row, Row]:
    return row(Ev.BONUS, by, -1, POTION, after=points), strength(12, 4 + points)


def test_when_hostile_strength_is_thrown():
    """At Levels 4, 5 and 9 of a game to 10: 3, 4 and 5 points from outside; what the fighter throws is not hostile."""
    fights = [
        (level(0, at), row(Ev.FIGHT, 0), strength(12, 4), *enhanced(points), *enhanced(7, 0))
        for at, points in ((4, 3), (5, 4), (9, 5))
    ]
    weaker = row(Ev.BONUS, 1, -1, THIEF, before=-2)  # a stab, at Level 9 as well
    count = seen(*(one for fight in fights for one in fight), weaker)
    assert (count["points"], count["points.early"], count["points.last"]) == (14, 3, 7)


def test_last_fights_won_that_nobody_opposes():
    fight = level(0, 9), row(Ev.FIGHT, 0), strength(12, 4)
    killed = row(Ev.FIGHT_END, 0, other=Result.KILLED)
    sent_in, curse = row(Ev.JOIN, 1, -1, GHOUL), row(Ev.CURSE, 1, 0, CURSE)
    for against, unopposed in (((), 1), (enhanced(5), 0), (enhanced(5, 0), 1), ((sent_in,), 0), ((curse,), 0)):
        count = seen(*fight, *against, killed)
        assert (count["last_fights.won"], count["last_fights.unopposed"]) == (1, unopposed)
    assert seen(level(0, 8), *fight[1:], killed)["last_fights.won"] == 0


def test_monsters_from_the_discards_and_refusals():
    back = row(Ev.RETURN, -1, 0, GHOUL, before=Zone.DISCARD, after=Zone.HAND)
    fight = row(Ev.FIGHT, 0), row(Ev.JOIN, 0, -1, GHOUL), row(Ev.FIGHT_END, 0, other=Result.KILLED)
    assert [seen(*rows)["won.recycled"] for rows in ((back, *fight), fight)] == [1, 0]
    done = row(Ev.DISCARD, card=GHOUL, before=Zone.FIGHT, after=Zone.DISCARD)
    count = seen(back, *fight, done, *fight)  # kicked open again, after it went back among the doors
    assert (count["won"], count["won.recycled"]) == (2, 1)
    refused, offer = row(Ev.REFUSE, 1, 0), row(Ev.REFUSE, 0, 1)
    assert seen(fight[0], refused, refused, offer)["refusals"] == 2


def test_the_item_that_is_stolen_most():
    """In 10 games the ring came to 40 tables and was stolen 10 times, the jewel to 80 and 12 times; 2 copies each."""
    laid = row(Ev.PLAY, 0, 0, RING, before=Zone.HAND, after=Zone.TABLE)
    stolen = row(Ev.STEAL, 0, 1, RING, before=Zone.TABLE, after=Zone.TABLE)
    count = seen(laid, stolen)
    assert (count[f"stays/{RING}"], count[f"stolen/{RING}"]) == (2, 1)
    count.update({"games": 10, f"stays/{RING}": 38, f"stolen/{RING}": 9, f"stays/{JEWEL}": 80, f"stolen/{JEWEL}": 12})
    tell_most_stolen(count, DESIGNS.copies)
    assert share(count, "stolen.item", "stolen.item.of") == 12 / (10 * 2)
    assert share(count, "stolen.stay", "stolen.stay.of") == 10 / 40


def test_wins_are_shared_out_among_the_personas_of_a_table():
    """Seats 0 and 2 win together, then seat 1 alone; a sits in the first two seats, then in the last two."""
    game = np.array([(0b101,), (0b010,)], [("winners", "i1")])
    seat = np.array([(0,), (0,), (1,), (1,), (1,), (1,), (0,), (0,)], [("agent", "i4")])
    found = win_shares(SimpleNamespace(game=game, seat=seat), ["a", "b"])
    assert found == {"a": 0.5 / 4, "b": 1.5 / 4}
