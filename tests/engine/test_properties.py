"""Random legal play under every variant and every switch at both ends of its range: every turn ends, nothing faults."""

from __future__ import annotations

import pytest

from engine.next_question import MOST_ANSWERS, answer, next_question
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind
from engine.records.events import Fault
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.step_values import What
from engine.records.switches import RULES
from lab.games.game_table import book_of, compiled_decks
from tests.effects.build import Position, card, row
from tests.engine.boxes import TOGETHER, Setting, ends, settings_of
from tests.engine.positions import COMPILED
from tests.engine.walks import PRESETS, Cell, book_for, first_breach, own_cells, some_cells
from tests.engine.watch import ends_in_time
from variants.load_variants import load_variant
from variants.variant_schema import VariantError

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


TABLES = (("random",), ("balanced",), ("sharp", "saboteur", "random"))
GAMES = 3 if COMPILED else 1


def broken(setting: Setting, tables: tuple[tuple[str, ...], ...]) -> list[str]:
    """What went wrong first at each table, with the setting that shows it."""
    rules = load_variant(setting.preset, setting.overrides).rules
    cell = Cell(f"{setting.preset} with {setting.switch} = {setting.value}", setting.preset, setting.seats)
    books = [book_of(compiled_decks((setting.preset,)), rules, setting.seats, agents) for agents in tables]
    found = [first_breach(cell, book, 5, 0, GAMES) for book in books]
    return [what for what in found if what]


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="thousands of games take long without the compiler")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_switch_at_both_ends_keeps_all_invariants(preset):
    with ends_in_time():
        assert [what for setting in settings_of(preset) for what in broken(setting, TABLES)] == []


def test_every_end_of_every_switch_is_tried_by_some_preset():
    tried = {(s.switch, s.value) for preset in PRESETS for s in settings_of(preset)}
    own = {(switch.name, load_variant(preset)[switch.name]) for preset in PRESETS for switch in RULES}
    assert {(switch.name, value) for switch in RULES for value in ends(switch)} <= tried | own
    assert {name for name, _ in tried} == {switch.name for switch in RULES if switch.low < switch.high}


def test_an_end_that_does_not_go_alone_is_refused_in_one_sentence():
    with pytest.raises(VariantError, match=r"setup.start_level = 10 does not go with victory.level = 10; allowed: "):
        load_variant("base", {"setup.start_level": 10})
    refused = [(s.name, v) for s in RULES for v in ends(s) if not is_allowed(s.name, v)]
    assert refused == list(TOGETHER)


def is_allowed(switch: str, value: int) -> bool:
    """Whether a preset takes a value by itself."""
    try:
        load_variant("base", {switch: value})
    except VariantError:
        return False
    return True


PERMIT = card(Kind.ONE_SHOT, row(Op.TAKE_FROM_DISCARDS, a=What.CARD))


def option_of(at: Position, verb: Verb, n: int) -> int:
    """Place of the first option with a verb, or -1."""
    return next((i for i in range(n) if at.book.work.option[i].verb == verb), -1)


@pytest.mark.parametrize("step", [Step.ARRANGE, Step.ROOM, Step.EVENING], ids=lambda step: step.name.lower())
def test_two_cards_that_fetch_each_other_do_not_hold_up_the_turn(step):
    """One is in the hand, the other on the discards: whoever plays the first gets the second for it, for ever."""
    at = Position({"here": PERMIT, "there": PERMIT}, reaction_windows=0).hand(0, "here").discards("there")
    push(at.g, step, 0, 0, 0, 0, 0)
    played = 0
    while n := int(next_question(at.g, at.book, 0)):
        assert played <= MOST_ANSWERS
        fetch = option_of(at, Verb.PLAY, n)
        assert fetch >= 0
        answer(at.g, at.book, fetch)
        played += 1
    # The player left the question; below it nothing was on the agenda of this table.
    assert (at.g.agenda_n, at.g.fault) == (0, Fault.NO_OPTION)
    assert played >= MOST_ANSWERS // 2  # a play and the choice of a card, again and again
