"""Made-up games in which it is known what a rule does to cards, or who turns combats for the last Level."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import stats

from engine.records.events import Result
from engine.records.state import Zone
from lab.store.event_codes import HOW
from tests.lab.game_frames import made_up

SEATS, DOORS, TREASURES = 3, 12, 8
CARDS = DOORS + TREASURES
CAME = ("exposure", "seat")


def games_of(count, worth, seed=1, arm="a"):
    """Exposure and seats of an arm; whoever has card c wins more often by `worth[c]`, at the cost of the others alike.

    Every seat is dealt a Door and a Treasure, draws two Doors, kicks one open and is rewarded with a Treasure; then
    the winner draws three more Doors in the next pass, and gets Treasures that say nothing. Equal seeds have equal
    piles and dice. In a tenth of the games nobody wins.
    """
    rng = np.random.default_rng(seed)
    seats, came = [], []
    for game in range(count):
        doors, treasures, die = rng.permutation(DOORS), DOORS + rng.permutation(TREASURES), rng.random()
        more, extra = rng.permutation(DOORS)[:3], rng.permutation(TREASURES) + DOORS
        rows = [(s, doors[s], "dealt", 0, 1, 1) for s in range(SEATS)]
        rows += [(s, treasures[s], "dealt", 0, 1, 1) for s in range(SEATS)]
        rows += [(i % SEATS, doors[SEATS + i], "drawn", 0, 1, 0) for i in range(2 * SEATS)]
        rows += [(s, doors[3 * SEATS + s], "kicked", 0, 1, 0) for s in range(SEATS)]
        rows += [(s, treasures[SEATS + s], "reward", 0, 1, 0) for s in range(SEATS)]
        chances = np.full(SEATS, 1 / SEATS)
        for seat, card, *_ in rows:
            chances += worth.get(int(card), 0) * (1.5 * (np.arange(SEATS) == seat) - 0.5)
        winner = int(np.searchsorted(np.cumsum(0.9 * chances), die))
        rows += [(winner % SEATS, card, "drawn", 1, 1, 0) for card in more]
        rows += [(winner % SEATS, card, "given", -1, 0, 0) for card in extra]
        seats += [(game, s, float(s == winner)) for s in range(SEATS)]
        came += [(game, *row) for row in rows]
    held = pl.DataFrame(came, schema=["game", "seat", "card", "how", "pass", "by_lot", "opening"], orient="row")
    number = pl.col("how").replace_strict({w: n for n, w in enumerate(HOW)}, return_dtype=pl.Int8)
    keys = {"run_id": pl.lit("r"), "arm": pl.lit(arm)}
    return {
        "exposure": held.with_columns(number, pl.col("card").cast(pl.Int32), **keys),
        "seat": pl.DataFrame(seats, schema=["game", "seat", "credit"], orient="row").with_columns(**keys),
    }


def deck(name="d"):
    names = [f"card-{c}" for c in range(CARDS)]
    piles = ["door"] * DOORS + ["treasure"] * TREASURES
    facts = {"kind": "item", "level": 1, "copies": 1}
    return pl.DataFrame(
        {"deck_hash": name, "card": range(CARDS), "id": names, "name": names, "pile": piles, **facts},
        schema_overrides={"card": pl.Int32},
    )


def together(*arms, seats=(), cards=None, decks=()):
    """The tables of a run of these arms, named a, b and so on; some may have other seats or decks, as is written."""
    names = [str(arm["seat"]["arm"][0]) for arm in arms]
    about = {
        "run_id": "r", "arm": names, "deck_hash": decks or ["d"] * len(arms), "seats": seats or [SEATS] * len(arms),
        "games": [arm["seat"]["game"].n_unique() for arm in arms], "reference": None,
    }  # fmt: skip
    tables = {name: pl.concat([arm[name] for arm in arms]) for name in CAME}
    return tables | {"card": deck() if cards is None else cards, "arm": pl.DataFrame(about)}


def two_arms(count, worth, rule, seed=1, **about):
    """Arm a, and arm b with a rule that makes cards worth so much more."""
    both = {card: worth.get(card, 0) + rule.get(card, 0) for card in worth | rule}
    return together(games_of(count, worth, seed), games_of(count, both, seed, "b"), **about)


def are_what_sql_says(found, wanted, by, counted):
    """Rows of a metric against those of SQL: what is `counted`; errors, intervals and p from variance and degrees."""
    both = found.sort("how", by), wanted.sort("how", by)
    for name in ("how", by, *counted, "n", "n_reference", "games", "change"):
        here, there = (frame[name] for frame in both)
        if here.dtype == pl.String:
            assert here.equals(there)
        else:
            numbers = (column.cast(pl.Float64).to_numpy() for column in (here, there))
            np.testing.assert_allclose(*numbers, rtol=1e-9, atol=1e-12, err_msg=name)
    error, degrees = np.sqrt(both[1]["variance"].to_numpy()), both[1]["degrees"].to_numpy()
    half, change = stats.t.ppf(0.975, degrees) * error, both[1]["change"].to_numpy()
    for name, numbers in {
        "change_se": error, "change_low": change - half, "change_high": change + half,
        "change_p": 2 * stats.t.sf(np.abs(change) / error, degrees),
    }.items():  # fmt: skip
        np.testing.assert_allclose(both[0][name].to_numpy(), numbers, rtol=1e-8, err_msg=name)


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
