"""Games written by hand: a few events each, with everything that is not told set to nobody and nothing."""

from __future__ import annotations

import polars as pl

from engine.records.events import Cause
from engine.records.state import Zone

NOTHING = {"turn": 1, "round": 1, "phase": "combat", "actor": -1, "target": -1, "card": -1, "copy": 0, "other": -1,
           "before": 0, "after": 0}  # fmt: skip
HAND, TABLE, PILE, OPEN = (int(z) for z in (Zone.HAND, Zone.TABLE, Zone.DISCARD, Zone.OPEN))
CARDS = ("Troll", "Wasp", "Frogs", "Hat", "Sword")
"""Names of designs by number: two monsters of Level 4 and 8, a Curse, and Items of 300 and 500 Gold Pieces."""
GOLD, LEVELS = (0, 0, 0, 300, 500), (4, 8, 0, 0, 0)
TROLL, WASP, FROGS, HAT, SWORD = range(5)


def ev(kind, actor=-1, target=-1, **rest):
    """One event."""
    return NOTHING | {"kind": kind, "actor": actor, "target": target} | rest


def level(seat, before, after, cause=Cause.CARD, card=-1):
    """A Level changes."""
    return ev("level", seat, seat, other=int(cause), before=before, after=after, card=card)


def told(fighter, side, foes, helper=-1):
    """The strengths of a combat."""
    return ev("strength", fighter, helper, other=int(side > foes), before=side, after=foes)


def fight(fighter, result, *between, card=TROLL, helper=-1):
    """A combat from its beginning to its end."""
    joined = ev("join", fighter, fighter, card=card, before=4)
    end = ev("fight_end", fighter, helper, other=int(result), before=1)
    return [ev("fight", fighter, other=0), joined, *between, end]


def tables(stories, seats=3, winners=None, rounds=5, levels=(), **more):
    """Tables of an arm `a` with one game for each story; a story of None is a game whose events were not kept."""
    won = winners or [[0]] * len(stories)
    key = {"run_id": "r", "arm": "a"}
    event = [key | {"game": g, "seq": n} | row for g, story in enumerate(stories) for n, row in enumerate(story or ())]
    seat = [key | {"game": g, "seat": s, "won": int(s in won[g])} for g in range(len(stories)) for s in range(seats)]
    game = [key | {"game": g, "rounds": rounds, "winners": won[g]} for g in range(len(stories))]
    card = [
        {"deck_hash": "d", "card": n, "name": name, "level": LEVELS[n], "gold": GOLD[n]} for n, name in enumerate(CARDS)
    ]
    level_rows = [key | dict(zip(("game", "round", "seat", "level"), row, strict=True)) for row in levels]
    columns = {
        "run_id": pl.String,
        "arm": pl.String,
        "game": pl.Int64,
        "round": pl.Int64,
        "seat": pl.Int64,
        "level": pl.Int64,
    }
    arm = [key | {"deck_hash": "d", "seats": seats}]
    rule = [key | {"switch": "victory.level", "value": "10"}]
    rows = {"event": event, "seat": seat, "game": game, "card": card, "arm": arm, "rule": rule}
    frames = {name: pl.DataFrame(some) for name, some in rows.items()}
    return frames | {"level": pl.DataFrame(level_rows, schema=columns)} | more


def values(frame, column="value", by="measure"):
    """One column of a metric by another one."""
    return dict(zip(frame[by], frame[column], strict=True))
