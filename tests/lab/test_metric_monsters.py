"""Combats with each monster, planted by hand."""

import pytest

from engine.records.events import Cause, Result
from lab.tables.metric import compute
from tests.lab.stories import HAND, HAT, OPEN, PILE, TABLE, TROLL, WASP, ev, fight, level, tables, told

WASP_TOO = ev("join", 1, 0, card=WASP, before=8)
LOSES = ev("lose", 0, card=HAT, before=TABLE, after=PILE)
STORY = [
    *fight(0, Result.KILLED, told(0, 9, 4)),
    *fight(0, Result.KILLED, told(0, 9, 4, helper=1), helper=1),
    # Both monsters: the Troll catches the fighter and takes a Level and two cards, the Wasp does not catch them.
    *fight(
        0, Result.CAUGHT, WASP_TOO, told(0, 3, 12),
        ev("throw", 0, card=TROLL), ev("caught", 0, card=TROLL), level(0, 3, 2, Cause.BAD_STUFF, TROLL), LOSES,
        ev("acts", 0, card=TROLL), ev("steal", 0, 2, card=HAT, before=HAND, after=HAND),
        ev("lose", 0, card=HAT, before=OPEN, after=PILE),  # it lay open: nobody's
        ev("throw", 0, card=WASP), ev("escape", 0, card=WASP), LOSES,  # lost to something else
    ),
    # The Wasp catches the helper, who dies of it; the fighter gets away.
    *fight(
        0, Result.FLED, told(0, 3, 12, helper=1), ev("throw", 1, card=WASP), ev("caught", 1, card=WASP),
        ev("death", 1, 1, card=WASP), card=WASP, helper=1,
    ),
]  # fmt: skip
OTHER = [
    *fight(2, Result.DIED, ev("throw", 2, card=TROLL), ev("caught", 2, card=TROLL), ev("death", 2, 2, card=TROLL)),
    # Two of the same: one is removed, the other killed; then one alone that is removed.
    *fight(1, Result.KILLED, ev("join", 2, 1, card=WASP), ev("remove", card=WASP), told(1, 20, 8), card=WASP),
    *fight(1, Result.REMOVED, ev("remove", card=TROLL)),
    ev("fight", 0, other=0), ev("join", 0, 0, card=TROLL),  # not finished
]  # fmt: skip


def test_what_each_monster_did(tiny_store):
    found = compute(tiny_store(**tables([STORY, OTHER, None])), ["monsters"])["monsters"]
    troll, wasp = found.to_dicts()
    assert (troll["name"], troll["level"], wasp["name"], wasp["level"]) == ("Troll", 4, "Wasp", 8)
    # The Troll: killed twice (once with a helper), caught, deadly, removed. The Wasp: away, away, killed.
    assert (troll["n"], troll["games"], wasp["n"]) == (5, 2, 3)
    assert {k: troll[k] for k in ("won", "fled", "caught", "died", "gone")} == pytest.approx(
        {"won": 0.4, "fled": 0, "caught": 0.2, "died": 0.2, "gone": 0.2}
    )
    assert (troll["helped"], troll["won_helped"], troll["won_alone"]) == pytest.approx((1 / 5, 1, 1 / 4))
    assert {k: wasp[k] for k in ("won", "fled", "caught", "died")} == pytest.approx(
        {"won": 1 / 3, "fled": 2 / 3, "caught": 0, "died": 0}
    )
    # Two catches of the Troll: one took a Level and two cards, one was deadly. One of the Wasp, deadly for the helper.
    assert (troll["levels_lost"], troll["cards_lost"], troll["deadly"]) == pytest.approx((1 / 2, 2 / 2, 1 / 2))
    assert (wasp["levels_lost"], wasp["cards_lost"], wasp["deadly"]) == (0, 0, 1)


def test_a_monster_that_was_met_once_has_its_interval(tiny_store):
    found = compute(tiny_store(**tables([fight(0, Result.KILLED, told(0, 9, 4))])), ["monsters"])["monsters"]
    row = found.row(0, named=True)
    # Jeffreys' interval of one hit in one trial: from the beta quantile (0.025; 1.5, 0.5) to 1.
    assert (row["won"], row["won_high"]) == (1, 1) and row["won_low"] == pytest.approx(0.1467, abs=1e-4)
    assert row["won_helped"] is None and row["levels_lost"] is None
