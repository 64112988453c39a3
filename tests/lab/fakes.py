"""A stand-in for the engine: facts that are a pure function of arm, seed and game, made at once."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import polars as pl

from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from lab.provenance import fingerprint
from lab.runs.arm_spec import ArmSpec
from lab.runs.run_plan import exposure_games, kept_events, kept_exposures, lineup
from lab.runs.run_spec import RunSpec
from lab.store.stored_tables import ABOUT
from variants.variant_schema import SWITCHES

EVENTS_A_GAME, ROUNDS = 7, 3


class _Rules(SimpleNamespace):
    """Looks like a variant whose switches are as they are by default."""

    def __getitem__(self, switch: str) -> int:
        return SWITCHES[switch].default


@dataclass(eq=False)
class FakeArm:
    """Looks like `lab.runs.arms.Arm`; `before` is called with arm and first game before each shard."""

    run: RunSpec
    setting: ArmSpec
    before: object = None
    played: list = field(default_factory=list)
    lock: object = field(default_factory=threading.Lock)

    @property
    def name(self):
        return self.setting.name

    @property
    def arm_hash(self):
        run = self.run
        sample = run.games if "sample" in run.events + run.exposure else ""
        return fingerprint(
            [
                str(one)
                for one in (
                    self.setting.variant,
                    self.setting.seats,
                    self.setting.agents,
                    self.changed,
                    run.seed,
                    run.events,
                    run.exposure,
                    sample,
                )  # fmt: skip
            ],
            16,
        )

    @property
    def variant(self):
        return _Rules(name=self.name, rules_hash=f"rules of {self.name}")

    @property
    def cards(self):
        return SimpleNamespace(deck_hash="deck", ids=(), names=(), cards=())

    @property
    def changed(self):
        return (*self.setting.switches, *self.setting.cards)

    def row(self):
        return {
            "arm": self.name, "variant": self.setting.variant, "decks": ["fake"],
            "rules_hash": self.variant.rules_hash, "deck_hash": self.cards.deck_hash,
            "seats": self.setting.seats, "agents": list(self.setting.agents),
            "games": self.run.games, "changes": [f"{key}={value}" for key, value in self.changed],
            "arm_hash": self.arm_hash, "reference": self.setting.reference,
            "exposure_games": exposure_games(self.run),
        }  # fmt: skip

    def rule_rows(self):
        return [{"arm": self.name, "switch": "victory.level", "value": "10", "set_by": "default"}]

    def weight_rows(self):
        return [{"agent": agent, "feature": "noise", "weight": 1} for agent in self.setting.agents]

    def card_frame(self):
        row = ("deck", 0, "a-card", "A Card", "door", "monster", 1, 1, 0, "none", 0, 2, "synthetic", "", "")
        return pl.DataFrame([row], schema=ABOUT["card"], orient="row")

    def player(self):
        def play(first, count):
            if self.before is not None:
                self.before(self.name, first)
            with self.lock:
                self.played.append((first, count))
            return fake_facts(self.run, self.setting, first, count)

        return play


def fake_arms(spec, before=None):
    """One fake arm for each arm of a spec."""
    return [FakeArm(spec, setting, before) for setting in spec.grid]


def fake_facts(spec, setting, first, count):
    """Facts of a range of games."""
    games, seats, arm = np.arange(first, first + count), setting.seats, setting.variant
    game, seat = np.zeros(count, GAME_FACT), np.zeros(count * seats, SEAT_FACT)
    game["game"], game["turns"], game["rounds"] = games, 40 + (games * 7 + len(arm)) % 30, ROUNDS
    game["winners"], game["n_winners"], game["ending"] = 1 << (games % seats), 1, 1
    seat["game"], seat["seat"] = np.repeat(games, seats), np.tile(np.arange(seats), count)
    seat["agent"] = lineup(setting, first, count).ravel()
    seat["won"] = seat["credit"] = seat["seat"] == seat["game"] % seats
    level = np.zeros(count * seats * ROUNDS, LEVEL_FACT)
    level["game"], level["seat"] = np.repeat(games, seats * ROUNDS), np.tile(np.arange(seats), count * ROUNDS)
    exposed = games[kept_exposures(spec, first, count)]
    exposure = np.zeros(len(exposed), EXPOSURE_FACT)
    exposure["game"] = exposed
    kept = games[kept_events(spec, first, count)]
    event = np.zeros(len(kept) * EVENTS_A_GAME, EVENT_FACT)
    event["game"], event["seq"] = np.repeat(kept, EVENTS_A_GAME), np.tile(np.arange(EVENTS_A_GAME), len(kept))
    event["kind"], event["phase"] = 45, 4
    return Facts(game, seat, level, exposure, event)
