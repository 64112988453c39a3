"""The log holds the whole history: a table rebuilt from its rows alone equals the table that was played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.setup import new_game
from engine.loop.game_ranges import new_table
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.card_kinds import Kind
from engine.records.events import Ending, Ev
from engine.records.state import Zone
from engine.records.switches import Rule
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for
from tests.reference import History, first_sexes, key_of_game

pytestmark = pytest.mark.deep

SEED = 41
GAMES, TURNS = (20, 120) if COMPILED else (2, 18)


def fresh_history(g: Any, book: Any) -> History:
    kinds = [int(book.card[c].kind) for c in range(int(g.cards))]
    zones = [Zone.OUT if kind == Kind.CHARACTER else Zone.DECK for kind in kinds]
    return History(zones, int(book.rules[Rule.SETUP_START_LEVEL]), [0] * int(g.seats))


def differences(told: History, g: Any) -> list[str]:
    """Where the rebuilt table and the played one disagree."""
    seats = range(int(g.seats))
    pairs: dict[str, tuple[object, object]] = {
        "levels": (told.level, [int(g.level[s]) for s in seats]),
        "sexes": (told.sex, [int(g.sex[s]) for s in seats]),
        "dead": (told.dead, [g.dead[s] == 1 for s in seats]),
        "status": (told.status, [int(g.status[s]) for s in seats]),
        "equipped": (told.worn, {c for c in range(int(g.cards)) if g.equipped[c] == 1}),
        "places": (told.place, {c: (int(g.zone[c]), int(g.owner[c])) for c in told.place}),
    }
    return [*told.wrong, *(f"{what}: {a} told, {b} played" for what, (a, b) in pairs.items() if a != b)]


def play_and_compare(book: Any, game: int, seats: int, every: int) -> list[str]:
    """Play a game; the first disagreement at every so many questions and at the end."""
    g = new_table()
    g.log_on = 1
    new_game(g, book, SEED, game, seats)
    told, read, asked = fresh_history(g, book), 0, 0
    dealt = fresh_history(g, book).read(book.work.log[: int(g.log_n)])
    assert dealt.sex == first_sexes(key_of_game(SEED, game), seats, book.rules[Rule.SEX_ENABLED] == 1)
    while True:
        n = int(next_question(g, book, 1))
        if n == 0 or asked % every == 0:
            told.read(book.work.log[read : int(g.log_n)])
            read = int(g.log_n)
            if wrong := differences(told, g):
                return [f"question {asked}, turn {int(g.turn)}", *wrong]
        if n == 0:
            assert not g.fault
            return []
        answer(g, book, choose(g, book, n))
        asked += 1


@pytest.mark.parametrize("agent", ["random", "balanced"])
@pytest.mark.parametrize(
    "cell",
    [
        Cell("cthulhu+faster+shared-victory", "cthulhu", 3),
        Cell("base", "base", 4),
        Cell("cthulhu", "cthulhu", 5),
        Cell("conan", "base", 6),
    ],
    ids=lambda c: c.variant,
)
def test_a_game_can_be_rebuilt_from_its_events(cell, agent):
    book = book_for(cell, (agent,), max_turns=TURNS)
    for game in range(GAMES):
        assert play_and_compare(book, game, cell.seats, every=37) == []


def test_the_log_says_how_the_game_ended():
    book = book_for(Cell("base", "base", 4), ("balanced",), max_turns=12)
    g = new_table()
    g.log_on = 1
    new_game(g, book, SEED, 0, 4)
    while n := int(next_question(g, book, 0)):
        answer(g, book, choose(g, book, n))
    last = book.work.log[int(g.log_n) - 1]
    assert (last[2], last[6], last[7]) == (Ev.OVER, g.over, g.winners)
    assert Ending(int(g.over)) != Ending.NONE
