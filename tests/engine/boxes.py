"""Boxes and games that nobody would set up: at the limits of what may be said, any cards, any switches, anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from decks.load_decks import Compiled, check_deal, load_decks
from decks.read_decks import deck_names
from engine.records.book import CARDS
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.switches import RULES, Switch
from lab.agents.personas import persona_names
from lab.games.game_table import book_of, compiled_decks
from tests.engine.walks import PRESETS, Cell, has_axes
from variants.load_variants import known_variants, load_variant

ALONE = ("timed", "two-players")
"""House rules that contradict another one of the shelf."""
HOUSE = "+".join(file.key for file in known_variants() if file.overlay and file.key not in ALONE)
"""Every house rule of the project, on one stack; a tournament sets a time of its own."""
FAR = 20_000
"""Turns of the longest games that a variant may allow."""
NEVER_WON = {"victory.level": 100, "boss.required": 10, "cultist.all_end": 0, "max_turns": FAR}
"""Switches under which hardly anybody ever wins."""


class Limit(NamedTuple):
    """A box, rules and players at some limit."""

    variant: str
    switches: Mapping[str, int] = {}
    box: str = ""  # a name of BOXES; empty: the variant's own deck
    seats: int = 4
    agents: tuple[str, ...] = ("balanced", "random", "saboteur")
    games: int = 6


def only(kind: Kind, pile: Pile = Pile.DOOR, most: int = 200) -> Compiled:
    """The base box with nothing but cards of one kind in a pile, again and again until there are so many."""
    box = compiled_decks(("base",))
    kept = box.card[box.card["pile"] != int(pile)]
    found = box.card[(box.card["pile"] == int(pile)) & (box.card["kind"] == int(kind))]
    assert len(found)
    return with_cards(box, np.concatenate([kept, np.resize(found, most)]))


def with_cards(box: Compiled, cards: np.ndarray) -> Compiled:
    """A box with these physical cards, in its order, each design's copies counted anew."""
    own = cards[np.argsort(cards["number"], kind="stable")].copy()
    for place in range(len(own)):
        again = place and own["number"][place] == own["number"][place - 1]
        own["copy"][place] = own["copy"][place - 1] + 1 if again else 0
    own["key"] = np.random.default_rng(3).integers(0, 2**64, len(own), np.uint64)
    return box._replace(card=own)


def many_designs(count: int) -> Compiled:
    """So many designs of which there is one card each: monsters and Items with all numbers of a real deck."""
    rows: list[dict[str, Any]] = []
    for i in range(count):
        if i % 2:
            rows.append(
                {"id": f"thing-{i}", "pile": "treasure", "kind": "item", "bonus": i % 7, "gold": 100 * (i % 12)}
            )
        else:
            bad = [{"op": "lose_levels", "amount": 1 + i % 3}]
            rows.append({"id": f"beast-{i}", "pile": "door", "kind": "monster", "level": 1 + i % 20,
                         "treasures": 1 + i % 5, "bad_stuff": bad})  # fmt: skip
    box = load_decks([], rows)
    return with_cards(box, box.card[box.card["number"] >= len(box.ids) - count])


def every_design() -> Compiled:
    """One card of each design of three whole sets."""
    box = load_decks(["base", "conan", "russia"])
    return with_cards(box, box.card[box.card["copy"] == 0])


def full_box() -> Compiled:
    """As many cards as a game can have: every card of three sets, and further copies of the first ones."""
    box = load_decks(["base", "conan", "russia"])
    return with_cards(box, np.concatenate([box.card, np.resize(box.card, CARDS - len(box.card))]))


BOXES = {
    "256 designs": lambda: many_designs(256),
    "512 designs": lambda: many_designs(CARDS),
    "every design of three sets": every_design,
    "as many cards as there can be": full_box,
    "all doors monsters": lambda: only(Kind.MONSTER),
    "all doors Curses": lambda: only(Kind.CURSE),
    "all doors Classes": lambda: only(Kind.CLASS),
    "all Treasures Go Up a Level": lambda: only(Kind.GO_UP_A_LEVEL, Pile.TREASURE),
    "all Treasures Items": lambda: only(Kind.ITEM, Pile.TREASURE),
}
"""What the boxes are called."""


def _limits() -> dict[str, Limit]:
    found: dict[str, Limit] = {}
    for name in BOXES:
        found[name] = Limit("base", {"max_turns": 200}, name)
        found[f"{name}, eight seats"] = Limit("base", {"max_turns": 120, "hand_limit": 30}, name, seats=8, games=3)
    for preset in PRESETS:
        found[f"{preset}: the lowest winning Level"] = Limit(preset, {"victory.level": 2})
        found[f"{preset}: won at once by anything"] = Limit(preset, {"victory.level": 2, "victory.needs_kill": 0})
        found[f"{preset}: the highest winning Level"] = Limit(preset, {"victory.level": 100, "max_turns": 400}, games=3)
        found[f"{preset}: no cards in hand"] = Limit(
            preset, {"hand_limit": 0, "setup.deal_door": 0, "setup.deal_treasure": 0}
        )
        found[f"{preset}: everybody, everything dealt"] = Limit(
            preset, {"hand_limit": 0, "setup.deal_door": 10, "setup.deal_treasure": 10}, seats=6)  # fmt: skip
        deck = "+".join(load_variant(preset).deck)
        houses = "+".join([preset, *(one for one in HOUSE.split("+") if has_axes(f"{preset}+{one}", deck))])
        found[f"{preset}: all house rules"] = Limit(houses)
        found[f"{preset}: all house rules, eight seats"] = Limit(houses, seats=8, games=3)
        found[f"{preset}: the longest games"] = Limit(
            preset, NEVER_WON, agents=("random",), games=1)  # fmt: skip
    return found


LIMITS = _limits()


def book_at(limit: Limit) -> Any:
    """Book of a limit; refuses one whose cards cannot be dealt."""
    variant = load_variant(limit.variant, dict(limit.switches))
    box = BOXES[limit.box]() if limit.box else compiled_decks(variant.deck, edits=variant.edits)
    check_deal(box, limit.seats, variant["setup.deal_door"], variant["setup.deal_treasure"])
    return book_of(box, variant.rules, limit.seats, limit.agents)


TURNS = 40
"""Cap of these games, except where the cap itself is tried."""

TOGETHER: Mapping[tuple[str, int], Mapping[str, int]] = {
    ("players.min", 8): {"players.max": 8},
    ("players.max", 2): {"players.min": 2},
    ("setup.start_level", 10): {"victory.level": 11},
    ("victory.points", 99): {"victory.by": 1},
}
"""Ends that are allowed only together with another setting."""

SEATS: Mapping[tuple[str, int], int] = {("players.min", 2): 2, ("players.max", 8): 8}
"""Players of a game under a setting that is made for fewer or more than four."""


class Setting(NamedTuple):
    """One switch of a preset at one value."""

    preset: str
    switch: str
    value: int

    @property
    def overrides(self) -> dict[str, int]:
        """What is laid over the preset."""
        return {"max_turns": TURNS, **TOGETHER.get((self.switch, self.value), {}), self.switch: self.value}

    @property
    def seats(self) -> int:
        """Four players, or as many as the setting leaves."""
        return SEATS.get((self.switch, self.value), 4)


def settings_of(preset: str) -> Iterator[Setting]:
    """Every switch of a preset at its lowest and at its highest value, where the preset says something else."""
    own = load_variant(preset)
    for switch in RULES:
        for value in ends(switch):
            if value != own[switch.name]:
                yield Setting(preset, switch.name, value)


def ends(switch: Switch) -> tuple[int, ...]:
    """The lowest and the highest value of a switch; one if they are the same."""
    return (switch.low, switch.high) if switch.low < switch.high else (switch.low,)


"""Cap of a game, unless the cap is among the switches."""
LONGEST = 200
"""Cap where the cap itself is drawn: more turns show nothing new."""
MOST_COPIES = 40
"""Copies of a card that is in the box again and again."""
SINGLE = tuple((name,) for name in deck_names())
MIXED = (*SINGLE, *combinations(deck_names(), 2))
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
        decks=st.sampled_from(MIXED),
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
