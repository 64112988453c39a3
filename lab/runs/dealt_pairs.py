"""Plays games in which every player is dealt two pairs of chosen cards, each card by lot, or else not.

A card that is dealt changes places, and keys, with one of the hand that the game would have dealt (`engine.loop.fork`
does so too): every other card stays where it is. One that is not dealt is a blank, wherever it lies, and the hand keeps
the card that it had: so hands are like those of other games. Only one copy of each design is dealt so, or blank. A game
tells of twice as many pairs as there are players, and whether a pair is more than its sum needs no second game: the
four ways of dealing it are compared over many games. Forks of one pair would take seven times as many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from lab.agents.personas import weights_of
from lab.runs.game_threads import Told, in_ranges, lent
from lab.runs.run_plan import lineup
from lab.store.given_up_games import GivenUp

if TYPE_CHECKING:
    from lab.runs.arms import Arm

Pair = tuple[int, int]
"""Numbers of two designs."""
ROWS: dict[str, Any] = {"pair": pl.Int64, "has_a": pl.Boolean, "has_b": pl.Boolean, "credit": pl.Float64}
"""A row for each player of each game: which pair it was, which of it they were dealt, and what they won."""
EACH = 2
"""Pairs that a player is dealt."""
SALT = 0xDEA1


def play_dealt(
    arm: Arm, pairs: Sequence[Pair], games: int, workers: int = 0, told: Told | None = None
) -> tuple[pl.DataFrame, GivenUp]:
    """Rows of the first games of an arm, and the games that were given up; threads change nothing.

    Of a pair of which a hand holds no card of the pile in whose place it could come there is no row.
    """
    parts = in_ranges(lent(lambda: _Dealer(arm, pairs).play), games, workers, told)
    rows = [row for part in parts for row in part if len(row) > 1]
    given_up = GivenUp()
    given_up.add(games, (row[0] for part in parts for row in part if len(row) == 1))
    return pl.DataFrame(rows, schema=ROWS, orient="row"), given_up


class _Dealer:
    """Plays ranges of games, with buffers of its own."""

    def __init__(self, arm: Arm, pairs: Sequence[Pair]) -> None:
        from engine.loop.game_ranges import new_tables
        from engine.records.card_kinds import Kind

        self.setting, self.seed, self.pairs = arm.setting, arm.run.seed, pairs
        self.book, self.games, self.table = arm.book(), new_tables(), weights_of(arm.setting.agents)
        self.card = self.book.card[: int(self.book.cards)]
        self.copy = {number: at for at, number in reversed([*enumerate(self.card["number"].tolist())])}
        self.nothing = np.zeros(1, self.card.dtype)
        self.nothing["kind"], self.nothing["axis"] = Kind.SPECIAL, -1

    def play(self, first: int, count: int) -> list[tuple[Any, ...]]:
        """A row of `ROWS` for each player of each game; of a game that is given up only its fault."""
        agents = lineup(self.setting, first, count)
        return [row for at in range(count) for row in self._game(first + at, agents[at])]

    def _game(self, game: int, agents: Any) -> list[tuple[Any, ...]]:
        rng = np.random.default_rng([self.seed, SALT, game])
        for seat, agent in enumerate(agents):
            self.book.work.weights[seat, : self.table.shape[1]] = self.table[agent]
        self._deal(game)
        g, whole = self.games[0], self.card.copy()
        hands = [g.hand[seat, : g.hand_n[seat]].tolist() for seat in range(len(agents))]
        dealt = []
        by_lot = [*self._by_lot(rng, EACH * len(agents))]
        chosen = {self.copy[number] for pair in by_lot for number in self.pairs[pair]}
        for at, pair in enumerate(by_lot):
            seat, has = at % len(agents), rng.integers(2, size=2).astype(bool).tolist()
            cards = [self.copy[number] for number in self.pairs[pair]]
            places = self._places(hands[seat], cards, chosen)
            if len(places) == len(cards):  # whichever of them are dealt: the four ways are of the same hands
                dealt.append((seat, pair, *has))
                for card, place, is_dealt in zip(cards, places, has, strict=True):
                    self._exchange(hands, place, card) if is_dealt else self._blank(card)
        self._deal(game)
        self._play_on()
        self.card[:] = whole
        if g.fault:
            return [(int(g.fault),)]
        won = [seat for seat in range(len(agents)) if int(g.winners) >> seat & 1]
        return [(pair, *has, 1 / len(won) if seat in won else 0.0) for seat, pair, *has in dealt]

    def _deal(self, game: int) -> None:
        from engine.board.setup import new_game

        self.games[0].log_on = 0
        new_game(self.games[0], self.book, self.seed, game, self.setting.seats)

    def _play_on(self) -> None:
        from engine.loop.game import play_on

        play_on(self.games, self.book, 0)

    def _by_lot(self, rng: np.random.Generator, wanted: int) -> Iterator[int]:
        """Places of so many pairs, no two of which have a design in common."""
        taken: set[int] = set()
        for pair in rng.permutation(len(self.pairs)).tolist():
            if wanted and taken.isdisjoint(self.pairs[pair]):
                taken.update(self.pairs[pair])
                wanted -= 1
                yield pair

    def _places(self, hand: list[int], cards: list[int], chosen: set[int]) -> list[int]:
        """Cards of a hand in whose places some may come: themselves, or others of their piles that are not chosen."""
        pile, found = self.card["pile"], list[int]()
        free = [card for card in hand if card not in chosen]
        for card in cards:
            own = card if card in hand else next((one for one in free if pile[one] == pile[card]), None)
            if own is not None:
                found.append(own)
                free = [one for one in free if one != own]
        return found

    def _exchange(self, hands: list[list[int]], one: int, other: int) -> None:
        keys = self.card["key"]
        keys[[one, other]] = keys[[other, one]]
        for hand in hands:
            hand[:] = [{one: other, other: one}.get(card, card) for card in hand]

    def _blank(self, card: int) -> None:
        from engine.loop.fork import OWN

        for name in set(self.card.dtype.names or ()) - OWN:
            self.card[name][card] = self.nothing[name][0]
