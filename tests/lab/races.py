"""Races whose chances are known, whoever has the turn goes up with a fixed chance: as paths, and as a stored run."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl

from lab.chances.positions import CLASSES, SEAT_STATE, Moments
from lab.chances.win_chances import ArmChances
from lab.store.store_folder import Store
from lab.store.stored_tables import ABOUT, FACTS, TABLES

SEATS, GOAL, STEP = 3, 4, 0.4
TURN, DICE, DEALING = (list(CLASSES).index(name) for name in ("turn", "dice", "dealing"))
LEVEL = SEAT_STATE.index("level")


def credit_of(levels, shared=False):
    """What each seat has of a race that is over; a victory is shared with those up to two steps behind."""
    near = np.array(levels) >= GOAL - 2 * shared
    return near / max(near.sum(), 1) if max(levels) == GOAL else np.zeros(SEATS)


def true_chances(shared=False):
    """The credit of each seat by Levels and whose turn it is: the equations of one step, solved by going round."""
    states = list(product(range(GOAL), repeat=SEATS))
    value = {(levels, whose): np.full(SEATS, 1 / SEATS) for levels in states for whose in range(SEATS)}
    for _ in range(60):  # a round leaves at most 0.6 cubed of a mistake
        for levels in reversed(states):
            for whose in range(SEATS):
                higher = tuple(x + (s == whose) for s, x in enumerate(levels))
                after = (whose + 1) % SEATS
                won = credit_of(higher, shared) if higher[whose] == GOAL else value[higher, after]
                value[levels, whose] = STEP * won + (1 - STEP) * value[levels, after]
    return value


def race(games, seed=0, cap=10_000, shared=False):
    """Some races; nobody wins after `cap` turns."""
    luck = np.random.default_rng(seed)
    rows, credits = [], []
    for game in range(games):
        levels, turn, whose, begun = [0] * SEATS, 0, int(luck.integers(SEATS)), len(rows)
        rows.append((game, 0, -1, DEALING, list(levels)))
        while max(levels) < GOAL and turn < cap:
            turn += 1
            rows.append((game, turn, whose, TURN, list(levels)))
            levels[whose] += luck.random() < STEP
            rows.append((game, turn, whose, DICE, list(levels)))
            whose = (whose + 1) % SEATS
        credit = credit_of(levels, shared)
        credits += [credit] * (len(rows) - begun)
    return moments(rows), np.array(credits)


def moments(rows):
    """Rows of game, turn, whose turn, class and Levels as moments without combats."""
    game, turn, whose, about, levels = (np.array(column) for column in zip(*rows))
    n, nobody = len(rows), np.full(len(rows), -1)
    state = np.zeros((n, SEATS, len(SEAT_STATE)), np.int16)
    state[:, :, LEVEL] = levels
    last = np.r_[game[1:] != game[:-1], True]
    rounds = (turn + SEATS - 1) // SEATS
    return Moments(
        game, np.arange(n), turn, rounds, whose, about == DICE, about, nobody, whose, nobody, last, state,
        nobody, nobody, np.zeros(n, np.int64), np.zeros((n, SEATS), np.int8),
    )  # fmt: skip


def arm_of(games, **how):
    """An arm of races."""
    m, credit = race(games, **how)
    return ArmChances("r", "a", m, credit)


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
