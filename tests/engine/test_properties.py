"""Random legal play under every variant: no invariant breaks, nothing faults, every turn ends."""

from __future__ import annotations

import pytest

from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for, first_breach, own_cells, some_cells

FEW = 300
MANY = 2_000
TURNS = 120
"""Cap of the random games: a game that reaches it has ended."""


def breaches(among: list[Cell], games: int, agents: tuple[str, ...], seed: int) -> list[str]:
    """What went wrong first in each cell, with at least so many games spread over all of them."""
    each = -(-games // len(among))
    found = [first_breach(cell, book_for(cell, agents, TURNS), seed, 0, each) for cell in among]
    return [what for what in found if what]


@pytest.mark.deep(but=1)
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("agents", [("random",), ("balanced",)])
def test_some_games_of_every_variant_keep_all_invariants(agents):
    assert breaches([*own_cells(), *some_cells(59)], FEW, agents, seed=1) == []


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("part", range(2))
def test_a_thousand_random_games_keep_all_invariants(part):
    assert breaches(some_cells(3)[part::4], MANY // 4, ("random",), seed=2) == []


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("agents", [("random",), ("balanced", "random")])
@pytest.mark.parametrize("seats", [2, 7, 8])
def test_games_of_more_or_fewer_players_than_the_sheets_have_keep_all_invariants(seats, agents):
    among = [cell._replace(seats=seats) for cell in own_cells()]
    among += [Cell(f"{cell.variant}+{rule}", cell.deck, seats) for cell in among for rule in ("event-deck", "teams")]
    assert breaches(among, 10 * len(among), agents, seed=4) == []


@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("seats", range(3, 9))
def test_games_in_which_several_help_keep_all_invariants(seats):
    among = [Cell(f"{cell.variant}+up-to-three-helpers+shared-victory", cell.deck, seats) for cell in own_cells()]
    assert breaches(among, 4 * len(among), ("balanced", "random", "greedy"), seed=5) == []


@pytest.mark.parametrize("cell", [*own_cells(), *some_cells(1061)], ids=lambda cell: f"{cell.variant}-{cell.deck}")
def test_a_short_game_of_a_few_variants_keeps_all_invariants(cell):
    assert first_breach(cell, book_for(cell, ("random",), 10), 3, 0, 1) == ""
