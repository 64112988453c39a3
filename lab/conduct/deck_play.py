"""How a deck plays: a few numbers that every deck of the family should share, compared with the complete decks.

`base` and `cthulhu` are complete by public lists of their cards. What lies more than
a quarter below the lower or above the higher of the two is unusual: a slip of the card files, or meant, and then
`deck.toml` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from decks.card_schema import Deck
from decks.load_decks import compile_decks
from decks.read_decks import read_deck
from engine.facts.derive import Facts
from engine.inputs.quote import quoted
from engine.records.events import Ev, Result
from lab.errors import BadInput
from lab.runs.arms import Arm
from lab.runs.game_threads import play_games
from lab.runs.run_spec import ALL_EVENTS, RunSpec
from lab.store.given_up_games import GivenUp
from variants.load_variants import known_variants, load_variant

COMPLETE = ("base", "cthulhu")
"""Decks whose every card is publicly known: their numbers are the family's."""

WIDER = 0.25
"""Part by which the range of the complete decks is widened at either end."""

TABLE = ("balanced", "balanced", "novice", "greedy")


class Played:
    """Some games of one deck, with what several measures need worked out once; those given up are left out."""

    def __init__(self, facts: Facts, given_up: GivenUp | None = None) -> None:
        self.game, self.level, self.event = facts.game, facts.level, facts.event
        self.given_up = given_up or GivenUp()

    @cached_property
    def games(self) -> int:
        return len(self.game)

    def of(self, *kinds: Ev) -> np.ndarray:
        return self.event[np.isin(self.event["kind"], [int(k) for k in kinds])]

    @cached_property
    def strengths(self) -> tuple[np.ndarray, np.ndarray]:
        """The first and the last comparison of every combat."""
        rows = self.of(Ev.FIGHT, Ev.STRENGTH)
        combat = np.cumsum(rows["kind"] == int(Ev.FIGHT))
        told = rows["kind"] == int(Ev.STRENGTH)
        rows, combat = rows[told], combat[told]
        first = np.append(True, combat[1:] != combat[:-1])
        last = np.append(combat[1:] != combat[:-1], True)
        return rows[first], rows[last]

    def strength_above_level(self, rounds: Sequence[int]) -> float:
        """Mean of the fighter's strength without helper, less the Level, when combats of some rounds begin."""
        first = self.strengths[0]
        first = first[(first["target"] < 0) & np.isin(first["round"], rounds)]
        # The Level of a round is the one at its end; what a fight begins with is that of the round before.
        levels = {(int(r["game"]), int(r["round"]), int(r["seat"])): int(r["level"]) for r in self.level}
        above = [
            int(row["before"]) - levels.get((int(row["game"]), int(row["round"]) - 1, int(row["actor"])), 1)
            for row in first
        ]
        return float(np.mean(above)) if above else 0.0


@dataclass(frozen=True)
class Measure:
    """One number of a deck: what it is, and how it is worked out."""

    says: str
    of: Callable[[Played], float]


def _lost(played: Played) -> float:
    ends = played.of(Ev.FIGHT_END)["other"]
    lost = np.isin(ends, [int(Result.FLED), int(Result.CAUGHT), int(Result.DIED)])
    return float(lost.mean()) if len(ends) else 0.0


def _taken(played: Played) -> float:
    """Thefts of every kind; loot from a corpse is another measure's matter, deaths."""
    return len(played.of(Ev.STEAL)) / played.games


def _monsters_gain(played: Played) -> float:
    first, last = played.strengths
    return float(np.mean(last["after"] - first["after"]))


MEASURES: dict[str, Measure] = {
    "combats_lost": Measure("share of combats that are lost", _lost),
    "deaths": Measure("deaths a game", lambda p: float(p.game["deaths"].mean())),
    "cards_taken": Measure("cards that rivals take from each other, a game", _taken),
    "strength_round_4": Measure("strength above Level in rounds 3 to 5", lambda p: p.strength_above_level((3, 4, 5))),
    "strength_round_8": Measure("strength above Level in rounds 7 to 9", lambda p: p.strength_above_level((7, 8, 9))),
    "monsters_gain": Measure("what the monsters' side gains in the course of a combat", _monsters_gain),
    "turns": Measure("median turns of a game", lambda p: float(np.median(p.game["turns"]))),
}
"""Every measure by its name, which is also its key under `[unusual]` in a deck.toml."""


@dataclass(frozen=True)
class Finding:
    """One measure of one deck beside the range of the family; `reason`: why the deck means to be unusual in it.

    `given_up` is a sentence about games of the deck, or of those that the range is made of, that are in no number.
    """

    deck: str
    measure: str
    says: str
    value: float
    low: float
    high: float
    reason: str = ""
    given_up: str = ""

    @property
    def inside(self) -> bool:
        """Whether the deck is like the others in this."""
        return self.low <= self.value <= self.high


def play(deck: Deck, games: int, seed: int, workers: int = 0) -> Played:
    """Games of one deck by the preset of its set (or `base`) and the family's usual table.

    Games that are given up are left out; too many of them are a RunFault.
    """
    presets = {v.key for v in known_variants() if not v.overlay}
    variant = load_variant(deck.info.set if deck.info.set in presets else "base")
    spec = RunSpec(arms=(variant.name,), agents=TABLE, games=games, seed=seed).model_copy(update=ALL_EVENTS)
    arm = Arm(spec, spec.only, variant, compile_decks([deck]))
    return Played(*play_games(arm.player, games, games_of(deck), workers))


def games_of(deck: Deck) -> str:
    """What the games of a deck are called."""
    return f"games of {deck.name}"


def measure(played: Played) -> dict[str, float]:
    """Every measure of some games."""
    return {name: m.of(played) for name, m in MEASURES.items()}


def family_ranges(complete: Sequence[Mapping[str, float]]) -> dict[str, tuple[float, float]]:
    """Low and high end of every measure: the least and the most of the complete decks, widened."""
    values = {name: [numbers[name] for numbers in complete] for name in MEASURES}
    return {name: (min(v) * (1 - WIDER), max(v) * (1 + WIDER)) for name, v in values.items()}


def compare_decks(decks: Sequence[Deck], games: int, seed: int, workers: int = 0) -> list[Finding]:
    """Every measure of some decks beside the ranges of the complete ones; a deck's own reasons stand with it."""
    for deck in decks:
        _check_reasons(deck)
    family = {name: _measured(read_deck(name), games, seed, workers) for name in COMPLETE}
    allowed = family_ranges([numbers for numbers, _ in family.values()])
    found = []
    for deck in decks:
        mine, lacking = family[deck.name] if _is_ours(deck) else _measured(deck, games, seed, workers)
        said = "; ".join(dict.fromkeys(text for text in (lacking, *(told for _, told in family.values())) if text))
        found += [
            Finding(deck.name, name, m.says, mine[name], *allowed[name], deck.info.unusual.get(name, ""), said)
            for name, m in MEASURES.items()
        ]
    return found


def _measured(deck: Deck, games: int, seed: int, workers: int) -> tuple[dict[str, float], str]:
    """Every measure of a deck, and a sentence about games that are in none of them."""
    played = play(deck, games, seed, workers)
    return measure(played), played.given_up.says(games_of(deck))


def _is_ours(deck: Deck) -> bool:
    return deck.name in COMPLETE and deck == read_deck(deck.name)


def _check_reasons(deck: Deck) -> None:
    for name in deck.info.unusual:
        if name not in MEASURES:
            raise BadInput(f"{deck.name}/deck.toml: unusual names {quoted(name)}; allowed: {', '.join(MEASURES)}")
