"""What a learner sees: the open table, the own hand and the options as whole numbers in arrays of fixed size.

Players are counted from the observer: place 0 is the observer, place 1 the next one at the table. A card
is the number of its design plus one; 0 is no card. Nothing here is read that the observer may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.board.strength import player_strength
from engine.proposals import open_proposal
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Zone
from engine.table import Table
from engine.texts import ABILITY_AIMS
from engine.view import Fields

OPTIONS = 512
"""Options a learner can be offered. Four players were never seen to have more than 400 at once, mostly trades; should
there be more, the last ones of the commonest verb are left out."""
COLUMNS = ("verb", "card", "other", "player", "number", "pick", "ability", "zone")
"""Numbers of an option: Verb, two cards, place of a player + 1, an amount, order of picking + 1, opcode + 1, Zone."""
TABLE = (
    "turn", "round", "phase", "question", "door_deck", "treasure_deck", "door_discards", "treasure_discards",
    "cultist_discards", "door_top", "treasure_top", "bosses", "active", "fighting", "fighter", "helper", "side", "foes",
    "ties", "proposer", "treasures", "pick", "promised",
)  # fmt: skip
"""Single numbers of the table; the last four are the proposal that waits for the observer's answer."""
PLAYER = ("level", "sex", "dead", "hand", "strength")
"""Numbers of each player."""
PILES = ("hand", "monsters", "with_munchkins", "with_monsters", "face_up")
"""Counts of every card design; after them, for each player, what lies before them and what of it is equipped."""

Ints = npt.NDArray[np.int32]


class Arrays:
    """Turns the positions of one table into arrays; nothing but numbers crosses to a learner."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats, self.designs = len(table.names.seats), len(table.names.cards)
        self.design = np.array([*table.words.numbers, -1], np.int64) + 1  # the last one stands for no card

    @property
    def length(self) -> int:
        """Numbers in an observation."""
        return len(TABLE) + self.seats * len(PLAYER) + self.designs * (len(PILES) + 2 * self.seats)

    def layout(self) -> dict[str, slice]:
        """Where each part of an observation lies."""
        names = [*TABLE, *(f"{name}_{p}" for p in range(self.seats) for name in PLAYER)]
        parts = {name: slice(i, i + 1) for i, name in enumerate(names)}
        piles = [*PILES, *(f"{name}_{p}" for p in range(self.seats) for name in ("in_play", "equipped"))]
        for i, name in enumerate(piles):
            start = len(names) + i * self.designs
            parts[f"cards_{name}"] = slice(start, start + self.designs)
        return parts

    def observation(self, seat: int) -> Ints:
        """The table as a seat sees it."""
        g = Fields(self.table.games)
        order = [(seat + p) % self.seats for p in range(self.seats)]
        numbers = self._table(g, seat) + [n for s in order for n in self._player(g, s)]
        piles = [
            g.hand[seat, : int(g.hand_n[seat])],
            g.foe["card"][: int(g.foe_n)],
            *(g.played[: int(g.played_n)][g.played_side[: int(g.played_n)] == side] for side in (0, 1)),
            [c for c in g.open[: int(g.open_n)].tolist() if g.zone[c] == Zone.OPEN],
        ]
        for s in order:
            laid = g.table[s, : int(g.table_n[s])]
            piles += [laid, laid[g.equipped[laid] != 0]]
        counts = [self._counts(pile) for pile in piles]
        return np.concatenate([np.array(numbers, np.int32), *counts], dtype=np.int32)

    def _counts(self, cards: Any) -> npt.NDArray[np.int64]:
        return np.bincount(self.design[np.asarray(cards, np.int64)], minlength=self.designs + 1)[1:]

    def _place(self, seat: int, other: int) -> int:
        return (other - seat) % self.seats + 1 if other >= 0 else 0

    def _card(self, card: int) -> int:
        return int(self.design[card]) if card >= 0 else 0

    def _table(self, g: Fields, seat: int) -> list[int]:
        mine = int(g.asked) == seat
        tops = [self._card(int(g.discard[p, int(g.discard_n[p]) - 1])) if g.discard_n[p] else 0 for p in (0, 1)]
        fight = [0, 0, 0, 0, 0, 0]
        if g.fighting:
            pair = [self._place(seat, int(g.fighter)), self._place(seat, int(g.helper))]
            fight = [1, *pair, int(g.side), int(g.foes), int(g.ties)]
        return [
            int(g.turn), int(g.rounds), int(g.phase), int(g.question) if mine else 0, *g.deck_n.tolist()[:2],
            *g.discard_n.tolist()[:3], *tops, int(g.bosses), self._place(seat, int(g.active)), *fight,
            *(self._proposal(g, seat) if mine else (0, 0, 0, 0)),
        ]  # fmt: skip

    def _proposal(self, g: Fields, seat: int) -> tuple[int, int, int, int]:
        """Who proposes, Treasures, order of picking + 1, and the card promised with them, in a request for help."""
        if int(g.question) != Question.HELP:
            return (0, 0, 0, 0)
        proposal = open_proposal(g)
        assert proposal is not None
        return (self._place(seat, proposal.proposer), proposal.treasures, proposal.pick + 1, self._card(proposal.card))

    def _player(self, g: Fields, seat: int) -> list[int]:
        strength = int(player_strength(*self.table.fast, seat))
        return [int(g.level[seat]), int(g.sex[seat]), int(g.dead[seat]), int(g.hand_n[seat]), strength]

    def rows(self) -> npt.NDArray[np.int64]:
        """Rows of `Book.option` that the actions stand for, in their order."""
        n = self.table.n
        if n <= OPTIONS:
            return np.arange(n)
        verbs = self.table.book.work.option["verb"][:n]
        commonest = np.flatnonzero(verbs == np.bincount(verbs).argmax())
        return np.delete(np.arange(n), commonest[OPTIONS - n :])[:OPTIONS]

    def options(self) -> Ints:
        """The options of the asked seat, one row each; the rows behind them are 0."""
        g, seat = Fields(self.table.games), self.table.decider
        rows = self.table.book.work.option[self.rows()].tolist()
        out = np.zeros((OPTIONS, len(COLUMNS)), np.int32)
        if rows:
            out[: len(rows)] = [self._option(g, seat, row) for row in rows]
        return out

    def mask(self) -> npt.NDArray[np.int8]:
        """1 for every option there is."""
        out = np.zeros(OPTIONS, np.int8)
        out[: self.table.n] = 1
        return out

    def _option(self, g: Fields, seat: int, row: Sequence[int]) -> tuple[int, ...]:
        verb, card, target, amount, order = row
        other = player = number = pick = ability = 0
        if verb in DEALS:
            player, number, pick = self._place(seat, target), amount, order + 1
        elif verb in AIMED:
            aim = AIMED[verb](self.table, amount)
            other, player = self._aimed(g, seat, aim, target)
            ability = self.table.words.op[amount] + 1 if verb != Verb.PLAY else 0
        elif verb in TO_CARD:
            other = self._card(TO_CARD[verb](g, target, amount))
        elif verb == Verb.CHOOSE_NUMBER:
            number = amount
        if verb in TO_PLAYER:
            player = self._place(seat, target)
        zone = int(g.zone[card]) if card >= 0 else 0
        return verb, self._card(card), other, player, number, pick, ability, zone

    def _aimed(self, g: Fields, seat: int, aim: int, target: int) -> tuple[int, int]:
        if aim == Aim.SEAT:
            return 0, self._place(seat, target)
        if aim == Aim.MONSTER:
            return self._card(_monster(g, target)), 0
        return (self._card(target), 0) if aim == Aim.ITEM else (0, 0)


def _monster(g: Fields, index: int) -> int:
    return int(g.foe[index].card) if 0 <= index < int(g.foe_n) else -1


def _ability_aim(table: Table, effect: int) -> int:
    return ABILITY_AIMS.get(table.words.op[effect], Aim.NOTHING)


DEALS = (Verb.ASK, Verb.OFFER)
TO_PLAYER = (Verb.GIVE, Verb.TRADE, Verb.CHOOSE_SEAT, Verb.SACRIFICE, Verb.ACCEPT)
AIMED: dict[int, Callable[[Table, int], int]] = {
    Verb.PLAY: lambda table, amount: amount,
    Verb.USE: _ability_aim,
    Verb.DISCARD_FOR: _ability_aim,
}
"""Verbs whose target is what an aim says."""
TO_CARD: dict[int, Callable[[Fields, int, int], int]] = {
    Verb.PLAY_WITH: lambda g, target, amount: target,
    Verb.TRADE: lambda g, target, amount: amount,
    Verb.ACCEPT: lambda g, target, amount: amount if int(g.question) == Question.TRADE else -1,
    Verb.RUN: lambda g, target, amount: _monster(g, amount),
    Verb.CHOOSE_CARD: lambda g, target, amount: _monster(g, amount) if int(g.question) == Question.MONSTER else -1,
}
"""Verbs with a second card."""
