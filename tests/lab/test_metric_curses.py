"""Curses, planted by hand."""

import pytest

from engine.records.events import Cause
from lab.tables.metric import compute
from tests.lab.stories import FROGS, HAND, HAT, PILE, SWORD, TABLE, ev, level, tables

STORY = [
    ev("curse", 1, 0, card=FROGS), level(0, 4, 2, Cause.CURSE, FROGS), ev("turn", 1),  # two Levels
    ev("curse", -1, 2, card=FROGS), ev("play", 2, 2, card=FROGS),  # from a door; it stays on the table
    ev("lose", 2, card=HAT, before=TABLE, after=PILE), ev("lose", 1, card=HAT, before=HAND, after=PILE),
    ev("play", 0, card=SWORD), ev("lose", 2, card=HAT, before=TABLE, after=PILE),  # lost to the Sword
    ev("curse", 2, 2, card=FROGS), ev("turn_end", 2),  # on oneself, and nothing comes of it
    ev("lose", 2, card=HAT, before=TABLE, after=PILE),
]  # fmt: skip
DEADLY = [ev("curse", 0, 1, card=FROGS), ev("death", 1, 1, card=FROGS)]


def test_strikes_and_what_they_take(tiny_store):
    found = compute(tiny_store(**tables([STORY, DEADLY, [ev("turn", 0)], None])), ["curses"])["curses"]
    row = found.row(0, named=True)
    # Four strikes in three games with events: two played on others; 2 Levels and 2 cards in all.
    assert (row["name"], row["n"], row["games"]) == ("Frogs", 4, 3)
    assert (row["per_game"], row["played"]) == pytest.approx((4 / 3, 2 / 4))
    assert (row["levels_lost"], row["cards_lost"]) == pytest.approx((2 / 4, 2 / 4))
    assert (row["neither"], row["deadly"]) == pytest.approx((2 / 4, 1 / 4))
    # Per game 3, 1 and 0: mean 4/3, sd sqrt(7/3), error sqrt(7/9); t of two degrees is 4.302653.
    assert row["per_game_high"] == pytest.approx(4 / 3 + 4.30265273 * (7 / 9) ** 0.5)


def test_without_a_strike_there_is_no_row(tiny_store):
    assert compute(tiny_store(**tables([[ev("turn", 0)]])), ["curses"])["curses"].is_empty()
