"""Games nobody would set up: any cards of all sets together, any switches, anybody at the table."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from decks.load_decks import check_deal
from decks.read_decks import deck_names
from engine.records.book import CARDS
from engine.records.card_kinds import Pile, Trigger
from engine.records.switches import RULES, Switch
from lab.agents.personas import persona_names
from lab.games.game_table import book_of, compiled_decks
from tests.engine.walks import PRESETS, Cell
from variants.load_variants import load_variant

TURNS = 40
"""Cap of a game, unless the cap is among the switches."""
LONGEST = 200
"""Cap where the cap itself is drawn: more turns show nothing new."""
MOST_COPIES = 40
"""Copies of a card that is in the box again and again."""
SINGLE = tuple((name,) for name in deck_names())
BOXES = (*SINGLE, *combinations(deck_names(), 2))
"""Decks the cards are taken from: one, or two together."""


class Game(NamedTuple):
    """All that a game depends on; printed when it breaks something."""

    preset: str
    switches: dict[str, int]
    decks: tuple[str, ...]
    cards: int  # seed by which cards are chosen
    share: int  # of the box that is in, in percent
    again: tuple[int, ...]  # places in the box of cards that are in many times
    agents: tuple[str, ...]  # one for each seat
    seed: int

    @property
    def cell(self) -> Cell:
        """What the report of a breach calls it."""
        return Cell(str(self), "+".join(self.decks), len(self.agents))


def values(switch: Switch) -> st.SearchStrategy[int]:
    """Any value of a switch, the ends often."""
    high = min(switch.high, LONGEST) if switch.name == "max_turns" else switch.high
    return st.sampled_from((switch.low, high)) | st.integers(switch.low, high)


def switches() -> st.SearchStrategy[dict[str, int]]:
    """Up to twelve switches of the table, each at some value."""
    free = [s for s in RULES if s.low < s.high and not s.name.startswith("players.")]
    one = st.sampled_from(free).flatmap(lambda s: st.tuples(st.just(s.name), values(s)))
    return st.lists(one, max_size=12, unique_by=lambda pair: pair[0]).map(dict)


def games() -> st.SearchStrategy[Game]:
    """Every kind of game; most boxes are large, some hold a handful of cards."""
    agent = st.sampled_from([name for name in persona_names() if name not in ("expert", "lookahead")])
    return st.builds(
        Game,
        preset=st.sampled_from(PRESETS),
        switches=switches(),
        decks=st.sampled_from(BOXES),
        cards=st.integers(0, 2**31),
        share=st.sampled_from((100, 60, 25, 8)),
        again=st.lists(st.integers(0, CARDS), max_size=3).map(tuple),
        agents=st.lists(agent, min_size=3, max_size=6).map(tuple),
        seed=st.integers(0, 2**31),
    )


def rules_of(game: Game) -> Any:
    """The variant of a game; raises VariantError where its switches do not go together."""
    return load_variant(game.preset, {"max_turns": TURNS, **game.switches})


def book_of_game(game: Game) -> Any:
    """Book of a game; raises DeckError where its cards are too few to be dealt."""
    variant = rules_of(game)
    box = compiled_decks(game.decks)
    some = box._replace(card=chosen(box.card, game))
    check_deal(some, len(game.agents), variant["setup.deal_door"], variant["setup.deal_treasure"])
    return book_of(some, variant.rules, len(game.agents), game.agents)


def chosen(cards: np.ndarray, game: Game) -> np.ndarray:
    """A share of the cards of a box, at least one of each pile, and further copies of a few, in the order of the box.

    Cards that draw when they are drawn are in no more often than the decks have them: see test_fuzz.
    """
    luck = np.random.default_rng(game.cards)
    taken = luck.random(len(cards)) * 100 < game.share
    taken[[np.flatnonzero(cards["pile"] == int(pile))[0] for pile in (Pile.DOOR, Pile.TREASURE)]] = True
    some = np.flatnonzero(taken)
    more = [at % len(cards) for at in game.again if not acts_when_drawn(cards[at % len(cards)])] * MOST_COPIES
    own = cards[np.sort(np.concatenate([some, np.array(more, np.int64)]))[:CARDS]].copy()
    for place in range(1, len(own)):
        if own["number"][place] == own["number"][place - 1]:
            own["copy"][place] = own["copy"][place - 1] + 1
    own["key"] = luck.integers(0, 2**64, len(own), np.uint64)
    return own


def acts_when_drawn(card: Any) -> bool:
    """Whether a card does something as soon as it reaches a hand."""
    return bool(int(card["triggers"]) >> Trigger.DRAWN & 1)
