"""Races as a stored run: the same Levels as events of the engine's kinds."""

from __future__ import annotations

import numpy as np
import polars as pl

from lab.store.store_folder import Store
from lab.store.stored_tables import ABOUT, FACTS, TABLES
from tests.lab.races import DICE, LEVEL, SEATS, race

RUN, GAMES, FEW = "ace000000001", 250, 40


def race_store(path):
    """A store with one finished run of two arms, of which the second has few games."""
    store = Store.open(path, create=True)
    store.begin(RUN, "seed = 1\n", {name: _frame(name, rows) for name, rows in _about().items()})
    for arm, games in (("base", GAMES), ("base+faster", FEW)):
        facts = {name: _frame(name, []) for name in FACTS} | _facts(arm, games)
        store.commit(RUN, f"{arm}-0", facts)
    return store


def _frame(name, rows):
    schema = {column: kind for column, kind in TABLES[name].items() if not rows or column in rows[0]}
    return pl.DataFrame(rows, schema=schema).with_columns(
        pl.lit(None).cast(kind).alias(column) for column, kind in TABLES[name].items() if column not in schema
    ).select(list(TABLES[name]))  # fmt: skip


def _about():
    run = dict.fromkeys(ABOUT["run"], "x") | {
        "run_id": RUN, "created_at": "2026-03-01T12:00:00+00:00", "seed": 1, "rules_version": 4, "wall_s": 1.0,
        "workers": 1, "status": "done",
    }  # fmt: skip
    arms = [
        {
            "run_id": RUN, "arm": arm, "variant": arm, "decks": ["mine"], "deck_hash": "d", "seats": SEATS,
            "agents": ["random"] * SEATS, "games": games,
        }
        for arm, games in (("base", GAMES), ("base+faster", FEW))
    ]  # fmt: skip
    card = {"deck_hash": "d", "card": 0, "id": "die", "name": "Die", "pile": "door", "kind": "monster", "bonus": 0}
    return {"run": [run], "arm": arms, "card": [card]}


def _facts(arm, games):
    m, credit = race(games)
    events = []
    for i in range(len(m)):
        mine = {"game": m.game[i], "turn": m.turn[i], "round": m.round[i], "phase": "door", "copy": -1, "other": -1}
        who = {"actor": m.whose[i], "target": -1, "card": -1, "before": 0, "after": 0}
        if m.turn[i] == 0:
            events.append(mine | who | {"kind": "sex", "actor": 0, "target": 0})
        elif m.about[i] == DICE:
            events.append(mine | who | {"kind": "die", "card": 0})
            events.append(mine | who | {"kind": "reveal", "card": 0, "before": 1, "after": 7, "target": m.whose[i]})
            risen = m.state[i, m.whose[i], LEVEL] - m.state[i - 1, m.whose[i], LEVEL]
            if risen:
                events.append(mine | who | {"kind": "level", "target": m.whose[i], "before": 1, "after": 1 + risen})
        else:
            events.append(mine | who | {"kind": "turn"})
    event = pl.DataFrame(events).with_columns(seq=pl.int_range(pl.len()).over("game"))
    first = np.flatnonzero(np.r_[True, m.last[:-1]])
    seats = [
        {
            "game": int(m.game[i]),
            "seat": s,
            "agent": "random",
            "credit": float(credit[i, s]),
            "won": int(credit[i, s] > 0),
        }
        for i in first
        for s in range(SEATS)
    ]
    named = {"event": event.to_dicts(), "seat": seats, "game": [{"game": game} for game in range(games)]}
    return {name: _frame(name, [{"run_id": RUN, "arm": arm} | row for row in rows]) for name, rows in named.items()}
