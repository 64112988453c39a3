"""Made-up games: tables of a store filled by lot, well-formed but otherwise as wild as events can be.

Nothing here knows the rules: what two ways of counting make of such games must be the same all the same.
"""

from __future__ import annotations

import random

import polars as pl

from engine.records.events import Cause, Result
from engine.records.opcodes import Op
from engine.records.state import Zone
from lab.store.stored_tables import FACTS

ARMS = {"base": 4, "three": 3, "six": 6}
CARDS = [("monster", 0), ("monster", 0), ("monster", 0), ("curse", 0), ("curse", 0), ("item", 300), ("item", 400)]
"""Kind and gold of the designs, by number."""
GOAL = {"base": 8, "three": 6}
"""Winning Levels by arm; the last arm has not stored its rules."""
MONSTERS, CURSES, ITEMS = (0, 1, 2), (3, 4), (5, 6)


class Teller:
    """One game, told by lot."""

    def __init__(self, lot: random.Random, arm: str, game: int) -> None:
        self.lot, self.seats = lot, ARMS[arm]
        self.key = {"run_id": "r", "arm": arm, "game": game}
        self.level = [1] * self.seats
        self.rows: list[dict[str, object]] = []
        self.turn = self.round = 0
        self.phase = "setup"

    def tell(self, kind, actor=-1, target=-1, card=-1, other=-1, before=0, after=0):
        self.rows.append(
            self.key | {
                "seq": len(self.rows), "turn": self.turn, "round": self.round, "phase": self.phase, "kind": kind,
                "actor": actor, "target": target, "card": card, "copy": 0, "other": other, "before": before,
                "after": after,
            }
        )  # fmt: skip

    def seat(self):
        return self.lot.randrange(self.seats)

    def change(self, seat, by, cause, card):
        before, after = self.level[seat], max(1, self.level[seat] + by)
        if after != before:
            self.level[seat] = after
            self.tell("level", seat, seat, card, int(cause), before, after)

    def losses(self, seat, cause, card):
        for _ in range(self.lot.randrange(3)):
            zone = int(self.lot.choice([Zone.HAND, Zone.TABLE, Zone.OPEN]))
            where = (zone, int(Zone.DISCARD))
            self.tell(
                self.lot.choice(["lose", "steal", "discard"]), seat, self.seat(), self.lot.choice(ITEMS), -1, *where
            )
        if self.lot.random() < 0.5:
            self.change(seat, -self.lot.randint(1, 2), cause, card)
        if self.lot.random() < 0.1:
            self.tell("death", seat, seat, card, -1, self.level[seat])

    def curse(self):
        by, whom, card = self.lot.choice([-1, self.seat()]), self.seat(), self.lot.choice(CURSES)
        self.tell("curse", by, whom, card)
        if self.lot.random() < 0.3:
            self.tell(self.lot.choice(["acts", "play"]), whom, -1, self.lot.choice([card, *ITEMS]))
        self.losses(whom, Cause.CURSE, card)

    def strength(self, fighter, helper):
        side, foes = self.lot.randint(1, 20), self.lot.choice([0, *range(1, 20)])
        self.tell("strength", fighter, helper, -1, int(side > foes), side, foes)

    def fight(self, fighter):
        helper, there = -1, [self.lot.choice(MONSTERS)]
        self.tell("fight", fighter, other=self.lot.choice([0, 0, 1, 2]))
        self.tell("join", fighter, fighter, there[0], -1, 4, 0)
        for _ in range(self.lot.randrange(6)):
            who = self.seat()
            deed = self.lot.choice(["bonus", "join", "curse", "ask", "offer", "ability", "remove", "strength", "play"])
            if deed == "bonus":
                self.tell("bonus", who, -1, 5, -1, self.lot.choice([-2, 0, 3]), self.lot.choice([0, 5, -5]))
            elif deed == "join":
                there.append(self.lot.choice(MONSTERS))
                self.tell("join", who, fighter, there[-1], -1, 4, 1)
            elif deed == "curse":
                self.curse()
            elif deed == "ask":
                self.tell("ask", fighter, who, self.lot.choice([-1, 5]), self.lot.choice([-1, 1]), 1, 0)
                helper = self.answer(who, fighter, who, helper)
            elif deed == "offer":
                self.tell("offer", who, fighter, -1, -1, 2, 0)
                helper = self.answer(fighter, who, who, helper)
            elif deed == "ability" and self.lot.random() < 0.3:
                self.tell("ability", who, who, 5, int(Op["TAKE_OVER"]))
                fighter = who
            elif deed == "remove":
                self.tell("remove", -1, -1, self.lot.choice(there), 1, int(Zone.FIGHT), int(Zone.DISCARD))
            elif deed == "play":
                self.tell("play", who, who, self.lot.choice([*ITEMS, 3]), -1, int(Zone.HAND), int(Zone.TABLE))
            else:
                self.strength(fighter, helper)
        self.end(fighter, helper, there)

    def answer(self, actor, target, would, helper):
        if self.lot.random() < 0.5:
            self.tell("refuse", actor, target, -1, -1, 1, 0)
            return helper
        self.tell("accept", actor, target, self.lot.choice([-1, 5]), would, self.lot.randrange(3), 0)
        if self.lot.random() < 0.2:
            self.tell("leave", self.rows[-1]["actor"], would)
            return -1
        return would

    def end(self, fighter, helper, there):
        self.strength(fighter, helper)
        result = self.lot.choice(list(Result))
        if result in (Result.FLED, Result.CAUGHT, Result.DIED):
            for card in there:
                who = self.lot.choice([s for s in (fighter, helper) if s >= 0])
                self.tell("throw", who, -1, card, 0, 3, 0)
                self.tell(self.lot.choice(["caught", "escape"]), who, -1, card)
                if self.rows[-1]["kind"] == "caught":
                    self.losses(who, Cause.BAD_STUFF, card)
        self.tell("fight_end", fighter, helper, -1, int(result), 1, self.lot.choice([0, 0, 8]))  # 8: seat 3 as well
        if result == Result.KILLED:
            self.change(fighter, self.lot.randint(1, 4), Cause.KILL, there[0])

    def errands(self, seat):
        other, item, hand, table = self.seat(), self.lot.choice(ITEMS), int(Zone.HAND), int(Zone.TABLE)
        for _ in range(self.lot.randrange(4)):
            zones = (self.lot.choice([hand, table]), self.lot.choice([hand, table, int(Zone.DISCARD)]))
            self.phase = self.lot.choice(["arrange", "charity"])
            self.tell(self.lot.choice(["sell", "steal", "charity", "discard", "give"]), seat, other, item, -1, *zones)
        if self.lot.random() < 0.5:
            self.tell("play", seat, seat, item, -1, hand, table)
        for more in [0] + [1] * self.lot.randrange(3) if self.lot.random() < 0.4 else []:
            self.tell("propose", seat, other, item, -1, more)
        if self.rows[-1]["kind"] == "propose" and self.lot.random() < 0.5:
            self.tell("decline", other, seat, item)


def _played(lot, arm, game, watched):
    """The rows of one game in every table of facts."""
    told = Teller(lot, arm, game)
    winners = lot.choice([[], [told.seat()], [told.seat()], [0, 2]])
    first, level = told.seat(), []
    for s in range(told.seats):
        told.tell("sex", s, s, -1, -1, 0, 1)
    for number in range(lot.randint(1, 9)):
        told.round = number + 1
        for place in range(told.seats if lot.random() < 0.9 else 1):
            seat, told.turn, told.phase = (first + place) % told.seats, told.turn + 1, "arrange"
            told.tell("turn", seat, -1, -1, -1, told.level[seat], 4)
            told.errands(seat)
            for _ in range(lot.randrange(2)):
                told.curse()
            if lot.random() < 0.8:
                told.change(seat, lot.randint(-1, 3), Cause.CARD, 5)
                told.fight(seat)
            told.tell("turn_end", seat, -1, -1, -1, told.level[seat], lot.randrange(6))
        level += [told.key | {"round": number + 1, "seat": s, "level": told.level[s]} for s in range(told.seats)]
    if lot.random() < 0.15 and len(told.rows) > 20:  # a game may end in the middle of anything
        del told.rows[lot.randint(20, len(told.rows)) :]
    told.tell("over", other=1 if winners else 8, before=sum(1 << s for s in winners))
    seats = [
        told.key | {"seat": s, "won": int(s in winners), "final_level": told.level[s], "treasures": lot.randrange(9),
                    "levels_bought": lot.randrange(3), "curses": 1, "gold_in_play": lot.randrange(900)}
        for s in range(told.seats)
    ]  # fmt: skip
    for row in seats:
        row["credit"] = 1 / len(winners) if row["won"] else 0.0
    facts = {"turns": told.turn, "rounds": told.round, "reshuffles": lot.randrange(4), "winners": winners}
    return {"game": [told.key | facts], "seat": seats, "level": level, "event": told.rows if watched else []}


def random_tables(seed: int = 1, games: int = 30) -> dict[str, pl.DataFrame]:
    """Tables of a run of three arms, in no order; the events of every fifth game were not kept."""
    lot = random.Random(seed)
    rows: dict[str, list[dict[str, object]]] = {"game": [], "seat": [], "level": [], "event": []}
    for arm in ARMS:
        for game in range(games):
            for name, some in _played(lot, arm, game, watched=game % 5 > 0).items():
                rows[name] += some
    for some in rows.values():
        lot.shuffle(some)
    names = {name: [c for c in FACTS[name] if c in some[0]] for name, some in rows.items()}
    tables = {name: pl.DataFrame(some, schema={c: FACTS[name][c] for c in names[name]}) for name, some in rows.items()}
    card = [
        {"deck_hash": "d", "card": n, "name": f"Card {n}", "kind": kind, "gold": gold, "level": 2 * n, "pile": "door"}
        for n, (kind, gold) in enumerate(CARDS)
    ]
    about = [{"run_id": "r", "arm": a, "deck_hash": "d", "seats": n} for a, n in ARMS.items()]
    rule = [{"run_id": "r", "arm": a, "switch": "victory.level", "value": str(goal)} for a, goal in GOAL.items()]
    return tables | {"card": pl.DataFrame(card), "arm": pl.DataFrame(about), "rule": pl.DataFrame(rule)}
