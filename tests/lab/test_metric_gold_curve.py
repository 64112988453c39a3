"""Gold in play by round, planted by hand."""

import pytest

from lab.tables.metric import compute
from tests.lab.stories import HAND, HAT, PILE, SWORD, TABLE, TROLL, ev, tables

STORY = [
    ev("play", 0, 0, card=HAT, before=HAND, after=TABLE, round=0),  # before the first round: counts for it
    ev("play", 1, 1, card=SWORD, before=HAND, after=TABLE, round=1),
    ev("equip", 1, 1, card=SWORD, before=TABLE, after=TABLE, round=1),  # no move
    ev("steal", 1, 0, card=SWORD, before=TABLE, after=TABLE, round=2),
    ev("play", 2, -1, card=TROLL, before=HAND, after=TABLE, round=2),  # lies before nobody
    ev("sell", 0, card=HAT, before=TABLE, after=PILE, round=3),
]
LEVELS = [(g, r, s, 1) for g, rounds in ((0, 3), (1, 1), (2, 2)) for r in range(1, rounds + 1) for s in range(3)]


def test_gold_follows_the_cards(tiny_store):
    frames = tables([STORY, [ev("turn", 0, round=1)], None], winners=[[0], [1], [2]], levels=LEVELS)
    found = compute(tiny_store(**frames), ["gold_curve"])["gold_curve"]
    rows = {(r["group"], r["round"]): (r["games"], r["gold"]) for r in found.to_dicts()}
    # Game 0: the Hat (300) before seat 0 and the Sword (500) before seat 1; then both before seat 0; then the Sword.
    assert rows["all", 1] == (2, pytest.approx((800 / 3 + 0) / 2))
    assert rows["winner", 1] == (2, 150) and rows["other", 1] == (2, 125)
    assert rows["winner", 2] == (1, 800) and rows["other", 2] == (1, 0)
    assert rows["winner", 3] == (1, 500) and rows["all", 3] == (1, pytest.approx(500 / 3))
