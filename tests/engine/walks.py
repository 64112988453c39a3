"""Whole games played with a check after every decision."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from decks.read_decks import deck_names
from engine.board.setup import new_game
from engine.checks.invariants import check, check_hand
from engine.jit import kernel
from engine.loop.game_ranges import new_table
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.agenda import Step
from engine.records.events import Ev, Fault
from engine.records.faults import Breach
from engine.records.state import Phase
from lab.games.game_table import book_of, compiled_decks
from variants.load_variants import known_variants, load_variant

PRESETS = tuple(f.key for f in known_variants() if not f.overlay)

DECKS = (*deck_names(), "conan+cthulhu", "critical_role+magical_mess")
"""Decks by name, mixed ones joined as the commands of the lab join them."""


@kernel()
def is_skipped(g: Any, book: Any) -> Any:
    """Whether the rest of this turn was lost: then there is no Charity."""
    for i in range(int(g.log_n) - 1, -1, -1):
        if book.work.log[i].turn != g.turn:
            return 0
        if book.work.log[i].kind == Ev.SKIP:
            return 1
    return 0


@kernel()
def walk(g: Any, book: Any, seed: Any, first: Any, count: Any, seats: Any) -> Any:
    """Play a range of games, checking at every question; the breach at which it stopped, or 0.

    The table is left as it was then. One kernel for all: each further one that holds the whole game
    would be optimised whole once more.
    """
    for game in range(first, first + count):
        new_game(g, book, seed, game, seats)
        begun = 0  # last turn whose player was asked before the door: a skipped turn has no Charity
        n = next_question(g, book, 1)
        while n > 0:
            found = int(check(g, book))
            if g.phase == Phase.ARRANGE:
                begun = int(g.turn)
            elif found == 0 and g.phase == Phase.END and begun == g.turn:
                begun = 0
                found = int(check_hand(g, book)) if is_skipped(g, book) == 0 else 0
            if found != 0:
                return found
            answer(g, book, choose(g, book, n))
            n = next_question(g, book, 1)
        found = int(check(g, book))
        if found != 0:
            return found
    return 0


class Cell(NamedTuple):
    """What a range of games is played with."""

    variant: str
    deck: str
    seats: int


def stacks() -> list[str]:
    """Every preset alone and with each house rule, and three stacks of house rules."""
    houses = [f.key for f in known_variants() if f.overlay]
    single = [stack for preset in PRESETS for stack in (preset, *(f"{preset}+{house}" for house in houses))]
    return [*single, "cthulhu+faster+shared-victory", "base+faster+timed", "critical_role+boss+epic"]


def cells() -> list[Cell]:
    """All variants on all decks, own, foreign and mixed, with two to eight seats."""
    return [Cell(v, d, seats) for v in stacks() for d in DECKS if has_axes(v, d) for seats in range(2, 9)]


def has_axes(variant: str, deck: str) -> bool:
    """Whether a deck has the kinds that house rules deal out or lay apart: a set without Classes has none."""
    steps = [step for card in load_variant(variant).edits.cards for _, step in card.steps()]
    wanted = {step.params["axis"] for step in steps if "axis" in step.params}
    changed = (place.rpartition(".")[0] for place in load_variant(variant).edits.changes)
    wanted |= {one.removeprefix("kind:") for one in changed if one.startswith("kind:")}
    return not wanted or wanted <= {card.kind for card in compiled_decks(tuple(deck.split("+"))).cards}


def own_cells() -> list[Cell]:
    """Every preset on its own deck, with four seats."""
    return [Cell(preset, "+".join(load_variant(preset).deck), 4) for preset in PRESETS]


def some_cells(step: int) -> list[Cell]:
    """One cell in so many; a prime step passes over no preset, deck or number of seats."""
    return cells()[::step]


@lru_cache(maxsize=64)
def rules_of(variant: str, max_turns: int) -> np.ndarray:
    return load_variant(variant, {"max_turns": max_turns} if max_turns else {}).rules


_BOXES: dict[tuple[str, str], Any] = {}
"""Boxes by what their house rules do to them, and their decks."""


def box_of(cell: Cell) -> Any:
    """The cards of a cell, made once."""
    edits = load_variant(cell.variant).edits
    key = edits.key(), cell.deck
    if key not in _BOXES:
        _BOXES[key] = compiled_decks(tuple(cell.deck.split("+")), edits=edits)
    return _BOXES[key]


def book_for(cell: Cell, agents: tuple[str, ...] = ("random",), max_turns: int = 120) -> Any:
    """A book of a cell; 0 turns: the cap of the variant."""
    return book_of(box_of(cell), rules_of(cell.variant, max_turns), cell.seats, agents)


def first_breach(cell: Cell, book: Any, seed: int, first: int, count: int) -> str:
    """What went wrong first in a range of games, as a sentence; empty if nothing did."""
    g = new_table()
    g.log_on = 1
    found = int(walk(g, book, seed, first, count, cell.seats))
    if found == 0:
        return ""
    what = Breach(found).name.lower()
    if found == Breach.FAULT:
        at = int(g.fault_at)
        what = f"fault {Fault(int(g.fault)).name.lower()} at step {Step(at).name if at in set(Step) else at}"
    return f"{cell.variant} / {cell.deck} / {cell.seats} seats, seed {seed}: {what} in game {g.game}, turn {g.turn}"
