"""What the tests of health share: sound games as a stand-in for the engine, ways to change a store, and its pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import numpy as np
import polars as pl

from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.records.events import Ending, Ev
from lab.health import health_check
from lab.health.checked_run import Look
from lab.health.checks import played_again
from lab.runs.run_plan import kept_events, kept_exposures, lineup
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import ABOUT
from tests.lab.damaging import forged
from tests.lab.fakes import FakeArm
from variants.load_variants import load_variant

DESIGNS, DEALT = 24, 3
"""Designs of each pile, of one card each, and cards of it that are dealt to a seat."""


@cache
def base():
    """The rules that the arm says it is played by."""
    return load_variant("base", {})


def same(luck, hands):
    """An honest deal: hands int[seats, cards] of one pile."""
    return hands


@dataclass(eq=False)
class HealthyArm(FakeArm):
    """Looks like `lab.runs.arms.Arm`; `key` says what a game's luck hangs on, `rig` changes what is dealt."""

    key: object = None  # (seed, first game of the piece, place in it, games this player has played) -> numbers
    rig: object = same
    longer: float = 0.0  # turns that are added for each game before

    @property
    def variant(self):
        return base()

    @property
    def cards(self):
        return SimpleNamespace(deck_hash="deck", decks=["base"])

    def card_frame(self):
        rows = [
            ("deck", n, f"card-{n}", f"Card {n}", "door" if n < DESIGNS else "treasure", "item", 1, 1, 0, "none", 0, 1,
             "synthetic", "", "")
            for n in range(2 * DESIGNS)
        ]  # fmt: skip
        return pl.DataFrame(rows, schema=ABOUT["card"], orient="row")

    def player(self):
        before = 0

        def play(first, count):
            nonlocal before
            keys = [
                (self.run.seed, first + n) if self.key is None else self.key(self.run.seed, first, n, before + n)
                for n in range(count)
            ]
            before += count
            return self._facts(first, count, keys)

        return play

    def _facts(self, first, count, keys):
        agents, keep = lineup(self.setting, first, count), kept_events(self.run, first, count)
        parts = [_played(self, first + n, np.random.default_rng(keys[n]), agents[n], keep[n]) for n in range(count)]
        parts = [
            (*part[:3], part[3] if exposed else part[3][:0], part[4])
            for part, exposed in zip(parts, kept_exposures(self.run, first, count), strict=True)
        ]
        types = (GAME_FACT, SEAT_FACT, LEVEL_FACT, EXPOSURE_FACT, EVENT_FACT)
        tables = [np.concatenate([part[n] for part in parts]).view(np.recarray) for n in range(len(types))]
        return Facts(*tables)


def healthy_arms(spec, **plan):
    """One such arm for each arm of a spec."""
    return [HealthyArm(spec, setting, **plan) for setting in spec.grid]


def _played(arm, number, luck, agents, kept):
    seats = arm.setting.seats
    turns = int(luck.integers(20, 60) + luck.geometric(0.1) + arm.longer * number)
    winners = _winners(luck, seats)
    game = np.zeros(1, GAME_FACT)
    game["game"], game["turns"], game["rounds"], game["first_seat"] = number, turns, -(-turns // seats), number % seats
    game["winners"], game["n_winners"] = sum(1 << s for s in winners), len(winners)
    game["ending"] = (Ending.CAPPED, Ending.KILL, Ending.SHARED)[min(len(winners), 2)]
    game["combats"] = combats = 5 + luck.binomial(turns, 0.6)
    game["kills"], game["flights"] = (kills := luck.binomial(combats, 0.6)), combats - kills
    game["deaths"], game["decisions"] = luck.poisson(1.0), 10 * turns + luck.integers(0, 100)
    level = _levels(luck, number, int(game["rounds"][0]), seats)
    seat = np.zeros(seats, SEAT_FACT)
    seat["game"], seat["seat"], seat["agent"] = number, np.arange(seats), agents
    seat["final_level"] = level["level"][-seats:]
    seat["won"][winners] = 1
    seat["credit"][winners] = 1 / max(len(winners), 1)
    events = _events(game[0]) if kept else np.zeros(0, EVENT_FACT)
    return game, seat, level, _dealt(arm, luck, number, seats), events


def _winners(luck, seats):
    many = luck.choice([0, 1, 2], p=[0.04, 0.9, 0.06])
    return sorted(luck.choice(seats, many, replace=False).tolist())


def _levels(luck, number, rounds, seats):
    level = np.zeros(rounds * seats, LEVEL_FACT)
    level["game"], level["round"] = number, np.repeat(np.arange(1, rounds + 1), seats)
    level["seat"] = np.tile(np.arange(seats), rounds)
    level["level"] = np.clip(1 + np.cumsum(luck.integers(0, 2, (rounds, seats)), axis=0), 1, 10).ravel()
    return level


def _dealt(arm, luck, number, seats):
    rows = np.zeros(seats * DEALT * 2, EXPOSURE_FACT)
    piles = [arm.rig(luck, luck.permutation(DESIGNS)[: seats * DEALT].reshape(seats, DEALT)) for _ in range(2)]
    rows["game"], rows["opening"] = number, 1
    for flag in {"held", "by_lot"} & set(rows.dtype.names):  # columns that facts of some versions have
        rows[flag] = 1
    rows["seat"] = np.tile(np.repeat(np.arange(seats), DEALT), 2)
    rows["card"] = np.concatenate([pile.ravel() + DESIGNS * n for n, pile in enumerate(piles)])
    return rows


def _events(game):
    kinds = [Ev.TURN] * game["turns"] + [Ev.FIGHT] * game["combats"] + [Ev.DEATH] * game["deaths"] + [Ev.OVER]
    rows = np.zeros(len(kinds), EVENT_FACT)
    rows["game"], rows["seq"], rows["kind"], rows["phase"] = game["game"], np.arange(len(kinds)), kinds, 4
    rows["other"][-1], rows["before"][-1] = game["ending"], game["winners"]
    return rows


GAMES, SHARD = 1200, 100
CHECKS = {one.name: one for one in health_check.load_checks()}
LUCK = health_check.FALSE_ALARMS / sum(one.by_chance for one in CHECKS.values())


def spec_of(**values):
    return RunSpec(
        **{"arms": ["base"], "games": GAMES, "shard_games": SHARD, "agents": ["balanced", "novice", "greedy"]}
        | {"events": "sample:200"} | values
    )  # fmt: skip


def played(path, how=None, **values):
    spec = spec_of(**values)
    run_spec(spec, path, 1, arms=healthy_arms(spec, **(how or {})))
    return Store.open(path)


def states(store, *names):
    """The state of each check of the page (of those named), by name."""
    look = Look(store, store.run_ids()[0], LUCK)
    return {name: CHECKS[name].examine(look).state for name in names or CHECKS}


def red(store):
    return {name for name, state in states(store).items() if state == health_check.RED}


def shard_of(store, is_sampled):
    """First game of a shard, and the first of its games that is played again (or of those that none of it is)."""
    look = Look(store, store.run_ids()[0], LUCK)
    chosen = played_again.sample(look)
    if is_sampled:
        return chosen[0][0].first, chosen[0][1]
    first = next(f for f in range(0, GAMES, SHARD) if f not in {shard.first for shard, _, _ in chosen})
    return first, first + 5


def change(store, first, table, how):
    """Write one table of a shard anew."""
    run = store.run_ids()[0]
    shard = f"base-{first}"
    frames = store.frames_of(run, shard, store.rows_of(run, shard))
    forged(store, run, shard, frames | {table: how(frames[table])})


def only(game):
    return pl.col("game") == game
