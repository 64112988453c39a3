"""Made-up games full of combats for the last Level that are turned by anybody: what `kingmaking` looks for."""

from __future__ import annotations

import numpy as np
import polars as pl

from engine.records.events import Result
from engine.records.state import Zone
from tests.lab.game_frames import made_up

DEEDS = ("strength", "play", "ability", "accept", "remove", "level")
RESULTS = (Result.KILLED, Result.REMOVED, Result.FLED)
NOTHING = {"phase": "combat", "target": -1, "card": -1, "copy": 0, "other": -1, "before": 0, "after": 0}


class Teller:
    """The events of one game; Levels are as they are told."""

    def __init__(self, rng: np.random.Generator, key: dict[str, object], seats: int) -> None:
        self.rng, self.key, self.seats = rng, key, seats
        self.level, self.rows = [1] * seats, list[dict[str, object]]()

    def any(self, low: int, high: int) -> int:
        """A whole number by lot, without the last one."""
        return int(self.rng.integers(low, high))

    def tell(self, kind: str, actor: int, **rest: object) -> None:
        self.rows.append(self.key | {"seq": len(self.rows), "kind": kind, "actor": actor} | NOTHING | rest)

    def lift(self, seat: int, after: int) -> None:
        if after != self.level[seat]:
            self.tell("level", seat, target=seat, before=self.level[seat], after=after)
            self.level[seat] = after

    def turn(self, number: int, rounds: int, winners: list[int]) -> None:
        """A turn with one combat, of somebody who stands near the last Level, often a winner."""
        self.key |= {"turn": 2 * number, "round": self.any(1, rounds + 1)}
        seat = winners[0] if winners and self.rng.random() < 0.4 else self.any(0, self.seats)
        self.lift(seat, self.any(7, 10))
        self.key |= {"turn": 2 * number + 1}
        self.tell("turn", seat, before=self.level[seat])
        for whose in (seat, self.any(0, self.seats)):  # the Level that the combat is begun with
            if self.rng.random() < 0.3:
                self.lift(whose, self.any(7, 10))
        self.tell("fight", seat, other=0)
        for kind in self.rng.choice(DEEDS, self.any(1, 9)):
            who, other = self.any(0, self.seats), self.any(0, 2)
            if kind == "level":
                self.lift(who, self.any(7, 10))
            else:
                helper = (seat + 1 + other) % self.seats
                self.tell(str(kind), seat if kind == "strength" else who, other=helper if kind == "accept" else other)
        self.tell("fight_end", seat, other=int(self.rng.choice(RESULTS)))
        self.tell("ability", self.any(0, self.seats))  # of no combat
        for kind in ("sell", "steal", "give", "charity", "discard"):
            self.tell(kind, seat, target=(seat + 1) % self.seats, phase="charity", before=int(Zone.HAND))


def turned_fights(games: int, seed: int = 9) -> dict[str, pl.DataFrame]:
    """Tables `game`, `seat`, `level`, `event` and `rule`: twenty combats in nine games of ten, in no order."""
    frames, rng, events = made_up(games), np.random.default_rng(seed), []
    for row in frames["game"].to_dicts():
        seats = frames["seat"].filter(arm=row["arm"], game=row["game"]).height
        teller = Teller(rng, {"run_id": "r", "arm": row["arm"], "game": row["game"], "turn": 0, "round": 0}, seats)
        for seat in range(seats):
            teller.tell("sex", seat, target=seat)
            teller.tell("play", seat, target=seat, card=5, before=int(Zone.HAND), after=int(Zone.TABLE))
        for number in range(20):
            teller.turn(number, row["rounds"], row["winners"])
        events += teller.rows if rng.random() < 0.9 else []
    rule = [{"run_id": "r", "arm": a, "switch": "victory.level", "value": "10"} for a in frames["game"]["arm"].unique()]
    event = pl.DataFrame(events).sample(fraction=1, shuffle=True, seed=seed)
    return frames | {"event": event, "rule": pl.DataFrame(rule)}
