"""A small store of planted facts whose every number is written down, and a watch on everything that is computed."""

from __future__ import annotations

from dataclasses import replace
from shutil import copytree

import polars as pl
import pytest

from lab.comparison import arm_comparison
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.event_codes import HOW
from lab.store.store_folder import Store
from lab.store.stored_tables import ABOUT, FACTS, PLAYED, TABLES
from lab.tables import metric as registry
from lab.tables.metric import load_metrics
from tests.lab.fakes import fake_arms

DAY = "2026-03-0{}T12:00:00+00:00"
CARDS = [  # number, id, name, pile, kind, level, copies
    (0, "curse-of-frogs", "Curse of Frogs", "door", "curse", None, 2),
    (1, "pit-troll", "Pit Troll", "door", "monster", 10, 1),
    (2, "tin-hat", "Tin Hat", "treasure", "item", None, 3),
    (3, "glue", "Glue", "treasure", "cheat", None, 1),
]
"""Physical cards 0 and 1 are Curses, 2 is the Troll, 3 to 5 are Hats, 6 is Glue."""
GAMES = {  # arm -> games: turns, winners
    "base": [(40, [0]), (60, [1]), (50, [])],
    "base+faster": [(30, [2]), (20, [0, 1]), (40, [0])],
}
AGENTS = ("greedy", "random", "greedy")
EVENTS = [  # turn, kind, actor, target, card, copy, other, before, after
    (0, "draw", -1, 0, 2, 1, 2, 1, 3),
    (1, "play", 0, 0, 2, 1, -1, 3, 4),
    (1, "play", 0, 0, 3, 0, 4, 3, 4),
    (2, "play", 1, -1, 0, 1, 2, 3, 7),
    (2, "curse", 1, 2, 0, 1, -1, 0, 0),
    (2, "level", 2, 2, 0, 1, 7, 3, 2),
    (3, "die", 2, -1, -1, -1, -1, 5, 0),
    (3, "fight_end", 2, 0, -1, -1, 5, 0, 0),
    (3, "death", 2, 2, 1, 0, -1, 2, 0),
    (3, "bonus", 0, 2, 3, 0, 2, -1, 4),
    (4, "accept", 0, 1, -1, -1, 1, 2, 0),
    (9, "over", -1, -1, -1, -1, 1, 1, 0),
]
"""What happened in game 0 of each arm."""


def plant(path):
    """Make the store and return the names of its runs: one of three players, one of six, of the same arms."""
    store = Store.open(path, create=True)
    for run, seats, seed in (("a" * 12, 3, 1), ("b" * 12, 6, 2)):
        about = {"run": _run(run, seed), "arm": _arms(run, seats), "card": _cards()}
        store.begin(run, f"seed = {seed}\n", {name: _frame(name, rows) for name, rows in about.items()})
        for arm in GAMES:
            store.commit(run, f"{arm}-0", {name: _frame(name, _facts(name, run, arm, seats)) for name in PLAYED})
    return ["a" * 12, "b" * 12]


def _frame(name, rows):
    schema = {column: kind for column, kind in TABLES[name].items() if not rows or column in rows[0]}
    return pl.DataFrame(rows, schema=schema).with_columns(
        pl.lit(None).cast(kind).alias(column) for column, kind in TABLES[name].items() if column not in schema
    )


def _run(run, seed):
    row = dict.fromkeys(ABOUT["run"], "x") | {"run_id": run, "created_at": DAY.format(seed), "seed": seed}
    return [row | {"rules_version": 4, "wall_s": 1.0, "workers": 1, "status": "done"}]


def _arms(run, seats):
    about = {"decks": ["mine"], "rules_hash": "r", "deck_hash": "d", "seats": seats, "games": 3}
    return [{"run_id": run, "arm": a, "variant": a, "agents": list(AGENTS[:seats]), **about} for a in GAMES]


def _cards():
    names = ("card", "id", "name", "pile", "kind", "level", "copies")
    rest = {"deck_hash": "d", "treasures": None, "bonus": 0, "slot": "none", "gold": 0, "origin": "synthetic"}
    return [dict(zip(names, row, strict=True)) | rest | {"source": "", "unmodelled": ""} for row in CARDS]


def _facts(name, run, arm, seats):
    keys = {"run_id": run, "arm": arm}
    if name == "event":
        columns = ("turn", "kind", "actor", "target", "card", "copy", "other", "before", "after")
        rows = [dict(zip(columns, row, strict=True)) for row in EVENTS]
        return [keys | {"game": 0, "seq": n, "phase": "combat", "round": 1} | row for n, row in enumerate(rows)]
    return [keys | {"game": n} | row for n, game in enumerate(GAMES[arm]) for row in _of_game(name, *game, seats)]


def _of_game(name, turns, winners, seats):
    if name == "game":
        rest = dict.fromkeys(list(FACTS["game"])[3:], 0) | {"turns": turns, "rounds": turns // seats}
        return [rest | {"ending": "kill" if winners else "capped", "winners": winners, "n_winners": len(winners)}]
    if name == "seat":
        rest = dict.fromkeys(list(FACTS["seat"])[3:], 0)
        return [
            rest | {"seat": s, "agent": AGENTS[s % 3], "won": int(s in winners), "final_level": 10 - s}
            | {"credit": 1 / len(winners) if s in winners else 0.0}
            for s in range(seats)
        ]  # fmt: skip
    if name == "level":
        return [{"round": r, "seat": s, "level": r + (s == 0)} for r in (1, 2) for s in range(seats)]
    held = {"copy": 1, "drawn_turn": 0, "held": 1, "sold": 0, "lost": 0, "at_end": 1}
    came = [{"how": HOW.index("dealt" if s == 0 else "given"), "pass": 0 if s == 0 else -1} for s in range(seats)]
    first = [
        {"by_lot": int(s == 0), "opening": int(s == 0), "played": int(s < 2), "in_play_turns": 7 * (s < 2)}
        for s in range(seats)
    ]
    return [{"seat": s, "card": 2} | came[s] | first[s] | held for s in range(seats)]


METRICS = sorted(load_metrics())
ARMS = ("base", "base+faster", "base+no-curses")


def played(path, before=None, **values):
    spec = RunSpec(
        **{"arms": ARMS, "games": 30, "shard_games": 10, "seats": 3, "agents": ["random", "greedy"]} | values
    )
    return run_spec(spec, path, 1, arms=fake_arms(spec, before)).run_id


def two_runs(path):
    """A store of two runs, one of them without events, on which nothing has been measured."""
    played(path), played(path, seed=1, events="none", arms=ARMS[:2])
    return path


def watched(monkeypatch):
    """Names of everything that is computed from now on, metrics and comparisons."""
    calls: list[str] = []

    def counting(name, make):
        def call(*tables):
            calls.append(name)
            return make(*tables)

        return call

    for name, metric in load_metrics().items():
        monkeypatch.setitem(registry._KNOWN, name, replace(metric, compute=counting(name, metric.compute)))
    monkeypatch.setattr(arm_comparison, "game_numbers", counting("comparison", arm_comparison.game_numbers))
    return calls


def files(store, run=None):
    """All that is kept, by run and name."""
    return sorted(p.relative_to(store.path) for p in store.path.glob(f"runs/{run or '*'}/results/*"))


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """Two runs on which nothing has been measured."""
    return two_runs(tmp_path_factory.mktemp("kept") / "store")


@pytest.fixture
def store(template, tmp_path):
    """A copy of them."""
    return Store.open(copytree(template, tmp_path / "store"))


@pytest.fixture
def counted(monkeypatch):
    """What is computed from now on."""
    return watched(monkeypatch)
