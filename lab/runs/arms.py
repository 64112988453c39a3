"""From a spec to what is played: rules and cards of each arm, and a player of games for each worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from decks.load import Compiled, check_deal, load_decks
from engine.records.rules import RULES_VERSION
from lab.agents.outside import SECONDS, code_hash, load_agent
from lab.agents.personas import agents_hash, is_outside, ordinary, weights_of
from lab.errors import BadInput, RunFault
from lab.provenance import engine_hash, engine_version, fingerprint
from lab.runs.plan import kept_events, lineup
from lab.runs.spec import RunSpec
from lab.store.tables import ABOUT
from variants.load import Variant, load_variant

if TYPE_CHECKING:
    from engine.facts.tables import Facts

SEAT_NAMES = ("p0", "p1", "p2", "p3", "p4", "p5")
Player = Callable[[int, int], "Facts"]
"""Plays a range of games, given its first game and their number."""


@dataclass(frozen=True, eq=False)
class Arm:
    """One variant of a run with the cards it is played with."""

    spec: RunSpec
    name: str
    variant: Variant
    cards: Compiled
    agent_seconds: float = SECONDS  # longest time for one choice of an outside agent

    def row(self) -> dict[str, Any]:
        """Its row of the table `arm`, without the run."""
        return {
            "arm": self.name, "variant": "+".join(self.variant.chain), "decks": list(self.cards.decks),
            "rules_hash": self.variant.rules_hash, "deck_hash": self.cards.deck_hash, "seats": self.spec.seats,
            "agents": list(self.spec.agents), "games": self.spec.games,
        }  # fmt: skip

    def player(self) -> Player:
        """A player of this arm's games, with buffers of its own: one for each worker."""
        from engine.loop.batch import GameFault, make_book, play_games

        if any(is_outside(name) for name in self.spec.agents):
            return self._outside_player()
        spec, table = self.spec, weights_of(self.spec.agents)
        book = make_book(
            self.variant.rules, self.cards.card, self.cards.effect, table[lineup(spec, 0, 1)[0]], ordinary()
        )

        def play(first: int, count: int) -> Facts:
            agents, keep = lineup(spec, first, count), kept_events(spec, first, count)
            try:
                facts: Facts = play_games(book, spec.seed, first, count, spec.seats, agents, table, keep)
            except GameFault as fault:
                raise RunFault(f"arm '{self.name}', seed {spec.seed}: the engine gave up: {fault}") from fault
            return facts

        return play

    def _outside_player(self) -> Player:
        """A player whose games are stepped from Python, in a process of its own."""
        from engine.texts import Names
        from lab.agents.outside_games import Box
        from lab.agents.outside_worker import OutsideWorker

        spec, cards = self.spec, self.cards
        names = Names(tuple(cards.ids), SEAT_NAMES[: spec.seats], dict(cards.labels))
        outside = tuple(is_outside(name) for name in spec.agents)
        weights = weights_of(spec.agents)
        sources = {name: code_hash(name) for name in spec.agents if is_outside(name)} | {"the engine": engine_hash()}
        rules, card, effect = self.variant.rules, cards.card, cards.effect
        box = Box(rules, card, effect, names, spec.agents, outside, weights, ordinary(), spec.seed, sources)
        worker = OutsideWorker(box, self.agent_seconds)
        return lambda first, count: worker.play(
            first, count, lineup(spec, first, count), kept_events(spec, first, count)
        )

    def card_frame(self) -> pl.DataFrame:
        """Rows of the table `card`: one for each design of the arm's decks."""
        designs = np.bincount(self.cards.card["number"], minlength=len(self.cards.ids))
        rows = [self._card(number, int(copies)) for number, copies in enumerate(designs)]
        return pl.DataFrame(rows, schema=ABOUT["card"], orient="row")

    def _card(self, number: int, copies: int) -> tuple[Any, ...]:
        c, ids, names = self.cards.cards[number], self.cards.ids, self.cards.names
        return (
            self.cards.deck_hash, number, ids[number], names[number], c.pile, c.kind, c.level, c.treasures, c.bonus,
            c.slot or "none", c.gold or 0, copies, c.origin, c.source, c.unmodelled or "",
        )  # fmt: skip


def open_arms(spec: RunSpec, agent_seconds: float = SECONDS) -> list[Arm]:
    """Load the rules and cards of every arm and find every agent; whatever does not fit together is bad input."""
    boxes: dict[tuple[str, ...], Compiled] = {}
    arms = [replace(_open_arm(spec, name, boxes), agent_seconds=agent_seconds) for name in spec.arms]
    for name in filter(is_outside, spec.agents):
        load_agent(name)
    return arms


def _open_arm(spec: RunSpec, name: str, boxes: dict[tuple[str, ...], Compiled]) -> Arm:
    variant = load_variant(name)
    decks = spec.decks or tuple(variant.deck)
    if not decks:
        raise BadInput(f"variant '{name}' has no deck of its own; allowed: --deck with the name of a deck")
    check_seats(variant, spec.seats)
    if decks not in boxes:
        boxes[decks] = load_decks(list(decks))
    check_deal(boxes[decks], spec.seats, variant["setup.deal_door"], variant["setup.deal_treasure"])
    _check_bosses(variant, boxes[decks])
    return Arm(spec, name, variant, boxes[decks])


def _check_bosses(variant: Variant, cards: Compiled) -> None:
    """Refuse a game that nobody could win: Bosses must fall, and the decks have none."""
    need = variant["boss.required"]
    if need > 0 and not any("boss" in card.tags for card in cards.cards):
        raise BadInput(
            f"variant '{variant.name}': boss.required is {need}, but deck {'+'.join(cards.decks)} has no monster "
            "tagged 'boss'; allowed: 0, or a deck with Bosses"
        )


IMPLEMENTS = ("setup.players",)


def check_seats(variant: Variant, seats: int) -> None:
    """Refuse a number of players the variant does not allow."""
    low, high = variant["players.min"], variant["players.max"]
    if not low <= seats <= high:
        raise BadInput(f"seats is {seats}; allowed under variant '{variant.name}': {low} to {high}")


def identify(spec: RunSpec, arms: Sequence[Arm]) -> str:
    """The run_id: twelve hex digits of everything that can change a result."""
    hashes = [h for arm in arms for h in (arm.variant.rules_hash, arm.cards.deck_hash)]
    hashes += [code_hash(name) for name in spec.agents if is_outside(name)]
    return fingerprint([spec.spec_hash, str(RULES_VERSION), engine_hash(), agents_hash(spec.agents), *hashes], 12)


def run_row(spec: RunSpec, run_id: str, command: str, workers: int) -> dict[str, Any]:
    """The row of the table `run` that is known before the first game."""
    from datetime import UTC, datetime

    return {
        "run_id": run_id, "created_at": datetime.now(UTC).isoformat(timespec="seconds"), "command": command,
        "seed": spec.seed, "engine_version": engine_version(), "rules_version": RULES_VERSION,
        "code_hash": engine_hash(), "spec_hash": spec.spec_hash, "wall_s": 0.0, "workers": workers, "status": "running",
    }  # fmt: skip
