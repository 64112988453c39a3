"""Seats are equal: a table that is turned round plays the same game, event by event.

The order of the seats is the order of play, so turning is all that may be done to a table. What chance decides
is keyed by places from `Book.origin`, which is turned as well; everything else must follow by itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import lab.scenarios.position
import lab.scenarios.scenario_run
from engine.loop.game_ranges import play_games
from engine.records.questions import Question
from engine.table import Table
from lab.agents.personas import mixes, persona_names, personas, weights_of
from lab.games.game_table import SEAT_NAMES, book_of, compiled_decks, names_of
from lab.scenarios.scenario_run import run_scenario
from lab.scenarios.scenario_schema import Scenario, load_scenario
from tests.engine.positions import COMPILED, differences, games, turned, turned_facts
from tests.engine.walks import Cell, box_of, own_cells
from variants.load_variants import load_variant

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))[:: 4 if COMPILED else 12]
GAMES, TURNS = (4, 150) if COMPILED else (1, 12)
LOOKING = (1, 10)
"""Games and their cap for those who look ahead: each takes a thousand times as long."""
TABLES = {**{name: (name,) for name in persona_names()}, **{name: mix.agents for name, mix in mixes().items()}}
WALKS, PATIENCE = (4, 30) if COMPILED else (1, 1)
"""Games of every cell, and at most so many until each kind of question was put."""
SURPRISE = 1e-4
UNASKED = {"NONE", "STUDY", "FRESH"}
"""Questions that no step puts."""
ANSWERS = """
name = "Answers"
why = "Who answers a defeat, a win, a look and a death?"
overlay = true
[rules]
"victory.level" = 4
[[rule]]
effects = [{ op = "pay_when_losing", cost = "nothing" }, { on = "used", op = "boost", amount = 1 }]
[[rule]]
effects = [{ op = "pay_when_won", amount = 1, cost = "hand" }, { on = "used", op = "befriend", part = 2 }]
[[rule]]
effects = [{ on = "turn_start", op = "look", amount = 2, pile = "treasure", then = "keep_under" }]
[[card]]
id = "halt"
pile = "treasure"
kind = "special"
copies = 20
effects = [{ op = "stop_win" }]
[[card]]
id = "rope"
pile = "door"
kind = "special"
copies = 20
effects = [{ op = "revive" }]
[[rule]]
effects = [{ op = "pay_on_turn", amount = 1 }, { on = "used", op = "pass_for", axis = "race" }]
"""
"""House rules that ask what no box of cards asks."""
HOUSES = (
    "base+shared-victory",
    "cthulhu+faster+up-to-three-helpers",
    "critical_role+boss",
    "magical_mess+charity-to-anyone",
)
CELLS = [*own_cells(), *(Cell(stack, stack.split("+")[0], 5) for stack in HOUSES)]
CELLS += [Cell("base", "base", 3), Cell("conan", "conan+cthulhu", 6)]


def looks_ahead(agents: tuple[str, ...]) -> bool:
    return any(personas()[name].weights.get("lookahead", 0) for name in agents)


@pytest.mark.deep(but=6)
@pytest.mark.parametrize("who", TABLES)
def test_a_turned_table_plays_the_same_game(who):
    agents = TABLES[who]
    count, cap = LOOKING if looks_ahead(agents) else (GAMES, TURNS)
    for i, cell in enumerate(CELLS if COMPILED else CELLS[:2]):
        by = 1 + i % (cell.seats - 1)
        plain = turned_facts(games(cell, agents, 0, count, cap), by, cell.seats)
        other = games(cell, agents, by, count, cap)
        for name, ours, theirs in zip(plain._fields, plain, other, strict=True):
            assert differences(ours, theirs, by, cell.seats) == [], (cell, by, name)


def tables(cell: Cell, by: int, game: int) -> tuple[Table, Table]:
    """The same game at a table and at the turned one, with everything asked that may be said; names go along."""
    rules = load_variant(cell.variant, {"max_turns": TURNS, "reaction.windows": "everyone"}).rules
    cards = box_of(cell)
    pair = []
    for turn in (0, by):
        book = book_of(cards, rules, cell.seats)
        book.origin = turn
        pair.append(Table(book, names_of(cards, turned(SEAT_NAMES[: cell.seats], turn)), 31, game))
    return pair[0], pair[1]


def play_both(plain: Table, other: Table, luck: np.random.Generator, seen: set[int]) -> None:
    """Play both tables with the same answers, taken at random; every question must be the same on both."""
    while not plain.over:
        said = [o.text for o in plain.options()]
        assert plain.names.seats[plain.decider] == other.names.seats[other.decider]
        assert [o.text for o in other.options()] == said
        assert int(other.g.question) == int(plain.g.question)
        seen.add(int(plain.g.question))
        row = int(luck.integers(plain.n))
        plain.answer(row)
        other.answer(row)
    assert other.over and won_by(plain) == won_by(other)


def won_by(table: Table) -> set[str]:
    """Who has won, by name."""
    return {table.names.seats[s] for s in table.winners}


def unasked(seen: set[int]) -> set[str]:
    """The kinds of question that nobody was asked."""
    return {Question(q).name for q in set(Question) - seen}


@pytest.mark.deep
def test_every_kind_of_question_is_put_alike(tmp_path):
    answers = tmp_path / "answers.toml"
    answers.write_text(ANSWERS)
    cells = [*CELLS, Cell(f"base+{answers}", "base", 4)]
    luck, seen = np.random.default_rng(7), set[int]()
    for game, cell in enumerate(cells * PATIENCE):
        if game >= len(cells) * WALKS and unasked(seen) <= UNASKED:
            break
        play_both(*tables(cell, 1 + game % (cell.seats - 1), game), luck, seen)
    if COMPILED:
        assert unasked(seen) <= UNASKED


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_equal_players_win_equally_often_in_every_seat():
    book = book_of(compiled_decks(("base",)), load_variant("base").rules, 4)
    wins = np.zeros(4)
    for first in range(0, 8_000, 500):
        seat = play_games(book, 5, first, 500, 4, None, weights_of(["balanced"]), np.zeros(500, bool)).seat
        wins += np.bincount(seat["seat"], seat["credit"], 4)
    # Before seats were equal this gave shares of .2775, .2465, .2311 and .2449, which 8,000 games tell with p < 1e-7.
    assert stats.chisquare(wins).pvalue > SURPRISE, wins


def test_only_draws_and_the_deal_know_the_places_from_the_origin():
    named = {
        str(path.relative_to(ROOT / "engine"))
        for path in (ROOT / "engine").glob("*/**/*.py")
        if re.search(r"\b(place_of|turn_of)\(|\.origin\b", path.read_text())
    }
    assert named == {
        "board/seat_lookup.py", "board/setup.py", "board/deck_building.py", "board/dice_throws.py",
        "policies/decide.py", "policies/lookahead.py",
        "board/counted_amounts.py",  # a rule of one place at the table: it goes round with the table
    }  # fmt: skip


class Recorder:
    """Lets scenarios be played at a turned table, and keeps what was asked and what happened there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.position: Any = None
        self.by = 0
        self.asked: list[Any] = []
        build, book_of = lab.scenarios.scenario_run.build_position, lab.scenarios.position.book_of

        def turned_book(*args: Any) -> Any:
            book = book_of(*args)
            book.origin = self.by
            return book

        def kept(*args: Any) -> Any:
            self.position = build(*args)
            return self.position

        def noted(table: Table, row: int) -> int:
            said = [o.text for o in table.options()]
            self.asked.append((table.names.seats[table.decider], int(table.g.question), said))
            return answer(table, row)

        answer = Table.answer
        monkeypatch.setattr(Table, "answer", noted)
        monkeypatch.setattr(lab.scenarios.position, "book_of", turned_book)
        monkeypatch.setattr(lab.scenarios.scenario_run, "build_position", kept)

    def story(self, scenario: Scenario, by: int) -> list[Any]:
        """Questions and events of a scenario whose table is turned round; seats by name, cards by design."""
        self.by, self.asked = by, []
        outcome = run_scenario(scenario.model_copy(update={"seats": tuple(turned(scenario.seats, by))}))
        assert outcome.passed, outcome.failure
        table = self.position.table
        names, number = (*table.names.seats, None), table.book.card["number"]
        return self.asked + [
            (e.turn, e.phase, e.kind, names[e.actor], names[e.target], int(number[e.card]) if e.card >= 0 else -1)
            for e in table.events(self.position.start)
        ]


@pytest.mark.deep(but=30)
@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_a_rules_question_has_the_same_answer_at_a_turned_table(path, monkeypatch):
    scenario, recorder = load_scenario(path), Recorder(monkeypatch)
    by = 1 + len(path.stem) % (len(scenario.seats) - 1)
    assert recorder.story(scenario, by) == recorder.story(scenario, 0)
